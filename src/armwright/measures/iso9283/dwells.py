"""Attained poses, cut from continuous signals: where a tool rests, and which rests are alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.measures.iso9283.checks import above_zero, timed

#: s: shorter rests are not looked at. Of a rest, the part at its end that counts as attained.
SHORTEST, LATE = 0.1, 0.5
#: By the extent of the motion: how much a tool at rest may move, commanded and measured; how far
#: apart rests at the same pose may be, commanded and measured.
_STILL, _STILL_MEASURED = 1e-7, 2e-3
_SAME, _SAME_MEASURED = 1e-4, 2e-2


@dataclass(frozen=True)
class Dwell:
    """A rest: records `begin` up to `end`, at the pose number `pose`, counted as they come."""

    begin: int
    end: int
    pose: int

    @property
    def late(self) -> slice:
        """Its last part, after whatever swings has died away."""
        return slice(self.end - max(1, int(LATE * (self.end - self.begin))), self.end)


@dataclass(frozen=True, eq=False)
class Dwells:
    """All rests in the order of time, and the `poses` (k, 3), m, at which they are."""

    rests: tuple[Dwell, ...]
    poses: Array

    def at(self, pose: int) -> list[Dwell]:
        """The rests at a pose, without one that begins the record: it is not attained by a move."""
        return [rest for rest in self.rests if rest.pose == pose and rest.begin > 0]


def find_dwells(
    time: ArrayLike,
    position: ArrayLike,
    *,
    measured: bool = False,
    shortest: float = SHORTEST,
    still: float | None = None,
) -> Dwells:
    """Where positions (N, 3), commanded or `measured`, rest for `shortest` (s) or longer.

    At rest they stay within `still` (m), by default a small part of the extent of the motion, which
    for measured positions leaves room for noise.
    """
    from scipy.ndimage import maximum_filter1d, minimum_filter1d

    t, p = timed(time, position=position)
    extent = float(np.linalg.norm(np.ptp(p, axis=0)))
    if extent == 0:
        raise InputError("the tool does not move", where="position", got=f"{p[0]} m throughout")
    part = _STILL_MEASURED if measured else _STILL
    limit = part * extent if still is None else above_zero("still", still, "m")
    window = max(2, round(above_zero("shortest", shortest, "s") / float(np.median(np.diff(t)))) + 1)
    if window > len(t):
        raise _none(t, shortest, limit)
    # A window is at rest if no coordinate changes by more than the limit in it.
    kwargs = {"size": window, "axis": 0, "origin": -(window // 2), "mode": "nearest"}
    span = maximum_filter1d(p, **kwargs) - minimum_filter1d(p, **kwargs)
    resting = np.zeros(len(t) + 1, dtype=bool)
    starts = np.flatnonzero((span <= limit).all(axis=1)[: len(t) - window + 1])
    edges = np.zeros(len(t) + 1, dtype=np.int64)
    np.add.at(edges, starts, 1)
    np.add.at(edges, starts + window, -1)
    resting = np.r_[False, np.cumsum(edges[:-1]) > 0, False]
    change = np.flatnonzero(np.diff(resting.astype(np.int8)))
    spans = list(zip(change[::2].tolist(), change[1::2].tolist(), strict=True))
    if not spans:
        raise _none(t, shortest, limit)
    same = (_SAME_MEASURED if measured else _SAME) * extent
    return _sorted(p, spans, same)


def _none(t: Array, shortest: float, limit: float) -> InputError:
    return InputError(
        "the tool rests nowhere",
        where="position",
        got=f"{t[-1] - t[0]:.3g} s without a rest of {shortest:g} s within {1e3 * limit:.3g} mm",
        hint="Let it dwell at the poses, or say what counts as a rest.",
    )


def _sorted(p: Array, spans: Sequence[tuple[int, int]], same: float) -> Dwells:
    rests: list[Dwell] = []
    poses: list[Array] = []
    for begin, end in spans:
        place = p[Dwell(begin, end, 0).late].mean(axis=0)
        distances = [float(np.linalg.norm(place - pose)) for pose in poses]
        k = int(np.argmin(distances)) if distances else 0
        if not distances or distances[k] > same:
            poses.append(place)
            k = len(poses) - 1
        rests.append(Dwell(begin, end, k))
    return Dwells(tuple(rests), np.array(poses))
