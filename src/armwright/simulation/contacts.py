"""Contact with walls in a step, solved for together with the motion: walls may be of any stiffness.

Along the wall's normal the step needs the impulse p of the force f(δ, δ̇) = k δ (1 + a δ̇). With
the depth δ before and δ⁺ after the step it takes

    p = h (U(δ⁺) − U(δ))/(δ⁺ − δ) (1 + a (δ⁺ − δ)/h),      U(δ) = k max(δ, 0)²/2,

so that the wall gives back what it stored, less what a takes away, wherever in the step the contact
begins or ends (a discrete gradient: Gonzalez 1996). The bracket is never less than 0: a wall does
not pull. What the arm answers to an impulse is linear, δ⁺ = δ_free − h/2 w p, which leaves one
equation for δ⁺. It is convex and rises, so that Newton's method from δ_free comes down to the one
solution without passing it. Friction on the wall is a damper across the normal, taken at the mean
velocity of the step: it never drives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as cs

from armwright.blocks.disturbances.wall import brake
from armwright.errors import InputError
from armwright.multibody.constraints import Constrained
from armwright.multibody.factorisation import SparseFactors, factorise
from armwright.multibody.rows import Entries, Row, combination, dense
from armwright.multibody.spatial import Scalar, minus, plus, times
from armwright.simulation.dynamics import StepMatrix
from armwright.simulation.instants import Instant, at_instant
from armwright.system.circuit import Instance
from armwright.system.system import System

#: Of Newton's method: within a contact without damping the first is exact, and where one begins so
#: many reach rounding for steps of 20 rad of the wall's vibration.
_ROUNDS = 10


def touched(
    system: System, middle: Instant, matrix: StepMatrix, change: list[Scalar], h: cs.SX
) -> tuple[list[Scalar], StepMatrix]:
    """The change of the velocities with what the walls do to it, and the step's matrix as whatever
    else acts finds it: wall after wall, each with the ones before as springs."""
    if system.walls and isinstance(matrix, Constrained) and system.plant.dry.shape[0]:
        raise InputError(
            "a step does not hold closed loops, sticking joints and a wall together",
            where=f"scenario '{system.setup.name}', block '{system.walls[0].name}'",
            hint="Take a friction law without sticking, like 'smooth_coulomb' or 'lugre'.",
        )
    for wall in system.walls:
        contact = _Contact.of(system, wall, middle)
        if contact.rubs:
            change, matrix = contact.braked(matrix, change, h)
        change, matrix = contact.pushed(matrix, change, h)
    return change, matrix


@dataclass(frozen=True, eq=False)
class Braced:
    """A step's matrix A with dampers along some rows: A + Σ κ g gᵀ (Woodbury 1950). `responses`:
    A⁻¹ g of each row."""

    free: StepMatrix
    rows: tuple[Row, ...]
    responses: tuple[list[Scalar], ...]
    kappa: Scalar

    @cached_property
    def factors(self) -> SparseFactors:
        """1 + κ g A⁻¹ gᵀ."""
        entries: Entries = {}
        for i, row in enumerate(self.rows):
            for j in range(i + 1):
                entries[i, j] = times(self.kappa, combination(row, self.responses[j]))
            entries[i, i] = plus(1.0, entries[i, i])
        return factorise(entries, range(len(self.rows)), lambda _, pivot: 1.0 / pivot)

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        x = self.free.solve(b)
        side = [times(self.kappa, combination(row, x)) for row in self.rows]
        return self.against(x, self.factors.solve(side))

    def against(self, x: Sequence[Scalar], impulses: Sequence[Scalar]) -> list[Scalar]:
        """x less what impulses along the rows do."""
        found = list(x)
        for impulse, response in zip(impulses, self.responses, strict=True):
            found = [minus(a, times(impulse, b)) for a, b in zip(found, response, strict=True)]
        return found


@dataclass(frozen=True, eq=False)
class _Contact:
    """A wall in the middle of a step. `into`: how coordinates go into it, `along`: how along it, in
    world axes; `still`: how the frame moves where they do not."""

    wall: Instance
    numbers: dict[str, cs.SX]
    depth: cs.SX
    into: Row
    along: tuple[Row, ...]
    still: cs.SX
    normal: cs.SX
    v: list[Scalar]

    @staticmethod
    def of(system: System, wall: Instance, middle: Instant) -> _Contact:
        plant, names = (
            system.plant,
            ("point", "outward", "stiffness", "damping", "friction_coefficient"),
        )
        numbers = {
            name: system.values.column([f"{wall.name}.{name}"]) for name in (*names, "slip_speed")
        }
        n = numbers["outward"] / cs.norm_2(numbers["outward"])
        frame = plant.frame(str(wall.block.values["frame"]) or plant.robot.tool)
        moves = cs.jacobian(frame.velocity, plant.v)
        still = cs.substitute([frame.velocity], [plant.v], [cs.SX.zeros(plant.v.shape[0])])[0]
        pieces = [cs.dot(n, numbers["point"] - frame.position), cs.vec(cs.densify(moves)), still]
        depth, found, still = at_instant(system, [system.wired(each) for each in pieces], middle)
        moves = cs.project(cs.reshape(found, *moves.shape), moves.sparsity())
        across = moves - cs.mtimes(n, cs.mtimes(n.T, moves))
        into = _row(-cs.mtimes(n.T, moves))
        along = tuple(_row(across[k, :]) for k in range(3))
        v = cs.vertsplit(plant.v)
        return _Contact(wall, numbers, depth, into, along, still, n, v)

    @property
    def rubs(self) -> bool:
        friction = self.numbers["friction_coefficient"]
        return not (friction.is_constant() and float(friction) == 0.0)

    def _rate(self, v: Sequence[Scalar]) -> cs.SX:
        return cs.SX(minus(combination(self.into, v), cs.dot(self.normal, self.still)))

    def braked(
        self, matrix: StepMatrix, change: list[Scalar], h: cs.SX
    ) -> tuple[list[Scalar], StepMatrix]:
        """With friction, by the normal force that the step begins with."""
        rate = self._rate(self.v)
        squeeze = cs.fmax(self.depth, 0.0) * cs.fmax(1.0 + self.numbers["damping"] * rate, 0.0)
        across = self.still - self.normal * cs.dot(self.normal, self.still)
        moving = cs.vertcat(*(cs.SX(combination(row, self.v)) for row in self.along))
        slip = moving + across
        damping = brake(self.numbers["friction_coefficient"], slip, self.numbers["slip_speed"])
        damping *= self.numbers["stiffness"] * squeeze
        responses = tuple(matrix.solve(dense(row, len(change))) for row in self.along)
        braced = Braced(matrix, self.along, responses, 0.5 * h * damping)
        turned = [combination(row, change) for row in self.along]
        side = [
            times(h * damping, plus(slip[k], times(0.5, more))) for k, more in enumerate(turned)
        ]
        return braced.against(change, braced.factors.solve(side)), braced

    def pushed(
        self, matrix: StepMatrix, change: list[Scalar], h: cs.SX
    ) -> tuple[list[Scalar], StepMatrix]:
        """With the wall's impulse along its normal."""
        before = self.depth - 0.5 * h * self._rate(self.v)
        after = before + h * self._rate(
            [plus(a, times(0.5, b)) for a, b in zip(self.v, change, strict=True)]
        )
        response = matrix.solve(dense(self.into, len(change)))
        yields = cs.SX(combination(self.into, response))
        depth = cs.SX.sym("depth")
        impulse = self._impulse(before, depth, h)
        law = [impulse, cs.jacobian(impulse, depth)]
        free = after
        for _ in range(_ROUNDS):
            p, rises = cs.substitute(law, [depth], [after])
            after -= (after - free + 0.5 * h * yields * p) / (1.0 + 0.5 * h * yields * rises)
        p, rises = cs.substitute(law, [depth], [after])
        braced = Braced(matrix, (self.into,), (response,), 0.5 * h * rises)
        return braced.against(change, [p]), braced

    def _impulse(self, before: cs.SX, after: cs.SX, h: cs.SX) -> cs.SX:
        """p for the depths at both ends of the step."""
        a, b = cs.fmax(before, 0.0), cs.fmax(after, 0.0)
        crosses = before * after < 0.0
        part = cs.if_else(crosses, (b - a) / cs.if_else(crosses, after - before, 1.0), 1.0)
        force = 0.5 * self.numbers["stiffness"] * (a + b) * part
        return h * force * cs.fmax(1.0 + self.numbers["damping"] * (after - before) / h, 0.0)


def _row(coefficients: cs.SX) -> Row:
    """Those of 1 × n that are not zero by structure."""
    return {k: coefficients[0, k] for k in range(coefficients.shape[1]) if coefficients[0, k].nnz()}
