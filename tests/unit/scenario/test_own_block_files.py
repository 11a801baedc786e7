"""Blocks of one's own from Python files: run only where the user allows it; mistakes in them are
named with their line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer

import armwright as aw
import armwright.cli.commands  # where all of them are added
from armwright.block import Block
from armwright.cli.app import app

BLOCKS = """
import casadi as cs
import math
from pathlib import Path
from armwright.block import Block, Input, Output, Parameter
from armwright.laws.friction import Friction

Path(__file__).with_suffix(".ran").touch()

class SpringDamper(Block):
    r = Input("rad", signal="reference_motor_position")
    theta = Input("rad", signal="measured_motor_position")
    omega = Input("rad/s", signal="measured_motor_velocity")
    torque = Output("N m", signal="commanded_motor_torque")
    stiffness = Parameter("N m/rad", above=0.0)

    def equations(self, x):
        torque = x.stiffness * (x.r - x.theta) - 0.5 * x.omega
        return {"torque": torque}

class Grease(Friction):
    kind = "grease"
    drag = Parameter("N m s/rad", size="channel")

    def equations(self, x):
        return {"torque": x.drag * x.velocity}
"""
RETURN = 'return {"torque": torque}'
LINE = BLOCKS[: BLOCKS.index(RETURN)].count("\n") + 1
SCENARIO = """
robot = "two_axis"
duration = 0.02
own_blocks = ["mine.py"]

[recording]
signals = ["reference_motor_position", "motor_position", "motor_velocity", "friction_torque",
    "commanded_motor_torque"]

[joints.1]
friction = { law = "grease", drag = 0.1 }

[reference]
kind = "hold"
position = [0.1, 0]

[controller]
kind = "SpringDamper"
rate = 1000
stiffness = 40
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(BLOCKS, encoding="utf-8")
    (tmp_path / "mine.toml").write_text(SCENARIO, encoding="utf-8")
    return tmp_path


def test_nothing_that_a_scenario_names_is_run_by_itself(folder: Path) -> None:
    with pytest.raises(aw.InputError) as error:
        aw.load_scenario(folder / "mine.toml")
    assert not (folder / "mine.ran").exists()
    assert "not run unless you allow it (got 'mine.py')" in str(error.value)
    assert f"--blocks {folder / 'mine.py'}" in error.value.hint
    # Another file of the same name does not count.
    (folder / "other").mkdir()
    (folder / "other" / "mine.py").write_text(BLOCKS, encoding="utf-8")
    with pytest.raises(aw.InputError, match="not run unless you allow it"):
        aw.load_scenario(folder / "mine.toml", blocks=[folder / "other" / "mine.py"])
    assert not (folder / "mine.ran").exists()


def test_blocks_and_laws_of_an_allowed_file(folder: Path) -> None:
    scenario = aw.load_scenario(folder / "mine.toml", blocks=[folder / "mine.py"])
    assert (folder / "mine.ran").exists()
    assert [law.kind for law in scenario.laws] == ["grease"]
    run = scenario.changed({"controller.stiffness": 80}).simulate()
    first = run.data.isel(time=0)  # at rest
    error = first.reference_motor_position - first.motor_position
    np.testing.assert_allclose(first.commanded_motor_torque, 80 * error, rtol=1e-12)
    last = run.data.isel(time=-1)
    assert abs(last.motor_velocity[0]) > 0.01
    np.testing.assert_allclose(last.friction_torque[0], 0.1 * last.motor_velocity[0], rtol=1e-12)


def test_classes_instead_of_files(folder: Path) -> None:
    (folder / "mine.toml").write_text(
        SCENARIO.replace('own_blocks = ["mine.py"]', "").replace('law = "grease", drag', "coulomb"),
        encoding="utf-8",
    )
    own = type(
        aw.load_scenario(folder / "mine.toml", blocks=[folder / "mine.py"]).blocks.controller[0]
    )
    assert issubclass(own, Block)
    assert aw.load_scenario(folder / "mine.toml", blocks=[own]).blocks.controller[0].rate == 1000


