"""Data that cannot be right: every mistake is named."""

from dataclasses import replace

import numpy as np
import pytest

import armwright as aw
from armwright.robot import Link
from tests.support.calibration import disturbed_cell


@pytest.fixture(scope="module")
def cell():
    return disturbed_cell("puma560", np.random.default_rng(3))


@pytest.fixture(scope="module")
def data(cell):
    rng = np.random.default_rng(4)
    q = cell.joints(50, rng)
    return q, *(cell.points(q, k) + rng.normal(0, 1e-4, (50, 3)) for k in (0, 1))


SIGN = np.array([1, 1, 1, -1, 1, 1])
MISTAKES = {
    "few": (lambda q, y: (q[:8], y[:8]), "fewer measured numbers than unknowns .*at least 27"),
    "alike": (lambda q, y: (np.tile(q[0], (50, 1)), y), "all poses are alike"),
    "degrees": (lambda q, y: (np.degrees(q), y), "the joints are in degrees, not in radians"),
    "radians": (lambda q, y: (np.radians(q), y), "turned into radians once more"),
    "millimetres": (lambda q, y: (q, 1e3 * y), "the points are in millimetres, not metres"),
    "mirrored": (lambda q, y: (q, y * [1, -1, 1]), "a mirrored frame"),
    "sign": (lambda q, y: (q * SIGN, y), "wrong sign of joint 'joint4'"),
    "columns": (lambda q, y: (q[:, [0, 2, 1, 3, 4, 5]], y), "mixed-up columns: joints 'joint2'"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_mistake_is_named(name, cell, data):
    spoil, message = MISTAKES[name]
    with pytest.raises(aw.InputError, match=message):
        aw.calibrate.poses(cell.nominal, *spoil(data[0], data[1]))


@pytest.mark.crosscheck
def test_swapped_targets_are_named(cell, data):
    q, a, b = data
    places = {"a": cell.targets[0], "b": cell.targets[1]}
    with pytest.raises(aw.InputError, match="targets 'a' and 'b' are swapped"):
        aw.calibrate.poses(cell.nominal, q, {"a": b, "b": a}, targets=places)
    with pytest.raises(aw.InputError, match="targets 'a' and 'b' are swapped"):
        aw.calibrate.poses(
            cell.nominal, q, {"a": b, "b": a}, targets=places, known_targets=["a", "b"]
        )
    a, b = a.copy(), b.copy()
    a[[7, 9]], b[[7, 9]] = b[[7, 9]], a[[7, 9]]
    with pytest.raises(aw.InputError, match=r"swapped in some poses .*2 of 50: pose 8, 10"):
        aw.calibrate.poses(cell.nominal, q, {"a": a, "b": b})


def test_known_targets_in_their_places_are_fitted(cell, data):
    q, a, b = data
    places = {"a": cell.targets[0], "b": cell.targets[1]}
    fit = aw.calibrate.poses(
        cell.nominal, q, {"a": a, "b": b}, targets=places, known_targets=["a", "b"]
    )
    assert fit.unknowns == 29
    assert fit.noise["m"] == pytest.approx(1e-4, rel=0.15)


def test_mirrored_poses_are_named(cell, data):
    frames = cell.frames(data[0])
    frames[:, :3, 2] *= -1
    with pytest.raises(aw.InputError, match="a mirrored frame: its axes are left-handed"):
        aw.calibrate.poses(cell.nominal, data[0], frames)


def test_what_poses_do_not_tell_is_said_with_its_reason(cell):
    rng = np.random.default_rng(5)
    q = cell.joints(60, rng)
    q[:, 4] = 0.3
    seen = cell.points(q) + rng.normal(0, 1e-4, (60, 3))
    fit = aw.calibrate.poses(cell.nominal, q, seen)
    assert fit.unknowns < 27
    assert "no poses could tell" in fit.left_out[0]
    assert any("joint 'joint5' moves by only 0 rad" in one for one in fit.left_out)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"joints": np.zeros((50, 5))}, r"joints: wrong shape \(got \(50, 5\)"),
        ({"points": np.zeros((50, 2))}, "target 'target': wrong shape"),
        ({"points": {}}, "nothing was measured"),
        ({"points": np.full((50, 3), np.inf)}, "target 'target': not finite"),
        ({"effects": ["wind"]}, "no effect of that name .*got 'wind'"),
        ({"noise": -1.0}, "noise: not a noise"),
        ({"known_targets": ["target"]}, "known, but nobody says where it is"),
        ({"targets": {"ball": [0, 0, 0]}}, "no target of that name was measured"),
        ({"effects": ["joint_compliance"]}, None),
    ],
)
def test_wrong_arguments_are_named(change, message, cell, data):
    given = {"joints": data[0], "points": data[1], **change}
    if message is None:
        bare = replace(cell.nominal, links=tuple(Link(one.name) for one in cell.nominal.links))
        with pytest.raises(aw.InputError, match="no link has a mass"):
            aw.calibrate.poses(bare, **given)
        return
    with pytest.raises(aw.InputError, match=message):
        aw.calibrate.poses(cell.nominal, **given)
