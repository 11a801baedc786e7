"""Blocks beside an arm whose equations are taken as they are, on what the arm itself shows."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block, size_of
from armwright.block.declarations import Input, Output, State
from armwright.block.quantities import Quantities, Setting
from armwright.errors import InputError
from armwright.plant import Plant
from armwright.plant.plant import FORCE, JOINT_TORQUE, MOTOR_TORQUE
from armwright.plant.signals import PlantSignals

#: How blocks act → the plant's inputs.
_INPUTS = {"motor": MOTOR_TORQUE, "joint": JOINT_TORQUE, "coordinate": FORCE}


def results(
    block: Block, plant: Plant, given: Mapping[str, cs.SX] | None = None
) -> dict[str, cs.SX]:
    """What the block's equations say of the plant at this instant. `given`: parameters that are not
    the block's own numbers."""
    setting = Setting.around(plant, plant, tick=0.0, period=0.0, duration=0.0)
    numbers = {name: cs.SX(value) for name, value in block.parameters(setting).items()}
    shown = PlantSignals(plant)
    inputs = {port: _shown(block, port, shown, setting) for port in block.of(Input)}
    time, tick, seed = (cs.SX.sym(name) for name in ("time", "tick", "seed"))
    values = {**inputs, **numbers, **(given or {})}
    x = Quantities(values, setting, time, tick, seed, block.name)
    return {name: cs.densify(cs.SX(value)) for name, value in block.equations(x).items()}


def forces(block: Block, plant: Plant) -> dict[str, cs.SX]:
    """What a compensator adds to the plant's inputs, by their names."""
    if block.rate or block.of(State):
        raise _refused(block)
    said, found = results(block, plant), dict[str, cs.SX]()
    symbols = [plant.x, plant.v, plant.values.symbol, plant.free_bodies.symbol]
    for port, declared in block.of(Output).items():
        if declared.acts in (None, "energy"):
            continue
        force = cs.Function("force", symbols, [said[port]], {"allow_free": True})
        if declared.acts not in _INPUTS or force.has_free():
            raise _refused(block)
        name = _INPUTS[declared.acts]
        found[name] = found.get(name, cs.SX.zeros(plant.inputs[name].shape[0])) + said[port]
    return found


def _shown(block: Block, port: str, shown: PlantSignals, setting: Setting) -> cs.SX:
    signal, declared = block.signal(port), block.of(Input)[port]
    if signal in shown:
        return shown[signal].value()
    if declared.default is not None:
        return cs.SX.ones(size_of(declared, setting.sizes)) * declared.default
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
