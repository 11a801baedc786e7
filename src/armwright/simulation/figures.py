"""Figures: numbers that a run is judged by, computed in the loop and not from its records.

A figure is a measure of an expression of signals, as `rms(joint_torque)`. Its program runs at every
tick, where records are taken, and keeps what it needs in the frame; the results follow from there
after the last tick. They are those of a run that is recorded at every tick. The value itself is
kept, too, so that the loop notices if it is not finite.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.compiler import Frames, Program
from armwright.errors import InputError, shown
from armwright.plant.meters import meters_of
from armwright.signals.names import SIGNALS
from armwright.signals.records import AXES
from armwright.signals.units import unit_of_product
from armwright.simulation.expressions import ELEMENT, Expression, ExpressionReader, ExpressionValue
from armwright.simulation.instants import at_tick, program
from armwright.simulation.observation import continuous_flags, known
from armwright.simulation.sampled import counted, flag_counters
from armwright.system.layout import frame_inputs
from armwright.system.system import System

_NAMED = re.compile(r"([^=(\[\"']*)=")
_WORDS = {"**": " to ", "*": " times ", "/": " over ", "+": " plus ", "-": " minus "}
#: A number below all others, or, negative, above.
_LOWEST = -sys.float_info.max


@dataclass(frozen=True, eq=False)
class _Now:
    """A figure at a tick: its `value`, and what it `kept` at the tick before; all zero at first.
    `first`: whether this is the first tick; `limit`: of `time_above`."""

    value: cs.SX
    last: cs.SX
    kept: Sequence[cs.SX]
    tick: cs.SX
    first: cs.SX
    limit: float


@dataclass(frozen=True, eq=False)
class _Then:
    """A figure after the last tick; `intervals`: ticks between the first and the last value."""

    last: Array
    kept: Sequence[Array]
    intervals: int
    tick: float


@dataclass(frozen=True)
class _Measure:
    """`keeps`: names of the vectors beside the last value, which `goes_on` gives anew. `power` and
    `seconds`: of the expression's unit, and of s, in that of the result."""

    meaning: str
    keeps: tuple[str, ...]
    goes_on: Callable[[_Now], Sequence[cs.SX]]
    result: Callable[[_Then], Array]
    power: int = 1
    seconds: int = 0


def _so_far(now: _Now) -> cs.SX:
    """The largest until the last tick; at the first one less than any value."""
    return now.kept[0] + _LOWEST * now.first


def _time_of_largest(now: _Now) -> list[cs.SX]:
    newer = now.value > _so_far(now)
    return [cs.fmax(now.value, _so_far(now)), now.kept[1] + newer * (now.tick - now.kept[1])]


def _sum(now: _Now, value: cs.SX) -> list[cs.SX]:
    """The first value counts half; so will the last one, when it is known to be it."""
    return [now.kept[0] + (1 - 0.5 * now.first) * value]


def _time_above(now: _Now) -> list[cs.SX]:
    """The part of the last interval in which a straight line is above the limit."""
    begin, end = now.last - now.limit, now.value - now.limit
    above = cs.fmax(begin, 0) + cs.fmax(end, 0)
    both = cs.fabs(begin) + cs.fabs(end)
    return [now.kept[0] + (1 - now.first) * above / (both + (both == 0))]


def _mean(then: _Then, last: Array) -> Array:
    if not then.intervals:
        return last
    found: Array = (then.kept[0] - 0.5 * last) / then.intervals
    return found


MEASURES: Mapping[str, _Measure] = {
    "largest": _Measure(
        "the largest value, with its sign",
        ("largest",),
        lambda now: [cs.fmax(now.value, _so_far(now))],
        lambda then: then.kept[0],
    ),
    "smallest": _Measure(
        "the smallest value, with its sign",
        ("smallest",),
        lambda now: [cs.fmin(now.value, now.kept[0] - _LOWEST * now.first)],
        lambda then: then.kept[0],
    ),
    "final": _Measure(
        "the value at the last tick",
        (),
        lambda now: [],
        lambda then: then.last,
    ),
    "mean": _Measure(
        "the integral, divided by the duration",
        ("sum",),
        lambda now: _sum(now, now.value),
        lambda then: _mean(then, then.last),
    ),
    "rms": _Measure(
        "the root of the mean of the square",
        ("sum",),
        lambda now: _sum(now, now.value * now.value),
        lambda then: np.sqrt(_mean(then, then.last**2)),
    ),
    "integral": _Measure(
        "the integral over time, by the trapezoidal rule",
        ("sum",),
        lambda now: _sum(now, now.value),
        lambda then: then.tick * (then.kept[0] - 0.5 * then.last),
        seconds=1,
    ),
    "time_of_largest": _Measure(
        "when the value is largest; of several times the first, s",
        ("largest", "tick"),
        _time_of_largest,
        lambda then: then.tick * then.kept[1],
        power=0,
        seconds=1,
    ),
    "time_above": _Measure(
        "how long the value is above a limit, along straight lines from tick to tick, s",
        ("ticks",),
        _time_above,
        lambda then: then.tick * then.kept[0],
        power=0,
        seconds=1,
    ),
}


