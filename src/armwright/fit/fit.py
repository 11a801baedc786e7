"""The fit: what was learned of a robot from measurements, with how certain it is."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Literal, Protocol

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.fit.combinations import Combinations
from armwright.fit.validation import Validation, judged
from armwright.robot import Robot
from armwright.robot.finding import Finding
from armwright.signals.log import Log

#: Whether the data tells a number by itself, only in sums with others, or not at all.
Knowledge = Literal["seen", "partly", "prior"]
_ELEMENT = re.compile(r"(?P<path>.+)\[(?P<place>\d+)\]")


@dataclass(frozen=True)
class FittedNumber:
    """One number of the consistent set nearest to the nominal one. `error`: the standard error that
    comes from the data; infinite where the data is silent."""

    element: str
    value: float
    error: float
    knowledge: Knowledge
    nominal: float
    unit: str


class Predictor(Protocol):
    """What a robot with these numbers would have shown: signals as in the log, at its times."""

    def __call__(self, robot: Robot, log: Log) -> xr.Dataset: ...


@dataclass(frozen=True, eq=False)
class Fit:
    """`combinations`: what the data saw. `parameters`: by element, the numbers that were fitted;
    `robot` has them, written through its paths. `residuals`: measured minus predicted, by signal.
    `condition`: of the scaled problem that was solved. `effective_samples`: how many independent
    samples the residuals amount to. `validations`: on data that was held back. `findings`: what the
    check of the data found. `unseen`: the combinations that the data hardly tells."""

    method: str
    nominal: Robot
    robot: Robot
    combinations: Combinations
    parameters: Mapping[str, FittedNumber]
    residuals: xr.Dataset
    condition: float
    samples: int
    effective_samples: float
    predictor: Predictor
    validations: tuple[Validation, ...] = ()
    findings: tuple[Finding, ...] = ()
    unseen: tuple[str, ...] = ()

    @property
    def success(self) -> bool:
        """Whether it predicts data that was held back, and every combination was seen: residuals
        alone say nothing about numbers that the motion does not show."""
        return bool(self.validations) and self.verdict.startswith("valid")

    @property
    def verdict(self) -> str:
        """In one line, what the fit is good for."""
        errors = [one for one in self.findings if one.severity == "error"]
        if errors:
            return f"not to be trusted: {errors[0]}"
        bad = [one for one in self.validations if not one.valid]
        if bad:
            return str(bad[0])
        total = len(self.combinations.names)
        purposes = " and ".join(one.purpose for one in self.validations)
        good = f"for {purposes}" if purposes else "for the data that was fitted"
        if self.unseen:
            return (
                f"good {good} on motions like these only: {len(self.unseen)} of {total} "
                "combinations are not identified"
            )
        return f"valid {good}" if purposes else f"good {good}; none was held back"

    def predict(self, log: Log) -> xr.Dataset:
        """What the fitted robot would have shown."""
        return self.predictor(self.robot, log)

    def validate(
        self, log: Log, signal: str, purpose: str, limit: float | Mapping[str, float]
    ) -> Validation:
        """How well it predicts a signal of a log that was not fitted."""
        return judged(log, self.predict(log), signal, purpose, limit)

    def report(self, directory: str | os.PathLike[str]) -> list[Path]:
        """A page with pictures, tables, and the robot's file, in `directory`; their paths."""
        # Drawing is a layer above this one, and slow to import.
        paths: list[Path] = import_module("armwright.report.fits").write_fit(self, directory)
        return paths

    def __repr__(self) -> str:
        seen = sum(one.knowledge == "seen" for one in self.parameters.values())
        numbers = f"{len(self.parameters)} numbers, {seen} seen"
        return f"Fit({self.method!r}, {self.robot.name!r}, {numbers}: {self.verdict})"

    def _repr_html_(self) -> str:
        text: str = import_module("armwright.report.notebook").fit_html(self)
        return text

    def draw(self, samples: int, seed: int) -> dict[str, Array]:
        """Sets of numbers as likely as the data says, by path, (samples, size of the path), for
        `scenario.sweep`. Only what was seen varies: along the combinations, and by the smallest
        change of the numbers that gives them."""
        known = self.combinations
        rng = np.random.default_rng(seed)
        drawn = rng.multivariate_normal(
            np.zeros(len(known.names)), known.covariance, samples, method="eigh"
        )
        scale = np.array([_scale(self.parameters[name]) for name in known.elements])
        change = drawn @ np.linalg.pinv(known.matrix * scale).T * scale
        fitted = np.array([self.parameters[name].value for name in known.elements])
        return _by_path(known.elements, fitted + change)


def _scale(number: FittedNumber) -> float:
    return max(abs(number.value), abs(number.nominal), 1e-3)


def _by_path(elements: tuple[str, ...], values: Array) -> dict[str, Array]:
    """Columns of single numbers, put together where a path has several."""
    places: dict[str, list[int]] = {}
    for k, element in enumerate(elements):
        found = _ELEMENT.fullmatch(element)
        places.setdefault(found["path"] if found else element, []).append(k)
    return {path: values[:, columns] for path, columns in places.items()}
