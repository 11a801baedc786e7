"""Which runs a sweep has, and what is kept of them; any stretch of it can be run by itself."""

from __future__ import annotations

import dataclasses
import hashlib
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.compiler.machine import host_cpu
from armwright.errors import InputError, shown
from armwright.scenario.changing import changed
from armwright.scenario.correlations import MatrixSource
from armwright.scenario.designing import design_of, runs_told
from armwright.scenario.designs import Design, DesignKind
from armwright.scenario.prepared import Prepared
from armwright.scenario.registry import number_at, said
from armwright.simulation import Diverged, Figure, parsed_figures
from armwright.simulation.accuracy import settled
from armwright.simulation.divergence import Escape
from armwright.simulation.execution import ProgressCallback
from armwright.simulation.results import Executed, form
from armwright.system import MOST_SEED, Setup, System

#: Of a sweep, unless it is told otherwise.
RUNS = 100
#: What is kept of the runs: figures alone, the signals that the scenario records, or those named.
Kept = Literal["figures", "signals"] | Sequence[str]
#: Bytes of signals above which figures alone are kept, unless it is told otherwise.
MUCH = 1_000_000_000
#: Bytes that the records of a block may take, and how many runs it has at most.
_BLOCK_BYTES, _BLOCK_RUNS = 100_000_000, 1024
#: Figures of a sweep that keeps nothing else and names none: those whose signals there are.
_USUAL = (
    "path_error = largest(norm(tool_position - reference_tool_position))",
    "joint_error = largest(abs(joint_position - reference_joint_position))",
    "torque_rms = rms(joint_torque)",
    "torque_largest = largest(abs(motor_torque))",
)
#: The attribute `kind` of what differs between runs: a value, or several of one path.
PARAMETER, SEVERAL = "parameter", "parameters"
#: When each run diverged, s; NaN if it did not.
DIVERGED_AT = "diverged_at"
#: Runs whose values are checked at a time.
_STRETCH = 65536
#: Of several threads that need the machine code of a plan, one makes it.
_making = threading.Lock()


@dataclass(frozen=True, eq=False)
class SweepBlock:
    """Runs `first` to before `last`: arrays (runs, …) by name, NaN for those that were lost.
    `complete`: whether they reached their end, or were stopped."""

    first: int
    last: int
    arrays: Mapping[str, Array]
    lost: Mapping[int, Escape]
    step_error: float
    complete: bool


