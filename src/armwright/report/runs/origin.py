"""The scenario that a run comes from, and what it says that the signals do not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.plant.spring_modes import DriveMode, drive_modes
from armwright.robot import Robot
from armwright.scenario import Scenario
from armwright.scenario.file import parse_scenario
from armwright.signals import Run
from armwright.signals.records import array_of
from armwright.signals.summary import text_table
from armwright.system.system import plant_of

#: Neither limit.
UNLIMITED = (-math.inf, math.inf)


def scenario_of_run(run: Run) -> Scenario | None:
    """None if the run does not know it."""
    try:
        return _parsed(run.scenario_file) if run.scenario_file else None
    except InputError:  # of another version
        return None


@lru_cache(maxsize=4)
def _parsed(text: str) -> Scenario:
    return parse_scenario(text, Path("run.nc"), "run")


def limits_of(robot: Robot | None, signal: str, name: str) -> tuple[float, float]:
    """Of a joint's position or torque, or of a motor's torque or current, on its own side."""
    if robot is None:
        return UNLIMITED
    if signal.startswith("joint_"):
        found = [joint.limits for joint in robot.joints if joint.name == name]
        if signal == "joint_position" and found:
            return found[0].lower, found[0].upper
        most = {"joint_velocity": "velocity", "joint_torque": "effort"}.get(signal)
        size = getattr(found[0], most) if found and most else math.inf
    else:
        key = {"motor_torque": "torque_limit", "motor_current": "current_limit"}.get(signal)
        drives = [motor.drive for motor in robot.all_motors if motor.name == name]
        given = getattr(drives[0], key) if drives and key else None
        size = math.inf if given is None else float(given)
    return -size, size


def first_position(run: Run, joints: int) -> Array | None:
    """Where the joints are at the beginning; of many runs, in the first that is there."""
    if "joint_position" not in run.data:
        return None
    values = array_of(run.data, "joint_position")[:, 0]
    known = values[np.isfinite(values).all(axis=1)]
    return known[0] if len(known) and values.shape[1] == joints else None


def drives_of_run(run: Run) -> tuple[DriveMode, ...]:
    """How stiff the gears are, and how fast they swing where the run begins."""
    scenario = scenario_of_run(run)
    if scenario is None:
        return ()
    position = first_position(run, len(scenario.robot.joint_names))
    if position is None:
        return ()
    return drive_modes(plant_of(scenario), position)


def drives_text(modes: Sequence[DriveMode]) -> str:
    """A table, as those of the summary."""
    title = f"stiffness of the gears, {' or '.join(dict.fromkeys(one.unit for one in modes))}"
    head = [title, "motor side", "joint side", "motor held", "free"]
    table = text_table(head, drive_rows(modes))
    return f"{table}\n  near rest, where the run begins, other joints held"


def drive_rows(modes: Sequence[DriveMode]) -> list[list[str]]:
    """Stiffness on the motor's side and on the joint's; with the motor held, and free."""
    return [
        [
            one.name,
            *(f"{value:.4g}" for value in (one.motor_stiffness, one.joint_stiffness)),
            *(f"{value:.3g} Hz" for value in (one.held, one.free)),
        ]
        for one in modes
    ]
