"""A scenario, or a part of it, as something that goes from tick to tick: what exporters write.

A model begins with its state's first values and `after` at tick 0. A step takes the inputs into the
state, does `before`, moves the arm (`motion`) to the next tick, and does `after` there. Programs
read and write vectors of the state by name; `tick`, the number of the tick, is read only.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from armwright.arrays import Array
from armwright.compiler import Call, Program

#: The output of equations that tells where they change.
INDICATORS = "indicators"
#: What can be exported of a scenario.
ScenarioPart = Literal["loop", "plant", "controller"]
_WORDS: dict[ScenarioPart, str] = {
    "loop": "the closed loop",
    "plant": "the arm with its drives and sensors, without its controller",
    "controller": "the controller with its reference, without the arm",
}


@dataclass(frozen=True, eq=False)
class ModelVector:
    """A vector of the state, an input or an output; `start`: its first value. `dimension`: what its
    elements belong to, as signals have it; empty if that is not known. `labels`: of its elements,
    where they are known."""

    name: str
    size: int
    unit: str
    meaning: str
    start: tuple[float, ...]
    dimension: str = ""
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class PreparedRows:
    """Numbers prepared beforehand: the vector `name` gets a new row at ticks that are multiples of
    `every`; the last one stays."""

    name: str
    every: int
    rows: Array


@dataclass(frozen=True, eq=False)
class Stage:
    """What happens at a tick: rows are read in, then the programs run, each at its rate."""

    rows: tuple[PreparedRows, ...] = ()
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True, eq=False)
class ArmSteps:
    """How the arm gets to the next tick: `first` once, then `programs` for each of `steps`. Before
    every `hold`-th of all steps since tick 0 `held` run."""

    first: tuple[Program, ...] = ()
    programs: tuple[Program, ...] = ()
    steps: int = 1
    held: tuple[Program, ...] = ()
    hold: int = 1


@dataclass(frozen=True, eq=False)
class RestEquations:
    """What makes the arm begin at rest: `program` writes `residual` and `jacobian`, column by
    column; the elements of vectors that are `unknowns` are such that the residual vanishes."""

    program: Program
    unknowns: tuple[tuple[str, int], ...]


@dataclass(frozen=True, eq=False)
class Beginning:
    """What parameters change: `tune` makes of them the numbers of the equations; where they are not
    the scenario's own, `first` and `rest` give other first values, if they depend on them."""

    tune: Program
    first: Program | None = None
    rest: RestEquations | None = None


@dataclass(frozen=True)
class ModelSource:
    """Which part of which scenario a model is. `left_out`: parts of the robot's description that
    are not in it."""

    part: ScenarioPart
    scenario: str
    robot: str
    joints: tuple[str, ...]
    left_out: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return f"{_WORDS[self.part]}, of scenario '{self.scenario}', robot '{self.robot}'"


@dataclass(frozen=True, eq=False)
class ModelVectors:
    """Inputs are vectors of the state, too. Outputs are computed by `observe`, or stand in the
    state. `indicators`: the output that tells where equations change.

    `derivatives`: of vectors of the state, the outputs that are their time derivatives, if these
    are wanted; `nominals`: how large such vectors are, where that is not about 1. `lost`: usual
    outputs that the model cannot have.
    """

    state: tuple[ModelVector, ...]
    inputs: tuple[ModelVector, ...]
    outputs: tuple[ModelVector, ...]
    derivatives: Mapping[str, str] = field(default_factory=dict)
    nominals: Mapping[str, float] = field(default_factory=dict)
    lost: tuple[str, ...] = ()

    @property
    def indicators(self) -> ModelVector | None:
        return next((one for one in self.outputs if one.name == INDICATORS), None)

    @property
    def signals(self) -> list[ModelVector]:
        """Outputs that are neither states nor their derivatives nor indicators."""
        hidden = {*self.derivatives, *self.derivatives.values(), INDICATORS}
        return [one for one in self.outputs if one.name not in hidden]


@dataclass(frozen=True, eq=False)
class TickRoutine:
    """What a model does at every tick, in this order. `tick` in s; `rates` of its sampled blocks in
    Hz; `observe` computes outputs. `settle`: what follows every event of equations, at a tick or
    between two."""

    tick: float
    rates: Mapping[str, float] = field(default_factory=dict)
    before: Stage = Stage()
    motion: ArmSteps = ArmSteps()
    after: Stage = Stage()
    observe: Program | None = None
    settle: Program | None = None

    @cached_property
    def programs(self) -> tuple[Program, ...]:
        """All that a step or the outputs need, each once."""
        called = (call.program for stage in (self.before, self.after) for call in stage.calls)
        last = (one for one in (self.settle, self.observe) if one)
        motion = (*self.motion.first, *self.motion.held, *self.motion.programs)
        return tuple(dict.fromkeys((*called, *motion, *last)))

    @property
    def period(self) -> int:
        """How many ticks lie between two at which anything is due; 0 if there is nothing."""
        stages = (self.before, self.after)
        rows = (one.every for stage in stages for one in stage.rows)
        return math.gcd(*rows, *(one.every for stage in stages for one in stage.calls))


@dataclass(frozen=True, eq=False)
class OpenNumbers:
    """What may be changed before a model begins. `seed`: None if nothing is random. `parameters`
    are vectors of the state; later they may be changed with `beginning.tune`."""

    seed: int | None = None
    parameters: tuple[ModelVector, ...] = ()
    beginning: Beginning | None = None


@dataclass(frozen=True, eq=False)
class ExportModel:
    """A part of a scenario: what it is, what it reads and shows, what it does, what is open."""

    source: ModelSource
    vectors: ModelVectors
    routine: TickRoutine
    open: OpenNumbers
