"""Stroke and frequency of a weaving motion; ISO 9283:1998, clause 11."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armwright.errors import InputError
from armwright.measures.iso9283.checks import finite

#: With fewer whole waves there is no frequency.
_LEAST = 2


class Weaving(NamedTuple):
    """`stroke` from peak to peak, m; `frequency` of the waves, Hz."""

    stroke: float
    frequency: float


class WeavingFigures(NamedTuple):
    """WS and WF, parts of the commanded stroke and frequency."""

    stroke: float
    frequency: float


def weaving(time: ArrayLike, aside: ArrayLike) -> Weaving:
    """Of a motion `aside` (N,) across the direction of travel, m: the mean peak on one side less
    that on the other, and the waves by the time they take."""
    t, y = finite("time", time, -1), finite("aside", aside, -1)
    if t.shape != y.shape:
        raise InputError("not as many", where="aside", got=f"{y.shape} for times {t.shape}")
    y = y - (y.max() + y.min()) / 2
    up = np.flatnonzero((y[:-1] <= 0) & (y[1:] > 0))
    if len(up) <= _LEAST:
        raise InputError(
            "too few waves", where="aside", got=max(len(up) - 1, 0), expected=f"at least {_LEAST}"
        )
    crossings = t[up] - y[up] * (t[up + 1] - t[up]) / (y[up + 1] - y[up])
    waves = [y[a : b + 1] for a, b in pairwise(up)]
    stroke = np.mean([wave.max() for wave in waves]) - np.mean([wave.min() for wave in waves])
    return Weaving(float(stroke), float((len(up) - 1) / (crossings[-1] - crossings[0])))


def weaving_figures(attained: Weaving, command: Weaving) -> WeavingFigures:
    """WS = (S_a − S_c)/S_c, WF = (F_a − F_c)/F_c; 11. The laboratory whose formulas these are warns
    that it never verified them."""
    return WeavingFigures(
        attained.stroke / command.stroke - 1, attained.frequency / command.frequency - 1
    )
