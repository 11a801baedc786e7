"""Controllers by the names that scenario files use."""

from __future__ import annotations

import numpy as np

from armwright import load_scenario

TEXT = """\
robot = "two_axis"
duration = 0.5
tick = 0.001

[reference]
kind = "joint_ptp"
begin = [0.0, 0.0]
end = [0.05, -0.03]
acceleration = 2

[[controller]]
kind = "pid"
rate = 1000
proportional_gain = [20, 15]
derivative_gain = [0.3, 0.2]
integral_gain = 5
anti_windup = "back_calculation"
connect = { measured_motor_velocity = "calm_velocity" }

[[controller]]
kind = "flexible_feedforward"
rate = 1000
connect = { feedforward_motor_torque = "not_used" }

[[controller]]
kind = "gravity_compensation"
rate = 1000
at = "reference"
connect = { feedforward_motor_torque = "weight" }

[[controller]]
kind = "disturbance_observer"
rate = 1000
nominal_inertia = 0.01
cutoff_frequency = 5
connect = { known_torque = "weight", feedforward_motor_torque = "observed" }

[[controller]]
kind = "sum"
rate = 1000
connect = { input = "weight", other = "observed", output = "feedforward_motor_torque" }

[[controller]]
kind = "low_pass"
rate = 1000
cutoff_frequency = 200
unit = "rad/s"
connect = { input = "rippled_velocity", output = "calm_velocity" }

[[controller]]
kind = "notch"
rate = 1000
frequency = 120
unit = "rad/s"
connect = { input = "measured_motor_velocity", output = "rippled_velocity" }

[[disturbances]]
kind = "torque_chirp"
amplitude = [0.1, 0.05]
last_frequency = 30
duration = 0.2

[[disturbances]]
kind = "tool_force_wave"
amplitude = 20
angle = -1.57
shape = "sine"
"""


def test_a_scenario_with_many_of_them(tmp_path):
    path = tmp_path / "many.toml"
    path.write_text(TEXT, encoding="utf-8")
    scenario = load_scenario(path)
    data = scenario.simulate().data
    error = data.joint_position.values - data.reference_joint_position.values
    assert np.abs(data.joint_position.values).max() > 0.04
    assert np.abs(error).max() < 5e-3
    slower = scenario.changed({"controller.anti_windup": "none", "low_pass.order": 1})
    assert slower.blocks.controller[5].order == 1
