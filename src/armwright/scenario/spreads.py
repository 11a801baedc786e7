"""How a value differs between the runs of a sweep."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.changing import expanded
from armwright.scenario.registry import EXPECTED, may_hold_number, number_at
from armwright.system import Setup

_FORM = re.compile(r"(normal\s+)?(±|\+-)?\s*([0-9.eE+-]+)\s*(%?)")


@dataclass(frozen=True)
class Spread:
    """Uniform within ±`width` of the nominal value, or normal with that standard deviation;
    `relative`: `width` is a part of the nominal value."""

    width: float
    relative: bool = True
    normal: bool = False

    @staticmethod
    def parse(text: str, path: str, scenario: Setup | None = None) -> Spread:
        """`5%`, `±0.1`, `normal 5%`, `normal 0.1`; `scenario`: where the unit is looked up that a
        message shows."""
        match = _FORM.fullmatch(text.strip())
        try:
            width = float(match[3]) if match else -1.0
        except ValueError:
            width = -1.0
        if match is None or not 0 <= width < np.inf:
            raise InputError(
                "not a spread",
                where=path,
                got=repr(text),
                expected="5%, ±0.1, normal 5% or normal 0.1",
            )
        if not (match[1] or match[2] or match[4]):
            unit = "" if scenario is None else _unit(scenario, path)
            raise InputError(
                "a plain number can be read as two different spreads",
                where=path,
                got=repr(text),
                expected=f"{match[3]}% or ±{match[3]} {unit}".rstrip(),
            )
        return Spread(width / 100.0 if match[4] else width, bool(match[4]), bool(match[1]))

    def draw(self, nominal: float, count: int, generator: np.random.Generator) -> Array:
        width = self.width * abs(nominal) if self.relative else self.width
        if self.normal:
            return nominal + width * generator.standard_normal(count)
        return generator.uniform(nominal - width, nominal + width, count)


def samples_of(
    scenario: Setup, spreads: Mapping[str, Any], count: int, seed: int
) -> dict[str, Array]:
    """The values of every run, by path. What one path draws does not depend on the others."""
    found: dict[str, Array] = {}
    for path, spread in spreads.items():
        for single in expanded(scenario.robot, path):
            if isinstance(spread, str):
                spread = Spread.parse(spread, path, scenario)
            if isinstance(spread, Spread):
                generator = np.random.default_rng([seed, zlib.crc32(single.encode())])
                found[single] = spread.draw(nominal(scenario, single), count, generator)
            else:
                _check_variable(scenario, single)
                found[single] = _listed(spread, count, path)
    return found


def _unit(scenario: Setup, path: str) -> str:
    """Of the numbers at a path; empty if none is known there."""
    try:
        found = [number_at(scenario, single).unit for single in expanded(scenario.robot, path)[:1]]
    except InputError:
        return ""
    return found[0] if found else ""


def _listed(values: Any, count: int, path: str) -> Array:
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        array = np.zeros(0)
    if array.shape != (count,):
        raise InputError(
            "not a spread",
            where=path,
            got=f"{len(array)} values" if array.ndim == 1 else repr(values),
            expected=f"a text like '5%', or {count} values, one for each run",
        )
    return array


def nominal(scenario: Setup, path: str) -> float:
    """The value that the scenario has there."""
    try:
        value = number_at(scenario, path).value
    except InputError as error:
        raise InputError(
            "there is no single number to spread", where=path, expected=error.expected
        ) from None
    if value.size != 1:
        raise InputError(
            "there is no single number to spread",
            where=path,
            got=f"{value.size} numbers",
            expected=EXPECTED,
        )
    return float(value[0])


def _check_variable(scenario: Setup, path: str) -> None:
    """Machine code is made once for all runs of a sweep: only numbers in it can differ."""
    if not may_hold_number(scenario, path):
        raise InputError(
            "runs of a sweep cannot differ in this",
            where=path,
            expected="numbers of the arm (joints.…, links.…), or parameters of blocks",
            hint="Simulate the variants one by one.",
        )
