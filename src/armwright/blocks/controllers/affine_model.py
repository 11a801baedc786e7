"""The controller's model of an arm as ẋ = f(x) + g(x) u, u the motors' torques.

With rigid gears x has positions and velocities of the joints, and everything else follows them;
with flexible ones those of motors behind springs, too. Friction is that at a steady velocity, dry
friction faded in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import casadi as cs

from armwright.blocks.controllers.lie_derivatives import Affine
from armwright.blocks.controllers.model_friction import friction_torque
from armwright.blocks.controllers.model_torque import at_joints, product, rotor_torque
from armwright.errors import InputError
from armwright.multibody.factorisation import factorise
from armwright.multibody.rows import Entries, add_along
from armwright.multibody.spatial import Scalar, minus
from armwright.plant import Plant

SolveMass: TypeAlias = Callable[[list[Scalar]], list[Scalar]]


def rigid_model(model: Plant, transition: cs.SX | None) -> Affine:
    """`transition`: the motor velocity at which dry friction has faded in; None leaves all friction
    out."""
    n = len(model.robot.moving_joints)
    q, v = cs.SX.sym("q", n), cs.SX.sym("v", n)
    solve, bias = _rigid_equations(model, q, v)
    if transition is not None:
        load = model.joint_torque_for(q, v, cs.SX.zeros(n))
        speed = product(model.gears.matrix, v)
        at_motor = friction_torque(model, "motor", speed, transition, load)
        bias += at_joints(model, at_motor) + _joint_friction(model, v, transition, load)
    gears = [[float(ratio) for ratio in row] for row in model.gears.matrix]
    return _affine(q, v, solve, cs.vertsplit(-bias), gears)


def joint_acceleration(model: Plant, q: cs.SX, v: cs.SX, torque: cs.SX) -> cs.SX:
    """M(q)⁻¹ (τ − n(q, v)) with rigid gears and without friction; `torque` acts at the joints."""
    solve, bias = _rigid_equations(model, q, v)
    return cs.vertcat(*map(cs.SX, solve(cs.vertsplit(torque - bias))))


def _rigid_equations(model: Plant, q: cs.SX, v: cs.SX) -> tuple[SolveMass, cs.SX]:
    """What solves with M(q), rotors counted; and n(q, v)."""
    a = cs.SX.sym("a", q.shape[0])
    needed = model.joint_torque_for(q, v, a) + at_joints(model, rotor_torque(model, a))
    M = cs.jacobian(needed, a)
    (bias,) = cs.substitute([needed], [a], [cs.SX.zeros(q.shape[0])])
    entries: Entries = {
        (i, j): M[i, j] for i, j in zip(*M.sparsity().get_triplet(), strict=True) if i <= j
    }
    factors = factorise(entries, range(q.shape[0]), lambda _, pivot: 1.0 / pivot)
    return factors.solve, bias


def flexible_model(model: Plant, transition: cs.SX | None, block: str) -> Affine:
    """The positions are those of the joints, then of the motors behind springs."""
    unseen = [one.name for one in model.coordinates if one.role in ("elastic", "shaft")]
    if unseen or model.loops is not None:
        raise InputError(
            "the controller's model has coordinates that nothing measures, or loops",
            where=f"block '{block}'",
            got=", ".join(unseen) or "loops",
            expected="joints, and motors behind springs",
            hint='Give the controller a simpler model, or choose gears = "rigid".',
        )
    x, v = model.x, model.v
    torques = [
        torque if part.law.family == "spring" else cs.SX.zeros(part.size)
        for part, torque in zip(model.elements, model.torques, strict=True)
    ]
    drive = model.driving([0.0] * x.shape[0], model.bias(), torques)
    if transition is not None:
        joints, motors = model.of_joints(v), model.of_motors(v)
        load = model.joint_torque_for(model.of_joints(x), joints, cs.SX.zeros(joints.shape[0]))
        at_motor = friction_torque(model, "motor", motors, transition, load)
        for row, torque in zip(model.motor_rows, cs.vertsplit(at_motor), strict=True):
            add_along(drive, row, -torque)
        at_joint = _joint_friction(model, joints, transition, load)
        for k, torque in enumerate(cs.vertsplit(at_joint)):
            drive[k] = minus(drive[k], torque)
    given = [cs.SX(one) for one in drive]
    known = [model.bristles, model.dry, *model.inputs.values()]
    zeros = [cs.SX.zeros(symbol.shape[0]) for symbol in known]
    still: list[Scalar] = [*cs.substitute(given, known, zeros)] if given else []
    rows: list[list[Scalar]] = []
    for row in model.motor_rows:
        rows.append([row.get(k, 0.0) for k in range(x.shape[0])])
    return _affine(x, v, model.factorised(model.mass()).solve, still, rows)


def _joint_friction(model: Plant, v: cs.SX, transition: cs.SX, load: cs.SX) -> cs.SX:
    slow = product(abs(model.gears.inverse), transition)
    return friction_torque(model, "joint", v, slow, load)


def _affine(
    x: cs.SX,
    v: cs.SX,
    solve: SolveMass,
    drive: list[Scalar],
    rows: list[list[Scalar]],
) -> Affine:
    """Of M ẍ = drive + rowsᵀ u."""
    drift = cs.vertcat(*map(cs.SX, solve(drive)))
    columns = [_sparse(solve(row)) for row in rows]
    inputs = cs.vertcat(cs.SX(x.shape[0], len(rows)), cs.horzcat(*columns))
    return Affine(cs.vertcat(x, v), cs.vertcat(v, drift), inputs)


def _sparse(column: list[Scalar]) -> cs.SX:
    """With zeros that cost nothing, and that tell the relative degree."""
    return cs.sparsify(cs.vertcat(*map(cs.SX, column)))
