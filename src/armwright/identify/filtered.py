"""Motor and link, both sides of the equation through a state-variable filter 1/C(s).

S2 (5.11)-(5.17): s²q/C = (τ/C − B sq/C − … )/I, least squares for [1/I, −B/I, …]; the
acceleration is s (sq/C), which the filter has among its states.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.linalg import expm
from scipy.signal import lfilter

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.integrated import LinearProblem
from armwright.identify.one_joint import JointMotion
from armwright.identify.passages import Passages


def filtered(
    motion: JointMotion, passed: Passages, terms: Sequence[str], bandwidth: float
) -> LinearProblem:
    """C = s²/ω² + √2 s/ω + 1 with ω = `bandwidth`, rad/s. What the filter remembers of before the
    first sample, or of a rest, dies away as two known curves, which are taken out."""
    steps = passed.steps
    step = float(np.median(steps))
    if np.abs(steps - step).max() > 1e-3 * step:
        raise InputError(
            "samples are not equally spaced",
            where="log",
            got=f"{1e3 * steps.min():.4g} to {1e3 * steps.max():.4g} ms",
            expected="equal steps for the method 'filtered'",
            hint="Use the method 'integrated', or resample the log.",
        )
    filter = _Filter(bandwidth, step)
    blocks, segments, first = [], [], 0
    for segment in passed.segments:
        if segment.stop - segment.start < 10:
            continue
        inside = slice(segment.start, segment.stop - 1)
        columns = [_response(filter, term, motion, passed, segment, inside) for term in terms]
        right = filter.smooth(motion.torque[segment])[:, 0]
        table = np.column_stack([*columns, right])
        memory = np.linalg.qr(filter.free(len(table)))[0]
        blocks.append(table - memory @ (memory.T @ table))
        segments.append(slice(first, first + len(table)))
        first += len(table)
    rows = np.concatenate(blocks) if blocks else np.zeros((0, len(terms) + 1))
    return LinearProblem(rows[:, :-1], rows[:, -1], tuple(segments))


class _Filter:
    """x = [u/C, s u/C], exact for inputs that are straight, or switch, between samples."""

    def __init__(self, bandwidth: float, step: float) -> None:
        w = bandwidth
        self._A = np.array([[0.0, 1.0], [-(w**2), -np.sqrt(2.0) * w]])
        self._B = np.array([0.0, w**2])
        self._step = step
        big = np.zeros((4, 4))
        big[:2, :2], big[:2, 2], big[2, 3] = self._A, self._B, 1.0
        whole = expm(big * step)
        #: Φ, and what a constant and a ramp give in one step.
        self._phi, self._constant, self._ramp = whole[:2, :2], whole[:2, 2], whole[:2, 3]

    def smooth(self, values: Array) -> Array:
        """(N, 2): the states for samples with straight lines in between."""
        slopes = np.diff(values) / self._step
        return self._run(values[:-1, None] * self._constant + slopes[:, None] * self._ramp)

    def switched(self, before: Array, after: Array, fraction: Array) -> Array:
        """(N, 2): the states for an input that switches at a fraction of each interval."""
        driven = before[:, None] * self._constant
        for k in np.flatnonzero(before != after):
            rest = (1 - fraction[k]) * self._step
            whole = expm(np.block([[self._A, self._B[:, None]], [np.zeros((1, 3))]]) * rest)
            driven[k] += (after[k] - before[k]) * whole[:2, 2]
        return self._run(driven)

    def free(self, count: int) -> Array:
        """(N, 2): what is left of either state at the start."""
        found = np.zeros((count, 2))
        state = np.eye(2)
        for k in range(count):
            found[k] = state[0]
            state = self._phi @ state
            if np.abs(state).max() < 1e-14:
                break
        return found

    def _run(self, driven: Array) -> Array:
        """x of xₖ₊₁ = Φ xₖ + driven, from rest: each mode of Φ by itself."""
        values, vectors = np.linalg.eig(self._phi)
        modes = np.linalg.solve(vectors, driven.T)
        sums = [
            lfilter([1.0], [1.0, -value], mode) for value, mode in zip(values, modes, strict=True)
        ]
        states = np.zeros((len(driven) + 1, 2))
        states[1:] = (vectors @ np.array(sums)).T.real
        return states


def _response(
    filter: _Filter,
    term: str,
    motion: JointMotion,
    passed: Passages,
    segment: slice,
    inside: slice,
) -> Array:
    """A term's column behind the filter."""
    q, v = motion.position[segment], motion.velocity[segment]
    if term == "inertia":
        return filter.smooth(v)[:, 1]
    smooth: dict[str, Array] = {
        "viscous": v,
        "weight_sine": np.sin(q),
        "weight_cosine": np.cos(q),
        "weight": np.ones_like(q),
    }
    if term in smooth:
        return filter.smooth(smooth[term])[:, 0]
    before, after = passed.before[inside], passed.after[inside]
    if term == "coulomb_positive":
        before, after = np.maximum(before, 0), np.maximum(after, 0)
    elif term == "coulomb_negative":
        before, after = np.minimum(before, 0), np.minimum(after, 0)
    return filter.switched(before, after, passed.fraction[inside])[:, 0]
