"""Water around the links: added mass in M and c, buoyancy in g, and drag as a term of its own.

Across a cylinder water flows with v(x) = va + x vb, 0 ≤ x ≤ 1 from its start to its end, both
linear in q̇. Ka ∫ v² dx is in the kinetic energy, from which M and c follow (Lagrange). Drag
−Kd ∫ |v| v dx is a sum over strips with Gauss's weights on either side of the place z where the
flow is slowest, as the plant has it: exact in a plane (`multibody.hydrodynamics`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sympy as sp

from armwright.equations.algebra import AlgebraScalar, AlgebraVector, array, cross, keep_vector
from armwright.equations.exact import number
from armwright.equations.kinematics import parent_from_body
from armwright.equations.lagrange import christoffel
from armwright.equations.steps import Step
from armwright.equations.symbolic_arm import SymbolicArm, SymbolicHull
from armwright.equations.terms import DragFlow, Terms, mirrored
from armwright.multibody.hydrodynamics import REST, SPLIT

#: Of one argument, so that all languages can write them; `clip` holds it between 0 and 1.
ABS, ROOT, CLIP = (sp.Function(name) for name in ("abs", "sqrt", "clip"))
#: Of the quadrature on either side of the slowest place: in a plane, in space.
_POINTS = (2, 3)
_LINE_LETTERS = (
    "va, vb: flow across a link at its start, and what it gains to its end, at places 0 to 1",
    "z: where it is slowest; y, v: place and flow of a strip; fd, nd: drag, and its first moment",
    "clip(x): x, held between 0 and 1",
)
_POINT_LETTERS = ("vp: velocity along, or about, an axis of a link that feels drag",)


def with_water(arm: SymbolicArm, terms: Terms) -> Terms:
    """The terms of a dry arm, and what water adds to them."""
    if not arm.hulls:
        return terms
    algebra, n = arm.algebra, arm.size
    twists = _unit_twists(arm)
    upper = {(i, j): algebra.number(0) for i in range(n) for j in range(i, n)}
    lift: list[AlgebraScalar] = [algebra.number(0)] * n
    fields, flows = _gravity(arm), list[DragFlow]()
    for hull in arm.hulls:
        moved = _Moved(arm, hull, twists[hull.body])
        for (i, j), amount in moved.added_mass():
            upper[i, j] = upper[i, j] + amount
        rising = moved.along(hull.centre, fields[hull.body])
        for j in moved.joints:
            lift[j] = lift[j] + hull.displaced * rising[j]
        flows += moved.drag_flows()
    M = mirrored({k: algebra.keep(x, f"Ma{k[0] + 1}{k[1] + 1}") for k, x in upper.items()}, n)
    dq, ddq = arm.symbols(arm.coordinates.dq), arm.symbols(arm.coordinates.ddq)
    bias = christoffel(arm, M, dq)
    parts = terms.parts
    whole = replace(
        parts,
        mass_matrix=[
            [a + b for a, b in zip(*r, strict=True)] for r in _pairs(parts.mass_matrix, M)
        ],
        bias=[a + b for a, b in zip(parts.bias, bias, strict=True)],
        gravity=[a + b for a, b in zip(parts.gravity, lift, strict=True)],
    )

    def torque() -> list[AlgebraScalar]:
        dry = terms.torque()
        return [dry[i] + array(M[i]) @ array(ddq) + bias[i] + lift[i] for i in range(n)]

    return Terms(whole, torque, tuple(flows))


def _pairs(one: list[Any], two: list[Any]) -> Iterable[tuple[Any, Any]]:
    return zip(one, two, strict=True)


_Twist = tuple[AlgebraVector, AlgebraVector]


def _unit_twists(arm: SymbolicArm) -> list[dict[int, _Twist]]:
    """Of every body, by joints: v of its origin and ω, in its axes, if the joint moves at unit
    rate."""
    found: list[dict[int, _Twist]] = []
    for body in arm.bodies:
        R, p = parent_from_body(arm, body)
        own: dict[int, _Twist] = {}
        for joint, (v, omega) in (found[body.parent] if body.parent >= 0 else {}).items():
            label = f"{body.joint + 1}_{joint + 1}"
            at = keep_vector(arm.algebra, R.T @ (v + cross(omega, p)), f"tv{label}")
            own[joint] = at, keep_vector(arm.algebra, R.T @ omega, f"tw{label}")
        still = arm.zeros()
        own[body.joint] = (body.axis, still) if body.prismatic else (still, body.axis)
        found.append(own)
    return found


def _gravity(arm: SymbolicArm) -> list[AlgebraVector]:
    """In the axes of every body."""
    found: list[AlgebraVector] = []
    for body in arm.bodies:
        R, _ = parent_from_body(arm, body)
        field = R.T @ (found[body.parent] if body.parent >= 0 else arm.gravity)
        found.append(keep_vector(arm.algebra, field, f"gb{body.joint + 1}"))
    return found


@dataclass(frozen=True)
class _Moved:
    """A hull, and what the joints do to it."""

    arm: SymbolicArm
    hull: SymbolicHull
    twists: dict[int, _Twist]

    @property
    def joints(self) -> list[int]:
        return sorted(self.twists)

    def along(self, point: AlgebraVector, axis: AlgebraVector) -> dict[int, AlgebraScalar]:
        """By joints: the velocity of a point along an axis."""
        return {j: axis @ (v + cross(w, point)) for j, (v, w) in self.twists.items()}

    def about(self, axis: AlgebraVector) -> dict[int, AlgebraScalar]:
        return {j: axis @ w for j, (_, w) in self.twists.items()}

    def added_mass(self) -> Iterator[tuple[tuple[int, int], AlgebraScalar]]:
        number, hull = self.arm.algebra.number, self.hull
        half, third = number(sp.Rational(1, 2)), number(sp.Rational(1, 3))
        across = self._across() if hull.axes else []
        axial = self.along(hull.start, hull.axes[2]) if hull.axes else {}
        for i in self.joints:
            for j in (j for j in self.joints if j >= i):
                total = self._given(i, j)
                for a, b in across:
                    middle = half * (a[i] * b[j] + b[i] * a[j])
                    total = total + hull.added * hull.length * (
                        a[i] * a[j] + middle + third * b[i] * b[j]
                    )
                if axial:
                    total = total + hull.axial_added * hull.length * axial[i] * axial[j]
                yield (i, j), total

    def _given(self, i: int, j: int) -> AlgebraScalar:
        """Sᵢᵀ A Sⱼ of the matrix about the link's origin."""
        total = self.arm.algebra.number(0)
        columns = {}
        for k in (i, j):
            rows = [self.along(self.hull.origin, axis)[k] for axis in self.hull.link_axes]
            columns[k] = [*rows, *(self.about(axis)[k] for axis in self.hull.link_axes)]
        for r, c in np.ndindex(6, 6):
            if self.hull.matrix[r, c] is not None:
                total = total + self.hull.matrix[r, c] * columns[i][r] * columns[j][c]
        return total

    def _across(self) -> list[tuple[dict[int, AlgebraScalar], dict[int, AlgebraScalar]]]:
        """Along both directions across the axis: va and vb of unit rates."""
        hull = self.hull
        first, second = hull.axes[0], hull.axes[1]
        found = []
        for axis, other, sign in ((first, second, 1), (second, first, -1)):
            turning = self.about(other)
            gain = {j: hull.length * w * self.arm.algebra.number(sign) for j, w in turning.items()}
            found.append((self.along(hull.start, axis), gain))
        return found

    def drag_flows(self) -> Iterator[DragFlow]:
        hull, label = self.hull, self.hull.label
        if hull.axes:
            yield DragFlow(
                label,
                tuple(self._row(one) for pair in self._across() for one in pair),
                (hull.drag * hull.length, hull.lift * hull.length),
                line=True,
            )
            axial = self.along(hull.start, hull.axes[2])
            yield self._point("t", axial, hull.axial_drag * hull.length, None)
        for k, point in enumerate(hull.points):
            mark = "" if k == 0 else f"_{k + 1}"
            for a, axis in enumerate(hull.link_axes):
                along, about = self.along(point.at, axis), self.about(axis)
                yield self._point(f"{'xyz'[a]}{mark}", along, *point.along[a])
                yield self._point(f"r{'xyz'[a]}{mark}", about, *point.about[a])

    def _point(
        self, name: str, flow: dict[int, AlgebraScalar], quadratic: Any, linear: Any
    ) -> DragFlow:
        zero = self.arm.algebra.number(0)
        amounts = tuple(zero if one is None else one for one in (quadratic, linear))
        return DragFlow(f"{self.hull.label}{name}", (self._row(flow),), amounts)

    def _row(self, flow: dict[int, AlgebraScalar]) -> tuple[AlgebraScalar, ...]:
        zero = self.arm.algebra.number(0)
        return tuple(flow.get(j, zero) for j in range(self.arm.size))


