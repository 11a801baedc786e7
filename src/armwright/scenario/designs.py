"""Designs of sweeps: which values the runs have, for any stretch of runs without the others."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.scenario import uniform
from armwright.scenario.correlations import Correlation
from armwright.scenario.spreads import Distribution, Levels, normal_scores

DrawnKind = Literal["random", "latin", "sobol"]
DesignKind = Literal["random", "latin", "sobol", "grid", "list"]

#: Runs that are checked at a time.
_STRETCH = 65536


class DesignPart(Protocol):
    """Some columns of a design."""

    @property
    def paths(self) -> tuple[str, ...]: ...

    @property
    def independent(self) -> bool: ...

    def values(self, first: int, last: int) -> dict[str, Array]: ...

    def content(self) -> dict[str, Any]: ...


@dataclass(frozen=True, eq=False)
class Design:
    """The values of all `runs`, by the `paths` that they have in the scenario."""

    paths: tuple[str, ...]
    runs: int
    parts: tuple[DesignPart, ...]

    @property
    def independent(self) -> bool:
        """Whether no column says anything about another, so that what comes out can be attributed
        to one of them: not if values are correlated or listed."""
        return all(part.independent for part in self.parts)

    def values(self, first: int, last: int) -> dict[str, Array]:
        """Of the runs from `first` to the one before `last`: arrays (last - first,), by path; with
        a column for each where a path has several numbers."""
        if not 0 <= first <= last <= self.runs:
            raise InputError(
                "there are no such runs",
                where="design",
                got=f"{first} to {last}",
                expected=f"from 0 on, up to {self.runs}",
            )
        found: dict[str, Array] = {}
        for part in self.parts:
            found.update(part.values(first, last))
        return {path: found[path] for path in self.paths}

    def check(self) -> None:
        """Refuse now what `values` would refuse for some stretch of runs."""
        for first in range(0, self.runs, _STRETCH):
            self.values(first, min(first + _STRETCH, self.runs))

    def content(self) -> dict[str, Any]:
        """All that the values depend on, as JSON has it. Two designs with the same content have the
        same values in all runs that both have. The number of runs is not part of it, unless the
        values depend on it."""
        return {"paths": list(self.paths), "parts": [part.content() for part in self.parts]}


@dataclass(frozen=True)
class DrawnColumn:
    """How a value is drawn, and what bounds it."""

    path: str
    distribution: Distribution
    unit: str
    above: float | None
    at_least: float | None

    def check(self, values: Array, first: int) -> None:
        bad = ~np.isfinite(values)
        if self.above is not None:
            bad |= values <= self.above
        if self.at_least is not None:
            bad |= values < self.at_least
        if not bad.any():
            return
        k = int(np.argmax(bad))
        raise InputError(
            "a drawn value is out of bounds",
            where=self.path,
            got=f"{values[k]:.6g} {self.unit}".rstrip() + f" in run {first + k}",
            expected=self._bounds(),
            hint="Try a narrower spread, or a lognormal one, such as 'lognormal 10%'.",
        )

    def _bounds(self) -> str:
        if self.above is not None:
            return f"more than {self.above:g} {self.unit}".rstrip()
        if self.at_least is not None:
            return f"{self.at_least:g} {self.unit}".rstrip() + " or more"
        return "a finite number"


@dataclass(frozen=True)
class Drawn:
    """Columns that are drawn; `runs`: those of the whole design."""

    kind: DrawnKind
    seed: int
    runs: int
    columns: tuple[DrawnColumn, ...]
    correlation: Correlation | None = None

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(column.path for column in self.columns)

    @property
    def independent(self) -> bool:
        return self.correlation is None or self.correlation.trivial

    def values(self, first: int, last: int) -> dict[str, Array]:
        drawn = self._uniform(first, last)
        scores: dict[str, Array] = {}
        if self.correlation is not None:
            paths = self.correlation.paths
            scores = self.correlation.together({path: normal_scores(drawn[path]) for path in paths})
        found = {}
        for column in self.columns:
            path, distribution = column.path, column.distribution
            found[path] = (
                distribution.deviating(scores[path])
                if path in scores
                else distribution.at(drawn[path])
            )
            column.check(found[path], first)
        return found

    def content(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "kind": self.kind,
            "seed": self.seed,
            "columns": [
                {
                    "path": column.path,
                    "shape": column.distribution.shape,
                    "centre": column.distribution.centre,
                    "width": column.distribution.width,
                }
                for column in self.columns
            ],
        }
        if self.kind == "latin":
            found["runs"] = self.runs
        if self.kind != "random":
            # These are SciPy's, which may make others in a later version.
            found["first"] = [float(one[0]) for one in self._uniform(0, 1).values()]
        if not self.independent and self.correlation is not None:
            found["correlation"] = self.correlation.content()
        return found

    def _uniform(self, first: int, last: int) -> dict[str, Array]:
        """Above 0 and below 1."""
        if self.kind == "random":
            return {path: uniform.random(self.seed, path, first, last) for path in self.paths}
        if self.kind == "latin":
            return {
                path: uniform.latin(self.seed, path, self.runs)[first:last] for path in self.paths
            }
        points = uniform.sobol(self.seed, len(self.paths), first, last)
        return dict(zip(self.paths, points, strict=True))


@dataclass(frozen=True)
class Grid:
    """Every combination of levels, the last path's changing fastest."""

    levels: Mapping[str, Levels]

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(self.levels)

    @property
    def runs(self) -> int:
        return math.prod(len(levels.values) for levels in self.levels.values())

    @property
    def independent(self) -> bool:
        return True

    def values(self, first: int, last: int) -> dict[str, Array]:
        run = np.arange(first, last)
        found = {}
        for path, levels in reversed(list(self.levels.items())):
            run, place = np.divmod(run, len(levels.values))
            found[path] = np.array(levels.values)[place]
        return found

    def content(self) -> dict[str, Any]:
        levels = [
            {"path": path, "levels": list(levels.values)} for path, levels in self.levels.items()
        ]
        return {"kind": "grid", "columns": levels}


@dataclass(frozen=True, eq=False)
class Listed:
    """Values that somebody lists, one or a row of them for each run."""

    columns: Mapping[str, Array]

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(self.columns)

    @property
    def independent(self) -> bool:
        return False

    def values(self, first: int, last: int) -> dict[str, Array]:
        return {path: values[first:last].copy() for path, values in self.columns.items()}

    def content(self) -> dict[str, Any]:
        columns = [
            {
                "path": path,
                "count": len(values),
                "sha256": hashlib.sha256(values.astype("<f8").tobytes()).hexdigest(),
            }
            for path, values in self.columns.items()
        ]
        return {"kind": "list", "columns": columns}
