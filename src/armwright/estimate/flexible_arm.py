"""An arm with flexible joints as one differential equation: ẋ = a(x, τ, …), and what it shows.

Nothing is derived here: the equations are those of a plant, with the torques of its motors as
inputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.errors import InputError
from armwright.estimate.on_plant import forces, results
from armwright.estimate.sensors import CALIBRATION, AccelerationSensor
from armwright.plant import Plant
from armwright.plant.plant import FORCE, JOINT_TORQUE, MOTOR_TORQUE
from armwright.plant.signals import PlantSignals


@dataclass(frozen=True, eq=False)
class FlexibleArm:
    """`state`: the plant's coordinates, then their velocities; `rate` is its derivative. Both, and
    what is shown, are expressions of `state`, `motor_torque` and `joint_torque` (what acts there
    beside all that is known), and of the symbols in `free`: by path those of the plant, and as
    `accelerometer.drift` and the like the calibration. `accelerometer`: without noise, None if
    there is none.
    """

    plant: Plant
    state: cs.SX
    rate: cs.SX
    motor_torque: cs.SX
    joint_torque: cs.SX
    motor_position: cs.SX
    motor_velocity: cs.SX
    tool_position: cs.SX
    accelerometer: cs.SX | None
    free: Mapping[str, cs.SX]

    def numbers(self, given: Mapping[str, Array]) -> Array:
        """The free numbers in the order of their symbols, out of all given ones."""
        return np.concatenate([np.zeros(0), *(given[name].ravel() for name in self.free)])


def flexible_arm(
    plant: Plant, sensor: AccelerationSensor | None = None, compensators: Iterable[Block] = ()
) -> FlexibleArm:
    """The equations of a plant with its compensators, and of an accelerometer on it."""
    calibration = {name: cs.SX.sym(name, 3) for name in CALIBRATION} if sensor is not None else {}
    own = [cs.vertcat(plant.v, plant.acceleration)]
    if sensor is not None:
        ideal = {**calibration, "noise": cs.SX.zeros(3)}
        own.append(results(sensor.block, plant, ideal)["accelerometer"])
    inputs = _inputs(plant, compensators)
    symbols = [plant.inputs[name] for name in inputs]
    rate, *sensed = cs.substitute(own, symbols, list(inputs.values()))
    arm = FlexibleArm(
        plant=plant,
        state=cs.vertcat(plant.x, plant.v),
        rate=rate,
        motor_torque=plant.inputs[MOTOR_TORQUE],
        joint_torque=plant.inputs[JOINT_TORQUE],
        motor_position=plant.of_motors(plant.x),
        motor_velocity=plant.of_motors(plant.v),
        tool_position=plant.frame(plant.robot.tool).position,
        accelerometer=sensed[0] if sensed else None,
        free={
            **_free(plant),
            **{f"accelerometer.{name}": symbol for name, symbol in calibration.items()},
        },
    )
    _check(arm)
    return arm


def _inputs(plant: Plant, compensators: Iterable[Block]) -> dict[str, cs.SX]:
    """What stands for the plant's inputs: given torques and those of compensators, and what laws
    read, as far as the plant shows it."""
    found = {name: plant.inputs[name] for name in (MOTOR_TORQUE, JOINT_TORQUE)}
    found[FORCE] = cs.SX.zeros(plant.inputs[FORCE].shape[0])
    shown = PlantSignals(plant)
    for name in plant.inputs:
        if name not in found and name in shown:
            found[name] = shown[name].value()
    for block in compensators:
        for name, force in forces(block, plant).items():
            found[name] = found[name] + force
    return found


def _free(plant: Plant) -> dict[str, cs.SX]:
    """The symbols of the plant's free numbers."""
    laws, bodies = plant.values, plant.free_bodies
    return {
        **{path: laws.symbol[place] for path, place in laws.places.items()},
        **{path: bodies.symbol[place] for path, place in bodies.places.items()},
    }


def _check(arm: FlexibleArm) -> None:
    """Bristles, dry friction, temperatures, a load of the last step: all would be symbols that
    nothing fills in."""
    known = [arm.state, arm.motor_torque, arm.joint_torque, *arm.free.values()]
    if cs.Function("rate", known, [arm.rate], {"allow_free": True}).has_free():
        raise InputError(
            "the arm has more states than positions and velocities, or friction that sticks",
            where=f"robot '{arm.plant.robot.name}'",
            expected="friction without states, and smooth, such as tanh_stribeck or sigmoid",
            hint="Give the filter another robot to believe in than the true one.",
        )
