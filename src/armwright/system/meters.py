"""Work and losses, summed up along a run."""

from __future__ import annotations

import casadi as cs

from armwright.system.arm_signals import ArmSignals

#: Signals in J, as they stand in the vector `meters`.
METERS = ("motor_work", "friction_loss", "damping_loss")


def powers(arm: ArmSignals) -> cs.SX:
    """What the motors put in, and what friction and the springs' damping take out, in W."""
    m = arm.mechanics
    x, v = cs.vertsplit(m.x), cs.vertsplit(m.v)
    motor = cs.dot(arm.motor_torque(), m.motor(v))
    friction, damping = cs.SX(0), cs.SX(0)
    for part, torque in zip(m.elements, arm.torques, strict=True):
        rate = part.along(v)
        if part.law.key.startswith("friction"):
            friction += cs.dot(torque, rate)
        else:
            still = cs.SX.zeros(part.size)
            (spring,) = part.at([part.torque], part.along(x), still, part.state)
            damping += cs.dot(torque - spring, rate)
    return cs.vertcat(motor, friction, damping)
