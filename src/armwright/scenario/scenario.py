"""A scenario: an arm, what it shall do, and all that is around it; and what one does with it."""

from __future__ import annotations

import copy
import dataclasses
import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.files import write_whole
from armwright.robot.changing import expanded
from armwright.scenario.changing import changed
from armwright.scenario.correlations import MatrixSource
from armwright.scenario.designing import design_of, runs_told
from armwright.scenario.designs import DesignKind
from armwright.scenario.number_map import NumberMap
from armwright.scenario.prepared import Prepared
from armwright.scenario.registry import changes_numbers
from armwright.scenario.replay import DrivenBy, Replay, replayed
from armwright.scenario.spreads import Levels, Spread, spreadable
from armwright.scenario.sweeps.plan import (
    RUNS,
    Kept,
    check_seeds,
    check_varied,
    dimensions,
    plan_sweep,
    swept_attributes,
    with_values,
)
from armwright.scenario.sweeps.running import SweepProgress, run_sweep
from armwright.signals import Log, Run
from armwright.signals.file import SCENARIO
from armwright.simulation import (
    POINTS,
    Figure,
    ProgressCallback,
    SimulationMethod,
    check_runs,
    parsed_figures,
    simulate,
    simulate_many,
)
from armwright.system import Setup
from armwright.system.notes import notes
from armwright.system.scenario_text import scenario_text


