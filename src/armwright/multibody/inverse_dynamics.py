"""Joint torques for a motion: recursive Newton-Euler.

Luh, Walker and Paul 1980; S2 (2.1)-(2.13). Outward the motion of every body (`body_motion`), inward
what its joint carries; in body frames.
"""

from __future__ import annotations

from collections.abc import Sequence

from armwright.multibody.added_dynamics import added_forces, body_twists, in_bodies
from armwright.multibody.body_motion import BodyMotion, body_motions
from armwright.multibody.hydrodynamics import buoyancy_on, drag_on
from armwright.multibody.mechanism import Body, Mechanism
from armwright.multibody.placement import Ten
from armwright.multibody.rotors import spin_forces
from armwright.multibody.spatial import Force, Scalar, Symmetric, Vector, minus, plus, times


def inverse_dynamics(
    mechanism: Mechanism,
    v: Sequence[Scalar],
    a: Sequence[Scalar],
    *,
    gravity: bool = True,
    drag: bool = True,
    external: Sequence[Force] | None = None,
) -> list[Scalar]:
    """τ = M(q) a + c(q, v) + g(q) − Jᵀ(q) w, in the order of the coordinates.

    `external`: for each body, what the surroundings exert on it (w). Water around the bodies is in
    all terms; `drag`: so is what it takes from their motion. What rotors need about their own axes
    is not in it.
    """
    forces = body_forces(mechanism, v, a, gravity=gravity, drag=drag, external=external)
    return joint_torques(mechanism, forces)


def body_forces(
    mechanism: Mechanism,
    v: Sequence[Scalar],
    a: Sequence[Scalar],
    *,
    gravity: bool = True,
    drag: bool = True,
    external: Sequence[Force] | None = None,
) -> list[Force]:
    """What each body needs of its joints for the motion, beside what acts on it from outside."""
    motions = body_motions(mechanism, v, a, gravity=gravity)
    forces = [rate_of_momentum(b.ten, m) for b, m in zip(mechanism.bodies, motions, strict=True)]
    forces = with_more(mechanism, forces, v, a, motions, gravity=gravity, drag=drag)
    if external is not None:
        forces = [force - w for force, w in zip(forces, external, strict=True)]
    return forces


def with_more(
    mechanism: Mechanism,
    forces: Sequence[Force],
    v: Sequence[Scalar],
    a: Sequence[Scalar],
    motions: Sequence[BodyMotion],
    *,
    gravity: bool = True,
    drag: bool = True,
) -> list[Force]:
    """Added to what the bodies' own inertia needs: what added inertia, rotors and water need."""
    forces = list(forces)
    if mechanism.has_added:
        more = added_forces(mechanism, v, motions, gravity=gravity)
        forces = [f if m is None else f + m for f, m in zip(forces, more, strict=True)]
    for body, force in spin_forces(mechanism, v, a, motions).items():
        forces[body] = forces[body] + force
    if mechanism.is_wet:
        pushes = water_forces(mechanism, v, gravity=gravity, drag=drag)
        forces = [f if w is None else f - w for f, w in zip(forces, pushes, strict=True)]
    return forces


def water_forces(
    mechanism: Mechanism, v: Sequence[Scalar], *, gravity: bool = True, drag: bool = True
) -> list[Force | None]:
    """What water exerts on each body beside its added inertia; None where it is dry."""
    twists = body_twists(mechanism, v)
    free = mechanism.gravity if gravity else Vector()
    risings = in_bodies(mechanism, mechanism.current_rate - free)
    found: list[Force | None] = []
    for body, twist, rising in zip(mechanism.bodies, twists, risings, strict=True):
        if body.wet is None:
            found.append(None)
            continue
        push = buoyancy_on(body.wet, rising)
        found.append(push + drag_on(body.wet, twist, mechanism.water_points) if drag else push)
    return found


def rate_of_momentum(ten: Ten, motion: BodyMotion) -> Force:
    """m a + U h, and I α + ω × I ω + h × a: linear in the ten parameters."""
    f = motion.a * ten.mass + motion.U @ ten.moment
    return Force(f, _spin(ten.inertia, motion) + ten.moment.cross(motion.a))


def _spin(inertia: Symmetric, motion: BodyMotion) -> Vector:
    """I α + ω × I ω, written out so that the products of ω that U holds already are used again."""
    I, w, al, U = inertia, motion.omega, motion.alpha, motion.U
    (_, Uxy, Uxz), (Uyx, _, Uyz), (Uzx, Uzy, _) = U.rows
    wxx, wyy, wzz = times(w.x, w.x), times(w.y, w.y), times(w.z, w.z)
    wyz, wxz, wxy = times(w.y, w.z), times(w.x, w.z), times(w.x, w.y)
    return Vector(
        _sum(
            times(I.xx, al.x),
            times(minus(I.zz, I.yy), wyz),
            -times(I.xy, Uzx),
            times(I.xz, Uyx),
            times(I.yz, minus(wyy, wzz)),
        ),
        _sum(
            times(I.yy, al.y),
            times(minus(I.xx, I.zz), wxz),
            -times(I.yz, Uxy),
            times(I.xy, Uzy),
            times(I.xz, minus(wzz, wxx)),
        ),
        _sum(
            times(I.zz, al.z),
            times(minus(I.yy, I.xx), wxy),
            -times(I.xz, Uyz),
            times(I.yz, Uxz),
            times(I.xy, minus(wxx, wyy)),
        ),
    )


def _sum(*terms: Scalar) -> Scalar:
    total: Scalar = 0.0
    for term in terms:
        total = plus(total, term)
    return total


def joint_torques(mechanism: Mechanism, forces: Sequence[Force]) -> list[Scalar]:
    """Inward: each joint carries the forces of its body and of all that hang on it."""
    bodies = mechanism.bodies
    carried = carried_forces(mechanism, forces)
    along = [f.f.z if body.prismatic else f.n.z for body, f in zip(bodies, carried, strict=True)]
    return mechanism.gathered(along)


def carried_forces(mechanism: Mechanism, forces: Sequence[Force]) -> list[Force]:
    """What passes through each body's joint, about the body's origin and in its axes."""
    carried = list(forces)
    for k in range(len(carried) - 1, -1, -1):
        body = mechanism.bodies[k]
        if body.parent >= 0:
            carried[body.parent] = carried[body.parent] + to_parent(body, carried[k])
    return carried


def to_parent(body: Body, force: Force) -> Force:
    """The same force, about the parent's origin and in its axes."""
    f = body.rotation @ force.f
    return Force(f, body.rotation @ force.n + body.origin.cross(f))
