"""Which motion would show a number that a log does not."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.identify.base import random_states
from armwright.identify.motion import Motion
from armwright.identify.regressor import Regressor

_STATES = 40
#: Ways that show at least this part of the best one are named, too.
_ALSO = 0.5


class Advice:
    """Poses, speeds and accelerations of single joints, about where the log was: how much each of
    them makes every column of the regressor vary."""

    def __init__(self, found: Regressor, motion: Motion) -> None:
        names = found.robot.joint_names
        q, v, a = random_states(found.robot, _STATES, 1)
        middle = np.broadcast_to(motion.q.mean(axis=0), q.shape)
        still = np.zeros_like(q)
        self._ways: dict[str, Array] = {}
        for k, name in enumerate(names):
            one = np.zeros(len(names))
            one[k] = 1.0
            moved = np.where(one > 0, q, middle)
            poses = _variation(found, moved, still, still)
            fast = _variation(found, moved, v * one, still)
            jerky = _variation(found, moved, still, a * one)
            self._ways[f"other poses of {name}"] = poses
            self._ways[f"speeds of {name}"] = np.maximum(fast - poses, 0.0)
            self._ways[f"accelerations of {name}"] = np.maximum(jerky - poses, 0.0)

    def motion_for(self, column: int) -> str:
        sizes = {way: float(size[column]) for way, size in self._ways.items()}
        order = sorted(sizes, key=lambda way: -sizes[way])
        best = sizes[order[0]]
        if best <= 0:
            return "several joints that move together"
        return " and ".join(way for way in order[:2] if sizes[way] >= _ALSO * best)


def _variation(found: Regressor, q: Array, v: Array, a: Array) -> Array:
    Y = found.at(q, v, a)[0]
    size: Array = np.sqrt(np.sum((Y - Y.mean(axis=0)) ** 2, axis=(0, 1)) / len(q))
    return size
