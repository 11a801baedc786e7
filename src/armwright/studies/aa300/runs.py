"""What is simulated: the manoeuvre, its joints one by one, and the motors chosen for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from armwright.arm import compile
from armwright.arrays import Array
from armwright.progress import Tell
from armwright.robot import Inertia, Robot
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Run
from armwright.sizing import (
    MotorChoice,
    MotorList,
    TriedMotor,
    choose_motors,
    demands_of,
    read_motors,
    try_motor,
    with_motors,
)
from armwright.studies.aa300.source import MASSES, SCENARIO
from armwright.studies.running import run_apart

LIST = Path(__file__).parent / "motors.toml"
#: Of the largest torque of the column, where its current is limited.
LIMIT = 0.6
#: kg in the gripper; assumed.
LOAD = 100.0


@dataclass(frozen=True, eq=False)
class ManoeuvreRuns:
    """`runs`: `whole`, then each joint moving alone, and the column's torque limited. `choice`: by
    all rules; `by_peak`: by S2's rule, with its rerun. `turned`: the manoeuvre with products of
    inertia of the other sign; `loaded`: with a load in the gripper."""

    scenario: Scenario
    runs: Mapping[str, Run]
    turned: Run
    loaded: Run
    choice: MotorChoice
    by_peak: Mapping[str, TriedMotor]
    by_peak_rerun: Run
    reached: float


def manoeuvre(tell: Tell) -> ManoeuvreRuns:
    scenario = load_scenario(SCENARIO)
    runs = run_apart({"whole": scenario, **_alone(scenario)}, lambda what, _: tell(what, 0.05))
    whole = runs["whole"]
    tell("a limited torque", 0.3)
    largest = float(np.abs(whole.data["joint_torque"].values[:, 0]).max())
    runs["limited"] = _limited(scenario, LIMIT * largest).simulate()
    tell("other inertias", 0.4)
    turned = replace(scenario, robot=_turned(scenario.robot)).simulate()
    loaded = scenario.changed({"links.gripper.mass": MASSES[-1] + LOAD}).simulate()
    tell("motors by all rules", 0.55)
    listed = read_motors(LIST)
    choice = choose_motors(scenario, listed, run=whole)
    tell("motors by their peak torque", 0.75)
    picks = _by_peak(scenario, whole, listed, choice)
    fitted = with_motors(scenario, picks)
    rerun = fitted.simulate()
    judged = {
        one.name: try_motor(one, picks[one.name].motor, picks[one.name].gear, choice.rules)
        for one in demands_of(rerun, fitted)
    }
    return ManoeuvreRuns(scenario, runs, turned, loaded, choice, judged, rerun, _reached(scenario))


def _alone(scenario: Scenario) -> dict[str, Scenario]:
    """Each joint does its part of the manoeuvre while the others are held where they begin."""
    begin, end = _ends(scenario)
    found = {}
    for k, name in enumerate(scenario.robot.joint_names):
        goal = begin.copy()
        goal[k] = end[k]
        found[f"{name} alone"] = scenario.changed({"reference.end": goal.tolist()})
    return found


def _ends(scenario: Scenario) -> tuple[Array, Array]:
    reference = scenario.blocks.reference
    assert reference is not None  # it is the library's scenario
    return np.array(reference.values["begin"]), np.array(reference.values["end"])


def _limited(scenario: Scenario, largest: float) -> Scenario:
    gravity, pd = scenario.blocks.controller
    limits = [joint.limits.effort for joint in scenario.robot.moving_joints]
    pd = pd.changed({"torque_limit": [largest, *limits[1:]]})
    return replace(scenario.with_blocks(controller=(gravity, pd)), duration=8.0)


def _turned(robot: Robot) -> Robot:
    """Products of inertia with the other sign: table 3.2 does not say which it has."""

    def turned(inertia: Inertia) -> Inertia:
        tensor = 2 * np.diag(np.diag(inertia.tensor)) - inertia.tensor
        return replace(inertia, tensor=tensor)

    links = tuple(
        replace(link, inertia=turned(link.inertia)) if link.inertia else link
        for link in robot.links
    )
    return replace(robot, links=links)


def _by_peak(
    scenario: Scenario, run: Run, listed: MotorList, choice: MotorChoice
) -> dict[str, TriedMotor]:
    """S2's rule: the lightest whose peak torque is not less than the largest that was needed."""
    picks = {}
    for demand in demands_of(run, scenario):
        tried = [
            try_motor(demand, motor, gear, choice.rules)
            for motor in listed.motors
            for gear in listed.gears
            if gear.kind == demand.kind
        ]
        needed = float(np.abs(demand.torque).max())
        enough = [one for one in tried if needed / one.ratio <= one.motor.peak_torque]
        picks[demand.name] = min(enough, key=lambda one: (one.mass, one.label))
    return picks


def _reached(scenario: Scenario) -> float:
    """How far from both end positions of the tool the joints are that inverse kinematics finds."""
    arm, off = compile(scenario.robot), 0.0
    for q in _ends(scenario):
        goal = arm.pose(q)
        found = arm.inverse_kinematics(goal, start=q + 0.1)
        off = max(off, float(np.abs(arm.pose(found.q)[:3, 3] - goal[:3, 3]).max()))
    return off
