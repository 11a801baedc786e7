"""Work and losses, summed up along a run."""

from __future__ import annotations

import casadi as cs

from armwright.plant.plant import MOTOR_TORQUE, Plant

#: Signals in J that every plant has.
_EVERYWHERE = ("motor_work", "friction_loss", "damping_loss")
#: Of wet plants.
DRAG_LOSS = "drag_loss"
#: All that a plant may have.
METERS = (*_EVERYWHERE, DRAG_LOSS)


def meters_of(plant: Plant) -> tuple[str, ...]:
    """As they stand in the vector `meters`."""
    return _EVERYWHERE if plant.water is None else METERS


def powers(plant: Plant) -> cs.SX:
    """What the motors put in, and what friction, the springs' damping and drag take out, in W."""
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
    if plant.water is None:
        return cs.vertcat(motor, friction, damping)
    return cs.vertcat(motor, friction, damping, -cs.dot(drag_forces(plant), plant.v))


def drag_forces(plant: Plant) -> cs.SX:
    """Of the water, along the coordinates."""
    return cs.densify(cs.vertcat(*map(cs.SX, plant.drag())))
