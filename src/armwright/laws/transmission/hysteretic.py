"""A spring that loses energy in every cycle, however slow."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Parameter, State
from armwright.block.quantities import Quantities
from armwright.laws.transmission.spring import Spring


class HystereticSpring(Spring):
    """τ = k Δ + σ₀ z + d Δ̇,  ż = Δ̇ − σ₀ |Δ̇| z / F_c: a Dahl friction beside a linear spring.

    Dahl 1968; gears with hysteresis, as harmonic drives. The loop is 2 F_c high when it is wide.
    """

    kind = "hysteretic"

    friction_deflection = State("rad", "z", size="channel", linear=True)
    stiffness = Parameter("N m/rad", "k", above=0.0, size="channel")
    damping = Parameter("N m s/rad", "d", default=0.0, at_least=0.0, size="channel")
    friction = Parameter("N m", "F_c, half of the loop's height", above=0.0, size="channel")
    friction_stiffness = Parameter("N m/rad", "σ₀", above=0.0, size="channel")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        rate, z, s0 = x.deflection_rate, x.friction_deflection, x.friction_stiffness
        torque = x.stiffness * x.deflection + s0 * z + x.damping * rate
        z_dot = rate - s0 * cs.fabs(rate) * (1.0 / x.friction) * z
        energy = 0.5 * (x.stiffness * x.deflection**2 + s0 * z**2)
        return {"torque": torque, "energy": energy, "friction_deflection": z_dot}
