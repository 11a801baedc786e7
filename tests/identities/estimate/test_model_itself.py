"""Data drawn from the model that a filter believes in: then it must know how good it is."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest
from scipy.stats import chi2

from armwright.estimate import FilterModel, KalmanFilter, consistency
from armwright.estimate.arm_model import FilterTuning, arm_model
from armwright.estimate.flexible_arm import flexible_arm
from armwright.estimate.rest import RestPosition, at_rest
from armwright.estimate.sensors import acceleration_sensor, motor_sensor, torque_ripple
from tests.unit.estimate.arms import plant, run_of, sim1, uncalibrated
from tests.unit.estimate.linear import Linear


def drawn(
    model: FilterModel, x: np.ndarray, u: np.ndarray, p: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """States and measurements with noise of the covariances that the model names."""
    symbols = [model.state, model.input, model.parameters]
    expressions = [model.following, model.process_covariance, model.measured]
    function = cs.Function("draw", symbols, [*expressions, model.measurement_variance])
    states, measurements = [], []
    for row in u:
        following, Q, y, R = (np.array(value) for value in function(x, row, p))
        states.append(x)
        measurements.append(y.ravel() + np.sqrt(R.ravel()) * rng.normal(size=len(y)))
        values, vectors = np.linalg.eigh(Q)
        noise = vectors @ (np.sqrt(np.maximum(values, 0)) * rng.normal(size=len(values)))
        x = following.ravel() + noise
    return np.array(states), np.array(measurements)


def within(total: float, freedom: int) -> bool:
    low, high = chi2.interval(0.999, freedom)
    return bool(low < total < high)


def test_linear_system() -> None:
    """NIS and NEES of many runs."""
    system = Linear.random(n=4, m=2, inputs=1, seed=11)
    kalman = system.filter()
    surprise = error = 0.0
    runs, samples = 60, 50
    for seed in range(runs):
        x, u, y = system.simulated(samples, seed)
        found = kalman.run(y, u, state=np.zeros(4), covariance=np.eye(4))
        surprise += found.surprise.sum()
        off = found.state[-1] - x[-1]
        error += off @ np.linalg.solve(found.covariance, off)
    assert within(surprise, 2 * samples * runs)
    assert within(error, 4 * runs)


@pytest.mark.crosscheck
def test_flexible_arm() -> None:
    """All 15 states of S0's arm. Its motors turn as in a run, so that ripple comes and goes."""
    scenario, tuning, h = sim1(), FilterTuning(), 1e-3
    sensor = acceleration_sensor(scenario)
    assert sensor is not None
    arm, motors, ripple = (
        flexible_arm(plant(), sensor),
        motor_sensor(scenario),
        torque_ripple(scenario),
    )
    found = arm_model(arm, h, motors, ripple, sensor.noise, tuning)
    model, known = found.model, uncalibrated()
    torque = run_of("sim1").data.commanded_motor_torque.values[:400]
    u = np.hstack([torque, np.vstack([torque[:1], torque[:-1]])])
    p = np.append(found.numbers(known), tuning.drift_walk**2)
    mean = np.zeros(model.size)
    mean[:4] = RestPosition(arm)(run_of("sim1").data.motor_position.values[0], known)
    P = at_rest(found, motors, ripple, torque[0], tuning, drift=True)
    kalman = KalmanFilter(model)
    surprise, freedom, errors = 0.0, 0, []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        first = rng.multivariate_normal(mean, P)
        states, y = drawn(model, first, u, p, rng)
        result = kalman.run(y, u, state=mean, covariance=P, parameters=p)
        surprise, freedom = surprise + result.surprise.sum(), freedom + result.surprise.size * 5
        for k in (100, 200, 399):
            part = kalman.run(y[: k + 1], u[: k + 1], state=mean, covariance=P, parameters=p)
            off = part.state[-1] - states[k]
            errors.append(off @ np.linalg.solve(part.covariance, off))
            correlation = part.covariance / np.outer(part.deviation[-1], part.deviation[-1])
            np.testing.assert_array_equal(part.covariance, part.covariance.T)
            assert np.linalg.eigvalsh(correlation).min() > 0
    assert within(surprise, freedom)
    assert within(sum(errors), len(errors) * model.size)
    assert consistency(result).mean == result.surprise.sum() / (5 * len(y))
