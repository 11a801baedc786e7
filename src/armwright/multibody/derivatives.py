"""Exact derivatives of inverse and forward dynamics, and the Coriolis matrix that follows."""

from __future__ import annotations

import casadi as cs

from armwright.multibody.body_motion import body_motions
from armwright.multibody.forward_dynamics import mass_solver
from armwright.multibody.inverse_dynamics import inverse_dynamics, joint_torques, with_more
from armwright.multibody.mechanism import Mechanism
from armwright.multibody.recursive_derivatives import Slopes, torque_slopes
from armwright.multibody.spatial import Force, Vector, plus, times


def slope(expression: cs.SX, by: cs.SX) -> cs.SX:
    """∂expression/∂by, direction by direction: these have more in common than the adjoints, which
    CasADi takes for few expressions of many variables, and what they share is computed once."""
    return cs.jacobian(expression, by, {"helper_options": {"ad_weight": 0.0}})


def inverse_dynamics_derivatives(
    mechanism: Mechanism, v: cs.SX, a: cs.SX, *, drag: bool = True
) -> tuple[cs.SX, cs.SX]:
    """(∂τ/∂q, ∂τ/∂v); ∂τ/∂a is the mass matrix.

    By recursions for the bodies' own inertia; CasADi differentiates the rest, where there is any.
    """
    rates, gains = cs.vertsplit(v), cs.vertsplit(a)
    by_q, by_v = (_gathered(mechanism, one) for one in torque_slopes(mechanism, rates, gains))
    motions = body_motions(mechanism, rates, gains)
    none = [Force(Vector(), Vector())] * len(mechanism.bodies)
    more = with_more(mechanism, none, rates, gains, motions, drag=drag)
    tau = cs.vertcat(*joint_torques(mechanism, more))
    return by_q + cs.jacobian(tau, mechanism.q), by_v + cs.jacobian(tau, v)


def _gathered(mechanism: Mechanism, slopes: Slopes) -> cs.SX:
    """Aᵀ E A: by coordinates, for slopes E by bodies."""
    found: Slopes = {}
    for (i, j), value in slopes.items():
        for row, left in mechanism.bodies[i].along.items():
            for column, right in mechanism.bodies[j].along.items():
                amount = times(times(left, right), value)
                found[row, column] = plus(found.get((row, column), 0.0), amount)
    matrix = cs.SX.zeros(mechanism.coordinates, mechanism.coordinates)
    for place, value in found.items():
        matrix[place] = value
    return matrix


def forward_dynamics_derivatives(
    mechanism: Mechanism, v: cs.SX, tau: cs.SX
) -> tuple[cs.SX, cs.SX, cs.SX, cs.SX]:
    """(a, ∂a/∂q, ∂a/∂v, ∂a/∂τ).

    From τ(q, v, a(q, v, τ)) = τ: ∂a/∂q = −M⁻¹ ∂τ/∂q and ∂a/∂v = −M⁻¹ ∂τ/∂v, taken at the
    accelerations that τ causes. Half the operations of differentiating forward dynamics itself.
    """
    n = mechanism.coordinates
    solver = mass_solver(mechanism, right_hand_sides=n)
    bias = cs.vertcat(*inverse_dynamics(mechanism, cs.vertsplit(v), [0.0] * n))
    a = cs.vertcat(*solver.solve(cs.vertsplit(tau - bias)))
    a_symbol = cs.SX.sym("a", n)
    by_q, by_v = inverse_dynamics_derivatives(mechanism, v, a_symbol)
    by_q = cs.substitute(by_q, a_symbol, a)
    inverse = _solve_columns(solver, cs.SX.eye(n))
    return a, -cs.mtimes(inverse, by_q), -cs.mtimes(inverse, by_v), inverse


def _solve_columns(solver: object, right: cs.SX) -> cs.SX:
    columns = [
        cs.vertcat(*solver.solve(cs.vertsplit(cs.densify(column))))  # type: ignore[attr-defined]
        for column in cs.horzsplit(right)
    ]
    return cs.horzcat(*columns)


def coriolis_matrix(mechanism: Mechanism, v: cs.SX) -> cs.SX:
    """C(q, v) of the Christoffel symbols, for which Ṁ − 2 C is skew-symmetric (S1 2.16-2.28).

    The velocity torques c are quadratic in v with coefficients Γ that are symmetric in v's indices,
    and C_ij = Γ_ijk v_k; so C = ½ ∂c/∂v.
    """
    still = cs.SX.zeros(mechanism.coordinates)
    return inverse_dynamics_derivatives(mechanism, v, still, drag=False)[1] / 2
