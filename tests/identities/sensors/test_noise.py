"""Noise in runs: drawn when it should be, held in between, and nobody else's business."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import ComputedTorque
from armwright.blocks.sensors import (
    Accelerometer,
    BandLimitedNoise,
    CurrentSensor,
    LaserTracker,
    Resolver,
)
from tests.identities.sensors.runs import TICK, move, recorded
from tests.support.blocks import evaluate, site

pytestmark = pytest.mark.crosscheck

ROBOT = "two_axis"
RIPPLE = {"ripple_1": 2e-3, "ripple_2": 1e-3, "phase_2": 0.5}
TRUE = ("joint_position", "joint_velocity", "tool_position", "motor_position", "motor_current")


def sensors(**resolver: float) -> tuple:
    return (
        Resolver(rate=1000.0, noise=1e-3, **resolver),
        LaserTracker(rate=500.0),
        CurrentSensor(rate=2000.0, noise=0.01),
        BandLimitedNoise(
            connect={"measured_position": "noisy_position", "measured_velocity": "noisy_velocity"}
        ),
        Accelerometer(rate=1000.0, noise=0.05),
    )


def noises(run: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Measured less true, at the instants at which all of them measure."""
    every = round(0.01 / TICK)
    pairs = {
        "measured_motor_position": "motor_position",
        "measured_tool_position": "tool_position",
        "measured_motor_current": "motor_current",
        "noisy_position": "joint_position",
        "noisy_velocity": "joint_velocity",
    }
    return {name: (run[name] - run[true])[::every] for name, true in pairs.items() if name in run}


def sensed(parts: tuple, *extra: str, **fidelity: bool) -> dict[str, np.ndarray]:
    """A move of an arm whose controller does not look at the sensors."""
    signals = (*TRUE, *extra)
    ideal = {
        "measured_joint_position": "joint_position",
        "measured_joint_velocity": "joint_velocity",
    }
    blind = ComputedTorque(natural_frequency=5.0, connect=ideal)
    switches = Fidelity(friction=False, **fidelity)
    return recorded(move(ROBOT, parts, signals, controller=(blind,), fidelity=switches))


ALL = (
    "measured_motor_position",
    "measured_tool_position",
    "measured_motor_current",
    "noisy_position",
    "noisy_velocity",
)


@pytest.fixture(scope="module")
def together() -> dict[str, np.ndarray]:
    return sensed(sensors(), *ALL)


def test_each_sensor_alone_has_the_same_noise(together) -> None:
    expected = noises(together)
    outputs = (ALL[:1], ALL[1:2], ALL[2:3], ALL[3:])
    for sensor, names in zip(sensors(), outputs, strict=False):
        found = noises(sensed((sensor,), *names))
        for name in names:
            np.testing.assert_array_equal(found[name], expected[name], err_msg=name)
            assert found[name].std() > 0


def test_ripple_leaves_all_noise_as_it_is(together) -> None:
    smooth = noises(sensed(sensors(**RIPPLE), *ALL, ripple=False))
    for name, value in noises(together).items():
        np.testing.assert_array_equal(smooth[name], value, err_msg=name)
    rippled = noises(sensed(sensors(**RIPPLE), *ALL))
    theta = together["motor_position"][:: round(0.01 / TICK)]
    ripple = 2e-3 * np.sin(theta) + 1e-3 * np.sin(2 * theta + 0.5)
    found = rippled["measured_motor_position"] - smooth["measured_motor_position"]
    np.testing.assert_allclose(found, ripple, rtol=0, atol=1e-12)
    for name in ALL[1:]:
        np.testing.assert_array_equal(rippled[name], smooth[name], err_msg=name)


def test_band_limited_noise_is_held_while_the_arm_moves(together) -> None:
    """New numbers every 0.01 s, and at every tick the arm as it is now."""
    every = round(0.01 / TICK)
    for kind in ("position", "velocity"):
        noise = together[f"noisy_{kind}"] - together[f"joint_{kind}"]
        held = noise[: len(noise) // every * every].reshape(-1, every, noise.shape[1])
        assert np.ptp(held, axis=1).max() < 1e-12
        assert np.abs(np.diff(held[:, 0], axis=0)).min() > 0
    moves = np.abs(np.diff(together["noisy_position"], axis=0)).max(axis=1)
    assert moves[10:].min() > 0


def test_band_limited_noise_depends_on_seed_and_tick_alone(together) -> None:
    every = round(0.01 / TICK)
    source = BandLimitedNoise().parts()[0]
    ticks = every * np.arange(20.0)[:, None]
    drawn = evaluate(source, site(ROBOT, rate=100.0), tick=ticks, seed=[1.0])
    found = noises(together)
    for kind in ("position", "velocity"):
        np.testing.assert_allclose(
            found[f"noisy_{kind}"][:20], drawn[f"{kind}_noise"], rtol=0, atol=1e-12
        )


@pytest.mark.parametrize("rate", [None, 1000.0])
def test_a_controller_sees_the_noise_of_the_instant(rate: float | None) -> None:
    """Its command jumps when noise is drawn, whether it is sampled or not."""
    controller = (ComputedTorque(natural_frequency=5.0, rate=rate),)
    rigid = Fidelity(friction=False, joints="rigid")
    given = {"controller": controller, "fidelity": rigid}
    signals = ("joint_position", "commanded_joint_torque")
    clean = recorded(move(ROBOT, (), signals, **given))
    noisy = recorded(move(ROBOT, (BandLimitedNoise(),), signals, **given))
    steps = np.abs(np.diff(noisy["commanded_joint_torque"], axis=0)).max(axis=1)
    every = round(0.01 / TICK)
    drawn = np.arange(every, len(steps) + 1, every) - 1
    others = np.delete(steps, drawn)
    assert np.median(steps[drawn]) > 20 * others.max()
    assert np.abs(noisy["commanded_joint_torque"] - clean["commanded_joint_torque"])[0].min() > 1.0
    given["fidelity"] = Fidelity(friction=False, joints="rigid", noise=False)
    quiet = recorded(move(ROBOT, (BandLimitedNoise(),), signals, **given))
    for name in signals:
        np.testing.assert_array_equal(quiet[name], clean[name])
