"""The options of S0's section 3: each changes what it should, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Scenario, load_scenario
from armwright.studies.two_axis.claims.options import options_claims
from armwright.studies.two_axis.measures import motion_remainder, values
from armwright.studies.two_axis.runs import PLAIN
from armwright.studies.two_axis.source import TwoAxisNumbers
from tests.unit.studies.two_axis.conftest import Options

MOTION = (
    "tool_position",
    "joint_position",
    "motor_position",
    "motor_torque",
    "measured_motor_position",
    "feedforward_motor_torque",
)
#: What an option of numbers leaves as it is on the plain arm.
UNTOUCHED = {
    "calibration": MOTION,
    "offset": MOTION,
    "acceleration-noise": MOTION,
    "motor-chirp": ("ripple_motor_torque", "tool_force", "feedforward_motor_torque"),
    "tool-force": ("ripple_motor_torque", "disturbance_motor_torque", "feedforward_motor_torque"),
    "torque-ripple": ("disturbance_motor_torque", "tool_force", "feedforward_motor_torque"),
    "resolver-ripple": ("ripple_motor_torque", "tool_force", "feedforward_motor_torque"),
    "motor-noise": ("ripple_motor_torque", "tool_force", "feedforward_motor_torque"),
}
CHANGED = {
    "calibration": "accelerometer",
    "offset": "accelerometer",
    "acceleration-noise": "accelerometer",
    "motor-chirp": "disturbance_motor_torque",
    "tool-force": "tool_force",
    "torque-ripple": "ripple_motor_torque",
    "resolver-ripple": "measured_motor_position",
    "motor-noise": "measured_motor_position",
}


@pytest.mark.parametrize("name", UNTOUCHED)
def test_options_of_numbers(tried: Options, name: str) -> None:
    run, plain = tried.runs[name].data, tried.runs[PLAIN].data
    for signal in UNTOUCHED[name]:
        np.testing.assert_array_equal(run[signal], plain[signal], err_msg=signal)
    assert np.abs(run[CHANGED[name]] - plain[CHANGED[name]]).max() > 1e-6


def test_the_sensor_of_motors_errs_by_its_own_options_only(tried: Options) -> None:
    for name, run in tried.runs.items():
        error = values(run, "measured_motor_position") - values(run, "motor_position")
        assert (np.abs(error).max() > 0) == (name in ("resolver-ripple", "motor-noise")), name


@pytest.mark.crosscheck
@pytest.mark.parametrize("name", ["no-gravity", "mass-error"])
def test_options_that_change_the_code(tried: Options, name: str) -> None:
    """Gravity goes for arm and controller alike; masses change for the controller alone."""
    scenario = tried.options[name].scenario
    run, n = scenario.simulate(), TwoAxisNumbers.of(scenario.robot)
    bent = values(run, "joint_position") - values(run, "motor_position") / n.eta
    if name == "no-gravity":
        assert motion_remainder(n, run, gravity=False).part < 1e-12 < motion_remainder(n, run).part
        assert np.abs(bent[:400]).max() < 1e-9
        assert np.abs(values(run, "feedforward_motor_torque")[:400]).max() < 1e-9
    else:
        assert motion_remainder(n, run).part < 1e-12
        torque = values(run, "feedforward_motor_torque")
        plain = values(tried.runs[PLAIN], "feedforward_motor_torque")
        np.testing.assert_allclose(torque[:400], 1.1 * plain[:400], rtol=1e-9)


def test_every_claim_about_options_holds(tried: Options) -> None:
    claims = options_claims(tried.options, tried.runs)
    assert [claim.where for claim in claims if claim.verdict != "number"] == []
    assert options_claims(tried.options, tried.runs) == claims


@pytest.mark.parametrize(
    ("name", "other", "where"),
    [
        ("calibration", "offset", "calibration error"),
        ("offset", PLAIN, "offset"),
        ("motor-chirp", PLAIN, "disturbances"),
        ("tool-force", PLAIN, "disturbances"),
        ("torque-ripple", PLAIN, "(3.1)"),
        ("resolver-ripple", PLAIN, "(3.2)"),
        ("motor-noise", "resolver-ripple", "noise"),
        ("acceleration-noise", "calibration", "noise"),
    ],
)
def test_claims_see_when_an_option_does_something_else(
    tried: Options, name: str, other: str, where: str
) -> None:
    runs = {**tried.runs, name: tried.runs[other]}
    wrong = [c.where for c in options_claims(tried.options, runs) if c.verdict == "differs"]
    assert len(wrong) == 1 and where in wrong[0]


SETTINGS = {
    "accelerometer.position_error": [0.004, 0, -0.005],
    "accelerometer.angle_error": [0, 0.03, 0],
    "accelerometer.drift": [0.1, 0, 0.1],
    "accelerometer.noise": 0.1,
    "resolver.noise": 1e-3,
    "resolver.ripple_1": 1e-3,
    "resolver.ripple_2": 2e-3,
    "torque_ripple.current_ripple": 0.02,
    "torque_ripple.ripple_3": 0.1,
    "torque_chirp.amplitude": [0.5, 0.3],
    "torque_chirp.last_frequency": 50,
    "tool_force.amplitude": 100,
    "tool_force.angle": 0.5,
    "fidelity.gravity": False,
    "fidelity.friction": False,
    "fidelity.springs": "linear",
    "model.joints.*.spring.k_low": 1e5,
    "model.joints.*.spring.damping": 900,
    "model.joints.2.friction.fc": 0.2,
    "model.links.*.mass": 100,
    "reference.speed": 0.2,
}


@pytest.mark.parametrize("path", SETTINGS)
def test_every_option_is_a_setting(path: str) -> None:
    scenario = load_scenario("two-axis/square")
    changed = scenario.changed({path: SETTINGS[path]})
    assert described(changed) != described(scenario)


def described(scenario: Scenario) -> list[object]:
    """Whatever a setting may change."""
    model = scenario.model.fingerprint() if scenario.model else scenario.robot.fingerprint()
    return [*(str(dict(block.values)) for block in scenario.blocks), scenario.fidelity, model]
