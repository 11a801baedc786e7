"""The two published experiments: the whole robot, and one of its axes with a flywheel."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.crosscheck.r3 import published
from tests.crosscheck.r3.hybrid import Piece, Settings, pieces
from tests.crosscheck.r3.mechanics import arm, flywheel
from tests.crosscheck.r3.path import PointToPoint
from tests.crosscheck.r3.plant import Plant, Signals
from tests.crosscheck.r3.published import Array

DURATION = 2.5


def full(
    duration: float = DURATION, times: Array | None = None, settings: Settings | None = None
) -> dict[str, Any]:
    """All six axes. Arrays of times × axes, see `Signals`, and `stuck`, see `simulate`."""
    plant = Plant(arm(), published.ROBOT_DRIVES, PointToPoint(published.ROBOT_PATH))
    return simulate(plant, duration, times, settings or Settings())


def one_axis(
    duration: float = DURATION,
    times: Array | None = None,
    settings: Settings | None = None,
    load: float = published.ONE_AXIS_LOAD,
) -> dict[str, Any]:
    """The same of one axis that turns a flywheel."""
    plant = Plant(flywheel(load), published.ONE_AXIS_DRIVES, PointToPoint(published.ONE_AXIS_PATH))
    return simulate(plant, duration, times, settings or Settings())


def simulate(
    plant: Plant, duration: float, times: Array | None, settings: Settings
) -> dict[str, Any]:
    """Signals at the given times (without any: at 51 from begin to end), and the intervals in
    which the friction of each axis stuck, as pairs of begin and end."""
    times = np.linspace(0, duration, 51) if times is None else np.asarray(times, dtype=float)
    if times.min() < 0 or times.max() > duration:
        raise ValueError(f"times must be within 0 … {duration} s")
    samples: dict[int, Signals] = {}
    stuck: list[list[list[float]]] = [[] for _ in range(plant.axes)]
    for piece in pieces(plant, duration, settings):
        for k in np.flatnonzero((times >= piece.begin) & (times <= piece.end)):
            samples[k] = plant.signals(times[k], piece.states(times[k]), piece.mode)
        for axis in np.flatnonzero(piece.mode == 0):
            _extend(stuck[axis], piece)
    columns = zip(*(samples[k] for k in range(len(times))), strict=True)
    signals = dict(zip(Signals._fields, map(np.array, columns), strict=True))
    return {"time": times, **signals, "stuck": stuck}


def _extend(intervals: list[list[float]], piece: Piece) -> None:
    if intervals and intervals[-1][1] == piece.begin:
        intervals[-1][1] = piece.end
    else:
        intervals.append([piece.begin, piece.end])
