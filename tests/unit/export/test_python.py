"""The exported Python module: runs without us, and gives what we give."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from armwright import InputError, Robot, load
from armwright.export.script.python import python
from tests.support.comparison import relative
from tests.support.evaluation import by_interpreter
from tests.support.full_robot import HOSTILE, full_robot, hostile_robot
from tests.support.random_robots import random_state, random_tree

ROBOTS = {
    **{name: load(name) for name in ("scara", "puma560", "cart_pendulum")},
    "tree": random_tree(3, 6),
}


def exported(robot: Robot, path: Path) -> ModuleType:
    python(robot, path)
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.mark.parametrize("robot", ROBOTS.values(), ids=ROBOTS.keys())
def test_every_function(robot: Robot, tmp_path: Path) -> None:
    module, evaluate = exported(robot, tmp_path / "arm.py"), by_interpreter(robot)
    q, v, a = random_state(robot, 3)
    assert robot.joint_names == module.JOINTS
    assert (robot.name, robot.tool) == (module.ROBOT, module.TOOL)
    for quantity, arguments in (
        ("pose", (q,)),
        ("jacobian", (q,)),
        ("mass_matrix", (q,)),
        ("gravity", (q,)),
        ("inverse_dynamics", (q, v, a)),
        ("forward_dynamics", (q, v, a)),
    ):
        frames = (robot.tool,) if quantity in ("pose", "jacobian") else ()
        (expected,) = evaluate(quantity, frames, arguments)
        found = getattr(module, quantity)(*arguments)
        assert found.shape == expected.shape and relative(found, expected) < 1e-13, quantity
    (expected,) = evaluate("inverse_dynamics", (), (q, v, 0 * a))
    assert relative(module.bias(q, v), expected) < 1e-12
    back = module.inverse_dynamics(q, v, module.forward_dynamics(q, v, a))
    assert relative(back, a) < 1e-9


def test_it_runs_without_us(tmp_path: Path) -> None:
    python(load("scara"), tmp_path / "arm.py")
    text = (tmp_path / "arm.py").read_text()
    imported = {
        name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module] if isinstance(node, ast.ImportFrom) else [n.name for n in node.names]
        )
    }
    assert imported == {"math", "numpy"}
    words = "import arm, sys; arm.pose([0, 0, 0]); sys.exit('armwright' in sys.modules)"
    subprocess.run([sys.executable, "-c", words], cwd=tmp_path, check=True)


def test_same_robot_same_bytes(tmp_path: Path) -> None:
    for name in ("a.py", "b.py"):
        python(load("puma560"), tmp_path / name)
    assert (tmp_path / "a.py").read_bytes() == (tmp_path / "b.py").read_bytes()


def test_wrong_arguments(tmp_path: Path) -> None:
    module = exported(load("scara"), tmp_path / "arm.py")
    with pytest.raises(ValueError, match=r"v: got shape \(2,\), expected \(3,\)"):
        module.bias([0, 0, 0], [0, 0])
    with pytest.raises(ValueError, match=r"q: got .* expected finite numbers"):
        module.pose([0, np.nan, 0])


def test_hostile_names(tmp_path: Path) -> None:
    module = exported(hostile_robot(), tmp_path / "arm.py")
    assert module.JOINTS == HOSTILE and (tmp_path / "arm.py").read_text().isascii()


def test_what_is_left_out_is_told_with_its_path(tmp_path: Path) -> None:
    lost = python(full_robot(), tmp_path / "arm.py")
    assert [line.partition(":")[0].partition(" (")[0] for line in lost] == [
        "inertia of the rotors",
        "couplings of the rotors with the links that they ride on",
        "friction",
        "springs of the gears",
        "water around the links",
    ]
    assert "friction: joints.elbow.drive.friction" in lost
    assert f"LEFT_OUT = {lost!a}" in (tmp_path / "arm.py").read_text()


@pytest.mark.parametrize("name", ["class.py", "my-arm.py", "3d.py", "é.py", "x" * 61 + ".py"])
def test_modules_that_could_not_be_imported(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a valid name for what the file defines"):
        python(load("scara"), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_where_it_goes(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"suffix '\.m', expected \.py"):
        python(load("scara"), tmp_path / "a.m")
    (tmp_path / "file").write_text("in the way of a folder")
    with pytest.raises(InputError, match="cannot be written"):
        python(load("scara"), tmp_path / "file" / "a.py")
