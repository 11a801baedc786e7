"""A friction law of one's own: the robot names it, the scenario brings it along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import casadi as cs
import numpy as np

import armwright as aw
from armwright.block import Parameter, Quantities
from armwright.laws.friction import Friction


class Grease(Friction):
    """τ = c |v|^p sgn(v): thick oil in the gear, p < 1."""

    kind = "grease"

    drag = Parameter("N m", "c, the torque at 1 rad/s", at_least=0.0, size="channel")
    power = Parameter("", "p", default=0.5, above=0.0, size="channel")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        v = x.velocity
        return {"torque": x.drag * v * (v**2 + 1e-4) ** (0.5 * (x.power - 1))}


# `friction` as a whole replaces the law that the joint had; `laws` tells what "grease" is.
plain = aw.load_scenario("r3/one-axis").changed({"integration.steps": 20})
greased = replace(
    plain.changed({"joints.1.friction": {"law": "grease", "drag": 0.15, "power": 0.4}}),
    laws=(Grease,),
)
for name, scenario in (("dry", plain), ("greased", greased)):
    data = scenario.simulate().data
    friction = data.friction_torque.values  # of this arm's one law, on the motor's side
    speed = data.motor_velocity.values
    loss = float(np.trapezoid((friction * speed)[:, 0], data.time))
    print(f"{name}: friction up to {friction.max():.3f} N m, {loss:.0f} J lost on the way")
