"""When joints turn around: friction kicks there, and it shows at the tool."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armwright.arrays import Array
from armwright.measures import reversal_times


def reversals(time: Array, position: Array, names: Sequence[str]) -> list[tuple[float, str]]:
    """Times at which the velocity of a joint changes its sign, and which joints do so then.

    `position` (records, joints). Those within 4 % of the duration are told together.
    """
    if time.size < 3 or not np.isfinite(position).all():
        return []
    turns = reversal_times(time, np.gradient(position, time, axis=0))
    events = sorted((float(when), k) for k, times in enumerate(turns) for when in times)
    together: list[tuple[float, set[int]]] = []
    for when, k in events:
        if together and when - together[-1][0] < 0.04 * (time[-1] - time[0]):
            together[-1][1].add(k)
        else:
            together.append((when, {k}))
    return [(when, _words(sorted(joints), names)) for when, joints in together]


def _words(joints: list[int], names: Sequence[str]) -> str:
    if len(joints) == len(names) > 1:
        return "all joints"
    if len(joints) <= 2:
        return ", ".join(names[k] for k in joints)
    return f"{len(joints)} joints"
