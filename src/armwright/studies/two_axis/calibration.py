"""Stiffness that the filter finds itself: in a run that is made for it, and on the paths.

In the calibration run the arm is Sim2's in all: the accelerometer is mounted wrong and drifts, and
whatever knows a model has the wrong one. It moves from where its gears carry little to where they
carry much, since springs stiffen, while a chirp that the filter is told of shakes the motors.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.estimate import ToolObserver
from armwright.robot import Robot
from armwright.robot.changing import changed, value_at
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Run
from armwright.studies.two_axis.estimates import EstimateErrors, joined, judged
from armwright.studies.two_axis.measures import values
from armwright.studies.two_axis.runs import PATHS, SIGNALS, sim_changes
from armwright.studies.two_axis.source import TwoAxisNumbers

#: k_low and k_high of S0 (A.7), of both gears.
FOLLOWED = ("joints.*.spring.k_low", "joints.*.spring.k_high")
#: rad; N m at the motors; s; Hz. Torques reach two thirds of what the motors can give.
POSES, CHIRP, DURATION, BAND = ((0.3, 1.15), (0.3, -0.3)), (4.0, 2.0), 10.0, (1.0, 30.0)
_REST, _SEED = 0.5, 5


@dataclass(frozen=True, eq=False)
class CalibrationRun:
    """`names` of the numbers; `true`, and over time what is found of them and its standard
    `deviation`, (samples, numbers). `robot`: the model with what is found at the end."""

    run: Run
    names: tuple[str, ...]
    true: Array
    time: Array
    found: Array
    deviation: Array
    robot: Robot

    @property
    def off(self) -> Array:
        """By how much each number is off at the end, as a part."""
        off: Array = self.found[-1] / self.true - 1.0
        return off


@dataclass(frozen=True, eq=False)
class FollowedStiffness:
    """What Sim2's filter is off by on the four paths together: as it is told, with the numbers of
    the `calibration` run, and finding them on the paths themselves."""

    calibration: CalibrationRun
    believed: EstimateErrors
    calibrated: EstimateErrors
    on_the_paths: EstimateErrors
    #: by `k_low` and `k_high`, the largest error of a gear's at the end of a path, as a part
    left: Mapping[str, float]
    #: rad: between which angles gear 2 is bent on the paths, and ψ of its spring
    bent: tuple[float, float]
    soft: float


def calibration_scenario() -> Scenario:
    scenario = load_scenario("two-axis/joints")
    begin, end = POSES
    moving = DURATION - 4 * _REST
    speeds = np.maximum(np.abs(np.subtract(end, begin)) / moving, 1e-3)
    changed_scenario = scenario.changed(
        {
            **sim_changes(scenario.robot)["sim2"],
            "duration": DURATION,
            "reference.begin": begin,
            "reference.end": end,
            "reference.speed": tuple(speeds.tolist()),
            "torque_chirp.amplitude": CHIRP,
            "torque_chirp.first_frequency": BAND[0],
            "torque_chirp.last_frequency": BAND[1],
            "torque_chirp.begin": _REST,
            "torque_chirp.duration": DURATION - 2 * _REST,
            "recording.signals": SIGNALS,
        }
    )
    return dataclasses.replace(changed_scenario, name="two-axis/calibration", seed=_SEED)


def calibrate(observer: ToolObserver, scenario: Scenario) -> CalibrationRun:
    """`observer`: follows stiffness."""
    run, model = scenario.simulate(), scenario.model
    assert model is not None
    torque = run.data["motor_torque"] + run.data["disturbance_motor_torque"].values
    told = Run(run.data.assign(commanded_motor_torque=torque))
    estimate = observer.believing(model).estimate(told)
    found = estimate.part("numbers")
    return CalibrationRun(
        run=run,
        names=observer.followed,
        true=np.array([value_at(scenario.robot, name) for name in observer.followed]),
        time=estimate.time,
        found=found,
        deviation=estimate.part_deviation("numbers"),
        robot=changed(model, dict(zip(observer.followed, found[-1].tolist(), strict=True))),
    )


def follow_stiffness(
    observer: ToolObserver, scenarios: Mapping[str, Scenario], runs: Mapping[str, Run]
) -> FollowedStiffness:
    """`observer`: of the arm, as the set-ups have it; `scenarios`, `runs`: those of table 4.1."""
    following = ToolObserver(scenarios["square-sim1"], followed=FOLLOWED)
    calibration = calibrate(following, calibration_scenario())
    believed, calibrated, found, ends, bends = [], [], [], [], []
    numbers = TwoAxisNumbers.of(scenarios["square-sim1"].robot)
    for path in PATHS:
        scenario, run = scenarios[f"{path}-sim2"], runs[f"{path}-sim2"]
        assert scenario.model is not None
        believed.append(judged(observer.believing(scenario.model).estimate(run), run))
        calibrated.append(judged(observer.believing(calibration.robot).estimate(run), run))
        alone = following.believing(scenario.model).estimate(run)
        found.append(judged(alone, run))
        ends.append(np.abs(alone.part("numbers")[-1] / calibration.true - 1.0))
        motors, joints = (values(run, f"{of}_position")[:, 1] for of in ("motor", "joint"))
        bends.append(np.abs(motors / numbers.eta[1] - joints))
    bent = np.concatenate(bends)
    largest = dict(zip(calibration.names, np.max(ends, axis=0).tolist(), strict=True))
    return FollowedStiffness(
        calibration,
        joined(believed),
        joined(calibrated),
        joined(found),
        left={
            kind: max(size for name, size in largest.items() if name.endswith(kind))
            for kind in ("k_low", "k_high")
        },
        bent=(float(bent.min()), float(bent.max())),
        soft=numbers.springs[1]["psi"],
    )
