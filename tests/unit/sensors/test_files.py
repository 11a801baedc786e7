"""Sensors, ripple and limits by the names that scenario files use."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from armwright import load_scenario
from tests.support.simulations import signals

TEXT = """
robot = "two_axis"
duration = 0.02
fidelity.joints = "rigid"

[reference]
kind = "joint_ptp"
begin = [0, 0]
end = [0.1, 0.1]
speed = 1
acceleration = 1

[controller]
kind = "computed_torque"
natural_frequency = 5

[motor]
kind = "torque_speed_limit"
maximum_speed = 400
base_speed = 300

[[sensors]]
kind = "resolver"
rate = 1000
noise = 1e-5
ripple_1 = [1e-3, 2e-3]

[[sensors]]
kind = "band_limited_noise"
side = "joint"

[[sensors]]
kind = "accelerometer"
rate = 1000
position_error = [0.004, 0, -0.005]
angle_error = [0, 0.035, 0]
drift = [0.1, 0, 0.1]
at_rest_shows = "support"

[[sensors]]
kind = "laser_tracker"
rate = 100
target_offset = [0, 0, 0.1]

[[sensors]]
kind = "current_sensor"
rate = 4000
gain_error = 0.01

[[disturbances]]
kind = "torque_ripple"
ripple_1 = 0.1
order_1 = 12

[recording]
signals = [
    "measured_motor_position",
    "measured_joint_position",
    "measured_joint_velocity",
    "accelerometer",
    "measured_tool_position",
    "measured_motor_current",
    "ripple_motor_torque",
    "motor_torque",
    "motor_current",
]
"""


@pytest.mark.crosscheck
def test_a_scenario_with_all_of_them(tmp_path: Path) -> None:
    file = tmp_path / "sensed.toml"
    file.write_text(TEXT)
    scenario = load_scenario(file)
    run = signals(scenario)
    for name in scenario.recording.signals:
        assert np.ptp(run[name], axis=0).any(), name
    np.testing.assert_allclose(run["measured_motor_current"], 1.01 * run["motor_current"])
    assert run["accelerometer"][0, 2] > 5
    changes = {"accelerometer.at_rest_shows": "gravity", "band_limited_noise.power_position": 0.0}
    other = signals(scenario, changes)
    assert other["accelerometer"][0, 2] < -5
    assert not np.array_equal(other["measured_joint_position"], run["measured_joint_position"])
