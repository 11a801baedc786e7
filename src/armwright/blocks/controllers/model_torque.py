"""Torques that a controller computes from its model of the arm.

What the scenario switches off (gravity, drives) is off in the model, too.
"""

from __future__ import annotations

import casadi as cs

from armwright.arrays import Array
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


def product(matrix: Array, column: cs.SX) -> cs.SX:
    """Zeros of the matrix cost nothing in the generated code."""
    return cs.densify(cs.mtimes(cs.sparsify(cs.DM(matrix)), column))
