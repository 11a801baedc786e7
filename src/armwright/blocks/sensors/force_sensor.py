"""The force and torque sensor in a wrist, or at the tip of a tool."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import casadi as cs

from armwright.block.declarations import Input, Memory, Option, Output, Parameter
from armwright.block.quantities import NO_LIMIT, Quantities
from armwright.blocks.frame_signals import about_frame
from armwright.blocks.sensors.counting import counted
from armwright.blocks.sensors.sampled_sensor import SampledSensor


class ForceSensor(SampledSensor):
    """F_m = ⌊(F̃ + F₀ + noise)/Δ + ½⌋ Δ, kept within ±r, and the moment likewise: what the arm
    exerts on what is behind the sensor, in the axes of its frame.

    With `joint`, which may be a fixed one, it sits there: it feels what a wall does to the tool,
    and weight and inertia of all that the joint carries; the moment is about the origin of the
    joint's child. Without, it sits at the very tip and feels a wall alone. F̃ is F behind the
    sensor's bandwidth f: y[k] = y[k−1] + (1 − e^(−2πfT)) (F[k] − y[k−1]).
    """

    kind = "force_sensor"

    wrench = Input("N", "what a wall does to the arm", signal="contact_wrench", size=6)
    rotation = Input("", "R, of the frame", signal="rotation of", size=9)
    measured_tool_force = Output("N", "F_m", size="axis")
    measured_tool_moment = Output("N m", "M_m", size="axis")
    limited = Output("", "1 while it is at the end of its range", size=6, flag=True)
    felt = Memory("N", "F̃, and M̃ (N m)", size=6, fixed=True)
    bandwidth = Parameter("Hz", "f; 0 for none", default=0.0, at_least=0.0, size="one")
    offset = Parameter("N", "F₀, what it shows without a force", default=0.0, size="axis")
    moment_offset = Parameter("N m", "M₀", default=0.0, size="axis")
    noise = Parameter("N", "standard deviation", default=0.0, at_least=0.0, size="axis")
    moment_noise = Parameter("N m", "standard deviation", default=0.0, at_least=0.0, size="axis")
    resolution = Parameter("N", "Δ, one count; 0 for none", default=0.0, at_least=0.0, size="one")
    moment_resolution = Parameter(
        "N m", "one count of the moment; 0 for none", default=0.0, at_least=0.0, size="one"
    )
    range = Parameter(
        "N", "r, the largest force that it shows", default=NO_LIMIT, above=0.0, size="one"
    )
    moment_range = Parameter(
        "N m", "the largest moment that it shows", default=NO_LIMIT, above=0.0, size="one"
    )
    joint = Option(str, "the joint that it sits in; empty: at the tip", default="")
    frame = Option(str, "the frame whose axes it has; empty: the tool", default="")

    def __init__(self, *, joint: str = "", frame: str = "", **settings: Any) -> None:
        declared = dict(about_frame(type(self).declared, frame))
        if joint:
            del declared["wrench"]
            for name, unit in (("force", "N"), ("moment", "N m")):
                port = Input(unit, "through the joint", signal=f"reaction_{name} of {joint}")
                port.size = "axis"
                port.name = name
                declared[name] = port
        self.declared = MappingProxyType(declared)
        super().__init__(joint=joint, frame=frame, **settings)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        R = cs.reshape(x.rotation, 3, 3)
        force, moment = (x.force, x.moment) if self.joint else cs.vertsplit(-x.wrench, 3)
        acts = cs.vertcat(cs.mtimes(R.T, force), cs.mtimes(R.T, moment))
        lets_through = 1.0 - cs.exp(-2.0 * math.pi * x.period * x.bandwidth)
        share = cs.if_else(x.bandwidth > 0, lets_through, 1.0)
        felt = x.felt + share * (acts - x.felt)
        noisy = felt + cs.vertcat(x.offset, x.moment_offset)
        noisy += cs.vertcat(x.noise, x.moment_noise) * x.normal("force", 6)
        counts = cs.vertcat(*([x.resolution] * 3 + [x.moment_resolution] * 3))
        ends = cs.vertcat(*([x.range] * 3 + [x.moment_range] * 3))
        shown, limited = x.limited(counted(noisy, counts), -ends, ends)
        return {
            "measured_tool_force": shown[:3],
            "measured_tool_moment": shown[3:],
            "limited": limited,
            "felt": felt,
        }
