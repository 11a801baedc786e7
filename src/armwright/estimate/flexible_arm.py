"""An arm with flexible joints as one differential equation: ẋ = a(x, τ, …), and what it shows.

Nothing is derived here: the equations are those of a plant, with the torques of its motors as
inputs, and of blocks beside it, on what the arm itself shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Input, Output, State, size_of
from armwright.block.mistakes import evaluated
from armwright.block.quantities import Quantities, Site
from armwright.errors import InputError
from armwright.estimate.sensors import CALIBRATION, AccelerationSensor
from armwright.plant import Plant
from armwright.plant.plant import FORCE, JOINT_TORQUE, MOTOR_TORQUE
from armwright.plant.signals import PlantSignals
from armwright.robot.loop import refuse_loops

#: How blocks act → the plant's inputs.
_INPUTS = {"motor": MOTOR_TORQUE, "joint": JOINT_TORQUE, "coordinate": FORCE}


def results(
    block: Block, plant: Plant, given: Mapping[str, cs.SX] | None = None
) -> dict[str, cs.SX]:
    """What the block's equations say of the plant at this instant. `given`: parameters that are not
    the block's own numbers."""
    site = Site.around(plant, plant, tick=0.0, period=0.0, duration=0.0)
    numbers = {name: cs.SX(value) for name, value in block.parameters(site).items()}
    shown = PlantSignals(plant)
    inputs = {port: _shown(block, port, shown, site) for port in block.of(Input)}
    time, tick, seed = (cs.SX.sym(name) for name in ("time", "tick", "seed"))
    values = {**inputs, **numbers, **(given or {})}
    x = Quantities(values, site, time, tick, seed, block.name)
    return {name: cs.densify(value) for name, value in evaluated(block, x).items()}


def forces(block: Block, plant: Plant) -> dict[str, cs.SX]:
    """What a compensator adds to the plant's inputs, by their names."""
    if block.rate or block.of(State):
        raise _refused(block)
    said, found = results(block, plant), dict[str, cs.SX]()
    symbols = [plant.x, plant.v, plant.values.symbol, plant.free_bodies.symbol]
    for port, declared in block.of(Output).items():
        if declared.acts in (None, "energy", "pull"):
            continue
        force = cs.Function("force", symbols, [said[port]], {"allow_free": True})
        if declared.acts not in _INPUTS or force.has_free():
            raise _refused(block)
        name = _INPUTS[declared.acts]
        found[name] = found.get(name, cs.SX.zeros(plant.inputs[name].shape[0])) + said[port]
    return found


def _shown(block: Block, port: str, shown: PlantSignals, site: Site) -> cs.SX:
    signal, declared = block.signal(port), block.of(Input)[port]
    if signal in shown:
        return shown[signal].value()
    if declared.default is not None:
        return cs.SX.ones(size_of(declared, site.sizes)) * declared.default
    raise InputError(
        f"nothing writes '{signal}'",
        where=f"block '{block.name}', input '{port}'",
        expected="a signal of the arm itself: a filter knows no other blocks",
    )


def _refused(block: Block) -> InputError:
    return InputError(
        "a filter cannot take this compensator into its model",
        where=f"block '{block.name}'",
        expected="torques that follow at once from the arm's positions and velocities",
    )


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
    refuse_loops(plant.robot.name, plant.robot.loops, "the Kalman filter of an arm")
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
