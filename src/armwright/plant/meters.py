"""Work and losses, summed up along a run."""

from __future__ import annotations

import casadi as cs

from armwright.plant.plant import MOTOR_TORQUE, Plant

#: Signals in J, as they stand in the vector `meters`.
METERS = ("motor_work", "friction_loss", "damping_loss")


def powers(plant: Plant) -> cs.SX:
    """What the motors put in, and what friction and the springs' damping take out, in W."""
    x, v = cs.vertsplit(plant.x), cs.vertsplit(plant.v)
    motor = cs.dot(plant.inputs[MOTOR_TORQUE], plant.of_motors(plant.v))
    friction, damping = cs.SX(0), cs.SX(0)
    for part, torque in zip(plant.elements, plant.torques, strict=True):
        rate = part.along(v)
        if part.law.family == "friction":
            friction += cs.dot(torque, rate)
        else:
            still = cs.SX.zeros(part.size)
            (spring,) = part.at([part.torque], part.along(x), still, part.state)
            damping += cs.dot(torque - spring, rate)
    return cs.vertcat(motor, friction, damping)
