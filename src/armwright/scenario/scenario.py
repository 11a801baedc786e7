"""A scenario: an arm, what it shall do, and all that is around it; and what one does with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from armwright.errors import InputError
from armwright.robot.changing import expanded
from armwright.scenario.changing import changed
from armwright.scenario.correlations import MatrixSource
from armwright.scenario.designing import design_of, runs_told
from armwright.scenario.designs import DesignKind
from armwright.scenario.number_map import NumberMap
from armwright.scenario.prepared import Prepared
from armwright.scenario.registry import said
from armwright.scenario.spreads import Levels, Spread, spreadable
from armwright.signals import Run
from armwright.simulation import (
    POINTS,
    Figure,
    ProgressCallback,
    SimulationMethod,
    check_runs,
    simulate,
    simulate_many,
)
from armwright.system import MOST_SEED, Setup, System
from armwright.system.notes import notes

#: Of a sweep, unless it is told otherwise.
RUNS = 100


@dataclass(frozen=True, eq=False)
class Scenario(Setup):
    """A setup that can be run. `spreads`: how values differ in a sweep, by their paths."""

    spreads: Mapping[str, Spread | Levels] = field(default_factory=dict)

    #: What it was made from by changes: its machine code may serve for this one, too.
    _nominal: ClassVar[Scenario | None] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for path in self.spreads:
            for single in expanded(self.robot, path):
                spreadable(self, single)

    def changed(self, changes: Mapping[str, Any]) -> Scenario:
        """Other values: `{"joints.2.friction.coulomb": 3.1, "controller.position_gain": 20}`.

        What is changed about joints and links is changed in the arm alone; its controller goes on
        believing what it did. `model.joints.…` changes what the controller believes.
        """
        other = changed(self, changes)
        object.__setattr__(other, "_nominal", self._nominal or self)
        return other

    def notes(self) -> tuple[str, ...]:
        """What one should know before one trusts its runs: what the model leaves out of the robot,
        friction that can drive the motion, references and starts beyond the joints' limits."""
        return notes(self)

    def simulate(
        self,
        *,
        method: SimulationMethod = "full",
        points: int = POINTS,
        progress: ProgressCallback | None = None,
    ) -> Run:
        """One run. `method="perturbation"`: small motions about the reference, along which the
        arm is linearised at about `points` points; faster, and refused where the arm is too
        far from its reference."""
        return simulate(
            self, nominal=self._nominal, method=method, points=points, progress=progress
        )

    def prepare(
        self,
        free: Sequence[str] = (),
        figures: Sequence[Figure | str] = (),
        *,
        record: bool = True,
    ) -> Prepared:
        """Machine code for runs whose numbers differ: `free` are paths and patterns, such as
        "controller.*" or "links.*.mass". `figures`: numbers that runs are judged by, as
        "largest(abs(joint_torque))"; without `record` they are all that is left of a run."""
        return Prepared(self, free, figures, record=record)

    def sweep(
        self,
        parameters: Mapping[str, Any] | None = None,
        samples: int | None = None,
        seed: int | None = None,
        *,
        design: DesignKind = "random",
        covariance: MatrixSource | None = None,
        method: SimulationMethod = "full",
        points: int = POINTS,
        progress: ProgressCallback | None = None,
        threads: int | None = None,
    ) -> Run:
        """Many runs, with values drawn from `parameters` (path → spread, see `Spread.parse`, or a
        list of values, one for each run) and the scenario's own spreads. `samples`: how many, 100
        unless a grid or lists tell. Every run has its own seed: the scenario's, or `seed`, plus the
        number of the run. `design` and `covariance`: see `design_of`. `method` and `points` as in
        `simulate`; all runs share the linearisation."""
        if samples is not None and samples < 1:
            raise InputError("samples", where="sweep", got=samples, expected="1 or more")
        first = self.seed if seed is None else seed
        spreads = {**self.spreads, **(parameters or {})}
        if samples is None:
            samples = runs_told(self, spreads, design) or RUNS
        if not 0 <= first <= MOST_SEED - samples:
            raise InputError(
                "seeds of the runs",
                where=f"scenario '{self.name}', sweep",
                got=f"{samples} runs from seed {first} on",
                expected=f"0 or more, below {MOST_SEED}",
            )
        check_runs(self, samples)
        drawn = design_of(self, spreads, samples, first, design, covariance).values(0, samples)
        # What the file says nothing of has to be there.
        unsaid = {path: float(values[0]) for path, values in drawn.items() if not said(self, path)}
        nominal = self.changed(unsaid) if unsaid else self
        if samples > 1 and not drawn and not System(self).random:
            raise InputError(
                f"all {samples} runs would be the same: nothing varies, and no block draws noise",
                where=f"scenario '{self.name}', sweep",
                expected="spreads (--spread links.tool.mass=5%, [spreads] in the file, or "
                "sweep({'links.tool.mass': '5%'})), or a sensor with noise",
            )
        table = NumberMap(nominal, tuple(drawn))(drawn)
        run = simulate_many(
            nominal,
            table,
            first + np.arange(samples),
            method=method,
            points=points,
            progress=progress,
            threads=threads,
        )
        if samples == 1:
            return Run(run.data.assign({path: value[0] for path, value in drawn.items()}))
        kept = run.data["run"].values
        return Run(run.data.assign({path: ("run", value[kept]) for path, value in drawn.items()}))
