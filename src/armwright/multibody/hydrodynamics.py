"""What water exerts on the bodies beside their added inertia: drag, lift, and buoyancy.

Morison's strips: a line from start to end feels −c|v|v per length, v the velocity relative to the
water across the line, which is linear along it: v(s) = a + s b. ∫|v|v ds and ∫ s|v|v ds are summed
up by Gauss's quadrature on either side of the s where |v|² is least, held within the line: where
all of v lies in one direction, as in a plane, two points are exact, reverse flow included.

S2 (7.3), (7.24)-(7.39); a current that changes with time pulls with ρ V u̇, like a weight.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as cs
import numpy as np

from armwright.multibody.added_dynamics import Twist
from armwright.multibody.spatial import Force, Scalar, Vector, minus, plus, times
from armwright.multibody.wet_links import DragPoint, WetBody, WetLine

#: (m/s)² under a root: makes the slope of |v|v zero at rest instead of 0/0.
REST = 1e-30
#: How far the split of the quadrature may be off, of the line's length: its cube counts. It bounds
#: the slope of the split where all of the line moves alike.
SPLIT = 1e-5


def drag_on(body: WetBody, twist: Twist, points: int) -> Force:
    """On a body that moves with `twist` relative to the water; about its origin, body axes."""
    total = Force(Vector(), Vector())
    for line in body.lines:
        total = total + _on_line(line, twist, points)
    for point in body.points:
        total = total + _on_point(point, twist)
    return total


def buoyancy_on(body: WetBody, rising: Vector) -> Force:
    """`rising`: u̇ − g, how water at rest in the current accelerates in free fall; body axes."""
    return Force(rising * body.mass, body.moment.cross(rising))


def _on_line(line: WetLine, twist: Twist, points: int) -> Force:
    begin = line.axes @ (twist.v + twist.omega.cross(line.start))
    spin = line.axes @ twist.omega
    a = (begin.x, begin.y)
    b = (times(line.length, spin.y), -times(line.length, spin.x))
    whole, first = _moments(a, b, points)
    f = _strips(line, whole)
    lever = _strips(line, first)
    axial = times(-line.length, times(line.along, _square(begin.z)))
    in_axes = Vector(times(line.length, f[0]), times(line.length, f[1]), axial)
    turn = [times(line.length**2, value) for value in lever]
    force = line.axes.T @ in_axes
    about_start = line.axes.T @ Vector(-turn[1], turn[0], 0.0)
    return Force(force, about_start + line.start.cross(force))


def _strips(line: WetLine, v: Sequence[Scalar]) -> tuple[Scalar, Scalar]:
    """−c |v|v + l |v| t × v, for what |v|v sums up to."""
    x, y = v
    return (
        minus(-times(line.across, x), times(line.lift, y)),
        minus(times(line.lift, x), times(line.across, y)),
    )


_Pair = tuple[Scalar, Scalar]


def _moments(a: _Pair, b: _Pair, points: int) -> tuple[_Pair, _Pair]:
    """∫|v|v ds and ∫ s|v|v ds over 0 ≤ s ≤ 1, v = a + s b."""
    level = any(_is_zero(a[k]) and _is_zero(b[k]) for k in (0, 1))
    nodes, weights = np.polynomial.legendre.leggauss(min(points, 2) if level else points)
    split = _slowest(a, b)
    totals: list[list[Scalar]] = [[0.0, 0.0], [0.0, 0.0]]
    for low, width in ((0.0, split), (split, minus(1.0, split))):
        for x, w in zip((nodes + 1) / 2, weights / 2, strict=True):
            s = plus(low, times(float(x), width))
            share = times(float(w), width)
            v = [plus(p, times(s, q)) for p, q in zip(a, b, strict=True)]
            size = times(share, _length(v))
            for k in (0, 1):
                amount = times(size, v[k])
                totals[0][k] = plus(totals[0][k], amount)
                totals[1][k] = plus(totals[1][k], times(s, amount))
    return (totals[0][0], totals[0][1]), (totals[1][0], totals[1][1])


def _slowest(a: _Pair, b: _Pair) -> Scalar:
    """Where |a + s b|² is least, 0 ≤ s ≤ 1."""
    aa, ab, bb = (_dot(p, q) for p, q in ((a, a), (a, b), (b, b)))
    if _is_zero(bb):
        return 0.0
    below = plus(plus(bb, times(SPLIT, aa)), REST)
    return cs.fmax(0.0, cs.fmin(1.0, -ab / below))


def _dot(p: _Pair, q: _Pair) -> Scalar:
    return plus(times(p[0], q[0]), times(p[1], q[1]))


def _length(v: Sequence[Scalar]) -> Scalar:
    moving = [one for one in v if not _is_zero(one)]
    if len(moving) == 1:
        return cs.fabs(moving[0])
    return cs.sqrt(plus(plus(times(v[0], v[0]), times(v[1], v[1])), REST))


def _is_zero(v: Scalar) -> bool:
    return type(v) is float and v == 0.0


def _square(v: Scalar) -> Scalar:
    """|v| v."""
    if type(v) is float:
        return abs(v) * v
    return times(cs.fabs(v), v)


def _on_point(point: DragPoint, twist: Twist) -> Force:
    v = point.axes @ (twist.v + twist.omega.cross(point.at))
    omega = point.axes @ twist.omega
    force = point.axes.T @ _against(v, point.quadratic, point.linear)
    moment = point.axes.T @ _against(omega, point.turning, point.linear_turning)
    return Force(force, moment + point.at.cross(force))


def _against(v: Vector, quadratic: Vector, linear: Vector) -> Vector:
    """−c |v|v − d v, axis by axis."""
    parts = zip(v, quadratic, linear, strict=True)
    return Vector(*(-plus(times(c, _square(u)), times(d, u)) for u, c, d in parts))
