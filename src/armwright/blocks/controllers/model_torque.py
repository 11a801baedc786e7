"""Torques that a controller computes from its model of the arm.

What the scenario switches off (gravity, drives) is off in the model, too.
"""

from __future__ import annotations

import casadi as cs
import numpy as np

from armwright.block.block import Array
from armwright.block.quantities import Setting
from armwright.errors import InputError
from armwright.multibody.inverse_dynamics import inverse_dynamics
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters


def rigid_torque(setting: Setting, q: cs.SX, v: cs.SX, a: cs.SX) -> cs.SX:
    """M(q) a + c(q, v) + g(q): joint torques of the links, without the motors."""
    mechanism = build(FreeParameters.choose(setting.model, ()))
    torques = inverse_dynamics(
        mechanism, cs.vertsplit(v), cs.vertsplit(a), gravity=setting.fidelity.gravity
    )
    return cs.substitute(cs.SX(cs.vertcat(*torques)), mechanism.q, q)


def gravity_torque(setting: Setting, q: cs.SX) -> cs.SX:
    """g(q): joint torques that hold the links at rest."""
    mechanism = build(FreeParameters.choose(setting.model, ()))
    still = [0.0] * q.shape[0]
    torques = inverse_dynamics(mechanism, still, still, gravity=setting.fidelity.gravity)
    return cs.substitute(cs.densify(cs.vertcat(*map(cs.SX, torques))), mechanism.q, q)


def rotor_inertia(setting: Setting) -> Array:
    """J: of the rotors, about their own axes."""
    drives = [joint.drive for joint in setting.model.moving_joints]
    known = [drive.motor_inertia if drive else 0.0 for drive in drives]
    return np.array(known) if setting.fidelity.drives else np.zeros(len(drives))


def rotor_torque(setting: Setting, a: cs.SX) -> cs.SX:
    """J η a: motor torques that accelerate the rotors along with the joints."""
    return product(rotor_inertia(setting)[:, None] * gear(setting), a)


def at_joints(setting: Setting, motor_torque: cs.SX) -> cs.SX:
    """ηᵀ τ: joint torques of motor torques."""
    return product(gear(setting).T, motor_torque)


def at_motors(setting: Setting, joint_torque: cs.SX) -> cs.SX:
    """η⁻ᵀ τ: motor torques of joint torques."""
    matrix = gear(setting)
    try:
        inverse = np.asarray(np.linalg.inv(matrix), dtype=np.float64)
    except np.linalg.LinAlgError:
        raise InputError(
            "the gear matrix has no inverse: the motors cannot move all joints",
            where=f"robot '{setting.model.name}'",
            got=matrix.tolist(),
            expected="gear ratios that are not zero",
        ) from None
    return product(inverse.T, joint_torque)


def gear(setting: Setting) -> Array:
    """η."""
    matrix = setting.model.gear_matrix
    return np.array(matrix) if setting.fidelity.drives else np.eye(len(matrix))


def product(matrix: Array, column: cs.SX) -> cs.SX:
    """Zeros of the matrix cost nothing in the generated code."""
    return cs.densify(cs.mtimes(cs.sparsify(cs.DM(matrix)), column))