@pytest.mark.parametrize(
    ("instead", "message"),
    [
        ("if torque[0] > 0: return {}", "Python's if, and, or, not, min and max cannot decide"),
        ('return {"torque": max(torque[0], 1)}', "Write casadi.if_else"),
        ("torque = -torque", "its equations return nothing"),
        ('return {"torque": cs.vertcat(torque, 0)}', "'torque' has the wrong size (got (3, 1)"),
        ('return {"torque": torque + x.r[[0, 1, 0]]}', "these sizes do not go together"),
        ('return {"torque": torque * math.sin(x.r[0])}', "write casadi.sin"),
        ('return {"torque": "much"}', "'torque' is no expression (got str)"),
        ('return {"torque": x.stifness}', "Did you mean 'stiffness'?"),
        ('return {"tork": torque}', "missing ['torque'], unknown ['tork']"),
        ('return {"torque": tork}', "NameError: name 'tork' is not defined"),
        ("return torque", "its equations return no results (got SX"),
        ('return {"torque": cs.sin("much")}', "NotImplementedError: Wrong number or type"),
    ],
)
def test_mistakes_in_equations(folder: Path, instead: str, message: str) -> None:
    (folder / "mine.py").write_text(BLOCKS.replace(RETURN, instead), encoding="utf-8")
    with pytest.raises(aw.InputError) as error:
        aw.load_scenario(folder / "mine.toml", blocks=[folder / "mine.py"]).simulate()
    line = LINE if "equations return" not in message else LINE - 2  # there they begin
    assert str(error.value).startswith(f"block 'controller' (mine.py, line {line}): ")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("instead", "message"),
    [
        ("def equation(self, x):", "it has no equations (expected def equations(self, x): …)"),
        ("equations = Equations()\n    def other(self, x):", "there is no 'x.stifness'"),
    ],
)
def test_equations_that_are_no_function(folder: Path, instead: str, message: str) -> None:
    text = BLOCKS.replace("def equations(self, x):", instead, 1)
    made = "class Equations:\n    def __call__(self, x):\n        return {'torque': x.stifness}\n\n"
    (folder / "mine.py").write_text(made + text, encoding="utf-8")
    with pytest.raises(aw.InputError) as error:
        aw.load_scenario(folder / "mine.toml", blocks=[folder / "mine.py"]).simulate()
    assert str(error.value).startswith(f"block 'controller': {message}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = (", "mine.py, line 1: not valid Python: '(' was never closed"),
        ("import math\nmath.sqrt(-1)", "mine.py, line 2: ValueError"),
        ("x = 1", "mine.py: defines no block"),
        ("import sys\nsys.exit(3)", "mine.py, line 2: SystemExit: 3"),
        (BLOCKS.replace('kind = "grease"', ""), "law Grease has no name for files"),
        (BLOCKS.replace('"grease"', '"cascade"'), "another block has this kind already"),
    ],
)
def test_mistakes_in_files(folder: Path, text: str, message: str) -> None:
    (folder / "mine.py").write_text(text, encoding="utf-8")
    with pytest.raises(aw.InputError) as error:
        aw.load_scenario(folder / "mine.toml", blocks=[folder / "mine.py"])
    assert message in str(error.value)


def test_every_command_that_takes_a_scenario_takes_blocks() -> None:
    group: Any = typer.main.get_command(app)
    commands = dict(group.commands)
    for name, one in group.commands.items():
        below = getattr(one, "commands", {})
        commands.update({f"{name} {key}": each for key, each in below.items()})
    taken = {name: {one.name for one in each.params} for name, each in commands.items()}
    wanted = {name for name, keys in taken.items() if "scenario" in keys}
    assert {"simulate", "sweep", "bode", "iso9283", "identify output-error"} <= wanted
    for name in {*wanted, "check", "export", "identify elastic"}:
        assert "blocks" in taken[name], name


def test_an_unknown_kind_says_where_own_blocks_come_from(folder: Path) -> None:
    text = SCENARIO.replace('own_blocks = ["mine.py"]', "")
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(aw.InputError, match=r"Is it your own\? Add --blocks FILE\.py\."):
        aw.load_scenario(folder / "mine.toml")
