"""Encoders: noise, counts, velocities."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError
from armwright.block import Memory, Parameter
from armwright.block.fidelity import Fidelity
from armwright.blocks.sensors import Encoder, JointEncoder
from tests.support.blocks import evaluate, run, site

RATE = 1000.0
TWO = site("two_axis", rate=RATE)
SIX = site("puma560", rate=RATE)
TICKS = np.arange(20_000.0)[:, None]


def errors(block, where=SIX, **given):
    """What the block adds, (ticks, motors), to positions and velocities."""
    given = {"tick": TICKS, "seed": [1.0], **given}
    found = evaluate(block, where, motor_position=[0.3], motor_velocity=[2.0], **given)
    return found["measured_motor_position"] - 0.3, found["measured_motor_velocity"] - 2.0


def test_a_perfect_encoder():
    found = evaluate(Encoder(rate=RATE), TWO, motor_position=[1.0, 2.0], motor_velocity=[3.0, 4.0])
    np.testing.assert_array_equal(found["measured_motor_position"], [1.0, 2.0])
    np.testing.assert_array_equal(found["measured_motor_velocity"], [3.0, 4.0])


@pytest.mark.parametrize("constants", [False, True])
def test_quantisation(constants):
    x = np.array([[0.149, -0.149], [0.151, -0.151], [0.25, -0.25], [7.0, 1e-9]])
    block = Encoder(resolution=[0.1, 0.0], rate=RATE)
    found = evaluate(block, TWO, motor_position=x, constants=constants)
    counted = found["measured_motor_position"]
    np.testing.assert_allclose(counted[:, 0], np.floor(x[:, 0] / 0.1 + 0.5) * 0.1)
    np.testing.assert_array_equal(counted[:, 1], x[:, 1])


def test_noise_is_counted_too():
    position, _ = errors(Encoder(noise=1e-3, resolution=1e-3, rate=RATE))
    counts = (position + 0.3) / 1e-3
    np.testing.assert_allclose(counts, np.round(counts), atol=1e-9)
    assert position.std() == pytest.approx(np.sqrt(1 + 1 / 12) * 1e-3, rel=0.02)


def test_noise_has_the_right_size():
    position, velocity = errors(Encoder(noise=1e-3, velocity_noise=0.05, rate=RATE))
    for noise, sigma in ((position, 1e-3), (velocity, 0.05)):
        assert np.abs(noise.mean(axis=0)).max() < 4 * sigma / np.sqrt(len(TICKS))
        np.testing.assert_allclose(noise.std(axis=0), sigma, rtol=4 / np.sqrt(2 * len(TICKS)))
        fourth = ((noise / sigma) ** 4).mean()
        assert fourth == pytest.approx(3.0, abs=4 * np.sqrt(96 / noise.size))


def test_noise_is_independent():
    """Between motors, quantities, blocks, seeds and ticks."""
    block = Encoder(noise=1.0, velocity_noise=1.0, rate=RATE)
    other = Encoder(noise=1.0, velocity_noise=1.0, rate=RATE, name="second")
    sources = [
        *errors(block),
        *errors(other),
        *errors(block, seed=[2.0]),
    ]
    now = np.concatenate([noise[1:] for noise in sources], axis=1)
    channels = np.concatenate([now, sources[0][:-1]], axis=1)
    for values in (channels, channels**2):
        correlations = np.corrcoef(values.T) - np.eye(values.shape[1])
        assert np.abs(correlations).max() < 5 / np.sqrt(len(TICKS))


def test_other_sources_do_not_change_the_numbers():
    position, velocity = errors(Encoder(noise=1e-3, velocity_noise=0.05, rate=RATE))
    alone, nothing = errors(Encoder(noise=1e-3, rate=RATE))
    np.testing.assert_array_equal(alone, position)
    np.testing.assert_array_equal(nothing, 0.0)
    np.testing.assert_array_equal(errors(Encoder(velocity_noise=0.05, rate=RATE))[1], velocity)
    # Other motors do not, either.
    fewer, _ = errors(Encoder(noise=1e-3, rate=RATE), TWO)
    np.testing.assert_array_equal(fewer, position[:, :2])


def test_noise_can_be_switched_off():
    quiet = site("puma560", rate=RATE, fidelity=Fidelity(noise=False))
    position, velocity = errors(Encoder(noise=1e-3, velocity_noise=0.05, rate=RATE), quiet)
    assert not position.any() and not velocity.any()


def test_difference_of_positions():
    theta = np.array([[5.0, 1.0], [5.001, 1.0], [5.003, 0.999], [5.0, 0.999]])
    block = Encoder(velocity_from="difference", rate=RATE)
    found = run(block, TWO, 4, motor_position=theta)["measured_motor_velocity"]
    np.testing.assert_array_equal(found[0], 0.0)
    np.testing.assert_allclose(found[1:], np.diff(theta, axis=0) * RATE, atol=1e-9)


def test_difference_counts():
    """The velocity of a slow motor comes in steps of one count per sample."""
    theta = 0.3 * np.arange(12)[:, None] * [1e-3, 1e-3] + 1.0
    block = Encoder(velocity_from="difference", resolution=1e-3, rate=RATE)
    found = run(block, TWO, 12, motor_position=theta)["measured_motor_velocity"]
    np.testing.assert_allclose(np.unique(np.round(found, 9)), [0.0, 1.0])


def test_filtered_difference():
    theta = np.random.default_rng(3).normal(size=(20, 2))
    cutoff = np.array([50.0, 0.0])
    block = Encoder(velocity_from="difference", velocity_filter=cutoff.tolist(), rate=RATE)
    found = run(block, TWO, 20, motor_position=theta)["measured_motor_velocity"]
    share = np.array([1 - np.exp(-2 * np.pi * 50.0 / RATE), 1.0])
    y, expected = np.zeros(2), []
    for u in [np.zeros(2), *np.diff(theta, axis=0) * RATE]:
        y = y + share * (u - y)
        expected.append(y)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-9)


def test_joint_encoder_is_an_encoder_at_the_joints():
    block = JointEncoder(noise=1e-3, resolution=1e-4, rate=RATE, name="encoder")
    found = evaluate(block, TWO, joint_position=[0.3], joint_velocity=[2.0], seed=[1.0])
    motor = evaluate(
        Encoder(noise=1e-3, resolution=1e-4, rate=RATE),
        TWO,
        motor_position=[0.3],
        motor_velocity=[2.0],
        seed=[1.0],
    )
    for what in ("position", "velocity"):
        np.testing.assert_array_equal(
            found[f"measured_joint_{what}"], motor[f"measured_motor_{what}"]
        )
    sized = {**JointEncoder.of(Parameter), **JointEncoder.of(Memory)}
    assert {declared.size for declared in sized.values()} == {"joint", "one"}
    assert Encoder.of(Parameter)["noise"].size == "motor"


def test_an_encoder_needs_a_rate():
    with pytest.raises(InputError) as error:
        Encoder()
    assert str(error.value) == (
        "block 'encoder': keeps 'last_position' from sample to sample but has no rate "
        "(expected rate = … (Hz))"
    )


def test_unknown_way_to_a_velocity():
    with pytest.raises(InputError) as error:
        Encoder(velocity_from="differences", rate=RATE)
    assert str(error.value) == (
        "block 'encoder': unknown 'velocity_from' (got 'differences', expected one of velocity, "
        "difference). Did you mean 'difference'?"
    )
