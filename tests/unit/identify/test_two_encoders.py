"""Stiffness and play from encoders at the motor and at the link."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.identify import two_encoders, work_stiffness
from armwright.robot.changing import changed
from armwright.signals.log import Log
from armwright.studies.puma_validation.motor_link import (
    SPRING,
    TWO_ENCODERS,
    WORK_STIFFNESS,
    pushing,
    swinging,
    with_play,
)


@pytest.fixture(scope="module")
def pushed() -> Log:
    return Log.from_run(pushing(with_play()).simulate())


def noisy(log: Log, seed: int) -> Log:
    rng = np.random.default_rng(seed)
    data = log.data.copy(deep=True)
    for name, size in (("joint_position", 2e-5), ("motor_current", 0.02)):
        data[name] = data[name] + size * rng.normal(size=data[name].shape)
    return Log(data)


def test_pushing_at_a_work_piece_tells_stiffness_and_play(pushed: Log) -> None:
    found = two_encoders(with_play(), pushed)
    np.testing.assert_allclose(found.combinations.values, list(SPRING.values()), rtol=2e-3)
    drive = found.robot.joint("joint1").drive
    assert drive is not None
    assert drive.spring_law == "backlash"
    assert found.validate(pushed, "joint_position", "positions", 0.01).valid


def test_the_work_piece_is_measured_along(pushed: Log) -> None:
    stiffness, error = work_stiffness(with_play(), pushed)
    assert abs(stiffness / WORK_STIFFNESS - 1) < 0.01
    assert error < 0.01 * WORK_STIFFNESS


def test_noise_stays_within_standard_errors(pushed: Log) -> None:
    away = []
    for seed in range(12):
        known = two_encoders(with_play(), noisy(pushed, seed)).combinations
        away.append((known.values - list(SPRING.values())) / known.errors)
    assert np.abs(away).max() < 4.5


def test_a_swinging_link_shows_them_as_well() -> None:
    setup = swinging(with_play(), steps=20).changed({"recording.signals": list(TWO_ENCODERS)})
    known = two_encoders(with_play(), Log.from_run(setup.simulate())).combinations
    np.testing.assert_allclose(known.values, list(SPRING.values()), rtol=0.02)


def test_without_play_the_play_is_zero(pushed: Log) -> None:
    tight = changed(with_play(), {"joints.1.spring.gap": 0.0})
    found = two_encoders(tight, Log.from_run(pushing(tight).simulate()))
    assert abs(found.combinations.values[1]) < 2e-5


def test_a_gear_loaded_one_way_is_refused(pushed: Log) -> None:
    data = pushed.data.copy(deep=True)
    data["motor_current"] = np.abs(data["motor_current"]) + 2.0
    with pytest.raises(InputError, match="the gear is not loaded both ways"):
        two_encoders(with_play(), Log(data))


def test_wrong_signs_are_refused(pushed: Log) -> None:
    data = pushed.data.copy(deep=True)
    data["motor_current"] = -data["motor_current"]
    with pytest.raises(InputError, match="does not follow its motor's torque"):
        two_encoders(with_play(), Log(data))
