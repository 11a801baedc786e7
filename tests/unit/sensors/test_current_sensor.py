"""The current sensor: gain, offset, noise, counts."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError
from armwright.block.fidelity import Fidelity
from armwright.blocks.sensors import CurrentSensor
from tests.support.blocks import evaluate, site
from tests.unit.sensors.statistics import assert_independent, assert_white, drawn

RATE = 4000.0
TWO = site("two_axis", rate=RATE)
OUT = "measured_motor_current"


def measured(current, **settings) -> np.ndarray:
    return evaluate(CurrentSensor(rate=RATE, **settings), TWO, motor_current=current)[OUT]


def test_a_perfect_one() -> None:
    np.testing.assert_array_equal(measured([1.5, -2.5]), [1.5, -2.5])


def test_gain_and_offset() -> None:
    found = measured([10.0, -4.0], gain_error=[0.02, -0.01], offset=[0.1, 0.2])
    np.testing.assert_allclose(found, [10.3, -3.76])


def test_counts() -> None:
    i = np.array([[0.024, 0.024], [0.026, -0.026], [-1.0, 3.33]])
    found = measured(i, gain_error=0.1, offset=0.01, resolution=[0.05, 0.0])
    shown = 1.1 * i + 0.01
    np.testing.assert_allclose(found[:, 0], np.floor(shown[:, 0] / 0.05 + 0.5) * 0.05)
    np.testing.assert_allclose(found[:, 1], shown[:, 1])


def test_what_is_beyond_its_range_is_shown_as_the_end_of_it_and_flagged() -> None:
    sensor = CurrentSensor(rate=RATE, resolution=0.1, range=2.0)
    found = evaluate(sensor, TWO, motor_current=[[1.94, -3.0], [2.4, -1.94]])
    np.testing.assert_allclose(found[OUT], [[1.9, -2.0], [2.0, -1.9]])
    np.testing.assert_array_equal(found["limited"], [[0, 1], [1, 0]])


def test_noise() -> None:
    noise = drawn(CurrentSensor(rate=RATE, noise=0.01), TWO, OUT)
    assert_white(noise, 0.01)
    other = CurrentSensor(rate=RATE, noise=0.01, name="second")
    assert_independent(noise, drawn(other, TWO, OUT), drawn(other, TWO, OUT, seed=[9.0]))


def test_noise_is_counted_and_not_amplified() -> None:
    noise = drawn(CurrentSensor(rate=RATE, noise=0.01), TWO, OUT)
    more = {"gain_error": 0.5, "offset": 0.3}
    found = drawn(CurrentSensor(rate=RATE, noise=0.01, **more), TWO, OUT)
    np.testing.assert_allclose(found - 0.3, noise, rtol=0, atol=1e-15)
    counts = drawn(CurrentSensor(rate=RATE, noise=0.01, resolution=0.01), TWO, OUT) / 0.01
    np.testing.assert_allclose(counts, np.floor(noise / 0.01 + 0.5), atol=1e-9)


def test_noise_can_be_switched_off() -> None:
    quiet = site("two_axis", rate=RATE, fidelity=Fidelity(noise=False))
    found = drawn(CurrentSensor(rate=RATE, noise=0.01, offset=0.3), quiet, OUT)
    np.testing.assert_array_equal(found, 0.3)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"rate": None},
            "block 'current_sensor' measures at samples but has no rate (expected rate = … (Hz))",
        ),
        (
            {"gain_error": -1.0},
            "block 'current_sensor': 'gain_error' is too small (got -1.0, expected more than -1 "
            "A/A)",
        ),
        (
            {"resolution": -0.1},
            "block 'current_sensor': 'resolution' is too small (got -0.1, expected at least 0 A)",
        ),
        (
            {"offset": "much"},
            "block 'current_sensor': 'offset' is not a number (got 'much', expected A)",
        ),
    ],
)
def test_wrong_settings(settings, message) -> None:
    with pytest.raises(InputError) as error:
        CurrentSensor(**{"rate": RATE, **settings})
    assert str(error.value) == message
