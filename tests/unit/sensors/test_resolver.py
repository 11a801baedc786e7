"""The resolver: an encoder with ripple."""

from __future__ import annotations

import numpy as np

from armwright.block.fidelity import Fidelity
from armwright.blocks.sensors import Encoder, Resolver
from tests.support.blocks import evaluate, run, site
from tests.unit.sensors.statistics import assert_independent, assert_white, drawn

RATE = 1000.0
TWO = site("two_axis", rate=RATE)
SMOOTH = site("two_axis", rate=RATE, fidelity=Fidelity(ripple=False))
RIPPLE = {"ripple_1": [3e-3, 2e-3], "ripple_2": [1e-3, -5e-4], "phase_2": [0.4, -1.1]}
POSITION, VELOCITY = "measured_motor_position", "measured_motor_velocity"


def ripple(theta: np.ndarray) -> np.ndarray:
    """S0 (3.2)."""
    first, second, phase = (np.array(RIPPLE[name]) for name in RIPPLE)
    return first * np.sin(theta) + second * np.sin(2 * theta + phase)


def test_ripple() -> None:
    theta = np.random.default_rng(1).uniform(-20, 20, (50, 2))
    found = evaluate(Resolver(rate=RATE, **RIPPLE), TWO, motor_position=theta)
    np.testing.assert_allclose(found[POSITION] - theta, ripple(theta), rtol=1e-9, atol=1e-14)


def test_ripple_repeats_with_every_turn() -> None:
    theta = np.linspace(0, 2 * np.pi, 40)[:, None] * [1.0, 1.0]
    block = Resolver(rate=RATE, **RIPPLE)
    error = evaluate(block, TWO, motor_position=theta)[POSITION] - theta
    turned = theta + 6 * np.pi
    np.testing.assert_allclose(
        evaluate(block, TWO, motor_position=turned)[POSITION] - turned, error, atol=1e-13
    )


def test_without_ripple_it_is_an_encoder() -> None:
    """Switched off or zero; with the same name, noise is the same."""
    theta = np.random.default_rng(2).uniform(-9, 9, (30, 2))
    given = {"motor_position": theta, "motor_velocity": [0.3, -2.0], "tick": [5.0], "seed": [3.0]}
    common = {"noise": 1e-3, "velocity_noise": 0.1, "resolution": [1e-3, 0.0], "rate": RATE}
    encoder = evaluate(Encoder(name="resolver", **common), TWO, **given)
    for block, where in ((Resolver(**common), TWO), (Resolver(**common, **RIPPLE), SMOOTH)):
        found = evaluate(block, where, **given)
        for name, value in encoder.items():
            np.testing.assert_array_equal(found[name], value)


def test_ripple_and_noise_are_counted() -> None:
    theta = np.random.default_rng(3).uniform(-9, 9, (30, 2))
    block = Resolver(rate=RATE, resolution=1e-3, **RIPPLE)
    counts = evaluate(block, TWO, motor_position=theta)[POSITION] / 1e-3
    np.testing.assert_allclose(counts, np.floor((theta + ripple(theta)) / 1e-3 + 0.5), atol=1e-6)


def test_ripple_is_in_differences_only() -> None:
    theta = 1.0 + 0.01 * np.arange(20)[:, None] * [1.0, -2.0]
    made = Resolver(rate=RATE, velocity_from="difference", **RIPPLE)
    velocity = run(made, TWO, 20, motor_position=theta)[VELOCITY]
    expected = np.diff(theta + ripple(theta), axis=0) * RATE
    np.testing.assert_allclose(velocity[1:], expected, rtol=1e-9)
    measured = Resolver(rate=RATE, **RIPPLE)
    found = evaluate(measured, TWO, motor_position=[1.0], motor_velocity=[5.0, 6.0])
    np.testing.assert_array_equal(found[VELOCITY], [5.0, 6.0])


def test_noise() -> None:
    block = Resolver(rate=RATE, noise=1e-3, velocity_noise=0.05)
    position = drawn(block, TWO, POSITION)
    velocity = drawn(block, TWO, VELOCITY)
    assert_white(position, 1e-3)
    assert_white(velocity, 0.05)
    assert_independent(position, velocity, drawn(block, TWO, POSITION, seed=[2.0]))


def test_ripple_leaves_the_noise_as_it_is() -> None:
    block = Resolver(rate=RATE, noise=1e-3, **RIPPLE)
    theta = np.array([0.7, -1.9])
    rippled = drawn(block, TWO, POSITION, motor_position=theta) - theta - ripple(theta)
    smooth = drawn(block, SMOOTH, POSITION, motor_position=theta) - theta
    np.testing.assert_allclose(rippled, smooth, rtol=0, atol=1e-15)
    quiet = site("two_axis", rate=RATE, fidelity=Fidelity(noise=False))
    still = drawn(block, quiet, POSITION, motor_position=theta)
    np.testing.assert_allclose(still - theta, np.tile(ripple(theta), (len(still), 1)), atol=1e-15)
