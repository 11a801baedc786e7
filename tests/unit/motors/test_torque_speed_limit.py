"""Torque over speed."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError
from armwright.block.fidelity import Fidelity
from armwright.blocks.motors import TorqueSpeedLimit
from tests.support.blocks import evaluate, site

TWO = site("two_axis")
BLOCK = TorqueSpeedLimit(peak_torque=[20.0, 8.0], base_speed=[200.0, 100.0], maximum_speed=300.0)


def torque(command, speed, block=BLOCK, where=TWO) -> tuple[np.ndarray, np.ndarray]:
    given = {"commanded_motor_torque": np.atleast_1d(command), "motor_velocity": speed}
    found = evaluate(block, where, **given)
    return found["motor_torque"], found["limited"]


def test_shape() -> None:
    """Full up to the base speed, straight down to nothing at the maximum speed."""
    speed = np.array([-400.0, -1.0, 0.0, 100.0, 200.0, 225.0, 250.0, 300.0, 310.0])
    both = np.stack([speed, speed], axis=1)
    found, limited = torque(1e3, both)
    np.testing.assert_allclose(found[:, 0], [20, 20, 20, 20, 20, 15, 10, 0, 0])
    np.testing.assert_allclose(found[:, 1], [8, 8, 8, 8, 4, 3, 2, 0, 0])
    np.testing.assert_array_equal(limited, 1.0)


def test_both_directions_are_alike() -> None:
    rng = np.random.default_rng(1)
    command, speed = rng.normal(size=(200, 2)) * 20, rng.normal(size=(200, 2)) * 250
    found, limited = torque(command, speed)
    mirrored, mirrored_limited = torque(-command, -speed)
    np.testing.assert_array_equal(mirrored, -found)
    np.testing.assert_array_equal(mirrored_limited, limited)
    np.testing.assert_array_equal(limited, found != command)
    assert 0.2 < limited.mean() < 0.8


def test_braking_has_the_peak_torque_at_any_speed() -> None:
    found, _ = torque(-1e3, np.array([[290.0, 290.0], [1e4, 1e4]]))
    np.testing.assert_array_equal(found, [[-20.0, -8.0], [-20.0, -8.0]])


def test_within_the_limit() -> None:
    found, limited = torque([12.0, -3.0], [230.0, -200.0])
    np.testing.assert_array_equal(found, [12.0, -3.0])
    np.testing.assert_array_equal(limited, 0.0)


def test_one_speed_for_both() -> None:
    """Full torque until the maximum speed, then none."""
    block = TorqueSpeedLimit(peak_torque=5.0, maximum_speed=100.0)
    found, _ = torque(9.0, np.array([[99.99, 0.0], [100.0, 100.01]]), block)
    np.testing.assert_array_equal(found, [[5.0, 5.0], [0.0, 0.0]])


def test_peak_torque_of_the_robot() -> None:
    found, _ = torque(1e3, [0.0, 0.0], TorqueSpeedLimit(maximum_speed=100.0))
    np.testing.assert_array_equal(found, [25.0, 14.0])
    found, limited = torque(7.0, 50.0, TorqueSpeedLimit(), site("panda"))
    np.testing.assert_array_equal(found, 7.0)
    np.testing.assert_array_equal(limited, 0.0)


def test_switched_off() -> None:
    where = site("two_axis", fidelity=Fidelity(saturation=False))
    found, limited = torque(1e3, [290.0, 290.0], where=where)
    np.testing.assert_array_equal(found, 1e3)
    np.testing.assert_array_equal(limited, 0.0)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"base_speed": [300.0, 100.0], "maximum_speed": 200.0},
            "block 'torque_speed_limit': 'base_speed' is above 'maximum_speed' (got [300.0, 100.0] "
            "and [200.0, 200.0], expected base_speed ≤ maximum_speed)",
        ),
        (
            {"peak_torque": 0.0},
            "block 'torque_speed_limit': 'peak_torque' is too small (got 0.0, expected more than 0 "
            "N m)",
        ),
        (
            {"maximum_speed": -1.0},
            "block 'torque_speed_limit': 'maximum_speed' is too small (got -1.0, expected more "
            "than 0 rad/s)",
        ),
    ],
)
def test_wrong_settings(settings, message) -> None:
    with pytest.raises(InputError) as error:
        TorqueSpeedLimit(**settings).parameters(TWO)
    assert str(error.value) == message
