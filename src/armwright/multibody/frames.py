"""Body frames for the shortest code.

A body's frame may be turned about its joint axis and shifted along it. The turn is chosen so that
the x axis is perpendicular to the next joint's axis too (its placement then is Rx(α) Rz(θ + q), as
in modified D-H); the shift so that one component of the body's own offset vanishes. Unlike D-H
frames these are well conditioned for nearly parallel axes: no common normal is intersected.
"""

from __future__ import annotations

import math

import numpy as np

from armwright.multibody.placement import Placement, is_constant, is_number, numbers, seen_from
from armwright.multibody.raw_bodies import RawBody
from armwright.multibody.spatial import Vector, matrix_of, vector_of
from armwright.multibody.turns import NEGLIGIBLE, zxz_angles
from armwright.robot.pose import rotation_about


def align_frames(bodies: list[RawBody]) -> None:
    """Give every body with constant inertia a better frame. Parents first, as they are listed."""
    children: list[list[int]] = [[] for _ in bodies]
    weight = [1] * len(bodies)
    for k in range(len(bodies) - 1, -1, -1):
        if bodies[k].parent >= 0:
            children[bodies[k].parent].insert(0, k)
            weight[bodies[k].parent] += weight[k]
    for k, body in enumerate(bodies):
        if not is_constant(body.ten.elements()):
            continue
        below = [bodies[c] for c in children[k]]
        if is_number(body.placement):
            _move(body, below, Placement(translation=Vector(z=_shift(body.placement))))
        main = max(children[k], key=lambda c: weight[c], default=None)
        if main is not None and is_number(bodies[main].placement):
            angle = _turn(bodies[main].placement)
            turn = Placement(matrix_of(rotation_about([0, 0, 1], angle)))
            if abs(angle) > NEGLIGIBLE:
                _move(body, below, turn)


def _move(body: RawBody, below: list[RawBody], step: Placement) -> None:
    """Replace the body's frame by the one that sits at `step` in it."""
    back = step.inverse()
    body.placement = _clean(body.placement @ step)
    body.ten = seen_from(body.ten, back)
    body.links = {name: back @ place for name, place in body.links.items()}
    for child in below:
        child.placement = _clean(back @ child.placement)


def _shift(placement: Placement) -> float:
    """The way along the joint axis that makes the offset's y or z component vanish."""
    axis = numbers(placement.rotation)[:, 2]
    component = 1 if abs(axis[1]) >= 0.5 else 2 if abs(axis[2]) >= 0.5 else 0
    return float(-np.array(list(placement.translation))[component] / axis[component])


def _turn(placement: Placement) -> float:
    """The angle about z after which the child's z axis lies in the y-z plane; for parallel axes,
    after which the child's origin lies in the x-z plane."""
    R = numbers(placement.rotation)
    if math.hypot(R[0, 2], R[1, 2]) >= NEGLIGIBLE:
        return zxz_angles(R)[0]
    x, y, _ = placement.translation
    return math.atan2(y, x) if math.hypot(x, y) > NEGLIGIBLE else 0.0


def _clean(placement: Placement) -> Placement:
    """Constants that are 0 or ±1 but for the rounding of the moves become exactly that."""
    if not is_number(placement):
        return placement
    rotation = numbers(placement.rotation)
    rotation[np.abs(rotation) < NEGLIGIBLE] = 0.0
    translation = np.array(list(placement.translation))
    translation[np.abs(translation) < NEGLIGIBLE * max(1.0, np.abs(translation).max())] = 0.0
    return Placement(matrix_of(rotation), vector_of(translation))
