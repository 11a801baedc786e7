"""∂τ/∂q and ∂τ/∂v of inverse dynamics by recursions: Carpentier and Mansard 2018, in the form of
Singh, Russell and Wensing 2022.

In body frames, where a joint's axis S is z, and with motions (l; ω) and forces (f; n) about their
origins. The axis of joint j is carried along with its parent, whose twist is v and its rate a:

    Ψ̇ⱼ = v × Sⱼ,    Ψ̈ⱼ = a × Sⱼ + v × Ψ̇ⱼ.

With inertia I, Coriolis matrix B and force f of body j and all that hangs on it,

    ∂τᵢ/∂vⱼ = 2 Sᵢᵀ (B Sⱼ + I Ψ̇ⱼ),    ∂τᵢ/∂qⱼ = Sᵢᵀ (2 B Ψ̇ⱼ + I Ψ̈ⱼ + Sⱼ ×* f)

for i = j and all i that carry j. If j carries i instead, I and B are those of body i, and f is not
there.

B needs little: where all that carries a point turns by ω more, the point, which moves at w, feels
2 ω × w more. Summed up over points r of mass m, with P = Σ m w and G = Σ m w rᵀ,

    B (l; ω) = (ω × P; (tr G) ω − G ω).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from armwright.multibody.added_dynamics import Twist, body_twists
from armwright.multibody.body_motion import BodyMotion, Z, body_motions
from armwright.multibody.inverse_dynamics import carried_forces, rate_of_momentum, to_parent
from armwright.multibody.mass_matrix import carried_tens, unit_force
from armwright.multibody.mechanism import Body, Mechanism
from armwright.multibody.placement import Ten
from armwright.multibody.spatial import (
    Force,
    Matrix,
    Scalar,
    Symmetric,
    Vector,
    minus,
    outer,
    plus,
    times,
)

#: (row, column) → element, by bodies.
Slopes = dict[tuple[int, int], Scalar]


def torque_slopes(
    mechanism: Mechanism, v: Sequence[Scalar], a: Sequence[Scalar]
) -> tuple[Slopes, Slopes]:
    """(∂τ/∂q, ∂τ/∂v) of the bodies' joints, for the bodies' own inertia and weight."""
    bodies = mechanism.bodies
    motions, twists = body_motions(mechanism, v, a), body_twists(mechanism, v)
    own = [rate_of_momentum(b.ten, m) for b, m in zip(bodies, motions, strict=True)]
    forces = carried_forces(mechanism, own)
    tens, flows = carried_tens(mechanism), _carried_flows(mechanism, twists)
    axes = [_Axis.of(*given) for given in zip(bodies, motions, twists, strict=True)]
    slopes_q: Slopes = {}
    slopes_v: Slopes = {}
    for j, (body, axis, ten, flow) in enumerate(zip(bodies, axes, tens, flows, strict=True)):
        unit, across = unit_force(body, ten), flow.across(prismatic=body.prismatic)
        by_v = flow.coriolis_of(axis.turn) + _inertial(ten, axis.rate)
        by_q = flow.coriolis_of(axis.twice) + _inertial(ten, axis.gain)
        slopes_v[j, j] = times(2.0, _along(body, by_v))
        slopes_q[j, j] = _along(body, by_q)
        by_q = by_q + _turned(body, forces[j])
        carrier = body
        while carrier.parent >= 0:
            i = carrier.parent
            unit, by_v, by_q = (to_parent(carrier, force) for force in (unit, by_v, by_q))
            across = carrier.rotation @ across
            carrier, lower = bodies[i], axes[i]
            slopes_v[i, j] = times(2.0, _along(carrier, by_v))
            slopes_q[i, j] = _along(carrier, by_q)
            slopes_v[j, i] = times(2.0, plus(_power(unit, lower.rate), across.dot(lower.turn)))
            slopes_q[j, i] = plus(_power(unit, lower.gain), across.dot(lower.twice))
    return slopes_q, slopes_v


@dataclass(frozen=True)
class _Axis:
    """Of a joint: how S turns, Ψ̇, twice how that turns, and Ψ̈."""

    turn: Vector
    rate: Twist
    twice: Vector
    gain: Twist

    @staticmethod
    def of(body: Body, motion: BodyMotion, twist: Twist) -> _Axis:
        """ω × z and U z turn; for a joint that turns, what its axis passes by comes on top."""
        w, u = motion.omega, twist.v
        across, carried = Vector(w.y, -w.x), Vector(*(row.z for row in motion.U.rows))
        if body.prismatic:
            still = Vector()
            return _Axis(still, Twist(across, still), still, Twist(carried, still))
        by = Vector(
            plus(motion.a.y, times(2.0, times(u.z, w.x))),
            minus(times(2.0, times(u.z, w.y)), motion.a.x),
            times(-2.0, plus(times(u.x, w.x), times(u.y, w.y))),
        )
        return _Axis(Z, Twist(Vector(u.y, -u.x), across), across * 2.0, Twist(by, carried))


@dataclass(frozen=True)
class _Flow:
    """P = Σ m w, and G = Σ m w rᵀ."""

    P: Vector
    G: Matrix

    def coriolis_of(self, omega: Vector) -> Force:
        """B (l; ω)."""
        return Force(omega.cross(self.P), omega * self._trace - self.G @ omega)

    def across(self, *, prismatic: bool) -> Vector:
        """Of a joint's Bᵀ S, what meets turns: Sᵀ B (l; ω) = ω · this."""
        if prismatic:
            return Vector(self.P.y, -self.P.x)
        row = self.G.rows[2]
        return Vector(-row.x, -row.y, minus(self._trace, row.z))

    @property
    def _trace(self) -> Scalar:
        a, b, c = self.G.rows
        return plus(plus(a.x, b.y), c.z)

    def __add__(self, o: _Flow) -> _Flow:
        return _Flow(self.P + o.P, self.G + o.G)


