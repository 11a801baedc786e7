"""A controller of one's own: it runs as machine code, sampled at 1 kHz, like any other."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs
import numpy as np

import armwright as aw
from armwright.block import Block, Input, Output, Parameter, Quantities
from armwright.blocks.catalogue import find


class SpringDamper(Block):
    """τ = K (r − θ) − D ω."""

    r = Input("rad", signal="reference_motor_position")
    theta = Input("rad", signal="measured_motor_position")
    omega = Input("rad/s", signal="measured_motor_velocity")
    torque = Output("N m", signal="commanded_motor_torque")
    stiffness = Parameter("N m/rad", "K", above=0.0)
    damping = Parameter("N m s/rad", "D", default=0.0)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"torque": x.stiffness * (x.r - x.theta) - x.damping * x.omega}


scenario = aw.Scenario(
    name="spring and damper",
    robot=aw.load("two_axis"),
    duration=2.0,
    blocks=aw.Blocks(
        reference=find("reference", "joint_ptp")(
            begin=[0, 0], end=[0.4, -0.3], speed=1.0, acceleration=4.0
        ),
        controller=(
            SpringDamper(name="controller", rate=1000.0, stiffness=40, damping=[0.8, 0.5]),
        ),
    ),
)
run = scenario.simulate()
print(run.summary().text())

# Its parameters can be changed and swept like those of the blocks that come with armwright.
stiffnesses = [20.0, 40.0, 80.0]
runs = scenario.sweep({"controller.stiffness": stiffnesses}, samples=3)
final = (runs.data.reference_joint_position - runs.data.joint_position).isel(time=-1)
for stiffness, error in zip(stiffnesses, final.values, strict=True):
    print(f"K = {stiffness:g} N m/rad: error at the end {np.abs(error).max() * 1e3:.1f} mrad")
