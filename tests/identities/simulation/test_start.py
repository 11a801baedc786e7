"""A run starts at rest: springs, motors and controllers carry the arm from the first instant."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import load_scenario
from armwright.blocks.references.hold import Hold
from tests.support.simulations import signals

#: Scenario → what its reference calls the joint positions to begin with.
BEGIN = {"six-axis-line": "posture", "r3/full": "begin"}
#: As many steps as are needed for little motion, not for accuracy.
QUICK = {"six-axis-line": 1, "r3/full": 10}


@pytest.mark.parametrize(
    "name", ["six-axis-line", pytest.param("r3/full", marks=pytest.mark.crosscheck)]
)
def test_arm_that_shall_not_move_does_not(name: str) -> None:
    """For 10 ms, on springs that its weight bends. The r3's joints begin where they shall be, so
    that its motors do not, and controllers begin to pull: there friction holds."""
    scenario = load_scenario(name)
    reference = scenario.blocks.reference
    assert reference is not None
    hold = Hold(
        name="reference",
        position=reference.values[BEGIN[name]],
        degrees=True,
        rate=reference.rate,
    )
    recorded = ["joint_velocity", "joint_acceleration", "motor_acceleration", "spring_deflection"]
    changes = {
        "duration": 0.01,
        "recording.signals": recorded,
        "integration.steps": QUICK[name],
    }
    run = signals(scenario.with_blocks(reference=hold), changes)
    assert np.abs(run["spring_deflection"]).max() > 1e-3
    assert np.abs(run["joint_acceleration"][0]).max() < 1e-9
    assert np.abs(run["motor_acceleration"][0]).max() < 1e-7
    assert np.abs(run["joint_velocity"]).max() < 1e-9
