"""A scenario: an arm at a chosen fidelity, what it shall do, and all that is around it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, Self, get_args

from armwright.block.block import Assembly, Block
from armwright.block.fidelity import Fidelity
from armwright.errors import InputError, shown
from armwright.inputs import check_name, check_text
from armwright.plant import ExtraFriction
from armwright.robot import Robot
from armwright.system.scenario_text import scenario_text

#: More would be a tick that is too long.
MOST_STEPS = 10_000
#: A tick takes a microsecond or more: so many take hours, or days.
MOST_TICKS = 10_000_000_000
#: Seeds are below it.
MOST_SEED = 2**31
Integrator = Literal["midpoint", "implicit", "rk4"]
StepCount = int | Literal["auto"]
InertiaSteps = Literal["auto", 1, 2, 4]


@dataclass(frozen=True)
class Start:
    """Where a run begins. Positions: those of the reference, if None. `at_rest`: springs, motors
    and controllers start such that the arm does not begin to move. What then is exactly at its
    position are the joints, or, with `exact` = "motors", the motors, and the joints sag in their
    springs: as an arm does whose controller sees the motors."""

    joint_position: tuple[float, ...] | None = None
    joint_velocity: tuple[float, ...] | None = None
    at_rest: bool = True
    exact: Literal["joints", "motors"] = "joints"


@dataclass(frozen=True)
class Integration:
    """How the arm is integrated between two ticks: by which method, in how many steps.

    `tolerance`: how large the error of the steps may be at the joints by the end of a run, rad (or
    m), before one is warned; `steps` = "auto" takes as many as keep it. `inertia_steps`: for how
    many steps mass matrix and bias are held ("auto": as many as hardly move the tool); `rk4` holds
    nothing. `baumgarte`: α and β with
    which closed loops are drawn to their constraints, Φ̈ + α Φ̇ + β Φ = 0 (α alone: β = α²/4, as
    Blajer 2011 has it, with α from 1 to 20); None: they are put back onto them after every step.
    """

    method: Integrator = "midpoint"
    steps: StepCount = 1
    tolerance: float = 1e-4
    inertia_steps: InertiaSteps = "auto"
    baumgarte: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        if self.inertia_steps not in get_args(InertiaSteps) or self.inertia_steps is True:
            raise InputError(
                "integration.inertia_steps",
                where="scenario",
                got=shown(self.inertia_steps),
                expected="1, 2, 4 or 'auto'",
            )
        given: Any = self.baumgarte
        if given is None:
            return
        if isinstance(given, int | float):
            given = (float(given), 0.25 * float(given) ** 2)
        values = tuple(map(float, given)) if isinstance(given, tuple | list) else ()
        if len(values) != 2 or not all(0 < value < 1e9 for value in values):
            raise InputError(
                "integration.baumgarte",
                where="scenario",
                got=shown(self.baumgarte),
                expected="α, or α and β, more than 0",
            )
        object.__setattr__(self, "baumgarte", values)

    @property
    def holds(self) -> bool:
        """Whether mass matrix and bias are held. "auto" holds nothing before it is settled."""
        return self.inertia_steps not in ("auto", 1)

    @property
    def number(self) -> int:
        """Of the steps to begin with."""
        return 1 if self.steps == "auto" else self.steps


@dataclass(frozen=True)
class Recording:
    """Which signals a run keeps (None: the usual ones that there are), and how often (Hz)."""

    signals: tuple[str, ...] | None = None
    rate: float = 1000.0


@dataclass(frozen=True, eq=False)
class Blocks:
    """All that is in the loop beside the plant, by its place there.

    `controller`: one block, or several that work together. `motor`: without it, motors do as they
    are told. `others`: those for which there is no other place.
    """

    reference: Block | None = None
    controller: tuple[Block, ...] = ()
    motor: Block | None = None
    sensors: tuple[Block, ...] = ()
    disturbances: tuple[Block, ...] = ()
    compensators: tuple[Block, ...] = ()
    others: tuple[Block, ...] = ()

    def __iter__(self) -> Iterator[Block]:
        """All of them, assemblies taken apart, in the order of the signal flow."""
        motor = (self.motor,) if self.motor else ()
        reference = (self.reference,) if self.reference else ()
        around = (*self.disturbances, *self.compensators, *self.others)
        for block in (*self.sensors, *reference, *self.controller, *motor, *around):
            yield from block.parts() if isinstance(block, Assembly) else (block,)


@dataclass(frozen=True, eq=False)
class Setup:
    """Immutable. `tick` is the period of the fast clock in s; rates of blocks divide 1/tick.

    `robot` is the arm; `model` the arm as its controller knows it (None: perfectly). `laws`: laws
    of friction and elasticity that the robot may name beside those of armwright. `frictions`:
    friction that does not belong to single joints.
    """

    name: str
    robot: Robot
    duration: float
    tick: float = 0.00025
    blocks: Blocks = field(default_factory=Blocks)
    laws: tuple[type[Block], ...] = ()
    frictions: tuple[ExtraFriction, ...] = ()
    model: Robot | None = None
    fidelity: Fidelity = field(default_factory=Fidelity)
    start: Start = field(default_factory=Start)
    integration: Integration = field(default_factory=Integration)
    recording: Recording = field(default_factory=Recording)
    seed: int = 1
    description: str = ""

    def __post_init__(self) -> None:
        check_name(self.name, "scenario", "scenario")
        where = f"scenario '{self.name}'"
        check_text(self.description, "the description", where, lines=True)
        for friction in self.frictions:
            check_name(friction.name, "friction", where)
        for what, value in (("duration", self.duration), ("tick", self.tick)):
            if not 0 < value < 1e9:
                raise InputError(
                    what,
                    where=f"scenario '{self.name}'",
                    got=value,
                    expected="more than 0 s" if not value > 0 else "less than 1e9 s",
                )
        if self.duration > MOST_TICKS * self.tick:
            raise InputError(
                "too many ticks",
                where=f"scenario '{self.name}'",
                got=f"{self.duration:g} s in ticks of {self.tick:g} s",
                expected=f"at most {MOST_TICKS:g} ticks, which take hours",
                hint="Try a shorter duration, or a longer tick.",
            )
        if self.ticks < 1:
            raise InputError(
                "duration is shorter than a tick",
                where=f"scenario '{self.name}'",
                got=f"{self.duration:g} s and {self.tick:g} s",
            )
        if not 0 <= self.seed < MOST_SEED:
            raise InputError(
                "seed",
                where=f"scenario '{self.name}'",
                got=self.seed,
                expected=f"0 or more, below {MOST_SEED}",
            )
        steps = self.integration.number
        if not 1 <= steps <= MOST_STEPS:
            raise InputError(
                "integration.steps",
                where=f"scenario '{self.name}'",
                got=steps,
                expected="1 or more" if steps < 1 else f"at most {MOST_STEPS}",
            )
        if not 0 < self.integration.tolerance < 1e9:
            raise InputError(
                "integration.tolerance",
                where=f"scenario '{self.name}'",
                got=self.integration.tolerance,
                expected="more than 0 rad",
            )
        if not 0 < self.recording.rate < 1e12:
            raise InputError(
                "recording.rate",
                where=f"scenario '{self.name}'",
                got=self.recording.rate,
                expected="more than 0 Hz",
            )
        names = [block.name for block in self.blocks]
        for name in names:
            if names.count(name) > 1:
                raise InputError(
                    f"two blocks are called '{name}'",
                    where=f"scenario '{self.name}'",
                    hint="Give one of them another name.",
                )

    def with_blocks(self, **blocks: Any) -> Self:
        """The same with other blocks in some places: `with_blocks(sensors=(encoder,))`."""
        return dataclasses.replace(self, blocks=dataclasses.replace(self.blocks, **blocks))

    def text(self) -> str:
        """A scenario's file, TOML, that needs no other: robots and tables are in it."""
        return scenario_text(self)

    @property
    def step(self) -> float:
        """How far the integrator goes at once, s."""
        return self.tick / self.integration.number

    @property
    def ticks(self) -> int:
        """Ticks in the duration; the last one is only recorded."""
        return round(self.duration / self.tick)

    def every(self, rate: float, what: str) -> int:
        """How many ticks lie between two samples of `rate` (Hz)."""
        where = f"scenario '{self.name}', {what} and tick"
        if rate * self.tick * MOST_TICKS < 1:
            raise InputError(
                f"the rate of {what} is too low",
                where=where,
                got=f"{rate:g} Hz and {1.0 / self.tick:g} Hz",
                expected=f"at most {MOST_TICKS:g} ticks between samples",
            )
        ratio = 1.0 / (rate * self.tick)
        if ratio < 1 - 1e-9 or abs(ratio - round(ratio)) > 1e-6 * ratio:
            clock = 1.0 / self.tick
            near = clock / max(1, round(ratio))
            raise InputError(
                f"the rate of {what} does not divide that of the clock",
                where=where,
                got=f"{rate:g} Hz and {clock:g} Hz",
                expected=f"a whole number of ticks between samples, as with {near:g} Hz",
            )
        return round(ratio)
