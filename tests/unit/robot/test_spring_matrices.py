"""Spring matrices: what they may be, in files and by path."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from armwright import load
from armwright.errors import InputError
from armwright.plant.registry import registry
from armwright.robot import ElasticAxis, SpringMatrix
from armwright.robot.changing import changed, value_at
from tests.identities.elasticity.test_spring_matrices import wrist

SQUARE = [[2.0, 1.0], [1.0, 3.0]]


@pytest.mark.parametrize(
    "given, message",
    [
        (
            {"stiffness": [[2.0, 1.0], [1.5, 3.0]]},
            "spring matrix 'bed': its stiffness is no matrix of springs (got 1 and 1.5 across its "
            "diagonal, expected symmetric and positive semidefinite: no deflection gives energy "
            "away)",
        ),
        (
            {"stiffness": [[1.0, 2.0], [2.0, 3.0]]},
            "its stiffness is no matrix of springs (got an eigenvalue of -0.155, its diagonal "
            "scaled to 1",
        ),
        ({"damping": [[0.0, 2.0], [2.0, 3.0]]}, "its damping is no matrix of springs (got an ei"),
        ({"damping": [[-1.0, 0.0], [0.0, 3.0]]}, "its damping is no matrix of springs (got an ei"),
        ({"stiffness": [[1.0]]}, "stiffness: wrong shape (got (1, 1), expected (2, 2))"),
        ({"springs": ("x", "x")}, "names a spring twice (got 'x', expected two springs or more"),
        ({"springs": ("x",)}, "couples nothing (got springs ['x'], expected two springs or more"),
    ],
)
def test_what_cannot_be(given: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        SpringMatrix(**{"name": "bed", "springs": ("x", "y"), "stiffness": SQUARE} | given)


def test_singular_ones_may_be() -> None:
    assert (
        SpringMatrix("bed", ("x", "y"), [[1.0, -1.0], [-1.0, 1.0]]).damping.tolist()
        == [[0] * 2] * 2
    )


@pytest.mark.parametrize(
    "change, message",
    [
        (
            {"springs": ("m1", "elbow", "tilt")},
            "robot 'wrist', spring matrix 'all': a spring is an elastic axis or a motor (got "
            "'elbow', which is neither, expected one of tilt, m1, m2)",
        ),
        (
            {"springs": ("m1", "m2", "a")},
            "a spring is an elastic axis or a motor (got 'a', which is neither",
        ),
    ],
)
def test_springs_must_exist(change: dict[str, object], message: str) -> None:
    robot = wrist()
    matrix = replace(robot.spring_matrices[0], **change)
    with pytest.raises(InputError, match=re.escape(message)):
        replace(robot, spring_matrices=(matrix,))


def test_a_spring_is_described_once() -> None:
    robot = wrist()
    axis = ElasticAxis("b", "ry", name="tilt", spring={"stiffness": 1.0})
    with pytest.raises(InputError, match=r"elastic axis 'tilt': has a spring of its own beside"):
        replace(robot, elastic=(axis,))
    other = replace(robot.spring_matrices[0], name="other")
    with pytest.raises(InputError, match=r"in two spring matrices \(got 'm1', also in 'all'\)"):
        replace(robot, spring_matrices=(*robot.spring_matrices, other))


def test_files_keep_them(tmp_path: Path) -> None:
    robot = wrist()
    robot.save(tmp_path / "wrist.toml")
    assert load(tmp_path / "wrist.toml") == robot


def test_files_with_crooked_rows_are_explained(tmp_path: Path) -> None:
    path = tmp_path / "wrist.toml"
    wrist().save(path)
    text = path.read_text().replace("  [0.6, 1, -9],", "  [0.6, 1],")
    path.write_text(text)
    with pytest.raises(InputError, match=r"spring matrix 'all': the rows of a matrix are not as"):
        load(path)


def test_entries_have_a_path() -> None:
    robot = wrist()
    path = "spring_matrices.all.stiffness"
    number = registry(robot)[path]
    assert number.value.tolist() == [2.0, 0.6, 5.0, 1.0, -9.0, 3000.0]
    other = changed(robot, {path: [3.0, 0.6, 5.0, 1.0, -9.0, 3000.0]})
    assert other.spring_matrices[0].stiffness[0, 0] == 3.0
    K = np.diag([1.0, 2.0, 3.0])
    assert value_at(changed(robot, {path: K.tolist()}), path).tolist() == [1, 0, 0, 2, 0, 3]
    with pytest.raises(InputError, match="its stiffness is no matrix of springs"):
        changed(robot, {path: [3.0, 60.0, 5.0, 1.0, -9.0, 3000.0]})
    with pytest.raises(InputError, match="spring matrix"):
        changed(robot, {"spring_matrices.all.mass": 1.0})
