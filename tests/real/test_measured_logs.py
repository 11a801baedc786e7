"""Real measurements are read: a Panda's bag without metadata, and a TX40's two files of columns."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw
from armwright.report.logs import draw_log
from tests.support.real_data import real_data


def test_the_bag_of_a_panda_is_read_without_a_word_about_it() -> None:
    log = aw.read_log(real_data("panda_bag/panda_exciting_trajectory.db3"))
    assert log.findings == ()
    assert log.data["joint"].values.tolist() == [f"fer_joint{k}" for k in range(1, 8)]
    assert set(log.data.data_vars) == {"joint_position", "joint_velocity", "joint_torque"}
    steps = np.diff(log.time)
    assert log.time.size == 727
    assert log.time[-1] == pytest.approx(24.2, abs=1e-3)
    assert np.abs(steps - 1 / 30).max() < 1e-3
    # Within the limits of the real arm (Franka Emika's data sheet), and its velocity is the slope
    # of its position, but for samples that were sent twice.
    panda = aw.load("panda")
    limits = np.array([(j.limits.lower, j.limits.upper) for j in panda.moving_joints[:7]])
    q, v = log["joint_position"], log["joint_velocity"]
    assert (q > limits[:, 0]).all() and (q < limits[:, 1]).all()
    slope = np.diff(q, axis=0) / steps[:, None]
    moved = (np.diff(q, axis=0) != 0).any(axis=1)
    assert (~moved).sum() == 14
    off = np.abs(slope - 0.5 * (v[1:] + v[:-1]))[moved]
    assert np.median(off) < 0.01
    assert np.abs(log["joint_torque"]).max() < 87


def test_the_two_files_of_a_tx40_are_one_log() -> None:
    folder = real_data("tx40")
    gears = np.diag([32.0, 32, 45, 48, 45, 32])
    gears[5, 4] = 32
    columns = {
        "gears": [tuple(row) for row in gears.tolist()],
        "time": {"rate": 5000},
        "signals": {
            "motor_position": {"columns": "Joint_*", "unit": "rad"},
            "motor_torque": {"file": "curr_data.csv", "columns": "Joint_*", "unit": "N m"},
            "joint_position": {"columns": "Joint_*", "unit": "rad", "side": "motor"},
        },
    }
    log = aw.read_log(folder / "pos_read_data.csv", columns)
    assert log.findings == ()
    assert log.time.size == 45_000
    assert log.time[-1] == 44_999 / 5000
    text = (folder / "curr_data.csv").read_text().splitlines()
    assert log["motor_torque"][-1].tolist() == [float(cell) for cell in text[-1].split(",")]
    q = log["joint_position"]
    assert np.allclose(q @ gears.T, log["motor_position"])
    # Motor 6 turns with joint 5 as well; joints of a TX40 turn by at most 270° (Stäubli).
    assert np.degrees(np.abs(q)).max() < 275
    part = aw.read_log(folder / "pos_read_data.csv", columns, first=1, last=2, every=10)
    rows = np.flatnonzero((log.time >= 1) & (log.time <= 2) & (np.arange(45_000) % 10 == 0))
    assert np.array_equal(part["motor_torque"], log["motor_torque"][rows])
    assert len(draw_log(part)) == 3
