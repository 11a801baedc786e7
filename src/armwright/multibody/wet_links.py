"""Hulls as the algorithms want them: what water does to each body, its numbers scalars or symbols.

A hull becomes a line across whose strips water flows, points that feel drag along fixed axes, added
inertia, and a displaced mass, all in the frame of the body that carries the link.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.multibody.added import Added, added_from, moved_inertia
from armwright.multibody.placement import Placement, is_number, numbers
from armwright.multibody.spatial import Matrix, Scalar, Vector, matrix_of, plus, times, vector_of
from armwright.robot import Hull, Robot

#: The value of a number of a hull, by its key.
HullNumber = Callable[[str], Sequence[Scalar]]


@dataclass(frozen=True)
class WetLine:
    """A cylinder's axis. `axes`: two directions across it and the one along it, as rows. Forces per
    length: `across` |v|v, `lift` |v| t × v, `along` |v|v."""

    start: Vector
    axes: Matrix
    length: float
    across: Scalar
    lift: Scalar
    along: Scalar


@dataclass(frozen=True)
class DragPoint:
    """Drag along and about the rows of `axes`: quadratic, then linear."""

    at: Vector
    axes: Matrix
    quadratic: Vector
    linear: Vector
    turning: Vector
    linear_turning: Vector


@dataclass(frozen=True)
class WetBody:
    """`mass`: of the displaced water; `moment`: times its centre."""

    lines: tuple[WetLine, ...] = ()
    points: tuple[DragPoint, ...] = ()
    mass: Scalar = 0.0
    moment: Vector = field(default_factory=Vector)
    added: Added | None = None

    def __add__(self, o: WetBody) -> WetBody:
        added = o.added if self.added is None else self.added
        if self.added is not None and o.added is not None:
            added = self.added + o.added
        return WetBody(
            (*self.lines, *o.lines),
            (*self.points, *o.points),
            plus(self.mass, o.mass),
            self.moment + o.moment,
            added,
        )


@dataclass(frozen=True)
class Water:
    """What is around the links. `hulls`: by link, with the values of their numbers. `current` and
    its rate: velocity of the water, base axes. `points`: of the quadrature on either side of where
    the flow across a line is slowest."""

    hulls: Mapping[str, tuple[Hull, HullNumber]]
    density: Scalar
    current: Vector = field(default_factory=Vector)
    current_rate: Vector = field(default_factory=Vector)
    points: int = 3


def still_water(robot: Robot) -> Water | None:
    """Around a robot, all numbers as described; None if no link has a hull."""
    hulls = {link.name: (link.hull, _described(link.hull)) for link in robot.links if link.hull}
    return Water(hulls, float(robot.water_density)) if hulls else None


def _described(hull: Hull) -> HullNumber:
    def number(key: str) -> list[float]:
        value = hull.displaced_volume if key == "volume" else getattr(hull, key)
        return [float(one) for one in np.atleast_1d(value)]

    return number


def wet_body(links: Mapping[str, Placement], water: Water) -> WetBody | None:
    """Of a body, for the placements of its links in it."""
    found: WetBody | None = None
    for name in (one for one in links if one in water.hulls):
        if not is_number(links[name]):
            raise InputError(
                "a link with a hull hangs on a joint whose place is free", where=f"link '{name}'"
            )
        own = wet_link(*water.hulls[name], water.density, links[name])
        found = own if found is None else found + own
    return found


def wet_link(hull: Hull, number: HullNumber, density: Scalar, link: Placement) -> WetBody:
    """Of a link that is placed in its body."""
    R, p = numbers(link.rotation), np.array(list(link.translation), dtype=np.float64)

    def one(key: str) -> Scalar:
        return times(density, number(key)[0])

    centre = R @ hull.buoyancy_centre + p
    mass = one("volume")
    lines: list[WetLine] = []
    points = [_given(number, matrix_of(R.T), vector_of(centre))]
    terms: list[tuple[Scalar, Array]] = [
        (value, moved_inertia(basis, R, centre))
        for value, basis in zip(number("added_mass"), _BASES, strict=True)
    ]
    if hull.length:
        lines.append(_line(hull, one, R, p))
        terms += _of_cylinder(hull, one, density, R, p)
        if hull.round_ends:
            area = math.pi * hull.radius**2 / 2
            drag = times(0.5 * area, one("drag_coefficient"))
            points += [_end(R @ end + p, R, drag) for end in (hull.start, hull.end)]
    elif hull.box.any():
        points.append(_box(hull.box, one("drag_coefficient"), vector_of(centre), matrix_of(R.T)))
        turning = (np.sum(hull.box**2) - hull.box**2) / 12
        block = np.diag([1.0, 1, 1, *turning]) * np.prod(hull.box)
        terms.append((one("added_mass_coefficient"), moved_inertia(block, R, centre)))
    felt = tuple(point for point in points if _counts(point))
    return WetBody(tuple(lines), felt, mass, vector_of(centre) * mass, added_from(terms))


def _line(hull: Hull, one: Callable[[str], Scalar], R: Array, p: Array) -> WetLine:
    t = R @ (hull.end - hull.start) / hull.length
    helper = np.roll(np.eye(3)[int(np.argmax(np.abs(t)))], 1)
    e1 = np.cross(helper, t)
    e1 /= np.linalg.norm(e1)
    axes = matrix_of(np.array([e1, np.cross(t, e1), t]))
    r = float(hull.radius)
    return WetLine(
        vector_of(R @ hull.start + p),
        axes,
        hull.length,
        times(r, one("drag_coefficient")),
        times(r, one("lift_coefficient")),
        times(math.pi * r, one("axial_drag_coefficient")),
    )


def _of_cylinder(
    hull: Hull, one: Callable[[str], Scalar], density: Scalar, R: Array, p: Array
) -> list[tuple[Scalar, Array]]:
    """Strip theory: ∫ (1 − t tᵀ) πR² ds and ∫ t tᵀ πR² ds; half spheres have ½ of what they
    displace, whatever the direction."""
    t = (hull.end - hull.start) / hull.length
    area, L = math.pi * hull.radius**2, hull.length
    middle = R @ (hull.start + hull.end) / 2 + p
    across, along = np.eye(3) - np.outer(t, t), np.outer(t, t)
    zero = np.zeros((3, 3))
    strips = np.block([[area * L * across, zero], [zero, area * L**3 / 12 * across]])
    axial = np.block([[area * L * along, zero], [zero, zero]])
    found = [
        (one("added_mass_coefficient"), moved_inertia(strips, R, middle)),
        (one("axial_added_mass_coefficient"), moved_inertia(axial, R, middle)),
    ]
    if hull.round_ends:
        half = 0.5 * (2 / 3 * math.pi * hull.radius**3)
        ball = np.diag([1.0, 1, 1, 0, 0, 0]) * half
        ends = sum(moved_inertia(ball, R, R @ end + p) for end in (hull.start, hull.end))
        found.append((density, np.asarray(ends)))
    return found


def _bases() -> list[Array]:
    found = []
    for i, j in zip(*np.triu_indices(6), strict=True):
        basis = np.zeros((6, 6))
        basis[i, j] = basis[j, i] = 1.0
        found.append(basis)
    return found


_BASES = _bases()


def _given(number: HullNumber, axes: Matrix, at: Vector) -> DragPoint:
    keys = ("drag", "linear_drag", "turning_drag", "linear_turning_drag")
    return DragPoint(at, axes, *(Vector(*number(key)) for key in keys))


def _point(at: Vector, axes: Matrix, drag: Sequence[Scalar]) -> DragPoint:
    return DragPoint(at, axes, Vector(*drag), Vector(), Vector(), Vector())


def _box(edges: Array, drag: Scalar, at: Vector, axes: Matrix) -> DragPoint:
    """Faces along the axes; about them, strips of the faces that go across: ∫ |ωy| ωy y dy over an
    edge e is |ω|ω e⁴/32."""
    a, b, c = map(float, edges)
    fourth = [e**4 / 32 for e in (a, b, c)]
    turns = (a * (fourth[1] + fourth[2]), b * (fourth[2] + fourth[0]), c * (fourth[0] + fourth[1]))
    along, about = (
        Vector(*(times(0.5 * amount, drag) for amount in amounts))
        for amounts in ((b * c, c * a, a * b), turns)
    )
    return DragPoint(at, axes, along, Vector(), about, Vector())


def _end(at: Array, R: Array, drag: Scalar) -> DragPoint:
    return _point(vector_of(at), matrix_of(R.T), [drag] * 3)


def _counts(point: DragPoint) -> bool:
    amounts = (*point.quadratic, *point.linear, *point.turning, *point.linear_turning)
    return any(type(one) is not float or one != 0.0 for one in amounts)
