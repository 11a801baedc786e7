"""A sweep as its report needs it: arrays by name, and which runs count."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.measures.sensitivity import Sample
from armwright.signals.units import readable


@dataclass(frozen=True, eq=False)
class SweptParameter:
    """A value that differs between runs, (runs,); `nominal`: NaN if nobody says."""

    name: str
    unit: str
    meaning: str
    nominal: float
    values: Array


@dataclass(frozen=True, eq=False)
class SweptFigure:
    """`values`: (runs, elements). `elements`: their names, "" for the only one of a scalar.
    `nominal`: (elements,), NaN if nobody says."""

    name: str
    unit: str
    expression: str
    elements: tuple[str, ...]
    values: Array
    nominal: Array

    @property
    def scalar(self) -> bool:
        return self.elements == ("",)

    @cached_property
    def largest(self) -> Array:
        """The largest element of each run, (runs,); the value itself of a scalar."""
        known = np.where(np.isfinite(self.values), self.values, -np.inf).max(axis=1)
        return np.where(np.isfinite(known), known, math.nan)

    @property
    def title(self) -> str:
        """Of what `largest` is."""
        return self.name if self.scalar else f"largest element of {self.name}"

    def titled(self, element: int) -> str:
        return self.name if self.scalar else f"{self.name} of {self.elements[element]}"


@dataclass(frozen=True, eq=False)
class Sweep:
    """`runs`: their numbers. `diverged_at`: in s, NaN for those that did not. `known`: the
    attributes of the dataset."""

    runs: NDArray[np.integer]
    diverged_at: Array
    parameters: tuple[SweptParameter, ...]
    figures: tuple[SweptFigure, ...]
    known: dict[str, Any]

    @classmethod
    def of(cls, data: xr.Dataset) -> Sweep:
        if "run" not in data.dims:
            raise InputError(
                "not the results of a sweep",
                where="dataset",
                got=f"dimensions {', '.join(map(str, data.dims)) or 'none'}",
                expected="a dimension 'run'",
            )
        kinds = {name: one.attrs.get("kind") for name, one in data.variables.items()}
        never = np.full(data.sizes["run"], math.nan)
        return cls(
            runs=np.asarray(data["run"].values),
            diverged_at=np.asarray(data["diverged_at"].values, dtype=np.float64)
            if "diverged_at" in data
            else never,
            parameters=tuple(
                _parameter(data[name]) for name, kind in kinds.items() if kind == "parameter"
            ),
            figures=tuple(_figure(data[name]) for name, kind in kinds.items() if kind == "figure"),
            known=dict(data.attrs),
        )

    @cached_property
    def diverged(self) -> NDArray[np.bool_]:
        return np.isfinite(self.diverged_at)

    @cached_property
    def table(self) -> Array:
        """All parameters, (runs, parameters)."""
        columns = [one.values for one in self.parameters]
        return np.stack(columns, axis=1) if columns else np.empty((self.runs.size, 0))

    @cached_property
    def sample(self) -> Sample:
        """The parameters of the runs that did not diverge."""
        return Sample(self.table[~self.diverged])

    def kept(self, values: Array) -> Array:
        """Without the runs that diverged."""
        found: Array = values[~self.diverged]
        return found


def quantity(value: float, unit: str) -> str:
    """`12.3 mm`, `−0.5 N m`, or a dash for what is not known."""
    return quantities([value], unit)[0]


def quantities(values: Sequence[float], unit: str) -> list[str]:
    """The same for several values that are compared: all with the same unit."""
    largest = max((abs(value) for value in values if math.isfinite(value)), default=0.0)
    factor, unit = readable(largest, unit)
    return [
        f"{_number(factor * value)} {unit}".rstrip() if math.isfinite(value) else "–"
        for value in values
    ]


def signed(value: float, digits: int = 2) -> str:
    """`−0.83`; without a sign where all is zero."""
    text = f"{value:.{digits}f}"
    return (text.lstrip("-") if float(text) == 0 else text).replace("-", "\N{MINUS SIGN}")


def percent(share: float) -> str:
    return "under 1 %" if 0 < share < 0.005 else f"{100 * share:.0f} %"


def counted(count: int, one: str, many: str = "") -> str:
    """`1 run`, `12 runs`."""
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _number(value: float) -> str:
    text = f"{value:.0f}" if 1e4 <= abs(value) < 1e6 else f"{value:.4g}"
    return text.replace("-", "\N{MINUS SIGN}")


def _parameter(one: xr.DataArray) -> SweptParameter:
    nominal = _numbers(one.attrs.get("nominal"), 1)[0]
    unit, meaning = (str(one.attrs.get(key, "")) for key in ("units", "long_name"))
    return SweptParameter(str(one.name), unit, meaning, nominal, _by_run(one)[:, 0])


def _figure(one: xr.DataArray) -> SweptFigure:
    values = _by_run(one)
    dims = [dim for dim in one.dims if dim != "run"]
    names = [[str(name) for name in one[dim].values] for dim in dims]
    unit, expression = (str(one.attrs.get(key, "")) for key in ("units", "long_name"))
    return SweptFigure(
        name=str(one.name),
        unit=unit,
        expression=expression,
        elements=tuple(", ".join(parts) for parts in product(*names)),
        values=values,
        nominal=_numbers(one.attrs.get("nominal"), values.shape[1]),
    )


def _by_run(one: xr.DataArray) -> Array:
    values = np.asarray(one.transpose("run", ...).values, dtype=np.float64)
    return values.reshape(len(values), math.prod(values.shape[1:]))


def _numbers(given: object, count: int) -> Array:
    try:
        numbers = np.ravel(np.asarray(given, dtype=np.float64))
    except (TypeError, ValueError):
        numbers = np.empty(0)
    return numbers if numbers.size == count else np.full(count, math.nan)
