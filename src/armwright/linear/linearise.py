"""What a user calls: from an arm or a scenario to its linear model."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from armwright.block.declarations import Input, Output
from armwright.blocks.references.hold import Hold
from armwright.errors import InputError, shown
from armwright.linear.assumptions import Sticking
from armwright.linear.model import LinearModel, OperatingPoint, stacked
from armwright.linear.of_loop import loop_model
from armwright.linear.of_plant import plant_model
from armwright.plant import Plant
from armwright.plant.plant import MOTOR_TORQUE
from armwright.robot import Robot
from armwright.system.setup import Blocks, Setup
from armwright.system.system import System

LoopPart = Literal["loop", "plant", "controller"]
_PARTS: tuple[LoopPart, ...] = ("loop", "plant", "controller")


def linearise(
    what: Plant | Robot | Setup,
    at: ArrayLike | OperatingPoint | None = None,
    *,
    inputs: str | Sequence[str] | None = None,
    outputs: str | Sequence[str] | None = None,
    part: LoopPart = "loop",
    cut: str | Sequence[str] = (),
    neglect: str | Collection[str] = (),
    sticking: Sticking = "sliding",
) -> LinearModel:
    """The linear model of an arm with its drives, or of a scenario, about a state at rest.

    `at`: joint positions, (…, joints); the arm is brought to rest there under gravity. Leading
    dimensions give a model for each configuration. By default zero, or where a scenario starts;
    given positions hold a scenario's reference there. An `OperatingPoint` is taken as it is.

    `inputs` and `outputs`: signals, or elements of them as `motor_torque[joint2]`. Of a plant the
    inputs are what acts on it (default: motor_torque), the outputs what it shows (default:
    joint_position). In a scenario inputs are added to what is there. `cut` opens the loop at a
    signal: it becomes the input, and what arrives there is the output. `part`: of a scenario, the
    closed loop, or the `plant` or the `controller` alone.

    `neglect`: gravity, coriolis, inertia: their derivatives are left out. `sticking`: dry friction
    at rest is taken as `sliding`, or as `held`, which takes away what it holds. `assumptions` of
    the model says what was taken for granted.
    """
    _check_choice("part", part, _PARTS)
    _check_choice("sticking", sticking, ("sliding", "held"))
    cuts, left_out = _several(cut), _several(neglect)
    given = None if inputs is None else _several(inputs)
    shown_by = None if outputs is None else _several(outputs)
    if isinstance(what, Setup):
        return _of_scenario(what, at, given, shown_by, part, cuts, left_out, sticking)
    plant = what if isinstance(what, Plant) else Plant(what)
    if cuts or part != "loop":
        raise InputError(
            "an arm alone has no loop",
            where="linearise",
            got="cut" if cuts else f"part='{part}'",
            expected="a scenario",
        )
    return plant_model(
        plant,
        at,
        given or (MOTOR_TORQUE,),
        shown_by or ("joint_position",),
        neglect=left_out,
        sticking=sticking,
    )


def _of_scenario(
    setup: Setup,
    at: ArrayLike | OperatingPoint | None,
    inputs: Sequence[str] | None,
    outputs: Sequence[str] | None,
    part: LoopPart,
    cuts: Sequence[str],
    neglect: Collection[str],
    sticking: Sticking,
) -> LinearModel:
    if isinstance(at, OperatingPoint):
        raise InputError(
            "a scenario is linearised at rest",
            where="linearise, at",
            expected="joint positions, or nothing for where it starts",
            hint="Give the plant alone: aw.linearise(aw.Plant(robot), point).",
        )
    if at is not None:
        q = np.asarray(at, dtype=np.float64)
        if q.ndim > 1:
            rows = q.reshape(-1, q.shape[-1])
            every = [
                _of_scenario(setup, row, inputs, outputs, part, cuts, neglect, sticking)
                for row in rows
            ]
            return stacked(every, q.shape[:-1])
        setup = _held(setup, tuple(float(value) for value in q))
    added, replaced, taken = _signals(setup, inputs, outputs, part, cuts)
    model = loop_model(setup, added, replaced, taken, neglect=neglect, sticking=sticking)
    return dataclasses.replace(model, cut=bool(cuts))


def _held(setup: Setup, q: tuple[float, ...]) -> Setup:
    """The scenario with its reference at rest at these joint positions."""
    start = dataclasses.replace(setup.start, joint_position=q, joint_velocity=None, at_rest=True)
    held = dataclasses.replace(setup, start=start)
    reference = setup.blocks.reference
    if reference is None:
        return held
    return held.with_blocks(reference=Hold(name=reference.name, position=q))


def _signals(
    setup: Setup,
    inputs: Sequence[str] | None,
    outputs: Sequence[str] | None,
    part: LoopPart,
    cuts: Sequence[str],
) -> tuple[Sequence[str], Sequence[str], Sequence[str]]:
    """What is added, what is replaced, and what is taken as outputs."""
    if part == "controller":
        reads, writes = _of_controller(setup)
        return (), inputs or reads, outputs or writes
    if part == "plant":
        given, shown_by = tuple(inputs or (MOTOR_TORQUE,)), outputs or ("joint_position",)
        if not System(setup).circuit.exists(MOTOR_TORQUE):
            return given, (), shown_by
        return [one for one in given if one != MOTOR_TORQUE], (MOTOR_TORQUE,), shown_by
    if cuts:
        return tuple(inputs or ()), cuts, (*cuts, *(outputs or ()))
    return inputs or ("reference_joint_position",), (), outputs or ("joint_position",)


def _of_controller(setup: Setup) -> tuple[list[str], list[str]]:
    """What the controller's blocks read of others, and what they write for others."""
    if not setup.blocks.controller:
        raise InputError("there is no controller", where=f"scenario '{setup.name}'")
    system = System(setup)
    names = {block.name for block in Blocks(controller=setup.blocks.controller)}
    own = [one for one in system.circuit.instances if one.name in names]
    written = {
        signal: one.block.of(Output)[port]
        for one in own
        for port, signal in system.circuit.outputs(one).items()
    }
    reads = dict.fromkeys(
        one.block.signal(port)
        for one in own
        for port in one.block.of(Input)
        if system.circuit.exists(one.block.signal(port))
    )
    return (
        [signal for signal in reads if signal not in written],
        [s for s, declared in written.items() if s not in reads and not declared.flag],
    )


def _several(given: str | Collection[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _check_choice(what: str, got: str, choices: Sequence[str]) -> None:
    if got not in choices:
        raise InputError(
            f"unknown {what}",
            where="linearise",
            got=shown(got),
            expected="one of " + ", ".join(choices),
        )
