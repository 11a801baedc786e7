"""The motor-side observer against its difference equation, and against its transfer function."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError, load
from armwright.block import Memory, State
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import DisturbanceObserver
from armwright.robot.changing import changed
from tests.support.blocks import evaluate, run, site

RATE = 500.0
RIGID = Fidelity(joints="rigid")
HERE, SAMPLED = site("two_axis"), site("two_axis", rate=RATE)
J = np.array([0.2, 0.3])
NUMBERS = {"nominal_inertia": J.tolist(), "cutoff_frequency": [10.0, 40.0]}
W = 2 * np.pi * np.array([10.0, 40.0])


def test_continuous_equations():
    tau, known, omega, z = np.random.default_rng(0).normal(size=(4, 2))
    found = evaluate(
        DisturbanceObserver(**NUMBERS),
        HERE,
        torque=tau,
        known_torque=known,
        measured_motor_velocity=omega,
        observed=z,
    )
    np.testing.assert_allclose(found["feedforward_motor_torque"], z - W * J * omega)
    np.testing.assert_allclose(found["observed"], W * (tau - known + W * J * omega - z))


def test_it_is_a_low_pass_on_what_the_inertia_lacks():
    """d̂ = (τ − J s ω)/(1 + s/ω_c) at s = 7i."""
    s, block = 7j, DisturbanceObserver(**NUMBERS)

    def of(**given):
        return evaluate(block, HERE, **{name: [1.0, 1.0] for name in given})

    a, b_tau, b_omega = (of(**{k: 1})["observed"] for k in ("observed", "torque", OMEGA))
    c = of(observed=1)["feedforward_motor_torque"]
    d = of(**{OMEGA: 1})["feedforward_motor_torque"]
    np.testing.assert_allclose(c * b_tau / (s - a), 1 / (1 + s / W), rtol=1e-12)
    np.testing.assert_allclose(c * b_omega / (s - a) + d, -J * s / (1 + s / W), rtol=1e-12)


OMEGA = "measured_motor_velocity"


def test_sampled_equations():
    """d̂[k] = α d̂[k−1] + (1 − α)(τ[k−1] − J (ω[k] − ω[k−1])/h)."""
    tau, omega = np.random.default_rng(1).normal(size=(2, 30, 2))
    omega[0] = 0.0
    block = DisturbanceObserver(**NUMBERS, rate=RATE)
    found = run(block, SAMPLED, 30, torque=tau, measured_motor_velocity=omega)
    alpha, expected = np.exp(-W / RATE), [np.zeros(2)]
    for k in range(1, 30):
        lacking = tau[k - 1] - J * (omega[k] - omega[k - 1]) * RATE
        expected.append(alpha * expected[-1] + (1 - alpha) * lacking)
    np.testing.assert_allclose(found["feedforward_motor_torque"], expected, rtol=1e-9, atol=1e-12)


def test_the_compensation_has_a_limit():
    block = DisturbanceObserver(**NUMBERS, compensation_limit=2.0)
    found = evaluate(block, HERE, observed=[3.0, -1.0])
    np.testing.assert_array_equal(found["feedforward_motor_torque"], [2.0, -1.0])
    np.testing.assert_array_equal(found["limited"], [1, 0])


def test_it_keeps_a_state_or_a_memory():
    assert DisturbanceObserver(**NUMBERS).of(State).keys() == {"observed"}
    sampled = DisturbanceObserver(**NUMBERS, rate=RATE)
    assert sampled.of(State) == {} and sampled.of(Memory).keys() == {"observed"}


def test_inertia_of_the_rotors_unless_given():
    found = DisturbanceObserver().parameters(HERE)["nominal_inertia"]
    assert found.tolist() == [0.006, 0.003]


@pytest.mark.parametrize(
    "where",
    [
        site(changed(load("two_axis"), {"joints.1.motor_inertia": 0.0}), fidelity=RIGID),
        site("two_axis", fidelity=Fidelity(drives=False)),
    ],
)
def test_inertia_that_nobody_knows(where):
    with pytest.raises(InputError) as error:
        DisturbanceObserver(name="dob").parameters(where)
    assert str(error.value) == (
        "block 'dob': parameter 'nominal_inertia' is missing (expected J_n in kg m²)"
    )


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"nominal_inertia": 0.0}, "'nominal_inertia' is too small (got 0.0, expected more than 0"),
        ({"cutoff_frequency": -1}, "'cutoff_frequency' is too small (got -1, expected more than 0"),
        ({"compensation_limit": 0}, "'compensation_limit' is too small (got 0, expected more than"),
    ],
)
def test_wrong_settings(settings, message):
    with pytest.raises(InputError) as error:
        DisturbanceObserver(**settings)
    assert str(error.value).startswith(f"block 'disturbance_observer': {message}")
