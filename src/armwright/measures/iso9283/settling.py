"""How a pose is reached: stabilisation time, overshoot, posing time; ISO 9283:1998, 7.4, 7.5, 9."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.measures.iso9283.checks import above_zero, finite, timed


class Settling(NamedTuple):
    """`entered`: when the tool first came into the limit band, `settled`: from when on it stayed,
    s. `overshoot`: m."""

    entered: float
    settled: float
    overshoot: float

    @property
    def stabilisation(self) -> float:
        """The stabilisation time in s; 7.4."""
        return self.settled - self.entered


def settling(time: ArrayLike, position: ArrayLike, attained: ArrayLike, band: float) -> Settling:
    """How the tool, at positions (N, 3), came to rest at `attained` (3,), within `band` (m).

    The stabilisation time counts from the first entry into the band until the tool leaves it no
    more; 7.4. The overshoot is the largest distance after the first entry; 0 if the band is not
    left again; 7.5. Between records the distance is taken to change evenly.
    """
    t, p = timed(time, position=position)
    d = np.linalg.norm(p - finite("attained", attained, 3), axis=1)
    band = above_zero("band", band, "m")
    inside = d <= band
    if not inside[-1]:
        raise InputError(
            "the tool does not settle",
            where="position",
            got=f"{d[-1]:.3g} m from the attained position in the last record",
            expected=f"within {band:.3g} m",
            hint="Try a longer dwell, or a wider limit band.",
        )
    first = int(np.argmax(inside))
    left = np.flatnonzero(~inside[first:])
    entered = float(t[0]) if first == 0 else _crossing(t, d, first - 1, band)
    if not left.size:
        return Settling(entered, entered, 0.0)
    last = first + int(left[-1])
    return Settling(entered, _crossing(t, d, last, band), float(d[first:].max()))


def _crossing(t: Array, d: Array, before: int, band: float) -> float:
    a, b = d[before], d[before + 1]
    return float(t[before] + (t[before + 1] - t[before]) * (a - band) / (a - b))


def posing_time(
    time: ArrayLike, position: ArrayLike, begun: float, attained: ArrayLike, band: float
) -> float:
    """From the command to move, at `begun` (s), until the tool stays in the limit band about the
    attained pose, in s; 9."""
    found = settling(time, position, attained, band)
    return found.settled - begun
