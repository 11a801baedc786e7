"""Exact derivatives of inverse and forward dynamics, and the Coriolis matrix that follows."""

from __future__ import annotations

import casadi as cs

from armwright.multibody.forward_dynamics import mass_solver
from armwright.multibody.inverse_dynamics import inverse_dynamics
from armwright.multibody.mechanism import Mechanism


def slope(expression: cs.SX, by: cs.SX) -> cs.SX:
    """∂expression/∂by, direction by direction: these have more in common than the adjoints, which
    CasADi takes for few expressions of many variables, and what they share is computed once."""
    return cs.jacobian(expression, by, {"helper_options": {"ad_weight": 0.0}})


def inverse_dynamics_derivatives(mechanism: Mechanism, v: cs.SX, a: cs.SX) -> tuple[cs.SX, cs.SX]:
    """(∂τ/∂q, ∂τ/∂v); ∂τ/∂a is the mass matrix."""
    tau = cs.vertcat(*inverse_dynamics(mechanism, cs.vertsplit(v), cs.vertsplit(a)))
    return cs.jacobian(tau, mechanism.q), cs.jacobian(tau, v)


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
    still = [0.0] * mechanism.coordinates
    c = inverse_dynamics(mechanism, cs.vertsplit(v), still, gravity=False, drag=False)
    return cs.jacobian(cs.vertcat(*c), v) / 2