@dataclass(frozen=True, eq=False)
class SweepPlan:
    """`scenario`: as it is run, with a number of steps, and a value for all that varies. `seed`:
    of run 0, run k has seed + k. Without `record` figures are all that is kept. It can be pickled;
    the machine code is made where it is needed."""

    scenario: Setup
    design: Design
    seed: int
    figures: tuple[Figure, ...]
    record: bool
    #: What was decided without being asked for.
    note: str = ""

    @property
    def runs(self) -> int:
        return self.design.runs

    @property
    def prepared(self) -> Prepared:
        with _making:
            return self._prepared

    @cached_property
    def _prepared(self) -> Prepared:
        return Prepared(self.scenario, self.design.paths, self.figures, record=self.record)

    def __getstate__(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in dataclasses.fields(self)}

    @cached_property
    def form(self) -> xr.Dataset:
        """What a single run of many looks like: names, dimensions, units; no numbers."""
        loop = self.prepared.loop
        data = form(loop, (0,), self.scenario.ticks // loop.march.record_every + 1).copy()
        for path in self.design.paths:
            attributes = swept_attributes(self.scenario, path)
            size = number_at(self.scenario, path).value.size
            room = np.zeros(1 if size == 1 else (1, size))
            data = data.assign({path: xr.Variable(dimensions(path, room), room, attributes)})
        for name in loop.figures.figures:
            if name == DIVERGED_AT:
                raise InputError(
                    "a figure cannot have this name: every sweep has something else of this name",
                    where=f"figure '{name}'",
                    hint="Write another NAME = … in front of it.",
                )
        attributes = {"units": "s", "long_name": "when the run diverged; NaN: it did not"}
        return data.assign({DIVERGED_AT: xr.Variable(("run",), [np.nan], attributes)})

    @cached_property
    def block(self) -> int:
        """How many runs are run, written and counted as done together."""
        lanes = host_cpu().lanes
        bytes_of_run = sum(one.dtype.itemsize * one.size for one in self.form.data_vars.values())
        most = min(_BLOCK_RUNS, max(lanes, _BLOCK_BYTES // bytes_of_run))
        # A sweep of many runs has sixteen blocks or more: they show progress, and little is lost
        # when it is stopped. Small blocks would leave threads waiting for each other.
        few = max(32 * lanes, -(-self.runs // 16))
        return int(-(-min(most, few) // lanes) * lanes)

    def run(
        self,
        first: int,
        last: int,
        *,
        threads: int | None = None,
        progress: ProgressCallback | None = None,
    ) -> SweepBlock:
        """Some of the runs: the same bits, whichever others there are."""
        values = self.design.values(first, last)
        seeds = self.seed + np.arange(first, last)
        try:
            done = self.prepared.execute(
                values, seeds, threads=threads, guarded=True, first=first, progress=progress
            )
        except Diverged as error:
            return self._without_runs(values, first, last, error.lost)
        return self._block(done, values, first)

    def _block(self, done: Executed, values: Mapping[str, Array], first: int) -> SweepBlock:
        own = done.arrays()
        arrays = {**values, **own}
        at = np.full(done.runs.runs, np.nan)
        for run, escape in done.lost.items():
            at[run] = escape.time
            for name in own:
                arrays[name][run] = _nothing(arrays[name].dtype)
        lost = {first + run: escape for run, escape in done.lost.items()}
        error = float(done.step_error or 0.0)
        last = first + done.runs.runs
        return SweepBlock(first, last, {**arrays, DIVERGED_AT: at}, lost, error, done.complete)

    def _without_runs(
        self, values: Mapping[str, Array], first: int, last: int, lost: Mapping[int, Escape]
    ) -> SweepBlock:
        """A block in which every run diverged."""
        arrays = {
            str(name): np.full((last - first, *one.shape[1:]), _nothing(one.dtype), one.dtype)
            for name, one in self.form.data_vars.items()
        }
        arrays[DIVERGED_AT] = np.array([lost[run].time for run in range(last - first)])
        every = {first + run: escape for run, escape in lost.items()}
        return SweepBlock(first, last, {**arrays, **values}, every, 0.0, complete=True)

    def content(self) -> dict[str, Any]:
        """All that the numbers of the sweep depend on, as JSON can say it. `digests`: of what is
        too long to be said."""
        setup, loop = self.scenario, self.prepared.loop
        model, tables = setup.model or setup.robot, loop.system.tables
        return {
            "scenario": setup.name,
            "robot": setup.robot.name,
            "runs": self.runs,
            "seed": self.seed,
            "design": self.design.content(),
            "figures": {one.name: [one.measure, one.expression, one.limit] for one in self.figures},
            "signals": list(loop.signals),
            "rate": setup.recording.rate if self.record else None,
            "duration": setup.duration,
            "tick": setup.tick,
            "steps": setup.integration.number,
            "method": setup.integration.method,
            "inertia_steps": setup.integration.inertia_steps,
            "fidelity": dataclasses.asdict(setup.fidelity),
            "start": dataclasses.asdict(setup.start),
            "digests": {
                "robot": setup.robot.fingerprint(),
                "model of the robot": model.fingerprint(),
                "friction and laws": _digest([repr(setup.frictions), *map(str, setup.laws)]),
                **{f"block '{one.name}'": _digest(_words(one)) for one in setup.blocks},
                **{f"table '{n}'": _digest([rows.tobytes()]) for n, (_, rows) in tables.items()},
            },
        }


def plan_sweep(
    scenario: Setup,
    spreads: Mapping[str, Any],
    runs: int | None = None,
    seed: int | None = None,
    *,
    design: DesignKind = "random",
    covariance: MatrixSource | None = None,
    figures: Sequence[Figure | str] = (),
    keep: Kept | None = None,
    rate: float | None = None,
) -> SweepPlan:
    """`spreads`, `design`, `covariance`: see `design_of`. `keep`: what is kept of each run beside
    its figures: "figures" for nothing, "signals" for what the scenario records, or the names of
    signals; by default signals, unless they are too many. `rate`: of their records, Hz."""
    first = scenario.seed if seed is None else seed
    count = (runs_told(scenario, spreads, design) or RUNS) if runs is None else runs
    check_seeds(scenario, first, count)
    drawn = design_of(scenario, spreads, count, first, design, covariance)
    nominal = settled(with_values(scenario, drawn))
    check_varied(nominal, drawn)
    wanted = parsed_figures(figures)
    _check_kept(scenario, keep)
    if not isinstance(keep, str) and keep is not None:
        nominal = changed(nominal, {"recording.signals": list(keep)})
    if rate is not None:
        nominal = changed(nominal, {"recording.rate": rate})
    plan = SweepPlan(nominal, drawn, first, wanted, keep != "figures")
    if keep is None:
        size = sum(one.dtype.itemsize * one.size for one in plan.form.data_vars.values())
        if size * count > MUCH:
            note = (
                f"signals of {count} runs would take {size * count / 1e9:.1f} GB: figures are kept "
                "alone. Say keep='signals' (--keep signals) to keep them all the same"
            )
            plan = dataclasses.replace(plan, record=False, note=note)
    if not plan.record and not plan.figures:
        plan = dataclasses.replace(plan, figures=_usual(nominal))
    for begin in range(0, count, _STRETCH):
        plan.prepared.check(drawn.values(begin, min(begin + _STRETCH, count)), begin)
    return plan


def swept_attributes(scenario: Setup, path: str) -> dict[str, Any]:
    """What a dataset says of a value that differs between runs."""
    number = number_at(scenario, path)
    single = number.value.size == 1
    return {
        "kind": PARAMETER if single else SEVERAL,
        "units": number.unit,
        "long_name": number.meaning,
        "nominal": float(number.value[0]) if single else ", ".join(map(str, number.value.tolist())),
    }


def _check_kept(scenario: Setup, keep: Kept | None) -> None:
    """Before a text is taken for names that have one letter each."""
    if keep is None or keep in ("figures", "signals"):
        return
    if isinstance(keep, str) or not keep or not all(isinstance(name, str) for name in keep):
        raise InputError(
            "what is kept of the runs",
            where=f"scenario '{scenario.name}', sweep",
            got=shown(keep),
            expected="'figures', 'signals', or a list of names of signals",
        )


def dimensions(path: str, values: Array) -> tuple[str, ...]:
    """Of what varies, in a dataset."""
    return ("run",) if values.ndim == 1 else ("run", f"element of {path}")


def with_values(scenario: Setup, design: Design) -> Setup:
    """With a value for all that varies: of what it says nothing about, that of run 0."""
    first = design.values(0, 1)
    unsaid = {path: first[path][0].tolist() for path in design.paths if not said(scenario, path)}
    return changed(scenario, unsaid) if unsaid else scenario


def check_seeds(scenario: Setup, first: int, runs: int) -> None:
    if runs < 1:
        raise InputError("samples", where="sweep", got=runs, expected="1 or more")
    if not 0 <= first <= MOST_SEED - runs:
        raise InputError(
            "seeds of the runs",
            where=f"scenario '{scenario.name}', sweep",
            got=f"{runs} runs from seed {first} on",
            expected=f"0 or more, below {MOST_SEED}",
        )


def check_varied(scenario: Setup, design: Design) -> None:
    if design.runs > 1 and not design.paths and not System(scenario).random:
        raise InputError(
            f"all {design.runs} runs would be the same: nothing varies, and no block draws noise",
            where=f"scenario '{scenario.name}', sweep",
            expected="spreads (--spread links.tool.mass=5%, [spreads] in the file, or "
            "sweep({'links.tool.mass': '5%'})), or a sensor with noise",
        )


def usual_figures(scenario: Setup) -> tuple[Figure, ...]:
    """Those that runs are judged by unless one says others: as far as their signals exist."""
    circuit = System(scenario).circuit
    every = [Figure.parse(text) for text in _USUAL]
    return tuple(one for one in every if all(circuit.exists(name) for name in one.read.signals))


def _usual(scenario: Setup) -> tuple[Figure, ...]:
    found = usual_figures(scenario)
    if not found:
        raise InputError(
            "nothing would be kept of the runs",
            where=f"scenario '{scenario.name}', sweep",
            expected="figures, such as --figure 'rms(joint_torque)'",
        )
    return found


def _nothing(kind: np.dtype[Any]) -> float:
    """What stands in an array for a run that was lost."""
    return np.nan if kind.kind == "f" else 0


def _words(block: Block) -> list[str]:
    """What a block is; of files that it reads, the tables that it makes of them count."""
    settings = {n: v for n, v in block.values.items() if not isinstance(v, Path)}
    kind = f"{type(block).__module__}.{type(block).__qualname__}"
    return [kind, repr(block.rate), repr(dict(block.connect)), repr(settings)]


def _digest(parts: Sequence[str | bytes]) -> str:
    found = hashlib.sha256()
    for part in parts:
        text = part if isinstance(part, bytes) else part.encode()
        found.update(b"%d:" % len(text) + text)
    return found.hexdigest()[:16]
