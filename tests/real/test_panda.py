"""A real Franka Panda on an exciting trajectory: joint states at 30 Hz, and what they lack."""

from __future__ import annotations

import pytest

from armwright import Log, identify, load, read_log
from tests.support.real_data import real_data

pytestmark = pytest.mark.crosscheck


@pytest.fixture(scope="module")
def log() -> Log:
    bag = real_data("panda_bag") / "panda_exciting_trajectory.db3"
    return read_log(bag).resampled(30.0)


def test_the_check_says_what_the_motion_does_not_show_and_what_would(log: Log) -> None:
    found = str(identify.check(load("panda"), log))
    assert found.startswith("can answer in part")
    assert " of 69 seen" in found
    assert "not seen: Ixy2; shown by" in found
    # Half a sample of 33 ms would leave less, because it averages noise away.
    assert "late" not in found and "early" not in found


def test_it_is_not_valid_for_joint_1_and_says_so(log: Log) -> None:
    """Slow turns about the vertical need hardly any torque beyond its noise."""
    fit = identify.rigid(load("panda"), log)
    assert not fit.success
    (validation,) = fit.validations
    assert validation.failing == ("joint1",)
    assert fit.verdict.startswith("not valid for torques: joint1 is off by")
