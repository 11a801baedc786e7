"""What all references have to keep to."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import casadi as cs
import numpy as np
import pytest

from armwright import Robot, load
from armwright.block import Block, Option, Output, Quantities, Table
from armwright.blocks.references import REFERENCES
from armwright.compiler import compile_program, make_program
from armwright.scenario import load_scenario
from armwright.simulation.start import Starter
from armwright.system.system import System
from tests.support.references import at_times, site_of

POSTURE = [0.305, -0.766, 0.419, -0.323, -1.241, 0.108]
STEPS = {"heights": [0.1] * 6, "times": [0.1] * 6}
SPEED = {"speed": 0.2, "acceleration": 1.0}
CUBE = {"posture": POSTURE, "cube_centre": [0.5, 0, 0.1], "cube_side": 0.3}
LIMITS = {"speed": 1.0, "acceleration": 3.0}
#: A block of every kind, as a scenario's file has it.
EXAMPLES: dict[str, dict[str, Any]] = {
    "hold": {},
    "steps": STEPS,
    "filtered_steps": STEPS,
    "joint_ptp": {"begin": [0] * 6, "end": [0.3] * 6, "jerk": 9, **LIMITS},
    "joint_path": {"points": [[0] * 6, [0.3] * 6, POSTURE], "blend": 0.1, **LIMITS},
    "cartesian_line": {"posture": POSTURE, "end": [0.5, 0.1, 0.1], **SPEED},
    "cartesian_circle": {"posture": POSTURE, "centre": [0.5, 0, 0.1], "radius": 0.1, **SPEED},
    "cartesian_path": {
        "posture": POSTURE,
        "points": [[0.5, 0, 0.1], [0.5, 0.1, 0.1], [[0.5, 0.1, 0.2], [0.5, 0, 0.2]]],
        "blend": 0.02,
        **SPEED,
    },
    "iso9283_points": {**CUBE, **LIMITS},
    "iso9283_approaches": {**CUBE, **LIMITS},
    "iso9283_posing": {**CUBE, **LIMITS},
    "iso9283_path": {**CUBE, **SPEED, "shape": "circle"},
    "iso9283_reorientation": {**CUBE, **SPEED, "swing": 0.1},
    "iso9283_weaving": {**CUBE, **SPEED, "stroke": 0.02, "wavelength": 0.1},
    "chirp": {
        "amplitude": [0.1] * 6,
        "first_frequency": 1,
        "last_frequency": 3,
        "duration": 2,
        "fade": 0.2,
    },
    "velocity_chirp": {
        "amplitude": [0.1] * 6,
        "first_frequency": 1,
        "last_frequency": 3,
        "sweep_time": 2,
    },
    "constant_speeds": {"speeds": [0.5, 1.0], "way": 0.2, "acceleration": 9},
    "multisine": {"amplitude": [0.1] * 6, "period": 1, "band": [1, 8]},
    "fourier": {"frequency": 0.5, "sine": [[0.1, 0.2]] * 6, "cosine": [[0.1, 0]] * 6},
    "samples": {"positions": [[0] * 6, [0.1] * 6, [0.2] * 6]},
    "csv": {"file": "log.csv"},
    "filter": {"source": {"kind": "steps", **STEPS}},
    "set_points": {"source": {"kind": "steps", **STEPS}, "interval": 0.01},
}
CONTINUOUS = [
    "hold",
    "steps",
    "filtered_steps",
    "joint_ptp",
    "joint_path",
    "iso9283_points",
    "iso9283_approaches",
    "iso9283_posing",
    "chirp",
    "multisine",
    "fourier",
]
SCENARIO = """
robot = "puma560"
duration = 0.3
tick = 0.001

[fidelity]
joints = "rigid"
friction = false

[controller]
kind = "computed_torque"
rate = 1000
natural_frequency = 40

[reference]
"""


@pytest.fixture(autouse=True)
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file that a kind of reference wants to read, in the working directory."""
    (tmp_path / "log.csv").write_text("0,0,0,0,0,0\n0.1,0,0,0,0,0\n")
    monkeypatch.chdir(tmp_path)


def made(kind: str, **settings: Any) -> Block:
    return REFERENCES[kind](**EXAMPLES[kind], **settings)


