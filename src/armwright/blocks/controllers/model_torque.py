"""Torques that a controller computes from its model of the arm.

What the scenario switches off (gravity, drives) is off in the model, too.
"""

from __future__ import annotations

import casadi as cs

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.plant import Plant


def gravity_torque(model: Plant, q: cs.SX) -> cs.SX:
    """g(q): joint torques that hold the links at rest."""
    still = cs.SX.zeros(q.shape[0])
    return model.joint_torque_for(q, still, still)


def rotor_torque(model: Plant, a: cs.SX) -> cs.SX:
    """J η a: motor torques that accelerate the rotors along with the joints."""
    return product(model.motor_inertia[:, None] * model.gears.matrix, a)


def at_joints(model: Plant, motor_torque: cs.SX) -> cs.SX:
    """ηᵀ τ: joint torques of motor torques."""
    return product(model.gears.matrix.T, motor_torque)


def at_motors(model: Plant, joint_torque: cs.SX) -> cs.SX:
    """η⁻ᵀ τ: motor torques of joint torques."""
    return product(model.gears.inverse.T, joint_torque)


def point_of(model: Plant, frame: str, place: cs.SX, block: str) -> cs.SX:
    """A place in the axes of a frame or a link, or of the tool if none is named: world axes, an
    expression of the model's state."""
    name, known = frame or model.robot.tool, model.robot.frame_names
    if name not in known:
        raise InputError(
            "unknown frame",
            where=f"block '{block}'",
            got=repr(name),
            expected="one of " + ", ".join(known),
        )
    motion = model.frame(name)
    return motion.position + cs.mtimes(motion.rotation, place)


def carried_torque(model: Plant, point: cs.SX, q: cs.SX, v: cs.SX, a: cs.SX) -> cs.SX:
    """J(q)ᵀ (J a + J̇ v − g): joint torques that carry a mass of 1 kg at a point of the arm.
    `point`: an expression of the model's state, world axes."""
    symbols = [cs.SX.sym(name, q.shape[0]) for name in ("q", "v", "a")]
    q_, v_, a_ = symbols
    (p,) = model.with_joints([point], q_)
    velocity = cs.jtimes(p, q_, v_)
    acceleration = cs.jtimes(velocity, q_, v_) + cs.jtimes(velocity, v_, a_)
    needed = cs.jtimes(p, q_, acceleration - model.gravity, True)
    return cs.densify(cs.substitute([needed], symbols, [q, v, a])[0])


def product(matrix: Array, column: cs.SX) -> cs.SX:
    """Zeros of the matrix cost nothing in the generated code."""
    return cs.densify(cs.mtimes(cs.sparsify(cs.DM(matrix)), column))
