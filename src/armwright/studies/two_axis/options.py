"""The options of S0's section 3, each switched by itself on an arm that is otherwise plain."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from armwright.scenario import Scenario, load_scenario
from armwright.studies.two_axis.predefined import predefined_path
from armwright.studies.two_axis.setups import (
    CALIBRATION_ERROR,
    damping_error,
    drift,
    friction_error,
    renamed,
    stiffness_error,
)

#: What turns ripple and noise of the library's scenarios off, by the name of the option.
OFF: Mapping[str, Mapping[str, float]] = {
    "torque-ripple": {
        "torque_ripple.current_ripple": 0.0,
        "torque_ripple.ripple_1": 0.0,
        "torque_ripple.ripple_2": 0.0,
        "torque_ripple.ripple_3": 0.0,
    },
    "resolver-ripple": {"resolver.ripple_1": 0.0, "resolver.ripple_2": 0.0},
    "motor-noise": {"resolver.noise": 0.0},
    "acceleration-noise": {"accelerometer.noise": 0.0},
}
PLAIN = "plain"
#: Such that the tool leaves its path by about a millimetre: N m, N.
CHIRP, FORCE = (0.5, 0.3), 100.0
#: What the comparison needs of each run, and what is kept of it.
SIGNALS = (
    "reference_tool_position",
    "tool_position",
    "accelerometer",
    "reference_joint_position",
    "joint_position",
    "joint_velocity",
    "joint_acceleration",
    "motor_position",
    "motor_velocity",
    "motor_acceleration",
    "reference_motor_position",
    "reference_motor_velocity",
    "measured_motor_position",
    "measured_motor_velocity",
    "motor_torque",
    "feedforward_motor_torque",
    "ripple_motor_torque",
    "disturbance_motor_torque",
    "tool_force",
)
KEPT = (
    "reference_tool_position",
    "tool_position",
    "accelerometer",
    "joint_position",
    "measured_motor_position",
    "motor_torque",
)


@dataclass(frozen=True, eq=False)
class Option:
    """`heading`: S0's. `setting`: as a person would write it. `numbers_only`: the same machine code
    serves it and the plain arm."""

    heading: str
    words: str
    setting: str
    scenario: Scenario
    numbers_only: bool = False


def plain(scenario: Scenario, *, but: str = "") -> Scenario:
    """Full complexity, neither ripple nor noise, except what `but` names."""
    quiet = [changes for name, changes in OFF.items() if name != but]
    return scenario.changed({path: value for changes in quiet for path, value in changes.items()})


def options(scenario: Scenario) -> dict[str, Option]:
    """By name, the plain arm first; `scenario` is Sim1 on one of the paths."""
    scenario = scenario.changed({"recording.signals": SIGNALS})
    found = {PLAIN: Option("none", "plain arm", "", plain(scenario), numbers_only=True)}
    found |= _numbers(scenario)
    found |= _complexity(scenario)
    found |= _model_errors(scenario)
    found |= _paths()
    return {
        name: dataclasses.replace(option, scenario=renamed(option.scenario, "option", name))
        for name, option in found.items()
    }


def _numbers(scenario: Scenario) -> dict[str, Option]:
    """Those that change nothing but numbers of sensors and disturbances."""

    def with_changes(heading: str, words: str, setting: str, changes: Mapping[str, Any]) -> Option:
        return Option(heading, words, setting, plain(scenario).changed(changes), numbers_only=True)

    def switched_on(name: str, heading: str, words: str, setting: str) -> Option:
        return Option(heading, words, setting, plain(scenario, but=name), numbers_only=True)

    sensor, noise, ripple = "Calibration error", "Measurement noise", "Ripple"
    return {
        "calibration": with_changes(
            sensor,
            "sensor 4 mm, −5 mm and 2° off",
            "accelerometer.position_error, .angle_error",
            CALIBRATION_ERROR,
        ),
        "offset": with_changes(
            "Accelerometer offset", "0.1 m/s² on both axes", "accelerometer.drift", drift(0.1)
        ),
        "motor-chirp": with_changes(
            "Disturbances",
            "chirp of 0.5 and 0.3 N m on the motors",
            "torque_chirp.amplitude",
            {"torque_chirp.amplitude": CHIRP},
        ),
        "tool-force": with_changes(
            "Disturbances",
            "100 N down at the tool, for 2 s",
            "tool_force.amplitude, .angle",
            {"tool_force.amplitude": FORCE},
        ),
        "torque-ripple": switched_on(
            "torque-ripple", ripple, "of the motors' torque", "torque_ripple.current_ripple, …"
        ),
        "resolver-ripple": switched_on(
            "resolver-ripple", ripple, "of the resolvers", "resolver.ripple_1, .ripple_2"
        ),
        "motor-noise": switched_on("motor-noise", noise, "of the motor angles", "resolver.noise"),
        "acceleration-noise": switched_on(
            "acceleration-noise", noise, "of the acceleration", "accelerometer.noise"
        ),
    }


def _complexity(scenario: Scenario) -> dict[str, Option]:
    choices: dict[str, tuple[str, str, Any]] = {
        "no-gravity": ("without gravity", "fidelity.gravity", False),
        "no-friction": ("without friction", "fidelity.friction", False),
        "linear-springs": ("linear springs", "fidelity.springs", "linear"),
    }
    return {
        name: Option("Model complexity", words, path, plain(scenario).changed({path: value}))
        for name, (words, path, value) in choices.items()
    }


def _model_errors(scenario: Scenario) -> dict[str, Option]:
    robot = scenario.robot
    masses = {
        f"model.links.{link.name}.mass": 1.1 * link.inertia.mass
        for link in robot.links
        if link.inertia is not None
    }
    choices: dict[str, tuple[str, str, Mapping[str, float]]] = {
        "stiffness-error": (
            "stiffness 20 % too high",
            "spring.k_low, .k_high",
            stiffness_error(robot),
        ),
        "damping-error": ("damping 50 % too high", "spring.damping", damping_error(robot)),
        "friction-error": ("friction 50 % too low", "friction.fd, .fc", friction_error(robot)),
    }
    found = {
        name: Option(
            "Model errors", words, f"model.joints.*.{path}", plain(scenario).changed(changes)
        )
        for name, (words, path, changes) in choices.items()
    }
    found["mass-error"] = Option(
        "Model errors",
        "masses 10 % too high",
        "model.links.*.mass",
        plain(scenario).changed(masses),
    )
    return found


def _paths() -> dict[str, Option]:
    """Each path by itself, on the plain arm."""
    line, joints = (load_scenario(f"two-axis/{name}") for name in ("line", "joints"))
    choices = {
        "joint-path": ("interpolation between joint angles", "joint_ptp", joints),
        "line-path": ("straight line in space", "cartesian_line", line),
        "predefined-path": ("made before the run", "samples, or csv", predefined_path(line)),
    }
    return {
        name: Option(
            "Path",
            words,
            f"[reference] kind = {kind}",
            plain(scenario.changed({"recording.signals": SIGNALS})),
        )
        for name, (words, kind, scenario) in choices.items()
    }
