"""Runs that go wrong: noticed, and told with the time and the place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from armwright.arrays import Array
from armwright.compiler import Frames, NotFinite
from armwright.errors import ArmwrightError
from armwright.signals import Run
from armwright.simulation.loop import Loop
from armwright.system.names import CHANGE, LOOPS, POSITION, VELOCITY

#: No joint of a robot arm is ever as fast, rad/s or m/s.
_RUNAWAY = 1e4


class Escape(NamedTuple):
    """When a run diverged, s, and what is said of it."""

    time: float
    message: str


class Diverged(ArmwrightError):
    """A run went out of bounds; `run` holds what there was until then. `lost`: of many runs, none
    of which is left, what happened to each."""

    def __init__(
        self, escape: Escape, run: Run | None, lost: Mapping[int, Escape] | None = None
    ) -> None:
        super().__init__(escape.message)
        self.escape, self.run, self.lost = escape, run, lost or {}


def runaway(loop: Loop, frames: Frames) -> Array:
    n = loop.system.plant.arrangement.joints
    return np.asarray(np.abs(frames.get(VELOCITY)[:, :n]) > _RUNAWAY, dtype=np.float64)


#: Of a run, by its number.
Words = Callable[[int], Escape]


def escape(loop: Loop, frames: Frames, before: Array, count: int) -> tuple[int, Words]:
    """In which run, and when and which joint: the slice once more, tick by tick."""
    frames.data[:] = before
    frames.tick -= count
    while not runaway(loop, frames).any():
        loop.compiled.advance(frames, 1)
    run, joint = np.argwhere(runaway(loop, frames))[0].tolist()
    name = loop.system.setup.robot.joint_names[joint]
    what = f"velocity of joint '{name}' exceeds {_RUNAWAY:g}"
    return run, _words(loop, frames, frames.tick, what)


def story(loop: Loop, frames: Frames, error: NotFinite) -> Words:
    names = loop.system.setup.robot.joint_names
    vector, element = error.vector, error.element
    if vector in (POSITION, VELOCITY, CHANGE):
        kind = "position" if vector == POSITION else "velocity"
        part = loop.system.plant.coordinates[element].words
        return _words(loop, frames, error.tick, f"{kind} of {part} is not finite")
    if vector == LOOPS:
        return lambda run: _singular(loop, error.tick, run, element)
    figure = loop.figures.named(vector)
    if figure is not None:
        return lambda run: _of_figure(loop, error.tick, run, figure)
    place = f" of '{names[element]}'" if element < len(names) else f", element {element}"
    return _words(loop, frames, error.tick, f"'{vector}'{place} is not finite")


def _words(loop: Loop, frames: Frames, tick: int, what: str) -> Words:
    step = loop.system.setup.tick / frames.steps
    time = tick * loop.system.setup.tick
    return lambda run: Escape(time, _message(loop, step, time, run, what))


def _of_figure(loop: Loop, tick: int, run: int, figure: str) -> Escape:
    time = tick * loop.system.setup.tick
    expression = loop.figures.figures[figure].figure.expression
    return Escape(
        time,
        f"{_where(loop, run)}: figure '{figure}' is not finite at t = {time:.6g} s. Does "
        f"'{expression}' divide by zero there, or take the root of a negative number?",
    )


def _singular(loop: Loop, tick: int, run: int, element: int) -> Escape:
    time = tick * loop.system.setup.tick
    name = loop.system.plant.tree.loops[element].name
    return Escape(
        time,
        f"{_where(loop, run)}: loop '{name}' passes a singular position at t = {time:.6g} s, from "
        "which it may go on in several ways. Stop before it, or take it out of the mechanism's way",
    )


def _where(loop: Loop, run: int) -> str:
    return f"scenario '{loop.system.setup.name}'" + (f", run {run}" if run else "")


def _message(loop: Loop, step: float, time: float, run: int, what: str) -> str:
    return (
        f"{_where(loop, run)}: the simulation diverged at t = {time:.6g} s: {what} (step "
        f"{step:g} s). Lower the controller's gains, or raise "
        "integration.steps; with very stiff springs try integration.method = 'implicit'"
    )
