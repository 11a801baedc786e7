"""Regrouping: inertia that turns with a body but would act the same on its parent moves there.

The inertia of a body that is rotationally symmetric about its joint and has no moment of inertia
about it (mass and first moment on the axis, Ixx = Iyy, Izz = 0) does not feel the joint's motion;
on a prismatic joint, the pure inertia tensor does not. Such parts can be handed down to the parent
without any change of joint torques or motion. Gautier and Khalil 1990 use this to find base
parameters; here it removes operations.
"""

from __future__ import annotations

from armwright.multibody.placement import Ten, add_ten, is_constant, is_number, seen_from
from armwright.multibody.raw_bodies import RawBody
from armwright.multibody.spatial import Symmetric, Vector, minus


def regroup(bodies: list[RawBody]) -> None:
    """From the leaves to the base; what reaches the base is dropped, for the base does not move."""
    for body in reversed(bodies):
        if not (is_constant(body.ten.elements()) and is_number(body.placement)):
            continue
        body.ten, handed_down = _split(body.ten, body.prismatic)
        if body.parent >= 0:
            parent = bodies[body.parent]
            parent.ten = add_ten(parent.ten, seen_from(handed_down, body.placement))


def _split(ten: Ten, prismatic: bool) -> tuple[Ten, Ten]:
    """(what stays, what may go to the parent)."""
    if prismatic:
        return Ten(ten.mass, ten.moment, Symmetric()), Ten(0.0, Vector(), ten.inertia)
    h, inertia = ten.moment, ten.inertia
    stays = Ten(
        0.0,
        Vector(h.x, h.y, 0.0),
        Symmetric(
            minus(inertia.xx, inertia.yy), inertia.xy, inertia.xz, 0.0, inertia.yz, inertia.zz
        ),
    )
    goes = Ten(ten.mass, Vector(z=h.z), Symmetric(xx=inertia.yy, yy=inertia.yy))
    return stays, goes
