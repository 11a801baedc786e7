"""How many elastic axes does this arm need: structures ranked by what their fits leave, by what
they cost in numbers, and by what they would get wrong at the tool.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from armwright.errors import InputError
from armwright.identify.frequency.fitting import ElasticFit, elastic
from armwright.identify.frequency.response import MeasuredResponse
from armwright.plant import Plant
from armwright.robot import Robot
from armwright.scenario import Scenario
from armwright.signals.log import Log


@dataclass(frozen=True, eq=False)
class StructureCandidate:
    """`criterion`: of Schwarz (BIC), rows · log(cost/rows) + numbers · log(rows): less is better;
    rows are the independent ones, a frequency of a configuration counts as one. `tool_error`: the
    largest distance (m) of the tool from that of the best candidate on a path, None without one."""

    name: str
    fit: ElasticFit
    numbers: int
    cost: float
    criterion: float
    tool_error: float | None = None

    def __str__(self) -> str:
        tool = "" if self.tool_error is None else f", {1e3 * self.tool_error:.3g} mm at the tool"
        return (
            f"{self.name}: {self.numbers} numbers, misfit {100 * self.fit.misfit:.3g} % of |G| "
            f"(noise {100 * self.fit.expected_misfit:.2g} %), criterion {self.criterion:.0f}{tool}"
        )


def choose_structure(
    candidates: Mapping[str, Robot],
    data: Sequence[Log] | Sequence[MeasuredResponse],
    *,
    free: Sequence[str] | None = None,
    path: Scenario | None = None,
    progress: Callable[[str], None] | None = None,
    **options: Any,
) -> list[StructureCandidate]:
    """The candidates, fitted to the same data, best first. `path`: a scenario that each fitted arm
    is simulated on, to see what its structure costs at the tool. `free`: as in `elastic`; patterns
    count where a candidate has what they name. `options`: others of `elastic`."""
    if len(candidates) < 2:
        raise InputError(
            "nothing to choose from",
            where="choose_structure",
            got=f"{len(candidates)} candidates",
            expected="2 or more",
        )
    found = []
    for name, robot in candidates.items():
        fit = elastic(robot, data, free=_own(robot, free), **options)
        assert fit.model is not None
        rows = len(fit.responses) * len(fit.model.frequencies)
        per_row = fit.cost / rows
        numbers = len(fit.parameters)
        criterion = rows * math.log(max(per_row, 1e-300)) + numbers * math.log(rows)
        found.append(StructureCandidate(name, fit, numbers, fit.cost, criterion))
        if progress is not None:
            progress(str(found[-1]))
    found.sort(key=lambda one: one.criterion)
    if path is None:
        return found
    paths = [_tool_path(path, one.fit.robot) for one in found]
    return [
        dataclasses.replace(one, tool_error=float(np.linalg.norm(own - paths[0], axis=-1).max()))
        for one, own in zip(found, paths, strict=True)
    ]


def _own(robot: Robot, free: Sequence[str] | None) -> Sequence[str] | None:
    if free is None:
        return None
    known = Plant(robot).numbers
    return [one for one in free if "*" not in one or any(fnmatchcase(path, one) for path in known)]


def _tool_path(path: Scenario, robot: Robot) -> Any:
    """(records, 3), the controller knowing the arm that the scenario has."""
    setup = dataclasses.replace(path, robot=robot, model=path.model or path.robot)
    setup = setup.changed({"recording.signals": ["tool_position"]})
    return setup.simulate().data["tool_position"].values
