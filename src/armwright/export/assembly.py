"""A model put together: the vectors that its programs read and write, and their first values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from armwright.compiler import Call, Program, with_numbers
from armwright.compiler.march import TICK
from armwright.export.beginning import make_beginning
from armwright.export.model import Beginning, Model, Motion, Part, Stage
from armwright.export.tuning import Tuning
from armwright.export.vectors import Meanings
from armwright.robot.contents import PLANT, left_out
from armwright.simulation.start import Starter
from armwright.system import System
from armwright.system.circuit import Instance
from armwright.system.layout import frame_inputs
from armwright.system.names import SEED, STEP


def assemble(
    system: System,
    part: Part,
    blocks: Sequence[Instance],
    outputs: Sequence[str],
    *,
    inputs: Iterable[str] = (),
    before: Stage | None = None,
    after: Stage | None = None,
    motion: Motion | None = None,
    observe: Program | None = None,
    tuning: Tuning | None = None,
    derivatives: Mapping[str, str] | None = None,
) -> Model:
    """`blocks`: the sampled ones that run in it."""
    setup, meanings = system.setup, Meanings(system)
    before, after, motion = before or Stage(), after or Stage(), motion or Motion()
    before, after, motion, observe = _with_step(setup.step, before, after, motion, observe)
    starter = Starter(system)
    beginning = make_beginning(starter, tuning) if tuning else None
    programs = [call.program for stage in (before, after) for call in stage.calls]
    programs += [*motion.first, *motion.programs]
    sizes = _sizes(system, programs, [observe] if observe else [], beginning, derivatives or ())
    start = starter.values()
    start[SEED] = np.array([float(setup.seed)])
    parameters = {one.name: one for one in tuning.parameters} if tuning else {}
    state = {
        name: parameters.get(name) or meanings.vector(name, size, start)
        for name, size in sizes.items()
    }
    shown = {port.name: port.size for port in observe.outputs} if observe else {}
    return Model(
        part=part,
        scenario=setup.name,
        robot=setup.robot.name,
        joints=setup.robot.joint_names,
        tick=setup.tick,
        rates={one.name: one.block.rate for one in blocks if one.block.rate is not None},
        state=tuple(state.values()),
        inputs=tuple(state[name] for name in inputs if name in state),
        outputs=tuple(
            meanings.vector(name, shown.get(name) or sizes[name], {}) for name in outputs
        ),
        before=before,
        motion=motion,
        after=after,
        observe=observe,
        seed=setup.seed if SEED in state else None,
        parameters=tuple(parameters.values()),
        beginning=beginning,
        derivatives=derivatives or {},
        left_out=() if part == "controller" else left_out(setup.robot, PLANT),
    )


def _with_step(
    step: float, before: Stage, after: Stage, motion: Motion, observe: Program | None
) -> tuple[Stage, Stage, Motion, Program | None]:
    """The length of steps as a number, for here it does not change."""
    called = [call.program for stage in (before, after) for call in stage.calls]
    seen = [observe] if observe else []
    programs = [*called, *motion.first, *motion.programs, *seen]
    fixed = with_numbers(programs, {STEP: np.array([step])})

    def stage(one: Stage) -> Stage:
        calls = tuple(Call(fixed[call.program], call.every) for call in one.calls)
        return Stage(one.rows, calls)

    first, each = ([fixed[one] for one in group] for group in (motion.first, motion.programs))
    moved = Motion(tuple(first), tuple(each), motion.steps)
    return stage(before), stage(after), moved, fixed[observe] if observe else None


def _sizes(
    system: System,
    programs: Sequence[Program],
    readers: Sequence[Program],
    beginning: Beginning | None,
    more: Iterable[str],
) -> dict[str, int]:
    """The vectors that the programs read or write, and the readers read, and `more`; those of the
    arm first."""
    readers = [*readers, *([beginning.rest.program] if beginning and beginning.rest else [])]
    if beginning:
        programs = [*programs, beginning.tune, *([beginning.first] if beginning.first else [])]
    read = [port for one in programs for port in (*one.inputs, *one.outputs)]
    read += [port for one in readers for port in one.inputs]
    found = {port.name: port.size for port in read if port.name != TICK}
    vectors = frame_inputs(system)
    found |= {name: vectors[name].shape[0] for name in more}
    order = [name for name in vectors if name in found]
    return {name: found[name] for name in (*order, *found)}
