"""S0's set-ups: four paths, and Sim1 to Sim4 of its table 4.1 on each."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

from armwright.robot import Robot
from armwright.scenario import Scenario, load_scenario

PATHS = ("square", "circle", "triangle", "iso")
SIMS = ("sim1", "sim2", "sim3", "sim4")
#: The sensor sits 4 mm and −5 mm off along x and z of the tool, and is turned by 2° about y, as the
#: joints turn.
CALIBRATION_ERROR = {
    "accelerometer.position_error": (0.004, 0.0, -0.005),
    "accelerometer.angle_error": (0.0, math.radians(2.0), 0.0),
}
#: The source tells the size of its model errors, not their sign: here the controller believes in
#: gears that are too stiff, and in too little friction.
STIFFNESS_BELIEVED, FRICTION_BELIEVED = 1.2, 0.5


def setups() -> dict[str, Scenario]:
    """The 16 scenarios, by names such as `square-sim1`. Each path has noise of its own; the set-ups
    on a path have the same, since the source compares their motion."""
    return {
        f"{path}-{sim}": renamed(scenario.changed(sim_changes(scenario.robot)[sim]), path, sim)
        for path, scenario in library().items()
        for sim in SIMS
    }


def library() -> dict[str, Scenario]:
    """The paths' scenarios as they are in the library, but for their seeds: Sim1."""
    return {
        path: dataclasses.replace(load_scenario(f"two-axis/{path}"), seed=seed)
        for seed, path in enumerate(PATHS, 1)
    }


def sim_changes(robot: Robot) -> dict[str, dict[str, Any]]:
    """What each of S0's set-ups changes in the first."""
    sensor = {**CALIBRATION_ERROR, **drift(0.1)}
    return {
        "sim1": {},
        "sim2": {**sensor, **stiffness_error(robot), **friction_error(robot)},
        "sim3": sensor,
        "sim4": {**CALIBRATION_ERROR, **drift(0.2)},
    }


def drift(size: float) -> dict[str, Any]:
    """δ of the accelerometer in m/s², on both of its axes."""
    return {"accelerometer.drift": (size, 0.0, size)}


def stiffness_error(robot: Robot) -> dict[str, float]:
    """20 % in the stiffness parameters of S0 (A.7)."""
    return _believed(robot, "spring", ("k_low", "k_high"), STIFFNESS_BELIEVED)


def friction_error(robot: Robot) -> dict[str, float]:
    """50 % in the friction parameters of S0 (A.9) that are torques."""
    return _believed(robot, "friction", ("fd", "fc"), FRICTION_BELIEVED)


def damping_error(robot: Robot) -> dict[str, float]:
    """50 % in the damping of S0 (A.5)."""
    return _believed(robot, "spring", ("damping",), 1.5)


def renamed(scenario: Scenario, *parts: str) -> Scenario:
    """The same under a name that its runs keep."""
    return dataclasses.replace(scenario, name="two-axis/" + "-".join(parts))


def _believed(robot: Robot, law: str, names: tuple[str, ...], factor: float) -> dict[str, float]:
    """What the controller's model has instead of the arm's own parameters."""
    found: dict[str, float] = {}
    for joint in robot.moving_joints:
        assert joint.drive is not None
        own: Mapping[str, float] = getattr(joint.drive, law)
        found |= {f"model.joints.{joint.name}.{law}.{name}": factor * own[name] for name in names}
    return found
