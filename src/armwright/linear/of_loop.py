"""The linear model of a scenario: closed, cut open, or a part of it.

Between ticks the arm and the continuous blocks flow, ẇ = F w + G u; at a tick the sampled blocks
run, one batch after the other, and each changes some elements of w, among which are held outputs
and memories. One tick is a product of such matrices, and the slowest common period a product of
ticks: the exact discrete model of all rates, the input held.

What reaches no output is left out. If no sampled part is left, the model is continuous.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import expm

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.linear.assumptions import Sticking, plant_assumptions
from armwright.linear.loop_pieces import LoopPieces, pieces_of
from armwright.linear.loop_point import settled, smoothed
from armwright.linear.model import LinearModel, OperatingPoint
from armwright.linear.names import Chosen, Labels
from armwright.linear.tapping import input_of, signal_of, tapped
from armwright.system.setup import Setup
from armwright.system.system import System

#: More ticks in the slowest common period would take long.
_MOST_TICKS = 100_000


def loop_model(
    setup: Setup,
    added: Sequence[str],
    replaced: Sequence[str],
    outputs: Sequence[str],
    *,
    neglect: Collection[str] = (),
    sticking: Sticking = "sliding",
) -> LinearModel:
    """Where the scenario starts: at rest, if it can be. Inputs are `added` to what is there, or
    what is there is `replaced` by them, which cuts the loop."""
    smooth, said = smoothed(setup)
    plain = System(smooth)
    start = settled(plain)
    inputs = [*(input_of(plain, one) for one in added), *(signal_of(plain, o) for o in replaced)]
    taken = [signal_of(plain, one) for one in outputs]
    taps, put_in = tapped(plain, inputs, len(added))
    system = System(smooth, taps=taps)
    pieces = _relevant(pieces_of(system, plain, start, put_in, taken, neglect, sticking))
    point = start.point
    told = (point.position, point.velocity, point.motor_torque)
    model = _model(pieces, setup.tick, inputs, taken, point)
    assumptions = plant_assumptions(system.plant, *told, sticking, neglect)
    said = (*assumptions, *said, *start.assumptions)
    return dataclasses.replace(model, name=setup.name, assumptions=said)


def _relevant(pieces: LoopPieces) -> LoopPieces:
    """The parts alone from which something reaches an output; of the arm all or none."""
    size = pieces.size
    reaches = np.abs(pieces.flow[:, :size]) > 0
    for _, matrix in pieces.samples:
        reaches |= (matrix[:size, :size] != 0) & ~np.eye(size, dtype=bool)
    seen: NDArray[np.bool_] = (pieces.outputs[:, :size] != 0).any(axis=0)
    of_arm = np.concatenate([np.full(part.size, part.of_arm) for part in pieces.parts])
    while True:
        more = seen | reaches[seen].any(axis=0)
        for place in pieces.places.values():
            more[place] |= more[place].any()
        if more[of_arm].any():
            more |= of_arm
        if (more == seen).all():
            break
        seen = more
    kept = np.flatnonzero(seen).tolist()
    columns = [*kept, *range(size, pieces.flow.shape[1])]
    names = {name for name, place in pieces.places.items() if seen[place].any()}
    return LoopPieces(
        tuple(part for part in pieces.parts if part.name in names),
        pieces.flow[np.ix_(kept, columns)],
        tuple((every, matrix[np.ix_(columns, columns)]) for every, matrix in pieces.samples),
        pieces.outputs[:, columns],
        pieces.mechanical,
    )


def _model(
    pieces: LoopPieces,
    tick: float,
    inputs: Sequence[Chosen],
    taken: Sequence[Chosen],
    point: OperatingPoint,
) -> LinearModel:
    size = pieces.size
    names = tuple(name for part in pieces.parts for name in part.labels.names)
    units = tuple(unit for part in pieces.parts for unit in part.labels.units)
    kept = list(range(size))
    period = None
    if all(part.flows for part in pieces.parts):
        whole, shown = pieces.flow, pieces.outputs
    else:
        ticks = _common(pieces)
        whole, shown = _lifted(pieces, tick, ticks)
        kept = _remembered(whole, shown, size)
        period = tick * ticks
    columns = [*kept, *range(size, whole.shape[1])]
    whole, shown = whole[np.ix_(kept, columns)], shown[:, columns]
    count = len(kept)
    arm = any(part.of_arm for part in pieces.parts)
    return LinearModel(
        whole[:, :count],
        whole[:, count:],
        shown[:, :count],
        shown[:, count:],
        Labels(names, units).at(kept),
        Labels.of(inputs),
        Labels.of(taken),
        point=point,
        period=period,
        mechanical=pieces.mechanical if arm else None,
    )


def _common(pieces: LoopPieces) -> int:
    """Ticks in the slowest common period of what is left."""
    size = pieces.size
    still = np.eye(pieces.flow.shape[1])
    rates = [every for every, matrix in pieces.samples if (matrix != still)[:size].any()]
    ticks = math.lcm(*rates)
    if ticks > _MOST_TICKS:
        raise InputError(
            "the sample rates have no common period to speak of",
            where="linearise",
            got=f"{ticks} ticks",
            expected=f"at most {_MOST_TICKS}",
        )
    return ticks


def _lifted(pieces: LoopPieces, tick: float, ticks: int) -> tuple[Array, Array]:
    """(w, u) → w a common period later, and y right after the samples at its beginning."""
    size, whole = pieces.size, pieces.flow.shape[1]
    rate = np.zeros((whole, whole))
    rate[:size] = pieces.flow
    flow = expm(rate * tick)
    total = np.eye(whole)
    first = total
    waiting = 0
    for number in range(ticks):
        due = [matrix for every, matrix in pieces.samples if number % every == 0]
        if due and waiting:
            total = np.linalg.matrix_power(flow, waiting) @ total
            waiting = 0
        for matrix in due:
            total = matrix @ total
        if number == 0:
            first = total
        waiting += 1
    total = np.linalg.matrix_power(flow, waiting) @ total
    return total[:size], pieces.outputs @ first


def _remembered(whole: Array, shown: Array, size: int) -> list[int]:
    """The states on which anything depends a period later: not outputs that are written anew."""
    kept = list(range(size))
    while True:
        matters = (whole[np.ix_(kept, kept)] != 0).any(axis=0) | (shown[:, kept] != 0).any(axis=0)
        left = [k for k, one in zip(kept, matters, strict=True) if one]
        if left == kept:
            return kept
        kept = left
