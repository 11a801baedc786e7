"""The loop with feedback from where the filter thinks the tool is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from armwright.blocks.controllers import Pid, Sum, ToolFeedback
from armwright.estimate import ToolObserver
from armwright.progress import Tell
from armwright.robot import Robot
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.resonance import lowest_resonance
from armwright.studies.running import run_together
from armwright.studies.two_axis.measures import Distance, path_error
from armwright.studies.two_axis.runs import PATHS

#: rad/s: about a tenth of the lowest resonance with motors at rest; and what else is tried.
BANDWIDTH = 5.0
BANDWIDTHS = (0.0, 2.5, BANDWIDTH, 2 * BANDWIDTH, 3 * BANDWIDTH)
SHOWN = "square"
_SHIFTED, _ESTIMATED = "shifted_motor_position", "estimated_tool_position"


@dataclass(frozen=True, eq=False)
class FeedbackRuns:
    """Of Sim2, by path: with a filter that believes as the controller does, and with the stiffness
    of the calibration run; `without` feedback. On one path, by bandwidth: `tried` with calibrated
    stiffness, `believing` with the controller's, and `right`: Sim1. `resonance`: rad/s."""

    without: Mapping[str, Run]
    believed: Mapping[str, Run]
    calibrated: Mapping[str, Run]
    tried: Mapping[float, Run]
    believing: Mapping[float, Run]
    right: Mapping[float, Run]
    resonance: float

    @property
    def count(self) -> int:
        """Of runs with feedback, in whatever set-up; a bandwidth of zero is none."""
        some = [self.tried, self.believing, self.right]
        on_one_path = sum(bandwidth > 0 for runs in some for bandwidth in runs)
        return 2 * (len(self.without) - 1) + on_one_path


def with_feedback(
    scenario: Scenario, observer: ToolObserver, run: Run, bandwidth: float
) -> Scenario:
    """`run`: of the scenario as it is, for how it begins."""
    controller = [
        _shifted(one) if isinstance(one, Pid) else one for one in scenario.blocks.controller
    ]
    rate = next(one.rate for one in controller if isinstance(one, Pid))
    added = Sum(
        name="shifted_reference",
        unit="rad",
        rate=rate,
        connect={
            "input": "reference_motor_position",
            "other": "motor_shift",
            "output": _SHIFTED,
        },
    )
    filtered = observer.block(run)
    feedback = ToolFeedback(
        rate=filtered.rate, bandwidth=bandwidth, connect={"measured_tool_position": _ESTIMATED}
    )
    signals = (*(scenario.recording.signals or ()), _ESTIMATED, "joint_shift")
    return scenario.with_blocks(controller=(*controller, filtered, feedback, added)).changed(
        {"recording.signals": signals}
    )


def _shifted(pid: Pid) -> Pid:
    connect = {**pid.connect, "reference_motor_position": _SHIFTED}
    return Pid.made(dict(pid.values), name=pid.name, rate=pid.rate, connect=connect)


def run_feedback(
    observer: ToolObserver,
    scenarios: Mapping[str, Scenario],
    runs: Mapping[str, Run],
    calibrated: Robot,
    tell: Tell,
) -> FeedbackRuns:
    """`scenarios`, `runs`: those of table 4.1; `calibrated`: the model of the calibration run."""
    found: dict[str, dict[str, Run]] = {"believed": {}, "calibrated": {}}
    tried: dict[str, dict[float, Run]] = {}
    for k, path in enumerate(PATHS):
        tell(f"{path}, Sim2 with feedback", k / (len(PATHS) + 1))
        scenario, run = scenarios[f"{path}-sim2"], runs[f"{path}-sim2"]
        assert scenario.model is not None
        filters = {
            "believed": observer.believing(scenario.model),
            "calibrated": observer.believing(calibrated),
        }
        every = BANDWIDTHS if path == SHOWN else (BANDWIDTH,)
        together = run_together(
            {
                f"{path}, {name}, {bandwidth:g} rad/s": with_feedback(scenario, one, run, bandwidth)
                for name, one in filters.items()
                for bandwidth in every
            }
        )
        done = iter(together.values())
        for name in filters:
            by_bandwidth = {bandwidth: next(done) for bandwidth in every}
            found[name][path] = by_bandwidth[BANDWIDTH]
            if path == SHOWN:
                tried[name] = by_bandwidth
    tell("Sim1 with feedback", len(PATHS) / (len(PATHS) + 1))
    scenario, run = scenarios[f"{SHOWN}-sim1"], runs[f"{SHOWN}-sim1"]
    own = observer.believing(scenario.robot)
    right = run_together(
        {f"Sim1, {one:g} rad/s": with_feedback(scenario, own, run, one) for one in BANDWIDTHS}
    )
    return FeedbackRuns(
        without={path: runs[f"{path}-sim2"] for path in PATHS},
        believed=found["believed"],
        calibrated=found["calibrated"],
        tried=tried["calibrated"],
        believing=tried["believed"],
        right=dict(zip(BANDWIDTHS, right.values(), strict=True)),
        resonance=lowest_resonance(scenario, run.data["joint_position"].values[0]),
    )


def errors(runs: Mapping[str, Run]) -> Distance:
    """Of the tool from its reference, on all paths together."""
    each = [path_error(run) for run in runs.values()]
    times = [float(run.data["time"].values[-1]) for run in runs.values()]
    mean = np.average([one.rms**2 for one in each], weights=times)
    return Distance(float(np.sqrt(mean)), max(one.largest for one in each))
