"""Integration from event to event, each friction element forward, backward or stuck in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from scipy.integrate import DOP853, LSODA, Radau

from tests.crosscheck.r3.plant import Plant
from tests.crosscheck.r3.published import Array

METHODS = {"DOP853": DOP853, "LSODA": LSODA, "Radau": Radau}
#: In every step the elements are looked at so many times, lest one stops and starts again unseen.
LOOKS = 4

#: Time → state, within one step.
Interpolant = Callable[[float], Array]


class Settings(NamedTuple):
    method: str = "DOP853"
    rtol: float = 1e-10
    atol: float = 1e-11
    max_step: float = 1e-3


class Piece(NamedTuple):
    """One step, or the part of it before an event."""

    begin: float
    end: float
    states: Interpolant
    mode: Array


def pieces(plant: Plant, duration: float, settings: Settings) -> Iterator[Piece]:
    t, state = 0.0, plant.initial_state()
    mode = settled(plant, state, np.zeros(plant.axes, dtype=int))
    for end in _stops(plant, duration):
        while t < end:
            for piece in _one_mode(plant, t, state, mode, end, settings):
                yield piece
            t, state = piece.end, piece.states(piece.end)
            if t < end:
                state, mode = _after_event(plant, state, mode)


def settled(plant: Plant, state: Array, mode: Array) -> Array:
    """The modes of the elements at rest: those given as stuck start to slide if they must.

    One at a time, as each release changes the torque on the others.
    """
    at_rest = mode == 0
    seen = set()
    while tuple(mode) not in seen:
        seen.add(tuple(mode))
        friction = plant.friction(state, mode)
        excess = np.where(mode == 0, np.abs(friction) - plant.break_away, -np.inf)
        back = at_rest & (mode * plant.accelerations(state, mode) < 0)
        mode = np.where(back, 0, mode)
        if excess.max() > 0:
            worst = (excess / plant.break_away).argmax()
            mode[worst] = np.sign(friction[worst])
        elif not back.any():
            return mode
    raise RuntimeError(f"no consistent modes of friction: {sorted(seen)}")


def _stops(plant: Plant, duration: float) -> list[float]:
    """The path's corners, and the end."""
    return [t for t in plant.path.corners if t < duration] + [duration]


def _one_mode(
    plant: Plant, t: float, state: Array, mode: Array, end: float, settings: Settings
) -> Iterator[Piece]:
    """Steps until a mode ends, or `end` is reached."""
    solver = METHODS[settings.method](
        lambda t, y: plant.derivative(t, y, mode),
        t,
        state,
        end,
        rtol=settings.rtol,
        atol=settings.atol,
        max_step=settings.max_step,
    )
    while solver.status == "running":
        message = solver.step()
        if solver.status == "failed":
            raise RuntimeError(f"at t = {solver.t}: {message}")
        states = solver.dense_output()
        event = _first_event(plant, solver.t_old, solver.t, states, mode)
        yield Piece(solver.t_old, solver.t if event is None else event, states, mode)
        if event is not None:
            return


def _first_event(
    plant: Plant, begin: float, end: float, states: Interpolant, mode: Array
) -> float | None:
    def over(t: float) -> bool:
        return bool((plant.margins(states(t), mode) < 0).any())

    looks = np.linspace(begin, end, LOOKS + 1).tolist()
    for left, right in pairwise(looks):
        if over(right):
            return _bisect(over, left, right)
    return None


def _bisect(over: Callable[[float], bool], left: float, right: float) -> float:
    """The first floating-point number at which it is over."""
    while left < (middle := (left + right) / 2) < right:
        left, right = (left, middle) if over(middle) else (middle, right)
    return right


def _after_event(plant: Plant, state: Array, mode: Array) -> tuple[Array, Array]:
    """Elements that came to rest have a speed of exactly zero."""
    stopped = (mode != 0) & (plant.margins(state, mode) < 0)
    state = state.copy()
    state[plant.speeds[stopped]] = 0
    return state, settled(plant, state, np.where(stopped, 0, mode))
