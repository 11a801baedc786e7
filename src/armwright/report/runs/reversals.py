"""When joints turn around: friction kicks there, and it shows at the tool."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armwright.report.surfaces import Array


def reversals(time: Array, position: Array, names: Sequence[str]) -> list[tuple[float, str]]:
    """Times at which the velocity of a joint changes its sign, and which joints do so then.

    `position` (records, joints). Those within 4 % of the duration are told together.
    """
    if time.size < 3:
        return []
    velocity = np.gradient(position, time, axis=0)
    events = []
    for k in range(position.shape[1]):
        v = velocity[:, k]
        # Below this it rests: a joint that only trembles does not turn around.
        moving = np.flatnonzero(np.abs(v) > 0.01 * np.abs(v).max())
        turns = np.flatnonzero(np.diff(np.sign(v[moving])) != 0)
        middle = 0.5 * (time[moving[turns]] + time[moving[turns + 1]])
        events += [(float(when), k) for when in middle]
    events.sort()
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
