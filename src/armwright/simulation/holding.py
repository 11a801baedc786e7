"""For how many steps mass matrix and bias are held.

`integration.inertia_steps` = "auto" holds them as long as that hardly moves the tool: the setup's
own run is tried with 4 and with 2 steps beside one that computes them at every step. Their tools
must stay within a tenth of a micrometre; and within ten times that even if every coordinate's
deviation counted at the arm's full reach, for a tool may stand still by chance while links do not.
Who takes n steps for each tick wants less error: both limits are divided by n², as the error of the
steps is, so that it still falls with the square of their length. All runs of the setup with other
numbers, and its exports, then hold alike.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Literal

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Output
from armwright.blocks.disturbances.wall import Wall
from armwright.compiler import Frames, NotFinite
from armwright.errors import InputError
from armwright.multibody.forward_dynamics import SMALL
from armwright.robot.checks.tree import reach
from armwright.simulation.loop import Loop
from armwright.simulation.making import making
from armwright.simulation.recall import recalled
from armwright.system.names import HOLD, POSITION, SEED, STEP
from armwright.system.setup import InertiaSteps, Setup
from armwright.system.system import System

#: With one step for each tick: how far the tool may be from where it would be, m; and all
#: coordinates together, at full reach.
LIMIT, LIMIT_AT_REACH = 1e-7, 1e-6
#: Tried in this order.
_CANDIDATES: tuple[Literal[1, 2, 4], ...] = (4, 2)
#: Runs of fewer steps are over before anything is gained; those of more take too long to try.
_FEWEST_STEPS, _MOST_STEPS = 4_000, 400_000
#: How often runs are compared; not always at the same place of a hold.
_TIMES = 101
#: Of the noise in the runs that are tried.
_SEED = 1


def settled_hold(setup: Setup) -> Setup:
    """The setup with a number of steps for which mass matrix and bias are held."""
    if setup.integration.inertia_steps != "auto":
        return setup
    return held_for(_longest(setup) if _worth_it(setup) else 1, setup)


def held_for(steps: InertiaSteps, setup: Setup) -> Setup:
    """The setup with mass matrix and bias held for so many steps."""
    integration = dataclasses.replace(setup.integration, inertia_steps=steps)
    return dataclasses.replace(setup, integration=integration)


def hold(frames: Frames, steps: InertiaSteps) -> None:
    """Tells frames for how many steps mass matrix and bias are held."""
    frames.hold = steps if frames.march.held and steps != "auto" else 1
    if HOLD in frames.march.sizes:
        frames.vector(HOLD)[:] = frames.hold


def _worth_it(setup: Setup) -> bool:
    """Not without a controller: what drifts by a little then drifts for ever, and energy is no
    longer kept. Not where something changes the inertia beside the arm's own motion; nor with
    water, whose drag is quick, nor with walls, for what hits them changes its velocity at once. Not
    where articulated bodies may do with fewer operations than a mass matrix; and not in runs that
    are too short or too long to be tried."""
    robot, blocks = setup.robot, list(setup.blocks)
    acts = {output.acts for block in blocks for output in block.of(Output).values()}
    return (
        setup.integration.method != "rk4"
        and bool(setup.blocks.controller)
        and not acts & {"inertia", "base", "water"}
        and not any(isinstance(block, Wall) for block in blocks)
        and not any(link.hull for link in robot.links)
        and len(robot.moving_joints) + len(robot.elastic) <= SMALL
        and _FEWEST_STEPS <= setup.ticks * setup.integration.number <= _MOST_STEPS
    )


def _longest(setup: Setup) -> Literal[1, 2, 4]:
    """Of those that keep the limit in the setup's own run."""
    try:
        ready = recalled(held_for(_CANDIDATES[0], setup))
    except InputError:  # it cannot be held, or whoever runs it will tell why it cannot be run
        return 1
    loop, known = ready.loop, f"hold of {setup.integration.number} steps"
    if known not in loop.forms:
        loop.forms[known] = _tried(loop, ready.opened.nominal, setup)
    found: Literal[1, 2, 4] = loop.forms[known]
    return found


def _tried(loop: Loop, start: Mapping[str, Array], setup: Setup) -> Literal[1, 2, 4]:
    with making:
        far_apart = _Apart(loop.system, 1 / setup.integration.number**2)
    tried: tuple[Literal[1, 2, 4], ...] = (1, *_CANDIDATES)
    frames = {steps: _begun(loop, start, setup, steps) for steps in tried}
    every = max(1, setup.ticks // _TIMES) | 1
    while len(frames) > 1 and frames[1].tick < setup.ticks:
        ticks = min(every, setup.ticks - frames[1].tick)
        try:
            loop.compiled.advance(frames[1], ticks)
        except NotFinite:
            return 1
        for steps in [one for one in _CANDIDATES if one in frames]:
            try:
                loop.compiled.advance(frames[steps], ticks)
            except NotFinite:
                del frames[steps]
                continue
            places = (frames[k].get(POSITION)[0] for k in (1, steps))
            if far_apart(*places):
                del frames[steps]
    return max(frames)


def _begun(loop: Loop, start: Mapping[str, Array], setup: Setup, steps: Literal[1, 2, 4]) -> Frames:
    sizes = loop.march.sizes
    frames = loop.compiled.start({name: one for name, one in start.items() if name in sizes})
    frames.steps = setup.integration.number
    if STEP in sizes:
        frames.vector(STEP)[:] = setup.tick / frames.steps
    if SEED in sizes:  # one choice for all seeds, whichever is simulated first
        frames.vector(SEED)[:] = _SEED
    hold(frames, steps)
    return frames


class _Apart:
    """Tells whether two positions are farther from each other than `part` of the limits."""

    def __init__(self, system: System, part: float) -> None:
        self._part = part
        plant = system.plant
        symbols = [plant.values.symbol, plant.free_bodies.symbol]
        numbers = [plant.values.vector(plant.numbers), plant.free_bodies.nominal]
        position = plant.frame(plant.robot.tool).position
        there = cs.substitute([position], symbols, [cs.SX(one) for one in numbers])
        self._tool = cs.Function("tool", [plant.x], there)
        length = reach(plant.tree)
        #: How far coordinates move the tool at most, m/rad or m/m.
        self._reach = np.array(
            [
                0.0 if one.role in ("rotor", "shaft") else 1.0 if one.unit == "m" else length
                for one in plant.coordinates
            ]
        )

    def __call__(self, one: Array, other: Array) -> bool:
        tool = np.linalg.norm(np.array(self._tool(one)) - np.array(self._tool(other)))
        coordinates = self._reach @ np.abs(one - other)
        near = tool < self._part * LIMIT and coordinates < self._part * LIMIT_AT_REACH
        return not near