def test_every_kind_has_an_example() -> None:
    assert list(EXAMPLES) == list(REFERENCES)


@pytest.mark.parametrize("kind", REFERENCES)
def test_every_declaration_says_what_it_is(kind: str) -> None:
    block = REFERENCES[kind]
    assert block.kind == kind and block.__doc__
    for name, declared in block.declared.items():
        assert declared.name == name and declared.meaning
        assert isinstance(declared, Option) or declared.unit
    assert list(block.of(Output)) == [
        f"reference_joint_{what}" for what in ("position", "velocity", "acceleration")
    ]


@pytest.mark.parametrize("kind", REFERENCES)
def test_files_name_them_and_the_loop_takes_them(kind: str, tmp_path: Path) -> None:
    """With a rate; those that can be continuous without one, too."""
    text = SCENARIO + f'kind = "{kind}"\n'
    text += "".join(f"{name} = {toml(value)}\n" for name, value in EXAMPLES[kind].items())
    assert tomllib.loads(text)["reference"] == {"kind": kind, **EXAMPLES[kind]}
    path = tmp_path / "scenario.toml"
    for rate in ("", "rate = 500\n") if kind in CONTINUOUS else ("rate = 500\n",):
        path.write_text(text + rate)
        system = System(load_scenario(path))
        assert len(system.tables) in (0, 3)
        first = Starter(system).values()["position"]
        assert np.all(np.isfinite(first)) and first.shape == (6,)


@pytest.mark.parametrize(
    "reference",
    [
        'kind = "chirp"\namplitude = [0.1, 0.1]\nfirst_frequency = 1\nlast_frequency = 3\n'
        "duration = 1\nfade = 0.2\ncentre = [0.2, 0.1]",
        'kind = "filter"\nrate = 500\n[reference.source]\nkind = "steps"\nheights = [0.1, 0.2]\n'
        "times = [0.1, 0.1]\nbegin = [0.2, 0.1]",
    ],
    ids=["continuous", "sampled"],
)
def test_an_arm_follows_from_where_they_begin(reference: str, tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(SCENARIO.replace("puma560", "two_axis") + reference)
    data = load_scenario(path).simulate().data
    wanted, reached = (data[name].values for name in ("reference_joint_position", "joint_position"))
    assert np.abs(wanted[0] - [0.2, 0.1]).max() < 1e-12 and np.ptp(wanted, axis=0).min() > 0.01
    assert np.abs(wanted - reached).max() < 0.01


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(x)}" for key, x in value.items()) + "}"
    if isinstance(value, str):
        return f'"{value}"'
    return str(value)


@pytest.mark.parametrize("kind", CONTINUOUS)
def test_machine_code_gives_the_same_numbers(kind: str) -> None:
    block, site = made(kind), site_of("puma560")
    time = cs.SX.sym("time")
    values = {name: cs.SX(value) for name, value in block.parameters(site).items()}
    x = Quantities(values, site, time, cs.SX(0), cs.SX(0), block.name)
    outputs = {name: cs.densify(cs.SX(value)) for name, value in block.equations(x).items()}
    shapes = dict.fromkeys(outputs, (6,))
    code = compile_program(make_program(kind, {"time": time}, outputs, {"time": ()}, shapes))
    times = np.linspace(-0.5, 4, 91)
    for a, b in zip(code(times), at_times(block, site, times), strict=True):
        assert np.abs(a - b).max() < 1e-10 * max(1.0, np.abs(b).max())


@pytest.mark.parametrize("kind", [kind for kind in REFERENCES if kind not in CONTINUOUS])
def test_others_say_that_they_need_a_rate(kind: str) -> None:
    with pytest.raises(ValueError, match=r"keeps 'position_table' .* but has no rate"):
        made(kind)


@pytest.mark.parametrize("kind", REFERENCES)
def test_tables_are_those_that_are_declared(kind: str) -> None:
    robot: Robot = load("puma560")
    block = made(kind, rate=100.0)
    tables = block.tables(site_of(robot, 0.5, 100.0))
    assert set(tables) == set(block.of(Table))
    for rows in tables.values():
        assert rows.ndim == 2 and rows.shape[1] == 6 and np.all(np.isfinite(rows))
