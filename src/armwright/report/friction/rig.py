"""A test rig for friction laws: a mass on a level rail.

Either its velocity is given, and the law answers; or forces act on it, and it moves as it likes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Input, Output, Parameter
from armwright.block.quantities import Quantities
from armwright.plant import Plant
from armwright.plant.law import Element
from armwright.robot import Drive, Inertia, Joint, Link, Robot
from armwright.scenario import Scenario
from armwright.system import Blocks, Recording, Start

#: kg
MASS = 1.0
#: s
TICK = 1e-4
#: After this time at a steady velocity nothing changes any more, s.
_LONG = 1e6
_AXIS = np.array([1.0, 0.0, 0.0])


class PullingForce(Block):
    """F = F₀ + Ḟ t + F₁ sin(ω t) + k (w t − x): a load that rests, rises and swings, and a spring
    whose other end moves at the speed w."""

    kind = "pull"

    position = Input("rad", "x", signal="joint_position", size="joint")
    force = Output("N m", "F", signal="pull", size="joint", acts="joint")
    mean = Parameter("N m", "F₀", default=0.0, size="one")
    rise = Parameter("N m/s", "Ḟ", default=0.0, size="one")
    swing = Parameter("N m", "F₁", default=0.0, size="one")
    frequency = Parameter("rad/s", "ω", default=0.0, size="one")
    stiffness = Parameter("N m/rad", "k", default=0.0, size="one")
    speed = Parameter("rad/s", "w", default=0.0, size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        load = x.mean + x.rise * x.time + x.swing * cs.sin(x.frequency * x.time)
        return {"force": load + x.stiffness * (x.speed * x.time - x.position)}


def rig(
    law: str,
    numbers: Mapping[str, float],
    pull: Mapping[str, float] | None = None,
    *,
    duration: float = 1.0,
    tick: float = TICK,
    rate: float = 1000.0,
    laws: tuple[type[Block], ...] = (),
) -> Scenario:
    """The mass, at rest at first, with friction on the rail."""
    drive = Drive(friction=numbers, friction_law=law, friction_side="joint")
    body = Link("mass", Inertia(MASS, np.zeros(3), np.zeros((3, 3))))
    joint = Joint("rail", "prismatic", "base", "mass", axis=_AXIS, drive=drive)
    return Scenario(
        "friction rig",
        Robot("mass on a rail", (Link("base"), body), (joint,)),
        duration,
        tick=tick,
        blocks=Blocks(disturbances=(PullingForce(name="pull", **dict[str, Any](pull or {})),)),
        laws=laws,
        start=Start(joint_position=(0.0,), at_rest=False),
        recording=Recording(("joint_position", "joint_velocity", "friction_torque", "pull"), rate),
    )


class Bench:
    """The law by itself, at a given velocity."""

    def __init__(self, scenario: Scenario) -> None:
        (self.part,) = Plant(scenario.robot, laws=scenario.laws).elements

    def torque(self, velocity: Array, step: Array | float, where: float = 0.5) -> Array:
        """(N,) in the middle (or at another part) of steps with these velocities (N,), each held
        for `step` s, one number or (N,); from a relaxed contact on."""
        v, h = np.broadcast_arrays(np.asarray(velocity, dtype=np.float64), step)
        function = _one_step(self.part, where)
        if not self.part.stateful:
            return _row(function.map(v.size)(cs.DM(0, v.size), v[None], h[None])[1])
        relaxed = np.zeros(self.part.state.shape[0])
        return _row(function.mapaccum(v.size)(relaxed, v[None], h[None])[1])

    def steady(self, velocity: Array) -> Array:
        """(N,) after a long time at each of these velocities (N,)."""
        v = np.asarray(velocity, dtype=np.float64)
        relaxed = np.zeros((self.part.state.shape[0], v.size))
        function = _one_step(self.part, where=1.0).map(v.size)
        return _row(function(relaxed, v[None], np.full((1, v.size), _LONG))[1])


def _one_step(part: Element, where: float) -> cs.Function:
    """(state, velocity, step) → state after the step, torque at a part of it."""
    v, torque = part.velocity, part.torque
    if part.limits is not None:
        up, down, *_ = part.limits
        torque = torque + cs.if_else(v > 0, up, 0.0) - cs.if_else(v < 0, down, 0.0)
    if part.stateful:
        there = cs.substitute(part.after, part.step, where * part.step)
        torque = cs.substitute(torque, part.state, there)
    return cs.Function("step", [part.state, v, part.step], [part.after, torque])


def _row(matrix: cs.DM) -> Array:
    return np.array(matrix).ravel()
