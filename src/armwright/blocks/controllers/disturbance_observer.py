"""An observer of what disturbs the motors, and its compensation."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Memory, Output, Parameter, State
from armwright.block.quantities import NO_LIMIT, Quantities, Site
from armwright.blocks.drives import of_every_drive


class DisturbanceObserver(Block):
    """d̂ = (u − J_n s ω)/(1 + s/ω_c), ω_c = 2πf: what J_n ω̇ = u − d lacks, through a low-pass;
    u = τ − τ_k, the command without what is known to be there for other things than J_n ω̇.

    Ohnishi 1987; Ohnishi, Shibata and Murakami 1996. Without a derivative: ż = ω_c (u + ω_c J_n ω −
    z), d̂ = z − ω_c J_n ω. Sampled with period h, α = e^(−ω_c h), g = (1 − α)/h:

        d̂ = z − g J_n ω,    z⁺ = α z + (1 − α)(u + g J_n ω),

    which is d̂[k] = α d̂[k−1] + (1 − α)(u[k−1] − J_n (ω[k] − ω[k−1])/h): exact for a torque that is
    held, whatever f. d̂, kept within its limit, is what to add to the command; for drives that are
    told a current it becomes one by the torque constant (connect `torque` to `motor_torque` there).
    Another feed-forward, as gravity compensation, is added by a `sum`, and told as τ_k: else both
    would carry the same load, and the controller would have to take one of them back.

    J_n is the rotor's inertia unless given. With stiff gears the links' share belongs to it, for
    what J_n lacks counts as a disturbance: the motor would behave as if it were as light as J_n.
    """

    kind = "disturbance_observer"

    torque = Input("N m", "τ, what the motors are told", signal="commanded_motor_torque")
    known_torque = Input("N m", "τ_k", signal="known_motor_torque", default=0.0)
    measured_motor_velocity = Input("rad/s", "ω")
    feedforward_motor_torque = Output("N m", "d̂")
    limited = Output("", "1 while d̂ is at its limit", flag=True)
    observed = State("N m", "z", linear=True)
    nominal_inertia = Parameter("kg m²", "J_n", above=0.0)
    cutoff_frequency = Parameter("Hz", "f", default=10.0, above=0.0)
    compensation_limit = Parameter("N m", "largest |d̂|", default=NO_LIMIT, above=0.0)

    def __init__(self, *, rate: float | None = None, **settings: Any) -> None:
        if rate is not None:
            memory = Memory("N m", "z")
            memory.name = "observed"
            self.declared = MappingProxyType({**type(self).declared, "observed": memory})
        super().__init__(rate=rate, **settings)

    def known(self, site: Site) -> Mapping[str, Any]:
        if not site.fidelity.drives:
            return {}
        return of_every_drive(site.model, nominal_inertia=lambda d: d.motor_inertia or None)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        w, z, u = 2.0 * math.pi * x.cutoff_frequency, x.observed, x.torque - x.known_torque
        if x.period:
            share = 1.0 - cs.exp(-w * x.period)
            momentum = share / x.period * x.nominal_inertia * x.measured_motor_velocity
            following = z + share * (u + momentum - z)
        else:
            momentum = w * x.nominal_inertia * x.measured_motor_velocity
            following = w * (u + momentum - z)
        limit = x.compensation_limit
        compensation, limited = x.limited(z - momentum, -limit, limit)
        return {
            "feedforward_motor_torque": compensation,
            "limited": limited,
            "observed": following,
        }
