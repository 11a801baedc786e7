"""S0's arm: when the accelerometer helps to know where the tool is, and when it does not."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.estimate import Estimate, ToolObserver, consistency, rigid_tool_position
from tests.unit.estimate.arms import calibration, observer, run_of, sim1


def errors(found: Estimate | np.ndarray, name: str) -> np.ndarray:
    """Distances from the true tool, m."""
    position = found.tool_position if isinstance(found, Estimate) else found
    off = np.linalg.norm(position - run_of(name).data.tool_position.values, axis=1)
    return np.asarray(off)


def rms(found: Estimate | np.ndarray, name: str) -> float:
    return float(np.sqrt((errors(found, name) ** 2).mean()))


@pytest.mark.crosscheck
def test_without_errors_the_accelerometer_helps() -> None:
    """Sim1: rigid kinematics is off by the sag, mm; the filter by tens of µm, less with it."""
    run = run_of("sim1")
    rigid = rms(rigid_tool_position(sim1().robot, run), "sim1")
    alone = observer().estimate(run, accelerometer=False)
    both = observer().estimate(run, drift=False)
    assert rigid > 3e-3
    assert rms(alone, "sim1") < 50e-6
    assert rms(both, "sim1") < 0.6 * rms(alone, "sim1")
    assert errors(both, "sim1").max() < 60e-6
    for found in (alone, both):
        off = (found.tool_position - run.data.tool_position.values)[:, [0, 2]]
        assert 0.5 < np.mean((off / found.deviation[:, [0, 2]]) ** 2) < 2.0


@pytest.mark.crosscheck
def test_calibration_errors() -> None:
    """Sim3: trusted, the accelerometer makes it worse; its drift estimated or its calibration
    known, it helps as if it had no errors. Innovations tell: only trusted they are too large."""
    run = run_of("sim3")
    alone = observer().estimate(run, accelerometer=False)
    trusted = observer().estimate(run, drift=False)
    drifting = observer().estimate(run)
    calibrated = observer().estimate(run, drift=False, calibration=calibration())
    assert rms(trusted, "sim3") > 1.2 * rms(alone, "sim3")
    best = rms(observer().estimate(run_of("sim1"), drift=False), "sim1")
    assert rms(drifting, "sim3") < 1.2 * best
    assert rms(calibrated, "sim3") < 1.05 * best
    assert consistency(trusted.filtered).mean > 3
    assert consistency(drifting.filtered).mean < 1 and consistency(calibrated.filtered).mean < 1


@pytest.mark.crosscheck
def test_finds_the_drift() -> None:
    """Drift, and the weight that a sensor turned by 2° sees elsewhere than the filter expects."""
    found = observer().estimate(run_of("sim3"))
    drift, sigma = found.part("drift")[-1], found.filtered.deviation[-1, found.places["drift"]]
    q = run_of("sim3").data.joint_position.values[-1].sum()
    c, s, g = np.cos(np.radians(2)), np.sin(np.radians(2)), 9.81
    down = np.array([g * np.sin(q), -g * np.cos(q)])
    turned = np.array([[c, -s], [s, c]]) @ down - down + 0.1
    np.testing.assert_allclose(drift[[0, 2]], turned, rtol=0, atol=4 * sigma.max())
    assert abs(drift[1]) < 4 * sigma[1]
    assert sigma.max() < 0.03


@pytest.mark.crosscheck
def test_arm_state_is_true_without_ripple_and_noise() -> None:
    """What is left are the samples between which nobody records the torque."""
    quiet = sim1().changed({"fidelity.ripple": False, "fidelity.noise": False, "duration": 1.5})
    run = quiet.simulate()
    found = ToolObserver(quiet).estimate(run, drift=False)
    names = ("joint_position", "motor_position", "joint_velocity")
    true = np.hstack([run.data[name].values for name in names])
    off = np.abs(found.part("arm")[:, :6] - true).max(axis=0)
    assert (off[:2] < 1e-6).all() and (off[2:4] < 1e-5).all() and (off[4:] < 1e-3).all()
