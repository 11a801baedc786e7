"""The current sensor of a drive."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Input, Output, Parameter
from armwright.block.quantities import NO_LIMIT, Quantities
from armwright.blocks.sensors.counting import counted
from armwright.blocks.sensors.sampled_sensor import SampledSensor


class CurrentSensor(SampledSensor):
    """i_m = ⌊((1 + e) i + i₀ + noise)/Δ + ½⌋ Δ, kept within ±r: a shunt or Hall sensor and its
    converter.

    A converter of 12 bits for ±r has counts of Δ = r/2048. S2, 4.2: a Hall sensor that shows 20 A
    as 1 V, with the motor's wire led N times through it.
    """

    kind = "current_sensor"

    motor_current = Input("A", "i")
    measured_motor_current = Output("A", "i_m")
    limited = Output("", "1 while i_m is at the end of its range", flag=True)
    gain_error = Parameter("A/A", "e, by which part it shows too much", default=0.0, above=-1.0)
    offset = Parameter("A", "i₀, what it shows without a current", default=0.0)
    noise = Parameter("A", "standard deviation", default=0.0, at_least=0.0)
    resolution = Parameter("A", "Δ, one count; 0 for none", default=0.0, at_least=0.0)
    range = Parameter("A", "r, the largest current that it shows", default=NO_LIMIT, above=0.0)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        i = x.motor_current
        shown = (1.0 + x.gain_error) * i + x.offset + x.noise * x.normal("current", i.shape[0])
        within, limited = x.limited(counted(shown, x.resolution), -x.range, x.range)
        return {"measured_motor_current": within, "limited": limited}