@dataclass(frozen=True)
class Figure:
    """`limit`: of the measure `time_above`, in the unit of the expression."""

    name: str
    measure: str
    expression: str
    limit: float | None = None

    def __post_init__(self) -> None:
        where = f"figure {shown(self.name)}"
        if not isinstance(self.name, str) or not self.name.isidentifier():
            raise InputError(
                "not a name for a figure",
                where=where,
                expected="letters, digits and underscores, beginning with a letter",
            )
        if self.measure not in MEASURES:
            expected = "one of " + ", ".join(MEASURES)
            raise InputError(
                "unknown measure", where=where, got=shown(self.measure), expected=expected
            )
        limited = self.measure == "time_above"
        if limited != (self.limit is not None) or not np.isfinite(self.limit or 0.0):
            raise InputError(
                "limit",
                where=where,
                got=shown(self.limit),
                expected="a number" if limited else f"none: '{self.measure}' has no limit",
            )
        _ = self.read

    def __str__(self) -> str:
        limit = "" if self.limit is None else f", {self.limit:g}"
        return f"{self.measure}({self.expression}{limit})"

    def text(self) -> str:
        """What `parse` reads back, in one line."""
        limit = "" if self.limit is None else f", {self.limit!r}"
        return f"{self.name} = {self.measure}({' '.join(self.expression.split())}{limit})"

    @property
    def read(self) -> Expression:
        """The expression; its messages say where they are in it."""
        reader = ExpressionReader(self.expression, f"figure '{self.name}'")
        return reader.expression(reader.tree())

    @staticmethod
    def parse(text: str) -> Figure:
        """`rms(joint_torque)`, `error = largest(abs(spring_deflection))` or `time_above(abs(
        joint_torque[2]), 40)`. The name is what stands before `=`, or else made of the text."""
        reader = ExpressionReader(text, "figure")
        named = _NAMED.match(text)
        begin = named.end() if named else 0
        node = reader.tree(begin)
        measure, arguments = reader.call(node, "measure", MEASURES)
        wanted = 2 if measure == "time_above" else 1
        if len(arguments) != wanted:
            expected = "an expression and a limit" if wanted == 2 else "one expression"
            reader.refuse(node, f"'{measure}' has the wrong arguments", expected=expected)
        limit = reader.number(arguments[1]) if wanted == 2 else None
        reader.expression(arguments[0])
        name = named[1].strip() if named else _as_name(text)
        return Figure(name, measure, reader.source(arguments[0]), limit)


def parsed_figures(figures: Iterable[Figure | str]) -> tuple[Figure, ...]:
    """Texts as `Figure.parse` takes them, and figures."""
    return tuple(Figure.parse(one) if isinstance(one, str) else one for one in figures)


def _as_name(text: str) -> str:
    """Of `rms(a - b)` it is `rms_a_minus_b`."""
    for sign, word in _WORDS.items():
        text = text.replace(sign, word)
    return re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_")


@dataclass(frozen=True)
class Accumulator:
    """A vector of the frame in which a figure keeps something; `start`: its first value."""

    name: str
    size: int
    start: float = 0.0


@dataclass(frozen=True, eq=False)
class FigureInCode:
    """A figure of a scenario. `dimension`: what its elements stand for; empty if it is one number.
    `labels`: their names, if they have any."""

    figure: Figure
    unit: str
    dimension: str
    labels: tuple[str, ...]
    last: Accumulator
    kept: tuple[Accumulator, ...]

    def result(self, frames: Frames, tick: float) -> Array:
        """(runs, size), of the ticks until now; NaN before the first."""
        if not frames.tick:
            return np.full((frames.runs, self.last.size), np.nan)
        kept = [frames.get(one.name) for one in self.kept]
        then = _Then(frames.get(self.last.name), kept, frames.tick - 1, tick)
        return MEASURES[self.figure.measure].result(then)