def _carried_flows(mechanism: Mechanism, twists: Sequence[Twist]) -> list[_Flow]:
    """Of every body with all that hangs on it."""
    flows = [_flow(body.ten, twist) for body, twist in zip(mechanism.bodies, twists, strict=True)]
    for k in range(len(flows) - 1, -1, -1):
        body, flow = mechanism.bodies[k], flows[k]
        if body.parent >= 0:
            P = body.rotation @ flow.P
            moved = _Flow(P, body.rotation.of_matrix(flow.G) + outer(P, body.origin))
            flows[body.parent] = flows[body.parent] + moved
    return flows


def _flow(ten: Ten, twist: Twist) -> _Flow:
    """P = m u + ω × h and G = u hᵀ + [ω]× J, with J = Σ m r rᵀ = ½ (tr I) 1 − I."""
    u, w, h = twist.v, twist.omega, ten.moment
    half = times(0.5, plus(plus(ten.inertia.xx, ten.inertia.yy), ten.inertia.zz))
    J = (Symmetric(half, 0.0, 0.0, half, 0.0, half) - ten.inertia).matrix()
    turning = Matrix(tuple(w.cross(column) for column in J.rows)).T  # type: ignore[arg-type]
    return _Flow(u * ten.mass + w.cross(h), outer(u, h) + turning)


def _inertial(ten: Ten, motion: Twist) -> Force:
    """I (l; ω)."""
    linear = motion.v * ten.mass - ten.moment.cross(motion.omega)
    return Force(linear, ten.inertia @ motion.omega + ten.moment.cross(motion.v))


def _turned(body: Body, force: Force) -> Force:
    """S ×* f: a force that turns or shifts with the joint."""
    f, n = force.f, force.n
    if body.prismatic:
        return Force(Vector(), Vector(-f.y, f.x))
    return Force(Vector(-f.y, f.x), Vector(-n.y, n.x))


def _along(body: Body, force: Force) -> Scalar:
    return force.f.z if body.prismatic else force.n.z


def _power(force: Force, motion: Twist) -> Scalar:
    return plus(force.f.dot(motion.v), force.n.dot(motion.omega))
