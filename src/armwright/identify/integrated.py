"""Motor and link, both sides of the equation integrated, so that nobody needs accelerations.

S2 (5.18)-(5.22): ∫τ dt = I q̇ + B q + S ∫sin q dt + … + constant, solved by SVD.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.identify.one_joint import JointMotion
from armwright.identify.passages import Passages

#: About as many rows are made: neighbouring samples are averaged, which takes noise out of the
#: columns. Noise that stays there would make what is found too small.
_ROWS = 400


@dataclass(frozen=True, eq=False)
class LinearProblem:
    """`columns` (m, p) @ terms = `right` (m,). `segments`: rows that follow each other in time."""

    columns: Array
    right: Array
    segments: tuple[slice, ...]


def integrated(motion: JointMotion, passed: Passages, terms: Sequence[str]) -> LinearProblem:
    """One row for each few samples. Integrals begin anew where the joint has stuck, each with a
    constant of its own, which is taken out by subtracting means."""
    sums = {term: _integral(term, motion, passed) for term in terms}
    right = _cumulated(motion.torque, passed.steps)
    size = averaged(len(motion.time))
    blocks, segments, first = [], [], 0
    table = np.column_stack([*sums.values(), right])
    for segment in passed.segments:
        part = table[segment]
        if len(part) < 2 * size + 1:
            continue
        starts = np.arange(0, len(part), size)
        counts = np.diff(np.r_[starts, len(part)])
        means = np.add.reduceat(part, starts) / counts[:, None]
        centred = means - (counts @ means) / counts.sum()
        blocks.append(centred * np.sqrt(counts / size)[:, None])
        segments.append(slice(first, first + len(starts)))
        first += len(starts)
    rows = np.concatenate(blocks) if blocks else np.zeros((0, table.shape[1]))
    return LinearProblem(rows[:, :-1], rows[:, -1], tuple(segments))


def averaged(samples: int) -> int:
    """How many of them make one row."""
    return max(1, samples // _ROWS)


def _integral(term: str, motion: JointMotion, passed: Passages) -> Array:
    """∫ of a term's column, (N,)."""
    q, v, steps = motion.position, motion.velocity, passed.steps
    match term:
        case "inertia":
            return v
        case "viscous":
            return q
        case "weight_sine":
            return _cumulated(np.sin(q), steps, np.cos(q) * v)
        case "weight_cosine":
            return _cumulated(np.cos(q), steps, -np.sin(q) * v)
        case "weight":
            return motion.time
        case "coulomb_positive":
            return _running(passed.positive)
        case "coulomb_negative":
            return _running(-passed.negative)
        case _:
            return _running(passed.positive - passed.negative)


def _cumulated(values: Array, steps: Array, slopes: Array | None = None) -> Array:
    """Trapezia, with the ends' slopes where they are known: then to the fourth order."""
    areas = 0.5 * steps * (values[1:] + values[:-1])
    if slopes is not None:
        areas = areas + steps**2 / 12 * (slopes[:-1] - slopes[1:])
    return _running(areas)


def _running(areas: Array) -> Array:
    found: Array = np.r_[0.0, np.cumsum(areas)]
    return found
