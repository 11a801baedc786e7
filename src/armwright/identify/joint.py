"""Motor and link: one joint identified by itself, all others held.  S2 5.2"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.fit import Combinations, Fit, FittedNumber
from armwright.identify.autocorrelation import WALKING, coloured, effective_samples, wandering
from armwright.identify.elements import element_value, is_of_body, with_elements
from armwright.identify.filtered import filtered
from armwright.identify.integrated import LinearProblem, averaged, integrated
from armwright.identify.one_joint import (
    TERMS,
    Composite,
    JointMotion,
    composite,
    joint_motion,
    joint_number,
)
from armwright.identify.passages import Passages, passages
from armwright.identify.predicted import effort_residuals, joint_states, rigid_efforts
from armwright.robot import Robot
from armwright.robot.finding import Finding
from armwright.signals.log import Log

JointMethod = Literal["integrated", "filtered"]
#: Beyond it, columns look so much alike that numbers are made of rounding.
WORST_CONDITION = 1e6
#: Of the filter's own time: for so long residuals behind it hang together.
_MEMORY = 8.0
#: Other joints that move by more than this (rad, m) are not held.
_HELD = 0.005


@dataclass(frozen=True, eq=False)
class _Solution:
    """In torques at the joint: `values` (p,) of the terms, with what they are worth."""

    values: Array
    covariance: Array
    condition: float
    rows: int
    effective: float


def joint(
    robot: Robot,
    log: Log,
    name: str | None = None,
    *,
    method: JointMethod = "integrated",
    terms: Sequence[str] | None = None,
    bandwidth: float = 20.0,
) -> Fit:
    """The numbers of one joint from a log in which it moves and the others are held.

    `method`: "integrated" is S2's (5.18)-(5.22), "filtered" its (5.11)-(5.17) with a filter of
    `bandwidth`, rad/s. `terms`: which of `one_joint.TERMS` the torque has; by default inertia,
    friction with a Coulomb torque for either direction, and weight where gravity acts. What is
    found is the body that all links beyond the joint form together: its combinations are the terms,
    as sums of the robot's numbers. A joint that is not truly held gives a finding: friction is
    then wrong before anything else.
    """
    number = joint_number(robot, name)
    motion = joint_motion(robot, log, number)
    positions = joint_states(robot, log)[0]
    body = composite(robot, number, np.nanmean(positions, axis=0))
    chosen = tuple(terms) if terms is not None else _usual(body)
    _check_terms(chosen, body, robot)
    passed = passages(motion.time, motion.velocity)
    if method == "integrated":
        solution = _solved_integrals(motion, passed, chosen)
    else:
        solution = _solved_filter(motion, passed, chosen, bandwidth)
    findings = (*log.findings, *_gives_way(robot, positions, number))
    return _fit(f"joint, {method}", robot, log, number, chosen, body, solution, findings)


def _usual(body: Composite) -> tuple[str, ...]:
    gravity = ("weight_sine", "weight_cosine", "weight")
    weights = [term for term in gravity if term in body.rows and np.any(body.rows[term])]
    # A slide's weight and friction that differs by direction are the same torque.
    dry = ["coulomb"] if "weight" in weights else ["coulomb_positive", "coulomb_negative"]
    return ("inertia", "viscous", *weights, *dry)


def _check_terms(terms: Sequence[str], body: Composite, robot: Robot) -> None:
    for term in terms:
        if term not in TERMS or term not in body.rows:
            raise InputError(
                "no such term of this joint's torque",
                where=f"robot '{robot.name}', terms",
                got=repr(term),
                expected="some of " + ", ".join(body.rows),
            )


def _solved_integrals(motion: JointMotion, passed: Passages, terms: Sequence[str]) -> _Solution:
    problem = integrated(motion, passed, terms)
    condition = _checked(problem, terms)
    A, b = problem.columns, problem.right
    # What noise of the velocity adds to its own column's square, and would make inertia too small.
    excess = np.zeros(len(terms))
    if "inertia" in terms:
        own = terms.index("inertia")
        share = len(b) * passed.noise**2 / averaged(len(motion.time)) / float(A[:, own] @ A[:, own])
        excess[own] = min(share, 0.5)
    scale = np.linalg.norm(A, axis=0)
    gram = (A / scale).T @ (A / scale) - np.diag(excess)
    values = np.linalg.lstsq(gram, (A / scale).T @ b, rcond=None)[0] / scale
    residual = b - A @ values
    parts = [residual[one] for one in problem.segments]
    return _Solution(
        values,
        wandering(A, residual, problem.segments),
        condition,
        len(b),
        effective_samples(parts, WALKING),
    )


def _solved_filter(
    motion: JointMotion, passed: Passages, terms: Sequence[str], bandwidth: float
) -> _Solution:
    """With the acceleration on the left: its noise then makes nothing too small."""
    if "inertia" not in terms:
        raise InputError("the method 'filtered' needs the inertia", where="terms", got=list(terms))
    problem = filtered(motion, passed, terms, bandwidth)
    condition = _checked(problem, terms)
    own = terms.index("inertia")
    A = -problem.columns
    A[:, own] = problem.right
    y = problem.columns[:, own]
    scale = np.linalg.norm(A, axis=0)
    quotients = np.linalg.lstsq(A / scale, y, rcond=None)[0] / scale
    residual = y - A @ quotients
    lags = int(_MEMORY / bandwidth / float(np.median(passed.steps)))
    covariance = coloured(A, residual, problem.segments, lags)
    inertia = 1 / quotients[own]
    values = quotients * inertia
    values[own] = inertia
    change = np.eye(len(terms)) * inertia
    change[:, own] = -values * inertia
    parts = [residual[one] for one in problem.segments]
    return _Solution(
        values, change @ covariance @ change.T, condition, len(y), effective_samples(parts, lags)
    )


def _checked(problem: LinearProblem, terms: Sequence[str]) -> float:
    """The condition number of the scaled columns; refused if the data cannot answer."""
    A = problem.columns
    scale = np.linalg.norm(A, axis=0)
    silent = [term for term, size in zip(terms, scale, strict=True) if not size > 0]
    if len(A) <= len(terms) or silent:
        raise InputError(
            "the joint does not move enough",
            where="log",
            got=f"{len(A)} usable rows" + (f", nothing of {', '.join(silent)}" if silent else ""),
            expected="motion in both directions, with accelerations",
        )
    condition = float(np.linalg.cond(A / scale))
    if not condition < WORST_CONDITION:
        _, _, right = np.linalg.svd(A / scale, full_matrices=False)
        alike = [term for term, x in zip(terms, right[-1], strict=True) if abs(x) > 0.1]
        raise InputError(
            f"the data cannot tell {', '.join(alike)} apart",
            where="log",
            got=f"condition number {condition:.1e}",
            expected=f"below {WORST_CONDITION:.0e}",
            hint="Move the joint in another way, or leave out a term.",
        )
    return condition


def _gives_way(robot: Robot, positions: Array, number: int) -> tuple[Finding, ...]:
    travel = np.nanmax(positions, axis=0) - np.nanmin(positions, axis=0)
    return tuple(
        Finding(
            "warning",
            "a joint that should be held moves",
            f"joint '{name}'",
            f"{travel[k]:.3g} rad or m of travel",
            f"less than {_HELD:g}",
            "Friction of the joint that moves comes out wrong: hold this one more stiffly, or "
            "identify all joints together.",
        )
        for k, name in enumerate(robot.joint_names)
        if k != number and travel[k] > _HELD
    )


def _fit(
    method: str,
    robot: Robot,
    log: Log,
    number: int,
    terms: Sequence[str],
    body: Composite,
    solution: _Solution,
    findings: tuple[Finding, ...],
) -> Fit:
    matrix = np.array([body.rows[term] for term in terms])
    seen = np.any(matrix != 0, axis=0)
    elements = tuple(e for e, one in zip(body.elements, seen, strict=True) if one)
    matrix = matrix[:, seen]
    slide = robot.moving_joints[number].kind == "prismatic"
    known = Combinations(
        elements=elements,
        names=tuple(terms),
        units=tuple(TERMS[term][slide] for term in terms),
        matrix=matrix,
        values=solution.values,
        covariance=solution.covariance,
    )
    numbers = nearest(robot, known)
    fitted = with_elements(robot, {e: one.value for e, one in numbers.items()})
    residuals = effort_residuals(fitted, log)
    return Fit(
        method=method,
        nominal=robot,
        robot=fitted,
        combinations=known,
        parameters=numbers,
        residuals=residuals,
        condition=solution.condition,
        samples=solution.rows,
        effective_samples=solution.effective,
        predictor=rigid_efforts,
        findings=findings,
    )


def nearest(robot: Robot, known: Combinations) -> dict[str, FittedNumber]:
    """The numbers with these combinations that are nearest to the nominal ones, each measured by
    its own size. Friction and rotors that come out below zero are put at zero, as no robot has
    them: the combinations still say what was found."""
    nominal = np.array([element_value(robot, element) for element in known.elements])
    scale = np.maximum(np.abs(nominal), 1e-3)
    back = np.linalg.pinv(known.matrix * scale) * scale[:, None]
    values = nominal + back @ (known.values - known.matrix @ nominal)
    drive = [not is_of_body(element) for element in known.elements]
    values = np.where(drive, np.maximum(values, 0.0), values)
    alone = _alone(known.matrix)
    spread = np.sqrt(np.maximum(np.diag(back @ known.covariance @ back.T), 0))
    return {
        element: FittedNumber(
            element=element,
            value=float(values[k]),
            error=float(spread[k]) if alone[k] else float("inf"),
            knowledge="seen" if alone[k] else "partly",
            nominal=float(nominal[k]),
            unit=_unit(element),
        )
        for k, element in enumerate(known.elements)
    }


def _alone(matrix: Array) -> NDArray[np.bool_]:
    """Whether the combinations determine a number by itself: it is in the row space."""
    _, sizes, right = np.linalg.svd(matrix, full_matrices=False)
    rows = right[sizes > 1e-9 * sizes.max()]
    lost = np.eye(matrix.shape[1]) - rows.T @ rows
    alone: NDArray[np.bool_] = np.linalg.norm(lost, axis=0) < 1e-9
    return alone


def _unit(element: str) -> str:
    units: Mapping[str, str] = {
        "mass": "kg",
        "first_moment": "kg m",
        "inertia_at_origin": "kg m²",
        "motor_inertia": "kg m²",
        "viscous": "N m s/rad",
    }
    return units.get(element.rpartition(".")[2].partition("[")[0], "N m")