@dataclass(frozen=True, eq=False)
class FigureCode:
    """What the loop computes of figures; `program` is None if there are none. `flags`: those that
    are counted here, as their vectors for how often and when first (tick + 1)."""

    program: Program | None
    figures: Mapping[str, FigureInCode]
    flags: Mapping[str, tuple[str, str]]
    tick: float

    @property
    def accumulators(self) -> tuple[Accumulator, ...]:
        return tuple(a for one in self.figures.values() for a in (one.last, *one.kept))

    @property
    def signals(self) -> tuple[str, ...]:
        """All signals that the figures read."""
        names = (name for one in self.figures.values() for name in one.figure.read.signals)
        return tuple(dict.fromkeys(names))

    def results(self, frames: Frames) -> dict[str, Array]:
        """By name, (runs, size)."""
        return {name: one.result(frames, self.tick) for name, one in self.figures.items()}

    def named(self, vector: str) -> str | None:
        """The name of the figure to which a vector of the frame belongs."""
        for name, one in self.figures.items():
            if vector in (one.last.name, *(kept.name for kept in one.kept)):
                return name
        return None


class _Signals:
    """The signals of a system, for expressions."""

    def __init__(self, system: System) -> None:
        self._system = system

    def signal(self, name: str) -> ExpressionValue | None:
        meters = meters_of(self._system.plant)
        if name in meters:
            return ExpressionValue(self._system.meters[meters.index(name)], SIGNALS[name].unit, "")
        found = self._system.circuit.unit_and_size(name)
        if found is None:
            return None
        unit, size = found
        own = f"{name} {ELEMENT}" if isinstance(size, int) else size
        column = cs.densify(self._system.circuit.value(name))
        return ExpressionValue(column, unit, "" if own == "one" else own)

    def known(self) -> list[str]:
        return known(self._system)

    def labels(self, dimension: str) -> tuple[str, ...]:
        plant = self._system.plant
        found = {
            "joint": plant.robot.joint_names,
            "motor": plant.motor_names,
            "axis": AXES,
            "elastic": plant.elastic_names,
            "friction": [one.label for one in plant.frictions],
            "coordinate": [one.name for one in plant.coordinates],
        }
        return tuple(found.get(dimension, ()))


def figure_code(
    system: System, figures: Sequence[Figure] = (), *, flags: bool = False
) -> FigureCode:
    """The program for every tick; `flags`: it counts those of continuous blocks, too."""
    scope, first = _Signals(system), system.tick == 0
    made: dict[str, FigureInCode] = {}
    vectors, outputs = dict(frame_inputs(system)), dict[str, cs.SX]()
    for figure in figures:
        if figure.name in made:
            raise InputError(
                "two figures have the same name",
                where=f"figure '{figure.name}'",
                hint="Write NAME = … in front of one of them.",
            )
        value, measure = figure.read.value(scope), MEASURES[figure.measure]
        made[figure.name] = one = _described(figure, measure, value, scope)
        symbols = {a.name: cs.SX.sym(a.name, a.size) for a in (one.last, *one.kept)}
        last, *kept = symbols.values()
        now = _Now(value.column, last, kept, system.tick, first, figure.limit or 0.0)
        vectors |= symbols
        outputs |= dict(zip(symbols, (value.column, *measure.goes_on(now)), strict=True))
    counters: dict[str, tuple[str, str]] = {}
    if flags:
        possible = continuous_flags(system)
        for instance in system.continuous:
            for flag, places in flag_counters(instance).items():
                name = instance.place(flag)
                if name in possible:
                    counters[name] = places
                    read, written = counted(possible[name], places, system.tick)
                    vectors, outputs = {**vectors, **read}, {**outputs, **written}
    code = program("figures", at_tick(system, outputs), vectors) if outputs else None
    return FigureCode(code, made, counters, system.setup.tick)


def _described(
    figure: Figure, measure: _Measure, value: ExpressionValue, scope: _Signals
) -> FigureInCode:
    own = f"figure {figure.name}"
    return FigureInCode(
        figure,
        unit_of_product((value.unit or "", measure.power), ("s", measure.seconds)),
        f"{figure.name} {ELEMENT}" if value.dimension.endswith(ELEMENT) else value.dimension,
        scope.labels(value.dimension),
        Accumulator(own, value.size),
        tuple(Accumulator(f"{own} {kept}", value.size) for kept in measure.keeps),
    )
