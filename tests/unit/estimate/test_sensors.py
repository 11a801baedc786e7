"""What filters read from the blocks of a scenario."""

from __future__ import annotations

import math

import numpy as np
import pytest

from armwright import InputError
from armwright.blocks.sensors import BandLimitedNoise, Encoder
from armwright.estimate.sensors import acceleration_sensor, due, motor_sensor, torque_ripple
from tests.unit.estimate.arms import MOUNTED, sim1, sim3


def with_sensors(*sensors):
    return sim1().with_blocks(sensors=sensors)


def test_resolver() -> None:
    """Noise 2e-4 rad; ripples of 2e-3 and 1e-3 rad are sines, half of whose squares count."""
    found = motor_sensor(sim1())
    np.testing.assert_allclose(found.noise, 4e-8)
    np.testing.assert_allclose(found.ripple.constant, 2.5e-6)
    np.testing.assert_allclose(found.ripple.angle, math.pi)
    assert found.rate == 4000.0
    still = motor_sensor(sim1().changed({"fidelity.ripple": False, "fidelity.noise": False}))
    assert not still.noise.any() and not still.ripple.constant.any()


def test_encoder_and_no_sensor() -> None:
    encoder = Encoder(rate=1000.0, noise=[1e-3, 2e-3], resolution=0.012)
    np.testing.assert_allclose(motor_sensor(with_sensors(encoder)).noise, [13e-6, 16e-6])
    ideal = motor_sensor(with_sensors())
    assert not ideal.noise.any() and ideal.rate is None


def test_a_sensor_with_other_errors_is_refused() -> None:
    other = BandLimitedNoise(rate=1000.0, side="motor")
    with pytest.raises(
        InputError, match=r"errors of this sensor are not known.*an encoder or a res"
    ):
        motor_sensor(with_sensors(other))


def test_torque_ripple() -> None:
    found = torque_ripple(sim1())
    waves = np.array([[0.1, 0.08, 0.05], [0.06, 0.05, 0.03]])
    np.testing.assert_allclose(found.constant, 0.5 * (waves**2).sum(axis=1))
    np.testing.assert_allclose(found.by_torque, 0.5 * 0.01**2)
    np.testing.assert_allclose(found.angle, math.pi / 2)


def test_accelerometer() -> None:
    found = acceleration_sensor(sim3())
    assert found is not None
    np.testing.assert_allclose(found.noise, 4e-4)
    for name, value in MOUNTED.items():
        np.testing.assert_array_equal(found.calibration[name.removeprefix("accelerometer.")], value)
    assert found.block.rate == 1000.0 and found.block.at_rest_shows == "gravity"
    assert acceleration_sensor(with_sensors()) is None


@pytest.mark.parametrize(
    ("rate", "expected"),
    [
        (None, [1, 1, 1, 1, 1, 1]),
        (4000.0, [1, 1, 1, 1, 1, 1]),
        (1000.0, [1, 1, 1, 1, 1, 1]),
        (500.0, [1, 0, 1, 0, 1, 0]),
        (250.0, [1, 0, 0, 0, 1, 0]),
    ],
)
def test_due(rate: float | None, expected: list[int]) -> None:
    np.testing.assert_array_equal(due(rate, 1e-3, 6, "sensor"), expected)


@pytest.mark.parametrize("rate", [1500.0, 300.0])
def test_rates_that_do_not_fit(rate: float) -> None:
    with pytest.raises(InputError, match="rates do not fit together"):
        due(rate, 1e-3, 6, "sensor")
