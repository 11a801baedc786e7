"""What changes with time and from arm to arm; ISO 9283:1998, clauses 7.6 and 7.7."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armwright.errors import InputError
from armwright.measures.iso9283.checks import finite, repeated
from armwright.measures.iso9283.poses import pose_accuracy, pose_repeatability


class PoseDrift(NamedTuple):
    """Largest changes since the first set, in m: dAP_p of the accuracy, dRP_l of the repeatability;
    `shift`: of the barycentre, which the accuracy may not show."""

    accuracy: float
    repeatability: float
    shift: float


def drift(attained: ArrayLike, command: ArrayLike) -> PoseDrift:
    """dAP_p = |AP_p(0) − AP_p(T)| and dRP_l = |RP_l(0) − RP_l(T)|, of sets of attained positions
    (sets, n, 3) in the order of time: the largest over all sets; 7.6. The standard has n = 10, from
    P2 to P1, from a cold start for 8 h."""
    sets = finite("attained", attained, -1, -1, 3)
    if len(sets) < 2:
        raise InputError("too few sets", where="attained", got=len(sets), expected="at least 2")
    accuracy = np.array([pose_accuracy(one, command).distance for one in sets])
    spread = np.array([pose_repeatability(one) for one in sets])
    centres = sets.mean(axis=1)
    return PoseDrift(
        float(np.abs(accuracy - accuracy[0]).max()),
        float(np.abs(spread - spread[0]).max()),
        float(np.linalg.norm(centres - centres[0], axis=1).max()),
    )


def exchangeability(barycentres: ArrayLike) -> float:
    """The largest distance (m) between the barycentres (arms, 3) that different arms of one type
    attained with the same program; 7.7."""
    centres = repeated("barycentres", barycentres, 3)
    return max(float(np.linalg.norm(a - b)) for a, b in combinations(centres, 2))
