"""Equations of motion of a robot, by the method one asks for, in closed form or as a sequence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, Literal

import sympy as sp

from armwright.equations import exact, kane, lagrange, newton_euler
from armwright.equations.algebra import Algebra, Coordinates
from armwright.equations.constraints import ROWS, loop_constraints
from armwright.equations.equations_of_motion import FORMS, Entry, Form, Method
from armwright.equations.hull_values import hulls_of
from armwright.equations.parameters import GROUPS, SymbolicParameter, choose
from armwright.equations.readable import expression
from armwright.equations.result import Equations
from armwright.equations.sequence import SequenceAlgebra
from armwright.equations.series import Series, SeriesAlgebra, TooLong
from armwright.equations.steps import Step, needed
from armwright.equations.symbolic_arm import symbolic_arm
from armwright.equations.terms import DragFlow, TermParts, Terms, christoffel_matrix
from armwright.equations.water import drag_terms, with_water
from armwright.errors import InputError
from armwright.multibody.loops import across
from armwright.plant.tree import with_elastic_axes
from armwright.robot import Robot
from armwright.robot.contents import LINKS, left_out

#: Terms that one can read; with more of them `auto` gives a sequence.
READABLE = 400
#: How many products of single terms `auto` tries: half a second's work.
PATIENCE = 20_000
#: The same for a closed form that was asked for: some minutes.
LIMIT = 10_000_000
METHODS: dict[Method, Callable[..., Terms]] = {
    "newton-euler": newton_euler.derive,
    "lagrange": lagrange.derive,
    "kane": kane.derive,
}
#: What goes in front of brackets first, by group; velocities and forces come after.
_RANKS = {"gravity": 4, "masses": 3}
_RANK_OF_MOTION = 2


def derive(
    robot: Robot,
    method: Method = "lagrange",
    symbols: Iterable[str] = GROUPS,
    *,
    form: Form | Literal["auto"] = "auto",
    end_forces: bool = False,
    coriolis: bool = False,
    elastic: bool = False,
    water: bool = True,
) -> Equations:
    """The equations of motion of `robot`.

    `symbols`: which of its numbers stay symbols: groups (`lengths`, `masses`, `centres`,
    `inertias`, `gravity`, `water`), single ones (`links.forearm.mass`) or patterns. Zeros stay
    zeros. `form`: `closed` writes every element out, and is the same for all three methods;
    `sequence` lists assignments as the method makes them; `auto` is closed as long as one can read
    it. `end_forces`: with a wrench on the tool. `coriolis`: with the matrix C of the Christoffel
    symbols, c = C q̇. `elastic`: elastic axes are coordinates too, after the joints (S4 6.2.3).
    Loops give Φ and Ψ, and forces Ψᵀλ beside τ. `water`: links with hulls are in water at rest: its
    drag d stands beside τ, everything else of it in M, c and g. The equations cover the links
    alone: `left_out` lists the robot's rotors, friction and springs, and heads everything that is
    written.
    """
    covered = LINKS | {"loops", *(("water",) if water else ())}
    lacks = left_out(robot, covered | {"elastic"} if elastic else covered)
    robot = with_elastic_axes(robot) if elastic else robot
    robot = robot if water else _dry(robot)
    _check(robot, method, form)
    problem = Problem(robot, method, choose(robot, symbols), end_forces, coriolis, lacks)
    if form == "sequence":
        return _sequence(problem)
    try:
        if form == "closed":
            return _closed(problem, LIMIT, LIMIT)
        return _closed(problem, PATIENCE, READABLE)
    except TooLong:
        if form == "auto":
            return _sequence(problem)
        raise InputError(
            "the closed form gets too long",
            where=f"equations of '{robot.name}'",
            hint="Take the form 'sequence', or fewer symbols.",
        ) from None


def _dry(robot: Robot) -> Robot:
    return replace(robot, links=tuple(replace(link, hull=None) for link in robot.links))


def _check(robot: Robot, method: Any, form: Any) -> None:
    if not robot.moving_joints:
        raise InputError("has no joint that moves", where=f"robot '{robot.name}'")
    _refuse_mimics(robot)
    for what, got, known in (("method", method, METHODS), ("form", form, (*FORMS, "auto"))):
        if got not in known:
            raise InputError(
                f"unknown {what}",
                where="derive",
                got=repr(got),
                expected=f"one of {', '.join(known)}",
            )


def _refuse_mimics(robot: Robot) -> None:
    """There is one coordinate for each joint that moves."""
    for joint in robot.joints:
        if joint.mimic is not None:
            raise InputError(
                "joints that mimic others are not supported here",
                where=f"robot '{robot.name}', joint '{joint.name}'",
                got=f"mimics '{joint.mimic.joint}'",
                expected="joints that move by themselves",
                hint="Leave out what it mimics: it then moves by itself.",
            )


@dataclass(frozen=True)
class Problem:
    """What is to be derived. `parameters`: the numbers that become symbols. `end_forces`: with a
    wrench on the tool; `coriolis`: with the matrix C. `left_out`: what will not be in it."""

    robot: Robot
    method: Method
    parameters: tuple[SymbolicParameter, ...]
    end_forces: bool
    coriolis: bool = False
    left_out: tuple[str, ...] = ()

    @property
    def coordinates(self) -> Coordinates:
        return Coordinates.of(self.robot)

    @property
    def symbols(self) -> tuple[sp.Symbol, ...]:
        return tuple(sp.Symbol(parameter.name) for parameter in self.parameters)

    def terms(self, algebra: Algebra) -> Terms:
        chosen = {parameter.path: parameter for parameter in self.parameters}
        arm = symbolic_arm(self.robot, chosen, algebra, self.coordinates)
        terms = with_water(arm, METHODS[self.method](arm, end_forces=self.end_forces))
        parts = terms.parts
        if self.coriolis:
            parts = replace(parts, coriolis=christoffel_matrix(arm, parts.bias))
        if arm.loops:
            values, rows = loop_constraints(arm)
            parts = replace(parts, constraint=values, constraint_jacobian=rows)
        return replace(terms, parts=parts)


def _sequence(problem: Problem) -> Equations:
    algebra = SequenceAlgebra(problem.coordinates, problem.symbols)
    terms = problem.terms(algebra)
    torque = terms.torque()
    steps, drag = drag_terms(terms.flows, problem.coordinates.dq)
    torque = [t - d for t, d in zip(torque, drag, strict=True)]
    every = (*algebra.assignments, *steps)
    return _equations(problem, "sequence", terms.parts, torque, every, drag)


def _closed(problem: Problem, products: int, longest: int) -> Equations:
    """Raises TooLong if it takes more than so many products of single terms, or if the result has
    more than so many terms."""
    elements, flows = _closed_terms(problem, products)
    if sum(len(x) for x in elements) > longest:
        raise TooLong
    write, coordinates = _writer(problem), problem.coordinates
    steps, drag = drag_terms((flow.written(write) for flow in flows), coordinates.dq)
    constraints = sum(ROWS[loop.kind] for loop in problem.robot.loops)
    parts = TermParts.of([write(x) for x in elements], coordinates.size, constraints)
    torque = [
        sp.Add(*(m * a for m, a in zip(row, coordinates.ddq, strict=True)), c, g, -e, -d)
        for row, c, g, e, d in zip(
            parts.mass_matrix, parts.bias, parts.gravity, parts.end_force, drag, strict=True
        )
    ]
    return _equations(problem, "closed", parts, torque, steps, drag)


def closed_elements(problem: Problem, products: int) -> list[Series]:
    """The elements of the parts; they are the same for every method."""
    return _closed_terms(problem, products)[0]


def _closed_terms(problem: Problem, products: int) -> tuple[list[Series], tuple[DragFlow, ...]]:
    """And how water flows along the links."""
    roots, is_rounded = _turns(problem)
    algebra = SeriesAlgebra(problem.coordinates, problem.symbols, roots, products)
    terms = problem.terms(algebra)
    elements: list[Series] = terms.parts.elements()
    flows = terms.flows
    if is_rounded:
        values = {sp.Symbol(p.name): p.value for p in problem.parameters}
        elements = [x.rounded(values) for x in elements]
        flows = tuple(flow.written(lambda x: x.rounded(values)) for flow in flows)
    return elements, flows


def _writer(problem: Problem) -> Callable[[Series], sp.Expr]:
    coordinates = problem.coordinates
    ranks = {sp.Symbol(p.name): _RANKS.get(p.group, 0) for p in problem.parameters}
    ranks |= dict.fromkeys((*coordinates.dq, *coordinates.wrench), _RANK_OF_MOTION)
    return lambda series: expression(series, coordinates, ranks)


def _equations(
    problem: Problem,
    form: Form,
    parts: TermParts,
    torque: list[Any],
    steps: Sequence[Step],
    drag: Sequence[sp.Expr],
) -> Equations:
    results = [*parts.elements(), *torque, *drag]
    kept = needed(steps, results)
    every = (*results, *(value for _, value in kept))
    used = {symbol for x in every for symbol in x.free_symbols}
    return Equations(
        robot=problem.robot.name,
        method=problem.method,
        form=form,
        coordinates=problem.coordinates,
        mass_matrix=sp.ImmutableDenseMatrix(parts.mass_matrix),
        bias=_column(parts.bias),
        gravity=_column(parts.gravity),
        end_force=_column(parts.end_force),
        torque=_column(torque),
        legend=_legend(problem.robot, problem.coordinates, problem.parameters, used),
        steps=kept,
        end_forces=problem.end_forces,
        coriolis=sp.ImmutableDenseMatrix(parts.coriolis) if problem.coriolis else None,
        constraint=_column(parts.constraint),
        constraint_jacobian=sp.ImmutableDenseMatrix(
            len(parts.constraint),
            problem.coordinates.size,
            [x for row in parts.constraint_jacobian for x in row],
        ),
        drag=_column(drag if any(drag) else ()),
        left_out=problem.left_out,
    )


def _column(elements: Sequence[Any]) -> sp.ImmutableDenseMatrix:
    return sp.ImmutableDenseMatrix(len(elements), 1, list(elements))


def _turns(problem: Problem) -> tuple[list[Any], bool]:
    """The roots that exact rotations contain, and whether there are rotations without."""
    robot = problem.robot
    frames = [joint.origin for joint in robot.joints]
    frames += [end.pose for loop in robot.loops for end in loop.ends]
    directions = [joint.axis for joint in robot.joints if joint.moves]
    directions += [one for loop in robot.loops for one in (loop.axis, *across(loop.axis))]
    directions += [axis for hull in hulls_of(robot) for axis in hull.axes]
    fixed = [exact.rotation(frame.rotation) for frame in frames]
    axes = [exact.direction(axis) for axis in directions]
    numbers = [x for matrix in (*fixed, *axes) for x in matrix.ravel()]
    roots = {root for x in numbers for root in x.atoms(sp.Pow)}
    return sorted(roots, key=str), any(exact.is_rounded(matrix) for matrix in (*fixed, *axes))


def _legend(
    robot: Robot,
    coordinates: Coordinates,
    parameters: Iterable[SymbolicParameter],
    used: Set[sp.Symbol],
) -> tuple[Entry, ...]:
    """Positions, parameters and the wrench's components, as far as the equations contain them."""
    joints = zip(coordinates.q, robot.moving_joints, strict=True)
    positions = [
        Entry(q, f"position of {j.name}", None, "m" if j.kind == "prismatic" else "rad")
        for q, j in joints
    ]
    numbers = [Entry(sp.Symbol(p.name), p.meaning, p.value, p.unit) for p in parameters]
    wrench = [
        Entry(symbol, f"{word} on the tool, base axes, {axis}", None, unit)
        for symbol, (word, unit, axis) in zip(coordinates.wrench, _components(), strict=True)
    ]
    return (*positions, *(entry for entry in (*numbers, *wrench) if entry.symbol in used))


def _components() -> list[tuple[str, str, str]]:
    kinds = (("force", "N"), ("moment", "N m"))
    return [(word, unit, axis) for word, unit in kinds for axis in "xyz"]