def drag_terms(
    flows: Iterable[DragFlow], dq: tuple[sp.Symbol, ...]
) -> tuple[list[Step], list[sp.Expr]]:
    """What drag exerts at the joints, and the assignments that lead there; all in SymPy."""
    steps: list[Step] = []
    total = [sp.Integer(0)] * len(dq)

    def step(name: str, value: sp.Expr) -> sp.Expr:
        if sp.sympify(value).is_Atom:
            return value
        steps.append((sp.Symbol(name), value))
        return steps[-1][0]

    for flow in flows:
        if not any(flow.amounts) or not any(any(row) for row in flow.rows):
            continue
        pairs = _on_line(flow, dq, step) if flow.line else _on_point(flow, dq, step)
        for force, row in pairs:
            total = [t + force * x for t, x in zip(total, row, strict=True)]
    return steps, total


_Named = Callable[[str, sp.Expr], sp.Expr]
_Pairs = list[tuple[sp.Expr, tuple[sp.Expr, ...]]]


def _on_point(flow: DragFlow, dq: tuple[sp.Symbol, ...], step: _Named) -> _Pairs:
    (row,), (quadratic, linear) = flow.rows, flow.amounts
    v = step(f"vp{flow.label}", sp.Add(*(x * s for x, s in zip(row, dq, strict=True))))
    return [(-(quadratic * ABS(v) + linear) * v, row)]


