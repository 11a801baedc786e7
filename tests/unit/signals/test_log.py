"""Logs: what they hold, what a run's sensors leave of it, and cutting."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError, Log, Run

TIME = np.arange(5) * 0.1


def _log() -> Log:
    position = np.arange(10.0).reshape(5, 2)
    return Log.from_arrays(TIME, {"motor_position": position}, joints=("a", "b"))


def test_a_signal_comes_back_as_samples_by_channels() -> None:
    assert np.array_equal(_log()["motor_position"], np.arange(10.0).reshape(5, 2))
    assert _log().data["motor_position"].attrs["units"] == "rad"


def test_a_signal_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(InputError, match=r"no such signal in the log.*'joint_torque'.*motor_posi"):
        _log()["joint_torque"]


def test_of_a_run_the_sensors_readings_take_the_place_of_the_truth() -> None:
    true, shown = np.zeros((1, 5, 2)), np.ones((1, 5, 2))
    records = {"motor_position": true, "measured_motor_position": shown, "motor_torque": true}
    log = Log.from_run(Run.from_records(TIME, records, joints=("a", "b")))
    assert (log["motor_position"] == 1).all()
    assert (log["motor_torque"] == 0).all()
    assert "measured_motor_position" not in log


def test_a_cut_keeps_both_ends() -> None:
    assert np.allclose(_log().cut(0.1, 0.3 + 1e-9).time, [0.1, 0.2, 0.3])


def test_a_cut_outside_the_log_is_refused() -> None:
    with pytest.raises(InputError, match=r"nothing is left.*5 to 6 s.*between 0 and 0.4 s"):
        _log().cut(5.0, 6.0)


def test_a_signal_that_came_late_is_put_where_it_belongs() -> None:
    time = np.arange(400) * 0.01
    signals = {"joint_position": np.sin(3 * time)[:, None], "joint_torque": np.sin(3 * time - 0.15)}
    signals["joint_torque"] = signals["joint_torque"][:, None]
    log = Log.from_arrays(time, signals, joints=("a",)).earlier(["joint_torque"], 0.05)
    np.testing.assert_allclose(log["joint_torque"], log["joint_position"], atol=1e-6)
    assert log.time[-1] == pytest.approx(3.94)
    assert np.isfinite(log["joint_torque"]).all()


def test_a_shift_beyond_the_log_is_refused() -> None:
    with pytest.raises(InputError, match=r"log, earlier: nothing is left \(got 5 s"):
        _log().earlier(["motor_position"], 5.0)
