"""The library's scenarios 'two-axis/…': S0's block diagram on several paths."""

from __future__ import annotations

import tomllib
from functools import cache

import numpy as np
import pytest

from armwright import load_scenario
from armwright.scenario.file import LIBRARY
from armwright.studies.two_axis.claims.setups import signed_area
from armwright.studies.two_axis.runs import PATHS
from armwright.studies.two_axis.source import TwoAxisNumbers, forward
from armwright.system import System

ALL = (*PATHS, "line", "joints")


@cache
def wanted(name: str) -> np.ndarray:
    """Where the tool shall be, (x, z) at every sample."""
    scenario = load_scenario(f"two-axis/{name}")
    (table,) = [rows for name, (_, rows) in System(scenario).tables.items() if "position" in name]
    return forward(TwoAxisNumbers.of(scenario.robot), table)


def test_they_differ_in_their_paths_only() -> None:
    rest = []
    for name in ALL:
        table = tomllib.loads((LIBRARY / "two-axis" / f"{name}.toml").read_text(encoding="utf-8"))
        for key in ("description", "duration", "reference"):
            del table[key]
        rest.append(table)
    assert all(table == rest[0] for table in rest)


@pytest.mark.parametrize("path", PATHS)
def test_paths_are_closed_and_clockwise(path: str) -> None:
    points = wanted(path)
    assert np.linalg.norm(points[-1] - points[0]) < 1e-12
    assert -0.16 < signed_area(points) < -0.05
    duration = load_scenario(f"two-axis/{path}").duration
    assert len(points) * 2.5e-4 < duration - 0.3, "it does not come to rest"


def test_paths_are_of_different_kinds() -> None:
    """By their corners: how often the tool stops on the way, and whether its direction turns."""
    stops = {}
    for path in PATHS:
        speed = np.linalg.norm(np.diff(wanted(path), axis=0), axis=1)
        moving = speed > 1e-3 * speed.max()
        stops[path] = int((np.diff(moving.astype(int)) == 1).sum()) - 1
    assert stops == {"square": 0, "circle": 0, "triangle": 2, "iso": 3}


def test_line_and_joints_connect_the_same_places() -> None:
    line = wanted("line")
    joints = load_scenario("two-axis/joints")
    begin, end = (np.array(joints.blocks.reference.values[key]) for key in ("begin", "end"))
    n = TwoAxisNumbers.of(joints.robot)
    assert np.abs(forward(n, begin) - line[0]).max() < 1e-3
    assert np.abs(forward(n, end) - line[-1]).max() < 1e-3


@pytest.mark.crosscheck
def test_disturbances_of_no_size_cost_nothing() -> None:
    """With chirp and force at zero the run is that of a scenario without them, bit by bit."""
    signals = ("tool_position", "joint_velocity", "motor_position", "accelerometer")
    changes = {"duration": 1.5, "recording.signals": signals}
    scenario = load_scenario("two-axis/triangle").changed(changes)
    assert [block.name for block in scenario.blocks.disturbances] == [
        "torque_ripple",
        "torque_chirp",
        "tool_force",
    ]
    without = scenario.with_blocks(disturbances=scenario.blocks.disturbances[:1])
    one, other = scenario.simulate().data, without.simulate().data
    for signal in signals:
        np.testing.assert_array_equal(one[signal], other[signal], err_msg=signal)


@pytest.mark.crosscheck
def test_the_step_is_short_enough() -> None:
    """Half of it moves the tool by less than a tenth of a micrometre."""
    changes = {"duration": 2.0, "recording.signals": ("tool_position",)}
    scenario = load_scenario("two-axis/square").changed(changes)
    finer = scenario.changed({"integration.steps": 2})
    one, other = (chosen.simulate().data["tool_position"] for chosen in (scenario, finer))
    assert 0 < np.abs(one - other).max() < 1e-7


@pytest.mark.crosscheck
def test_the_arm_stays_within_a_millimetre() -> None:
    """With ripple and noise, all the way, and without a motor at its limit."""
    data = load_scenario("two-axis/iso").simulate().data
    error = np.linalg.norm(data["tool_position"] - data["reference_tool_position"], axis=1)
    assert 5e-5 < error.max() < 5e-4
    assert not data["controller.limited_count"].any()
    resting = data["time"].values > 8.7
    assert error[resting].max() < 5e-5