def _on_line(flow: DragFlow, dq: tuple[sp.Symbol, ...], step: _Named) -> _Pairs:
    label, (drag, lift) = flow.label, flow.amounts
    moving = [k for k in (0, 1) if any(flow.rows[2 * k]) or any(flow.rows[2 * k + 1])]
    marks = {k: "" if len(moving) == 1 else "xy"[k] for k in moving}
    a, b = (
        {
            k: step(
                f"v{letter}{label}{marks[k]}",
                sp.Add(*(x * s for x, s in zip(flow.rows[2 * k + part], dq, strict=True))),
            )
            for k in moving
        }
        for part, letter in enumerate("ab")
    )
    aa, ab, bb = (sp.Add(*(p[k] * q[k] for k in moving)) for p, q in ((a, a), (a, b), (b, b)))
    below = bb + number(SPLIT) * aa + number(REST)
    z = step(f"z{label}", CLIP(-ab / below)) if ab != 0 else sp.Integer(0)
    nodes, weights = np.polynomial.legendre.leggauss(_POINTS[len(moving) - 1])
    force, first = ({k: sp.Integer(0) for k in moving} for _ in range(2))
    strip = 0
    for low, width in ((sp.Integer(0), z), (z, 1 - z)):
        if width == 0:
            continue
        sums, firsts = ({k: sp.Integer(0) for k in moving} for _ in range(2))
        for x, w in zip((nodes + 1) / 2, weights / 2, strict=True):
            strip += 1
            y = step(f"y{label}_{strip}", low + number(x) * width)
            v = {k: step(f"v{label}{marks[k]}_{strip}", a[k] + y * b[k]) for k in moving}
            speed = _speed(list(v.values()))
            for k in moving:
                sums[k] += number(w) * speed * v[k]
                firsts[k] += number(w) * y * speed * v[k]
        for k in moving:
            force[k] += width * sums[k]
            first[k] += width * firsts[k]
    found: _Pairs = []
    for totals, part, letter in ((force, 0, "f"), (first, 1, "n")):
        for k in moving:
            sideways = totals.get(1 - k, 0) * lift * (2 * k - 1)
            name = step(f"{letter}d{label}{marks[k]}", sideways - drag * totals[k])
            found.append((name, flow.rows[2 * k + part]))
    return found


def drag_letters(steps: Iterable[Step]) -> tuple[str, ...]:
    """What the names mean that the drag of an arm assigns."""
    heads = {name.name[:2] for name, _ in steps}
    lines = _LINE_LETTERS if heads & {"va", "vb"} else ()
    return (*lines, *(_POINT_LETTERS if "vp" in heads else ()))


def _speed(v: list[sp.Expr]) -> sp.Expr:
    if len(v) == 1:
        return ABS(v[0])
    return ROOT(sp.Add(*(x * x for x in v)) + number(REST))
