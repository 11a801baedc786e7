"""A run of the scenario `rx90b/line`: at every tick, and a thousand records a second of it."""

from __future__ import annotations

import pytest

from armwright import Run, Scenario, load_scenario

MOTION = ("joint_position", "joint_velocity", "joint_acceleration")
SIGNALS = (
    *MOTION,
    *(f"reference_{name}" for name in MOTION),
    "motor_position",
    "motor_velocity",
    "motor_current",
    "commanded_motor_current",
    "joint_torque",
    "friction_torque",
    "compensator_joint_torque",
    "tool_position",
    "reference_tool_position",
)


@pytest.fixture(scope="package")
def scenario() -> Scenario:
    return load_scenario("rx90b/line")


@pytest.fixture(scope="package")
def ticks(scenario: Scenario) -> Run:
    return scenario.changed({"recording.rate": 4000.0, "recording.signals": SIGNALS}).simulate()


@pytest.fixture(scope="package")
def whole(ticks: Run) -> Run:
    return Run(ticks.data.isel(time=slice(None, None, 4)))
