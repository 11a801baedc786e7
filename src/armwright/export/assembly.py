"""A model put together: the vectors that its programs read and write, and their first values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from armwright.compiler import Call, with_numbers
from armwright.compiler.march import TICK
from armwright.export.model import (
    ArmSteps,
    Beginning,
    ExportModel,
    ModelSource,
    ModelVectors,
    OpenNumbers,
    ScenarioPart,
    Stage,
    TickRoutine,
)
from armwright.export.tunable import TunableParameters, make_beginning
from armwright.export.vectors import Meanings
from armwright.plant.left_out import left_out_of_plant
from armwright.simulation.start import Starter
from armwright.system import System
from armwright.system.layout import frame_inputs
from armwright.system.names import HOLD, SEED, STEP


@dataclass(frozen=True)
class SignalNames:
    """What a model shows and reads. `derivatives`: vector of the state → the output that is its
    time derivative."""

    outputs: Sequence[str]
    inputs: Sequence[str] = ()
    derivatives: Mapping[str, str] = field(default_factory=dict)


def assemble(
    system: System,
    part: ScenarioPart,
    names: SignalNames,
    routine: TickRoutine,
    tunable: TunableParameters | None = None,
) -> ExportModel:
    setup, meanings = system.setup, Meanings(system)
    routine = _with_numbers({STEP: setup.step, HOLD: routine.motion.hold}, routine)
    starter = Starter(system)
    beginning = make_beginning(starter, tunable) if tunable else None
    sizes = _sizes(system, routine, beginning, names.derivatives)
    start = starter.values()
    start[SEED] = np.array([float(setup.seed)])
    parameters = {one.name: one for one in tunable.parameters} if tunable else {}
    state = {
        name: parameters.get(name) or meanings.vector(name, size, start)
        for name, size in sizes.items()
    }
    observed = routine.observe.outputs if routine.observe else ()
    shown = {port.name: port.size for port in observed}
    lacking = () if part == "controller" else left_out_of_plant(setup.robot, setup.fidelity)
    return ExportModel(
        ModelSource(part, setup.name, setup.robot.name, setup.robot.joint_names, lacking),
        ModelVectors(
            state=tuple(state.values()),
            inputs=tuple(state[name] for name in names.inputs if name in state),
            outputs=tuple(
                meanings.vector(name, shown.get(name) or sizes[name], {}) for name in names.outputs
            ),
            derivatives=names.derivatives,
        ),
        routine,
        OpenNumbers(
            seed=setup.seed if SEED in state else None,
            parameters=tuple(parameters.values()),
            beginning=beginning,
        ),
    )


def derivative_names(vectors: Iterable[str]) -> dict[str, str]:
    """What the time derivatives of vectors are called."""
    return {name: f"derivative of {name}" for name in vectors}


def _with_numbers(numbers: Mapping[str, float], routine: TickRoutine) -> TickRoutine:
    """What is said of the steps as numbers, for here it does not change."""
    known = {name: np.array([float(value)]) for name, value in numbers.items()}
    fixed = with_numbers(routine.programs, known)

    def stage(one: Stage) -> Stage:
        calls = tuple(Call(fixed[call.program], call.every) for call in one.calls)
        return Stage(one.rows, calls)

    motion = routine.motion
    groups = (motion.first, motion.programs, motion.held)
    first, each, held = (tuple(fixed[one] for one in group) for group in groups)
    return replace(
        routine,
        before=stage(routine.before),
        motion=ArmSteps(first, each, motion.steps, held, motion.hold),
        after=stage(routine.after),
        settle=fixed[routine.settle] if routine.settle else None,
        observe=fixed[routine.observe] if routine.observe else None,
    )


def _sizes(
    system: System, routine: TickRoutine, beginning: Beginning | None, more: Iterable[str]
) -> dict[str, int]:
    """The vectors that the programs of steps read or write, those that `observe` reads, and `more`;
    those of the arm first."""
    readers = [routine.observe] if routine.observe else []
    readers += [beginning.rest.program] if beginning and beginning.rest else []
    programs = [one for one in routine.programs if one is not routine.observe]
    if beginning:
        programs += [beginning.tune, *([beginning.first] if beginning.first else [])]
    read = [port for one in programs for port in (*one.inputs, *one.outputs)]
    read += [port for one in readers for port in one.inputs]
    found = {port.name: port.size for port in read if port.name != TICK}
    vectors = frame_inputs(system)
    found |= {name: vectors[name].shape[0] for name in more}
    order = [name for name in vectors if name in found]
    return {name: found[name] for name in (*order, *found)}
