"""The question that a log is asked: which numbers of a robot, measured how, with which friction.

Made once, it serves any number of logs of the same arm: the regressor is compiled, and its base
parameters are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from armwright.errors import InputError
from armwright.fit import Combinations
from armwright.identify.base import Base, base_of
from armwright.identify.columns import COULOMB, with_static_friction
from armwright.identify.estimators import RowSource, Solution, instrumental, least_squares, robust
from armwright.identify.motion import Motion, motion_of
from armwright.identify.naming import combination_names
from armwright.identify.reduction import RegressorRows, filtered_rows, reduced, thinning
from armwright.identify.regressor import Regressor, Surroundings, regressor
from armwright.identify.uncertainty import Uncertainty, uncertainty_of
from armwright.robot import Robot
from armwright.signals.log import Log

Estimator = Literal["ordinary", "weighted", "robust", "instrumental"]


@dataclass(frozen=True, eq=False)
class RigidEstimate:
    """What least squares make of one log: the combinations with their covariance, and what they are
    made from."""

    combinations: Combinations
    solution: Solution
    uncertainty: Uncertainty
    motion: Motion
    thin: int


class RigidProblem:
    """`described`: the robot that was given; `robot`: with the friction that is identified."""

    def __init__(
        self,
        robot: Robot,
        signal: str,
        *,
        free: Sequence[str] | None = None,
        friction: str = COULOMB,
        directed: bool = True,
        surroundings: Surroundings | None = None,
    ) -> None:
        self.described = robot
        self.robot = with_static_friction(robot, friction, directed=directed)
        self.surroundings = surroundings or Surroundings()
        self.whole: Regressor = regressor(self.robot, signal, free, self.surroundings)
        self.base: Base = base_of(self.whole)
        self.regressor: Regressor = self.whole.taking(self.base.columns)

    @property
    def signal(self) -> str:
        return self.whole.signal

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of the combinations."""
        return combination_names(self.robot, self.whole.elements, self.base.matrix)

    def motion(self, log: Log, cutoff: float | None = None) -> Motion:
        return motion_of(self.robot, log, self.signal, cutoff)

    def rows(self, motion: Motion, thin: int) -> RowSource:
        def rows() -> Iterator[RegressorRows]:
            return filtered_rows(self.regressor, motion, thin)

        return rows

    def solve(
        self,
        motion: Motion,
        estimator: Estimator = "weighted",
        rate: float | None = None,
        instrument: Motion | None = None,
    ) -> RigidEstimate:
        """`instrument`: the same motion without noise, sample by sample."""
        thin = thinning(motion, rate)
        rows, size = self.rows(motion, thin), self.base.size
        triangles = reduced(self.regressor, motion, thin)
        instruments = None
        if estimator == "robust":
            solution = robust(triangles, size, rows)
        else:
            solution = least_squares(triangles, size, weighted=estimator != "ordinary")
        if estimator == "instrumental":
            if instrument is None:
                raise InputError(
                    "instrumental variables need a motion without noise",
                    where="instrument",
                    expected="the log of the same closed loop, simulated",
                )
            instruments = self.rows(instrument, thin)
            solution = instrumental(solution, rows, instruments, size)
        uncertainty = uncertainty_of(solution, rows, instruments)
        return RigidEstimate(
            self.combinations(solution, uncertainty), solution, uncertainty, motion, thin
        )

    def combinations(self, solution: Solution, uncertainty: Uncertainty) -> Combinations:
        return Combinations(
            self.whole.elements,
            self.names,
            tuple(self.whole.units[k] for k in self.base.columns),
            self.base.matrix,
            solution.values,
            uncertainty.covariance,
        )
