"""Torque that comes and goes as the motor turns."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Output, Parameter
from armwright.block.quantities import Quantities

#: How many harmonics do not depend on the torque.
_HARMONICS = 3


class TorqueRipple(Block):
    """τ_r = A_c sin(C θ + φ_c) τ + Σⱼ Aⱼ sin(Tⱼ θ + φⱼ), j = 1, 2, 3.  S0 (3.1).

    It acts on the rotor beside the motor's own torque τ: the first part comes from the windings and
    their currents, the sum from the magnets (cogging). Any motor may stand before it.
    """

    kind = "torque_ripple"

    motor_position = Input("rad", "θ")
    motor_torque = Input("N m", "τ")
    ripple_motor_torque = Output("N m", "τ_r", acts="motor")
    current_ripple = Parameter("N m/N m", "A_c, a part of the torque", default=0.0)
    current_order = Parameter("rad/rad", "C, periods per turn", default=1.0)
    current_phase = Parameter("rad", "φ_c", default=0.0)
    ripple_1 = Parameter("N m", "A₁", default=0.0)
    order_1 = Parameter("rad/rad", "T₁, periods per turn", default=1.0)
    phase_1 = Parameter("rad", "φ₁", default=0.0)
    ripple_2 = Parameter("N m", "A₂", default=0.0)
    order_2 = Parameter("rad/rad", "T₂, periods per turn", default=1.0)
    phase_2 = Parameter("rad", "φ₂", default=0.0)
    ripple_3 = Parameter("N m", "A₃", default=0.0)
    order_3 = Parameter("rad/rad", "T₃, periods per turn", default=1.0)
    phase_3 = Parameter("rad", "φ₃", default=0.0)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        theta = x.motor_position
        if not x.site.fidelity.ripple:
            return {"ripple_motor_torque": cs.SX.zeros(theta.shape[0])}
        total = x.current_ripple * cs.sin(x.current_order * theta + x.current_phase)
        total = total * x.motor_torque
        for j in range(1, _HARMONICS + 1):
            amplitude, order, phase = (
                getattr(x, f"{name}_{j}") for name in ("ripple", "order", "phase")
            )
            total = total + amplitude * cs.sin(order * theta + phase)
        return {"ripple_motor_torque": total}
