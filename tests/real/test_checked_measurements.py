"""What the checks say of real measurements: what is there, and not more."""

from __future__ import annotations

import numpy as np

from armwright import Log
from tests.support.real_data import real_data


def _tx40() -> Log:
    files = {"motor_position": "pos_read_data.csv", "motor_torque": "curr_data.csv"}
    signals = {
        name: np.loadtxt(real_data("tx40") / file, delimiter=",", skiprows=1)
        for name, file in files.items()
    }
    return Log.from_arrays(np.arange(45_000) / 5000, signals, joints=list("abcdef"))


def test_a_real_log_with_chattering_torques_gives_no_finding() -> None:
    assert _tx40().check() == ()


def test_faults_planted_into_a_real_log_are_found() -> None:
    log = _tx40()
    q, torque = log["motor_position"].copy(), log["motor_torque"].copy()
    q[20_000:, 2] += 1.0
    torque[30_000:30_100, 4] = np.nan
    torque[:, 1] = np.clip(torque[:, 1], -1.5, 1.5)
    signals = {"motor_position": q, "motor_torque": torque}
    broken = Log.from_arrays(log.time, signals, joints=list("abcdef"))
    found = {(finding.what, finding.where) for finding in broken.check()}
    assert found == {
        ("samples are missing", "signal 'motor_torque' of e"),
        ("the signal jumps", "signal 'motor_position' of c"),
        ("the signal is cut off", "signal 'motor_torque' of b"),
    }


def test_the_motors_of_a_real_arm_are_differentiated_and_their_torques_filtered_alike() -> None:
    """The first motor's torque is inertia, Coulomb and viscous friction: gravity does not act on
    it. With torques filtered as positions are, that explains it."""
    log = _tx40().differentiated(cutoff=20.0, alike=("motor_torque",)).resampled(200.0)
    v, a = log["motor_velocity"][:, 0], log["motor_acceleration"][:, 0]
    table = np.stack([a, v, np.tanh(v / 2.0), np.ones(v.size)], axis=1)
    torque = log["motor_torque"][:, 0]
    left = torque - table @ np.linalg.lstsq(table, torque, rcond=None)[0]
    assert np.std(left) < 0.25 * np.std(torque)
