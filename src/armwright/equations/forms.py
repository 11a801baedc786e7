"""The two forms of equations: written out in closed form, or as a sequence of assignments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy as sp

from armwright.equations import exact
from armwright.equations.legend import make_legend
from armwright.equations.problem import Problem
from armwright.equations.readable import expression
from armwright.equations.result import Equations, Form
from armwright.equations.sequence import SequenceAlgebra
from armwright.equations.series import Series, SeriesAlgebra, TooLong
from armwright.equations.steps import Step, needed
from armwright.equations.terms import Parts
from armwright.robot.contents import LINKS, left_out

#: What goes in front of brackets first, by group; velocities and forces come after.
_RANKS = {"gravity": 4, "masses": 3}
_RANK_OF_MOTION = 2


def sequence(problem: Problem) -> Equations:
    algebra = SequenceAlgebra(problem.coordinates, problem.symbols)
    terms = problem.terms(algebra)
    torque = terms.torque()
    return _equations(problem, "sequence", terms.parts, torque, algebra.assignments)


def closed(problem: Problem, products: int, longest: int) -> Equations:
    """Raises TooLong if it takes more than so many products of single terms, or if the result has
    more than so many terms."""
    elements = closed_elements(problem, products)
    if sum(len(x) for x in elements) > longest:
        raise TooLong
    write, coordinates = _writer(problem), problem.coordinates
    parts = Parts.of([write(x) for x in elements], coordinates.size)
    torque = [
        sp.Add(*(m * a for m, a in zip(row, coordinates.ddq, strict=True)), c, g, -e)
        for row, c, g, e in zip(
            parts.mass_matrix, parts.bias, parts.gravity, parts.end_force, strict=True
        )
    ]
    return _equations(problem, "closed", parts, torque, ())


def closed_elements(problem: Problem, products: int) -> list[Series]:
    """The elements of the parts; they are the same for every method."""
    roots, is_rounded = _turns(problem)
    algebra = SeriesAlgebra(problem.coordinates, problem.symbols, roots, products)
    elements: list[Series] = problem.terms(algebra).parts.elements()
    if is_rounded:
        values = {sp.Symbol(p.name): p.value for p in problem.parameters}
        elements = [x.rounded(values) for x in elements]
    return elements


def _writer(problem: Problem) -> Callable[[Series], sp.Expr]:
    coordinates = problem.coordinates
    ranks = {sp.Symbol(p.name): _RANKS.get(p.group, 0) for p in problem.parameters}
    ranks |= dict.fromkeys((*coordinates.dq, *coordinates.wrench), _RANK_OF_MOTION)
    return lambda series: expression(series, coordinates, ranks)


def _equations(
    problem: Problem, form: Form, parts: Parts, torque: list[Any], steps: Sequence[Step]
) -> Equations:
    results = [*parts.elements(), *torque]
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
        legend=make_legend(problem.robot, problem.coordinates, problem.parameters, used),
        steps=kept,
        end_forces=problem.end_forces,
        left_out=left_out(problem.robot, LINKS),
    )


def _column(elements: Sequence[Any]) -> sp.ImmutableDenseMatrix:
    return sp.ImmutableDenseMatrix(len(elements), 1, list(elements))


def _turns(problem: Problem) -> tuple[list[Any], bool]:
    """The roots that exact rotations contain, and whether there are rotations without."""
    fixed = [exact.rotation(joint.origin.rotation) for joint in problem.robot.joints]
    axes = [exact.direction(joint.axis) for joint in problem.robot.joints if joint.moves]
    numbers = [x for matrix in (*fixed, *axes) for x in matrix.ravel()]
    roots = {root for x in numbers for root in x.atoms(sp.Pow)}
    return sorted(roots, key=str), any(exact.is_rounded(matrix) for matrix in (*fixed, *axes))
