"""Limits that blocks in continuous time reach are counted, as those of sampled ones are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import armwright as aw
from armwright.block import Block
from armwright.blocks.controllers import Pid
from armwright.blocks.motors import TorqueSpeedLimit
from armwright.blocks.references.joint_ptp import JointPtp
from armwright.simulation.recall import recalled

LIMIT, TICK = 60.0, 1e-3


def arm(motor: Block | None = None, rate: float | None = None, **pid: Any) -> aw.Scenario:
    """The second joint is told to hurry; every other tick is recorded."""
    controller = Pid(
        name="controller", proportional_gain=5.0, derivative_gain=0.2, rate=rate, **pid
    )
    goal = JointPtp(
        name="reference", begin=[0.0, 0.0], end=[0.0, 0.3], speed=5.0, acceleration=200.0
    )
    return aw.Scenario(
        "hurry",
        aw.load("two_axis"),
        0.3,
        blocks=aw.Blocks(reference=goal, controller=(controller,), motor=motor),
        start=aw.Start(joint_position=(0.0, 0.0), at_rest=False),
        fidelity=aw.Fidelity(gravity=False, friction=False, joints="rigid"),
        tick=TICK,
        recording=aw.Recording(("motor_torque", "joint_position"), 0.5 / TICK),
    )


def check(run: aw.Run, flag: str) -> None:
    up = np.abs(run.data["motor_torque"].values) >= LIMIT
    assert 3 < up[:, 1].sum() < len(up) - 3
    found = {(one.flag, one.channel): one for one in run.summary().saturations}
    for k, motor in enumerate(run.data["motor"].values):
        one = found.get((flag, str(motor)))
        assert (one.count if one else 0) == up[:, k].sum()
        if one:
            assert one.first_time == pytest.approx(run.data["time"].values[up[:, k].argmax()])


def test_a_continuous_controller_at_its_limit_is_counted() -> None:
    check(arm(torque_limit=LIMIT).simulate(), "controller.limited")


def test_a_motor_at_its_limit_is_counted() -> None:
    motor = TorqueSpeedLimit(name="motor", peak_torque=LIMIT)
    check(arm(motor, torque_limit=1e3).simulate(), "motor.limited")


def test_it_counts_as_a_sampled_one_does_where_every_sample_is_recorded() -> None:
    """Both are at the limit for the same while, but for a sample or two."""
    counts = []
    for rate in (None, 1 / TICK):
        run = arm(rate=rate, torque_limit=LIMIT).changed({"recording.rate": 1 / TICK}).simulate()
        counts.append(run.data["controller.limited_count"].values[1])
    assert counts[1] > 10
    assert abs(counts[0] - counts[1]) <= 2


def test_many_runs_are_counted_one_by_one() -> None:
    limits = np.array([40.0, 60.0, 1e3])
    run = arm(torque_limit=LIMIT).sweep({"controller.torque_limit": limits}, samples=3)
    counts = run.data["controller.limited_count"].values[:, 1]
    torques = np.abs(run.data["motor_torque"].values[..., 1])
    assert list(counts) == list((torques >= limits[:, None]).sum(axis=1))
    assert counts.min() == 0 and len(set(counts)) == 3


def test_without_a_limit_no_instruction_looks_for_one() -> None:
    """It is told to be never reached."""
    free = arm(torque_limit=1e30)
    run = free.simulate()
    assert list(run.data["controller.limited_count"].values) == [0, 0]
    assert not run.summary().saturations
    lengths = []
    for scenario in (free, arm(torque_limit=LIMIT).changed({"fidelity.saturation": False})):
        loop = recalled(scenario).loop
        lengths.append(sum(len(call.program.code) for call in loop.march.calls))
    assert lengths[0] == lengths[1]
