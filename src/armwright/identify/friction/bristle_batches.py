"""Stretches of a log along which bristles run: where searches end, and how flat the cost is there.

Each stretch by itself, from many random starts, shows by how its ends scatter what the data says
(S4, section 5.2). All together they tell numbers that no stretch has alone, as cold and warm ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.autocorrelation import coloured, effective_samples, memory
from armwright.identify.friction.law_march import LawMarch, grid
from armwright.identify.friction.measured import FrictionRecord
from armwright.identify.lane_search import Box, search

#: Starts are within this factor of the described numbers, up or down; searches go twice as far.
SPREAD = 10.0
#: s at the beginning of a batch, in which the bristles forget where they began; and of the longest
#: batch: of longer ones the middle is taken.
FORGOTTEN, _LONGEST = 1.0, 60.0
#: Values that are tried of each number for its interval, and within which factor.
_TRIED, _REACH = 17, 30.0
#: How often the grid becomes finer, and how many of its points have to lie in the interval.
_ROUNDS, _SEEN_POINTS = 5, 4
#: The cost may rise by this many times what noise does to it: 95 %, one number.
_RISE = 3.84
#: Of the logarithm of a number, for differences; and from which error on it is open.
_STEP, _OPEN = 1e-3, 20.0


@dataclass(frozen=True, eq=False)
class Batches:
    """`parts`: the stretches; `skipped`: samples to leave out at the beginning of each."""

    march: LawMarch
    parts: tuple[FrictionRecord, ...]
    skipped: int

    def residuals(self, k: int, numbers: Array) -> Array:
        """(runs, samples) of one batch: predicted minus measured."""
        part = self.parts[k]
        others = [getattr(part, name) for name in self.march.reads]
        found = self.march.torque(part.velocity, numbers, *others) - part.friction
        return found[:, self.skipped :]

    def all_residuals(self, numbers: Array) -> Array:
        """(runs, samples) of all batches, one after the other."""
        return np.hstack([self.residuals(k, numbers) for k in range(len(self.parts))])

    @property
    def rows(self) -> list[slice]:
        """Of each batch among all residuals."""
        ends = np.cumsum([0, *(len(one.time) - self.skipped for one in self.parts)]).tolist()
        return [slice(a, b) for a, b in pairwise(ends)]


def cut_in_batches(records: list[FrictionRecord], march: LawMarch, count: int) -> Batches:
    """As many of each record."""
    skipped, parts = int(FORGOTTEN / march.step), []
    for record in records:
        length = len(record.time) // count
        if length < 3 * skipped:
            raise InputError(
                "too short",
                where="log",
                got=f"{length * record.step:.3g} s in each of {count} batches",
                expected=f"{3 * FORGOTTEN:g} s or more",
            )
        used = min(length, int(_LONGEST / record.step))
        first = [k * length + (length - used) // 2 for k in range(count)]
        parts += [record.taking(slice(one, one + used)) for one in first]
    return Batches(march, tuple(parts), skipped)


def searched(parts: Batches, starts: int, seed: int) -> tuple[Array, Array]:
    """In each batch by itself: where searches end (batches, starts, p) and the rms that is left. In
    logarithms of the numbers, from random factors on."""
    nominal = parts.march.nominal
    p, far = len(nominal), 2 * np.log(SPREAD)
    box = Box(np.full(p, -far), np.full(p, far))
    rng = np.random.default_rng(seed)
    ends, costs = [], []
    for k, measured in enumerate([one.friction for one in parts.parts]):
        size = float(np.std(measured)) * np.sqrt(len(measured))
        begin = rng.uniform(-np.log(SPREAD), np.log(SPREAD), (starts, p))

        def residuals(x: Array, batch: int = k, scale: float = size) -> Array:
            found: Array = parts.residuals(batch, nominal * np.exp(x)) / scale
            return found

        found = search(residuals, begin, box, 30)
        ends.append(nominal * np.exp(found.ends))
        costs.append(np.sqrt(found.costs * size**2 / (len(measured) - parts.skipped)))
    return np.array(ends), np.array(costs)


def flatness(
    parts: Batches, values: Array, names: tuple[str, ...]
) -> tuple[dict[str, tuple[Array, Array]], dict[str, tuple[float, float]]]:
    """The cost over each number, the first two of the others free: how far a number may go until it
    has risen by what noise explains. The grid becomes finer until it shows the bottom."""
    own = parts.all_residuals(values[None])[0]
    samples = effective_samples([own], memory(own[:, None]))
    profiles, intervals = {}, {}
    for k, name in enumerate(names):
        others = [j for j in range(len(values)) if j != k][:1]
        reach, centre = np.log(_REACH), values
        for _ in range(_ROUNDS):
            axis, profile, centre = _profile(parts, centre, k, others, reach)
            limit = float(profile.min()) * (1 + _RISE / max(samples, 1.0))
            if name not in profiles:
                profiles[name] = (axis, np.sqrt(profile / len(own)))
            inside = np.flatnonzero(profile <= limit)
            if inside.size >= _SEEN_POINTS:
                break
            reach /= 4
        low, high = axis[max(int(inside[0]) - 1, 0)], axis[min(int(inside[-1]) + 1, len(axis) - 1)]
        intervals[name] = (float(min(low, values[k])), float(max(high, values[k])))
    return profiles, intervals


def _profile(
    parts: Batches, centre: Array, k: int, others: list[int], reach: float
) -> tuple[Array, Array, Array]:
    """Values of number k, the smallest cost at each, and all numbers where it is least."""
    steps = np.linspace(-reach, reach, _TRIED)
    moved = [k, *others]
    points = np.repeat(centre[None], _TRIED ** len(moved), axis=0)
    points[:, moved] = grid([centre[j] * np.exp(steps) for j in moved])
    cost = np.zeros(len(points))
    for batch in range(len(parts.parts)):
        cost += np.sum(parts.residuals(batch, points) ** 2, axis=1)
    profile = cost.reshape(_TRIED, -1).min(axis=1)
    axis: Array = centre[k] * np.exp(steps)
    return axis, profile, points[int(np.argmin(cost))]


def searched_together(parts: Batches, starts: int, seed: int) -> tuple[Array, Array]:
    """In all batches together: ends (1, starts, p), and the rms (1, starts) that is left there."""
    nominal = parts.march.nominal
    p, far = len(nominal), 2 * np.log(SPREAD)
    whole = np.concatenate([one.friction[parts.skipped :] for one in parts.parts])
    size = float(np.std(whole)) * np.sqrt(len(whole))
    begin = np.random.default_rng(seed).uniform(-np.log(SPREAD), np.log(SPREAD), (starts, p))
    begin[0] = 0.0

    def residuals(x: Array) -> Array:
        found: Array = parts.all_residuals(nominal * np.exp(x)) / size
        return found

    found = search(residuals, begin, Box(np.full(p, -far), np.full(p, far)), 40)
    ends = np.vstack([found.values, found.ends])
    costs = np.r_[float(found.residual @ found.residual), found.costs]
    order = np.argsort(costs)[:starts]
    return nominal * np.exp(ends[order])[None], np.sqrt(costs[order] * size**2 / len(whole))[None]


def log_covariance(parts: Batches, values: Array) -> tuple[Array, float]:
    """(p, p) of the logarithms of numbers that were found together, for residuals that hang
    together; and how many independent samples there are."""
    p = len(values)
    steps = np.vstack([np.zeros(p), _STEP * np.eye(p), -_STEP * np.eye(p)])
    runs = parts.all_residuals(values * np.exp(steps))
    J = ((runs[1 : p + 1] - runs[p + 1 :]) / (2 * _STEP)).T
    lags = memory(runs[0][:, None])
    size = np.maximum(np.linalg.norm(J, axis=0), 1e-300)
    # A direction that changes nothing is open, not certain.
    known, ways = np.linalg.eigh((J / size).T @ (J / size))
    unseen = ways[:, known < 1e-9]
    found = coloured(J / size, runs[0], parts.rows, lags) + _OPEN**2 * unseen @ unseen.T
    samples = effective_samples([runs[0][rows] for rows in parts.rows], lags)
    return found / np.outer(size, size), samples


def held_back(parts: Batches, best: Array) -> list[float]:
    """The error of each batch as the others predict it, together, as a part of friction's
    variation; nothing where there are no others."""
    if len(best) < 2:
        return []
    gaps, whole = [], []
    for k, measured in enumerate([one.friction for one in parts.parts]):
        others = np.exp(np.log(np.delete(best, k, axis=0)).mean(axis=0))
        gaps.append(parts.residuals(k, others[None])[0])
        whole.append(measured[parts.skipped :])
    size = float(np.std(np.concatenate(whole)))
    return [float(np.sqrt(np.mean(np.concatenate(gaps) ** 2))) / max(size, 1e-300)]


def held_back_together(parts: Batches, values: Array) -> list[float]:
    """The error of the last batch as all others predict it, as a part of friction's variation;
    nothing where there are no others. The search without it begins at `values`."""
    if len(parts.parts) < 2:
        return []
    begin = dict(zip(parts.march.free, values.tolist(), strict=True))
    march = replace(parts.march, settings={**parts.march.settings, **begin})
    ends, _ = searched_together(Batches(march, parts.parts[:-1], parts.skipped), 1, 0)
    gap = parts.residuals(len(parts.parts) - 1, ends[0, :1])[0]
    size = float(np.std(parts.parts[-1].friction[parts.skipped :]))
    return [float(np.sqrt(np.mean(gap**2))) / max(size, 1e-300)]
