"""An arm with flexible joints as one differential equation: ẋ = a(x, τ, …), and what it shows.

Nothing is derived here: the equations are those of simulations, of the arm alone, with the torques
of its motors as inputs.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Output
from armwright.block.quantities import Quantities
from armwright.blocks.sensors import Accelerometer
from armwright.errors import InputError
from armwright.estimate.sensors import CALIBRATION, AccelerationSensor
from armwright.robot import Robot
from armwright.simulation.reference.equations import equations
from armwright.system import Setup, System


class Torques(Block):
    """Torques that are given from outside: of the motors, and whatever else acts at the joints."""

    kind = "given torques"

    motor_torque = Output("N m", "τ")
    unknown_joint_torque = Output("N m", "what the model leaves out", size="joint", acts="joint")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"motor_torque": 0.0, "unknown_joint_torque": 0.0}


@dataclass(frozen=True, eq=False)
class FlexibleArm:
    """`state`: positions of joints and motors, then their velocities (see `drive_train`); `rate` is
    its derivative. Both, and what is shown, are expressions of `state`, `motor_torque` and
    `joint_torque` (what acts there beside all that is known), and of the symbols in `system.values`
    and `system.free_links`. `accelerometer`: without noise, None if there is none.
    """

    system: System
    state: cs.SX
    rate: cs.SX
    motor_torque: cs.SX
    joint_torque: cs.SX
    motor_position: cs.SX
    motor_velocity: cs.SX
    tool_position: cs.SX
    accelerometer: cs.SX | None

    @property
    def coordinates(self) -> int:
        return self.system.mechanics.train.coordinates


def arm_alone(
    scenario: Setup, robot: Robot, period: float, sensor: AccelerationSensor | None
) -> Setup:
    """The scenario's arm, or another robot in its place, with nothing but given torques and an
    ideal accelerometer in place of `sensor` around it; samples every `period` (s)."""
    sensors: tuple[Block, ...] = ()
    if sensor is not None:
        shows = sensor.at_rest_shows
        sensors = (Accelerometer(name="accelerometer", rate=1.0 / period, at_rest_shows=shows),)
    return Setup(
        name=f"{scenario.name}, filter",
        robot=robot,
        duration=period,
        tick=period,
        motor=Torques(rate=1.0 / period),
        sensors=sensors,
        compensators=scenario.compensators,
        laws=scenario.laws,
        frictions=scenario.frictions,
        elastic=scenario.elastic,
        fidelity=dataclasses.replace(scenario.fidelity, noise=False),
    )


def flexible_arm(setup: Setup, free: frozenset[str]) -> FlexibleArm:
    """The equations of a setup as from `arm_alone`; `free` names the numbers that stay symbols."""
    if setup.sensors:
        free = free | {f"accelerometer.{name}" for name in CALIBRATION}
    system = System(setup, free)
    found, circuit = equations(system, ()), system.circuit
    if set(found.parts) != {"position", "velocity"} or found.mode.shape[0]:
        raise InputError(
            "the arm has more states than positions and velocities, or friction that sticks",
            where=f"robot '{setup.robot.name}'",
            expected="friction without states, and smooth, such as tanh_stribeck or sigmoid",
            hint="Give the filter another robot to believe in than the true one.",
        )
    sensing = [instance for instance in circuit.instances if instance.name == "accelerometer"]
    return FlexibleArm(
        system=system,
        state=found.y,
        rate=found.rate,
        motor_torque=circuit.held["motor_torque"],
        joint_torque=circuit.held["unknown_joint_torque"],
        motor_position=circuit.value("motor_position"),
        motor_velocity=circuit.value("motor_velocity"),
        tool_position=circuit.value("tool_position"),
        accelerometer=circuit.result(sensing[0], "accelerometer") if sensing else None,
    )
