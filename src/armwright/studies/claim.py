"""What a source reports, beside what a run gave, and the verdict on it.

A verdict is worth what it could refute. So a `Statement` says before any run which numbers will be
measured, and within which limits they agree with the source; `judge` is the only place where
measured numbers become a verdict. What no result could turn is `observed`, and gets none.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from armwright.studies.wording import scientific

#: `number`: the source publishes what its numbers depend on, and they can be compared. `kind`: the
#: same behaviour; its size depends on what the source does not publish.
Way = Literal["number", "kind"]
#: `differs`: a measured number is outside its limits; the note says why. `observed`: not judged.
Verdict = Literal["number", "kind", "differs", "observed"]

#: How many claims have which verdict.
Tally = Mapping[Verdict, int]

WORDS: dict[Verdict, str] = {
    "number": "agrees in number",
    "kind": "agrees in kind",
    "differs": "differs",
    "observed": "observed",
}


@dataclass(frozen=True)
class NumberLimits:
    """Of a measured number: from `low` to `high` it agrees, with None on any side it is open.
    `why`: why the limits are there and nowhere else. `lasting`: whether it is the same every time;
    seconds are not."""

    what: str
    low: float | None
    high: float | None
    unit: str
    why: str
    lasting: bool = True

    def hold(self, value: float) -> bool:
        """Of a number that is none (NaN) they do not."""
        return (
            not math.isnan(value)
            and (self.low is None or self.low <= value)
            and (self.high is None or value <= self.high)
        )


def at_most(what: str, high: float, unit: str, why: str) -> NumberLimits:
    return NumberLimits(what, None, high, unit, why)


def at_least(what: str, low: float, unit: str, why: str, *, lasting: bool = True) -> NumberLimits:
    return NumberLimits(what, low, None, unit, why, lasting)


def between(what: str, low: float, high: float, unit: str, why: str) -> NumberLimits:
    return NumberLimits(what, low, high, unit, why)


def near(what: str, value: float, within: float, unit: str, why: str) -> NumberLimits:
    """`value`: as published."""
    return NumberLimits(what, value - within, value + within, unit, why)


@dataclass(frozen=True)
class Measured:
    """A number and its limits. `value`: None if it is not the same every time, or not finite."""

    what: str
    value: float | None
    low: float | None
    high: float | None
    unit: str
    why: str


@dataclass(frozen=True)
class Claim:
    """One row of a study's table. `key`: of its statement. `where`: the place in the source, as
    `S1, table 5.1`. `measured`: what the verdict hangs on."""

    key: str
    where: str
    says: str
    got: str
    verdict: Verdict
    note: str = ""
    measured: tuple[Measured, ...] = ()


@dataclass(frozen=True)
class Statement:
    """What a source says, before it is compared with anything. `limits`: of each number that has to
    be measured, by a short name; all of them have to hold. A study has each `key` once."""

    key: str
    where: str
    says: str
    way: Way
    limits: Mapping[str, NumberLimits]

    def judged(self, got: str, note: str = "", /, **numbers: float) -> Claim:
        """Beside what was measured; `got` says it in words."""
        if set(numbers) != set(self.limits) or not numbers:
            raise TypeError(f"{self.key}: measured {set(numbers)}, declared {set(self.limits)}")
        measured = tuple(
            Measured(
                limits.what,
                float(numbers[name]) if limits.lasting and math.isfinite(numbers[name]) else None,
                limits.low,
                limits.high,
                limits.unit,
                limits.why,
            )
            for name, limits in self.limits.items()
        )
        verdict = judge(self, numbers)
        return Claim(self.key, self.where, self.says, got, verdict, note, measured)


def judge(statement: Statement, numbers: Mapping[str, float]) -> Verdict:
    """The verdict on what was measured, by the names of the statement's limits."""
    holds = all(limits.hold(numbers[name]) for name, limits in statement.limits.items())
    return statement.way if holds else "differs"


def observed(key: str, where: str, says: str, got: str, note: str = "") -> Claim:
    """Something to know beside what the source says, which no result could refute."""
    return Claim(key, where, says, got, "observed", note)


def rounding(key: str, where: str, says: str, tolerance: float, unit: str) -> Statement:
    """That what the source's formula gives is what there is, but for rounding."""
    why = "rounding: all numbers of the formula are the arm's own"
    limits = {"apart": at_most("largest difference", tolerance, unit, why)}
    return Statement(key, where, says, "number", limits)


def rounded(statement: Statement, what: str, apart: float) -> Claim:
    """`apart`: the largest difference that there is in `what`."""
    limits = statement.limits["apart"]
    assert limits.high is not None
    size = f"{scientific(apart, 1)} {limits.unit}".strip()
    got = f"{what}: {size} at most; tolerance {scientific(limits.high)}"
    return statement.judged(got, apart=apart)


def tally(claims: Iterable[Claim]) -> Tally:
    """Every verdict is there, be it zero times."""
    found = Counter(claim.verdict for claim in claims)
    return {verdict: found[verdict] for verdict in WORDS}


def count(tally: Tally) -> str:
    """How many agree, as `14 of 15 agree: 9 in number, 5 in kind; 1 differs; 2 more observed`."""
    number, kind, differs, seen = (tally[verdict] for verdict in WORDS)
    ways = [f"{n} {way}" for n, way in ((number, "in number"), (kind, "in kind")) if n]
    text = f"{number + kind} of {number + kind + differs} agree"
    if ways:
        text += f": {', '.join(ways)}"
    if differs:
        text += f"; {differs} {'differs' if differs == 1 else 'differ'}"
    if seen:
        text += f"; {seen} more observed, not judged"
    return text