@dataclass(frozen=True, eq=False)
class Scenario(Setup):
    """A setup that can be run. `spreads`: how values differ in a sweep, by their paths."""

    spreads: Mapping[str, Spread | Levels] = field(default_factory=dict)

    #: What it was made from by changing numbers: its machine code may serve for this one, too. Not
    #: a field, as it is no part of what is simulated.
    _nominal: ClassVar[Scenario | None] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for path in self.spreads:
            for single in expanded(self.robot, path):
                spreadable(self, single)

    def __repr__(self) -> str:
        blocks = ", ".join(f"{one.name}={one.kind or type(one).__name__}" for one in self.blocks)
        of = f"{self.name!r}, {self.robot.name!r}, {self.duration:g} s"
        return f"Scenario({of}{', ' if blocks else ''}{blocks})"

    def _repr_html_(self) -> str:
        # Reports are a layer above this one.
        text: str = import_module("armwright.report.notebook").scenario_html(self)
        return text

    def changed(self, changes: Mapping[str, Any]) -> Scenario:
        """Other values: `{"joints.2.friction.coulomb": 3.1, "controller.position_gain": 20}`.

        What is changed about joints and links is changed in the arm alone; its controller goes on
        believing what it did. `model.joints.…` changes what the controller believes.
        """
        other = changed(self, changes)
        return other.made_from(self) if changes_numbers(self, changes) else other

    def made_from(self, other: Scenario) -> Scenario:
        """The same, which differs from another scenario in numbers alone, and may run as that one's
        machine code."""
        made = copy.copy(self)
        object.__setattr__(made, "_nominal", other._nominal or other)
        return made

    def text(self) -> str:
        """A scenario's file, TOML, that needs no other: robots and tables are in it."""
        spreads = {path: spread.text(path) for path, spread in self.spreads.items()}
        return scenario_text(self, spreads)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write a TOML file that `load_scenario` reads back as this scenario, without any other
        file: the robot, what its controller believes, and columns of CSV files are in it."""
        target = Path(path)
        if target.suffix != ".toml":
            raise InputError("not a scenario's file", where=str(target), expected="NAME.toml")
        return write_whole(target, self.text())

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
        figures: Sequence[Figure | str] = (),
    ) -> Run:
        """One run. `method="perturbation"`: small motions about the reference, along which the
        arm is linearised at about `points` points; faster, and refused where the arm is too
        far from its reference. `figures`: as in `prepare`."""
        return simulate(
            self,
            nominal=self._nominal,
            figures=parsed_figures(figures),
            method=method,
            points=points,
            progress=progress,
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

    def replay(
        self,
        log: Log,
        driven_by: DrivenBy = "references",
        *,
        progress: ProgressCallback | None = None,
    ) -> Replay:
        """What the scenario does where a log was recorded, beside what was measured.

        Driven by "references": the controller follows the log's references, or, where it has none,
        the motion that was measured. Driven by "torques": there is no controller; the motors do
        what they did in the log, from its first position and velocity on. Motors stand for joints
        and currents for torques where the log has nothing else."""
        return replayed(self, log, driven_by, lambda driven: simulate(driven, progress=progress))

    def sweep(
        self,
        parameters: Mapping[str, Any] | None = None,
        samples: int | None = None,
        seed: int | None = None,
        *,
        design: DesignKind = "random",
        covariance: MatrixSource | None = None,
        figures: Sequence[Figure | str] = (),
        method: SimulationMethod = "full",
        points: int = POINTS,
        progress: ProgressCallback | None = None,
        threads: int | None = None,
    ) -> Run:
        """Many runs, with values drawn from `parameters` (path → spread, see `Spread.parse`, or a
        list of values, one for each run: of a centre of mass, rows of three) and the scenario's own
        spreads. `samples`: how many, 100 unless a grid or lists tell. Every run has its own seed:
        the scenario's, or `seed`, plus the number of the run. `design` and `covariance`: see
        `design_of`. `figures`: as in `prepare`. `method` and `points` as in `simulate`; all runs
        share the linearisation.

        All signals of all runs are kept in memory: `sweep_to` is for more."""
        spreads = {**self.spreads, **(parameters or {})}
        first = self.seed if seed is None else seed
        runs = (runs_told(self, spreads, design) or RUNS) if samples is None else samples
        check_seeds(self, first, runs)
        check_runs(self, runs)
        drawn = design_of(self, spreads, runs, first, design, covariance)
        nominal = with_values(self, drawn)
        check_varied(nominal, drawn)
        values = drawn.values(0, runs)
        table = NumberMap(nominal, drawn.paths)(values) if values else {}
        run = simulate_many(
            nominal,
            table,
            first + np.arange(runs),
            figures=parsed_figures(figures),
            method=method,
            points=points,
            progress=progress,
            threads=threads,
        )
        return with_swept(dataclasses.replace(nominal, seed=first), run, values)

    def sweep_to(
        self,
        path: str | os.PathLike[str],
        parameters: Mapping[str, Any] | None = None,
        samples: int | None = None,
        seed: int | None = None,
        *,
        design: DesignKind = "random",
        covariance: MatrixSource | None = None,
        figures: Sequence[Figure | str] = (),
        keep: Kept | None = None,
        rate: float | None = None,
        threads: int | None = None,
        cluster: str | None = None,
        progress: Callable[[SweepProgress], None] | None = None,
    ) -> xr.Dataset:
        """As many runs as one likes, into a folder `path`, a zarr group; see `sweep` for what they
        are, `plan_sweep` for what is kept of them, and `run_sweep` for how they are run. If it was
        stopped, the same call goes on. The dataset is read when it is used."""
        spreads = {**self.spreads, **(parameters or {})}
        plan = plan_sweep(
            self,
            spreads,
            samples,
            seed,
            design=design,
            covariance=covariance,
            figures=figures,
            keep=keep,
            rate=rate,
        )
        if plan.note:
            warnings.warn(plan.note, stacklevel=2)
        return run_sweep(plan, path, threads=threads, cluster=cluster, progress=progress)


def with_swept(scenario: Setup, run: Run, values: Mapping[str, Array]) -> Run:
    """The runs of a sweep with the values that differ, (runs,) or (runs, elements) by path, as
    coordinates."""
    many = "run" in run.data.dims
    kept = run.data["run"].values if many else 0
    swept = {
        path: xr.Variable(
            dimensions(path, value)[0 if many else 1 :],
            value[kept],
            swept_attributes(scenario, path),
        )
        for path, value in values.items()
    }
    return Run(run.data.assign_coords(swept), partial(_text_alone, scenario))


def _text_alone(scenario: Setup) -> dict[str, str]:
    return {SCENARIO: scenario.text()}
