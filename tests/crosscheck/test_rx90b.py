"""The welding line of S3 beside the slow solver: rest, start, and where joints turn around."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import load_scenario
from armwright.simulation.slow import solve
from armwright.system import System

pytestmark = pytest.mark.crosscheck


def test_stiff_bristles_and_sampled_control_are_right_to_a_tenth_of_a_micrometre() -> None:
    """Midpoint in one step a tick, 0.25 ms; with two steps a fourth of the error is left."""
    scenario = load_scenario("rx90b/line").changed({"duration": 3.6})
    signals = ("tool_position", "motor_current", "joint_velocity")
    truth = solve(System(scenario), scenario.ticks + 1, signals, record_every=4)
    assert [np.ptp(np.sign(v[700:])) > 1 for v in truth["joint_velocity"].T] == [0, 1, 1, 0, 0, 0]
    tool, current = [], []
    for steps in (1, 2):
        data = scenario.changed({"integration.steps": steps}).simulate().data
        tool.append(np.abs(data["tool_position"].values - truth["tool_position"]).max())
        current.append(np.abs(data["motor_current"].values - truth["motor_current"]).max())
    assert tool[0] < 1e-7
    assert current[0] < 2e-3
    assert 3 < tool[0] / tool[1] < 5
