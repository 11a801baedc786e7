"""How a value differs between the runs of a sweep."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import product
from typing import Literal, cast

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.plant.registry import Number
from armwright.robot.changing import expanded
from armwright.scenario.registry import EXPECTED, may_hold_number, number_at
from armwright.system import Setup

SpreadShape = Literal["uniform", "normal", "lognormal"]

#: More levels of one value than any grid can have runs.
MOST_LEVELS = 100_000
_FORMS = "5%, ±0.1, uniform 1..2, normal 5%, normal 0.1, lognormal 10% or grid 1,2,3"
_WIDTH = re.compile(r"(?:(uniform|normal|lognormal)\s+)?(±|\+-)?\s*([0-9.eE+-]+)\s*(%?)")
_NUMBER = r"([+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
_RANGE = re.compile(rf"uniform\s+{_NUMBER}\s*\.\.\s*{_NUMBER}")
_STEPS = re.compile(rf"grid\s+{_NUMBER}\s*\.\.\s*{_NUMBER}\s*[x×]\s*([0-9]+)")
_LIST = re.compile(rf"grid\s+{_NUMBER}(?:\s*,\s*{_NUMBER})*")


@dataclass(frozen=True)
class Distribution:
    """Uniform within `centre` ± `width`, normal with the mean `centre` and the standard deviation
    `width`, or lognormal with the median `centre` and the standard deviation `width` of the
    logarithm."""

    shape: SpreadShape
    centre: float
    width: float

    def at(self, probability: Array) -> Array:
        """The values that are undercut with these probabilities, between 0 and 1."""
        if self.shape == "uniform":
            return self.centre + self.width * (2.0 * probability - 1.0)
        return self.deviating(normal_scores(probability))

    def deviating(self, score: Array) -> Array:
        """Of a normal or lognormal one: the values that are so many standard deviations away."""
        if self.shape == "normal":
            return self.centre + self.width * score
        with np.errstate(over="ignore"):
            return np.asarray(self.centre * np.exp(self.width * score), dtype=np.float64)


def normal_scores(probability: Array) -> Array:
    """How many standard deviations from the mean normal values are that are undercut with these
    probabilities."""
    from scipy.special import ndtri  # takes longer to import than a run takes

    scores: Array = ndtri(probability)
    return scores


@dataclass(frozen=True)
class Spread:
    """Uniform within ±`width` of the centre, normal with that standard deviation, or lognormal with
    that standard deviation of the logarithm and the centre as its median. The centre is the nominal
    value unless it is given; `relative`: `width` is a part of it."""

    width: float
    relative: bool = True
    shape: SpreadShape = "uniform"
    centre: float | None = None

    def __post_init__(self) -> None:
        finite = math.isfinite(self.width) and math.isfinite(self.centre or 0.0)
        if not finite or self.width < 0 or (self.shape == "lognormal" and not self.relative):
            raise InputError(
                "not a spread",
                got=repr(self),
                expected="finite numbers, a width of 0 or more, and relative if lognormal",
            )

    @staticmethod
    def between(low: float, high: float) -> Spread:
        """Uniform between two values, wherever the nominal value is."""
        return Spread(0.5 * (high - low), relative=False, centre=0.5 * (low + high))

    @staticmethod
    def parse(text: str, path: str, scenario: Setup | None = None) -> Spread:
        """`5%`, `±0.1`, `uniform 1..2`, `normal 5%`, `normal 0.1`, `lognormal 10%`; `scenario`:
        where the unit is looked up that a message shows."""
        if match := _RANGE.fullmatch(text.strip()):
            low, high = float(match[1]), float(match[2])
            if not (low <= high and math.isfinite(high - low)):
                raise _no_spread(text, path, "the smaller number first, as in uniform 1..2")
            return Spread.between(low, high)
        match = _WIDTH.fullmatch(text.strip())
        try:
            width = float(match[3]) if match else -1.0
        except ValueError:
            width = -1.0
        if match is None or not 0 <= width < np.inf:
            raise _no_spread(text, path)
        word, sign, number, percent = match.groups()
        shape = cast(SpreadShape, word or "uniform")
        if shape == "lognormal" and (sign or not percent):
            raise _no_spread(text, path, "a percentage, as in lognormal 10%")
        if shape == "uniform" and not (sign or percent):
            unit = "" if scenario is None else _unit(scenario, path)
            raise InputError(
                "a plain number can be read as two different spreads",
                where=path,
                got=repr(text),
                expected=f"{number}% or ±{number} {unit}".rstrip(),
            )
        return Spread(width / 100.0 if percent else width, bool(percent), shape)

    def text(self, path: str) -> str:
        """What `parse` reads back."""
        if self.centre is not None:
            return self._range(path)
        if not self.relative:
            return f"{self.shape} {'±' if self.shape == 'uniform' else ''}{self.width!r}"
        percents = (f"{100 * self.width:.{digits}g}" for digits in range(1, 18))
        exact = (one for one in percents if float(one) / 100.0 == self.width)
        return f"{self.shape} {next(exact, repr(100 * self.width))}%"

    def _range(self, path: str) -> str:
        """Rounding may have taken a bit of an end."""
        found = self.about(math.nan)
        if found.shape != "uniform":
            raise InputError(
                f"no file says a {found.shape} spread about another value than the nominal one",
                where=path,
            )
        low, high = found.centre - found.width, found.centre + found.width
        ends = product(*([one, *np.nextafter(one, [-np.inf, np.inf])] for one in (low, high)))
        same = (pair for pair in ends if Spread.between(*pair).about(math.nan) == found)
        low, high = map(float, next(same, (low, high)))
        return f"uniform {low!r}..{high!r}"

    def about(self, nominal: float) -> Distribution:
        centre = nominal if self.centre is None else self.centre
        scaled = self.relative and self.shape != "lognormal"
        return Distribution(self.shape, centre, self.width * abs(centre) if scaled else self.width)


@dataclass(frozen=True)
class Levels:
    """The values of a number that a grid goes through."""

    values: tuple[float, ...]

    def __post_init__(self) -> None:
        if not 0 < len(self.values) <= MOST_LEVELS or not all(map(math.isfinite, self.values)):
            raise InputError(
                "not the levels of a grid",
                got=f"{len(self.values)} values",
                expected=f"1 to {MOST_LEVELS} finite numbers",
            )

    def text(self, path: str) -> str:
        """What `parse` reads back."""
        return "grid " + ", ".join(map(repr, self.values))

    @staticmethod
    def parse(text: str, path: str) -> Levels:
        """`grid 1,2,3`, or `grid 0.5..1.5 x 5`."""
        expected = "such as grid 1,2,3 or grid 0.5..1.5 x 5"
        if match := _STEPS.fullmatch(text.strip()):
            low, high = float(match[1]), float(match[2])
            count = int(match[3]) if len(match[3]) < 9 else MOST_LEVELS + 1
            if not (2 <= count <= MOST_LEVELS and math.isfinite(high - low)):
                raise _no_spread(text, path, f"2 to {MOST_LEVELS} levels, {expected}")
            return Levels(tuple(np.linspace(low, high, count).tolist()))
        if not _LIST.fullmatch(text.strip()):
            raise _no_spread(text, path, expected)
        values = tuple(map(float, text.strip().removeprefix("grid").split(",")))
        if len(values) > MOST_LEVELS or not all(map(math.isfinite, values)):
            raise _no_spread(text, path, f"at most {MOST_LEVELS} finite numbers")
        return Levels(values)


def parsed(text: str, path: str, scenario: Setup | None = None) -> Spread | Levels:
    """What a text says about a value: how it is drawn, or the levels of a grid."""
    if text.split(maxsplit=1)[:1] == ["grid"]:
        return Levels.parse(text, path)
    return Spread.parse(text, path, scenario)


def spreadable(scenario: Setup, path: str) -> Number:
    """The single number that the scenario has there."""
    try:
        number = number_at(scenario, path)
    except InputError as error:
        raise InputError(
            "there is no single number to spread",
            where=path,
            expected=error.expected,
            hint=error.hint,
        ) from None
    if number.value.size != 1:
        raise InputError(
            "there is no single number to spread",
            where=path,
            got=f"{number.value.size} numbers",
            expected=EXPECTED,
        )
    return number


def check_variable(scenario: Setup, path: str) -> None:
    """Machine code is made once for all runs of a sweep: only numbers in it can differ."""
    if not may_hold_number(scenario, path):
        raise InputError(
            "runs of a sweep cannot differ in this",
            where=path,
            expected="numbers of the arm (joints.…, links.…), or parameters of blocks",
            hint="Simulate the variants one by one.",
        )


def _no_spread(text: str, path: str, expected: str = _FORMS) -> InputError:
    return InputError("not a spread", where=path, got=repr(text), expected=expected)


def _unit(scenario: Setup, path: str) -> str:
    """Of the numbers at a path; empty if none is known there."""
    try:
        found = [number_at(scenario, single).unit for single in expanded(scenario.robot, path)[:1]]
    except InputError:
        return ""
    return found[0] if found else ""
