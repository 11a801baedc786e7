"""Where the tool is, as far as motor angles and the accelerometer tell, in all runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from armwright.arrays import Array
from armwright.estimate import Consistency, Estimate, ToolObserver, rigid_tool_position
from armwright.estimate.sensors import acceleration_sensor
from armwright.robot import Robot
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.two_axis.measures import Distance
from armwright.studies.two_axis.runs import friction_error, stiffness_error

#: How the tool is looked for, from left to right with more to go by.
WAYS = ("rigid", "motors", "trusted", "drift", "calibrated")


@dataclass(frozen=True)
class EstimationCase:
    """A set-up on a path. `believed`: the filter has the model that the controller believes in,
    where that is not the arm."""

    path: str
    sim: str
    believed: bool = False

    @property
    def setup(self) -> str:
        """The set-up in words."""
        name = self.sim.replace("s", "S")
        if self.sim != "sim2":
            return name
        return f"{name}, the controller's model" if self.believed else f"{name}, the true model"


@dataclass(frozen=True, eq=False)
class EstimateErrors:
    """`error`: of the tool's position, estimated − true, and `deviation`: what the filter takes for
    its standard deviation, (samples, 3) in m. `surprises`: ν²/S of the measurements, one by one;
    `surprise` and `freedom`: all of νᵀ S⁻¹ ν together, and how many measurements are in it."""

    time: Array
    error: Array
    deviation: Array
    surprises: Array
    surprise: float
    freedom: float

    @property
    def size(self) -> Distance:
        distance = np.linalg.norm(self.error, axis=1)
        return Distance(float(np.sqrt(np.mean(distance**2))), float(distance.max()))

    @property
    def consistency(self) -> Consistency:
        return Consistency.of(self.surprise, self.freedom)

    @property
    def within(self) -> float:
        """How many errors in x and z are within two standard deviations, as a share."""
        inside = np.abs(self.error) < 2.0 * self.deviation
        return float(np.mean(inside[:, [0, 2]]))


@dataclass(frozen=True, eq=False)
class ToolEstimates:
    """`by_case`: in every case by every way. `mistaken`: by a filter that is wrong about stiffness
    or friction alone, as much as Sim2's controller, with the accelerometer's drift estimated."""

    by_case: Mapping[EstimationCase, Mapping[str, EstimateErrors]]
    mistaken: Mapping[str, EstimateErrors]

    @cached_property
    def by_setup(self) -> dict[str, dict[str, EstimateErrors]]:
        """The four paths as one, by set-up and way."""
        parts: dict[str, list[Mapping[str, EstimateErrors]]] = {}
        for case, ways in self.by_case.items():
            parts.setdefault(case.setup, []).append(ways)
        return {
            setup: {way: joined([ways[way] for ways in every]) for way in WAYS}
            for setup, every in parts.items()
        }


def cases(names: Iterable[str]) -> list[EstimationCase]:
    """For the names of set-ups, such as `square-sim1`; with model errors for both models."""
    found = []
    for name in names:
        path, sim = name.split("-")
        beliefs = (False, True) if sim == "sim2" else (False,)
        found += [EstimationCase(path, sim, believed) for believed in beliefs]
    return found


def estimate_tool(
    observer: ToolObserver, scenarios: Mapping[str, Scenario], runs: Mapping[str, Run]
) -> ToolEstimates:
    """`scenarios`, `runs`: the 16 of table 4.1, by names such as `square-sim1`."""
    first = "square-sim1"
    return ToolEstimates(
        _by_case(observer, scenarios, runs), _mistaken(observer, scenarios[first], runs[first])
    )


def _by_case(
    observer: ToolObserver, scenarios: Mapping[str, Scenario], runs: Mapping[str, Run]
) -> dict[EstimationCase, dict[str, EstimateErrors]]:
    """One filter serves them all: they differ in springs, friction and the accelerometer."""
    beliefs: dict[Robot, ToolObserver] = {}
    found = {}
    for case in cases(runs):
        name = f"{case.path}-{case.sim}"
        scenario, run = scenarios[name], runs[name]
        robot = scenario.model if case.believed and scenario.model else scenario.robot
        if robot not in beliefs:
            beliefs[robot] = observer.believing(robot)
        found[case] = _by_all_ways(beliefs[robot], robot, scenario, run)
    return found


def _mistaken(observer: ToolObserver, scenario: Scenario, run: Run) -> dict[str, EstimateErrors]:
    robot = scenario.robot
    changes = {"stiffness": stiffness_error(robot), "friction": friction_error(robot)}
    found = {}
    for name, change in changes.items():
        model = scenario.changed(change).model
        assert model is not None
        found[name] = judged(observer.believing(model).estimate(run), run)
    return found


def _by_all_ways(
    observer: ToolObserver, robot: Robot, scenario: Scenario, run: Run
) -> dict[str, EstimateErrors]:
    sensor = acceleration_sensor(scenario)
    known = sensor.calibration if sensor else None
    by_filter = {
        "motors": observer.estimate(run, accelerometer=False),
        "trusted": observer.estimate(run, drift=False),
        "drift": observer.estimate(run),
        "calibrated": observer.estimate(run, drift=False, calibration=known),
    }
    found = {way: judged(estimate, run) for way, estimate in by_filter.items()}
    return {"rigid": _rigid(robot, run)} | found


def _rigid(robot: Robot, run: Run) -> EstimateErrors:
    """Forward kinematics does not tell how good it is."""
    error = rigid_tool_position(robot, run) - run.data["tool_position"].values
    nothing = np.zeros((len(error), 0))
    return EstimateErrors(run.data["time"].values, error, np.zeros_like(error), nothing, 0.0, 0.0)


def judged(estimate: Estimate, run: Run) -> EstimateErrors:
    """By where the tool was in the run."""
    filtered = estimate.filtered
    return EstimateErrors(
        time=estimate.time,
        error=estimate.tool_position - run.data["tool_position"].values,
        deviation=estimate.deviation,
        surprises=filtered.innovation**2 / filtered.innovation_variance,
        surprise=float(filtered.surprise.sum()),
        freedom=float(filtered.freedom.sum()),
    )


def joined(parts: Sequence[EstimateErrors]) -> EstimateErrors:
    """Several runs as one."""
    arrays = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in ("time", "error", "deviation", "surprises")
    }
    surprise, freedom = (sum(getattr(p, name) for p in parts) for name in ("surprise", "freedom"))
    return EstimateErrors(**arrays, surprise=surprise, freedom=freedom)
