"""What is simulated: Sim1 to Sim4 of S0's table 4.1, each on four paths; and the options of
section 3, each switched by itself on an arm that is otherwise plain."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.blocks.references.from_samples import Samples
from armwright.progress import Tell
from armwright.robot import Robot
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Run
from armwright.studies.running import run_apart, run_together
from armwright.studies.two_axis.measures import settings_of
from armwright.studies.two_axis.source import TwoAxisNumbers, inverse

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
#: A figure of eight about `_CENTRE` (m), once round in `_ROUND` (s) after `_REST` (s).
_CENTRE, _WIDTH, _HEIGHT = (1.2, 0.75), 0.2, 0.12
_ROUND, _REST, SAMPLE_RATE = 5.0, 0.5, 4000.0


def setups() -> dict[str, Scenario]:
    """The 16 scenarios, by names such as `square-sim1`. Each path has noise of its own; the set-ups
    on a path have the same, since the source compares their motion."""
    return {
        f"{path}-{sim}": _renamed(scenario.changed(sim_changes(scenario.robot)[sim]), path, sim)
        for path, scenario in library_paths().items()
        for sim in SIMS
    }


def library_paths() -> dict[str, Scenario]:
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


def _renamed(scenario: Scenario, *parts: str) -> Scenario:
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


def run_setups(scenarios: Mapping[str, Scenario], tell: Tell) -> dict[str, Run]:
    """The 16 runs. Sim1, Sim3 and Sim4 of a path differ in numbers of the accelerometer only; in
    Sim2 the controller believes in another arm."""
    runs: dict[str, Run] = {}
    for k, path in enumerate(PATHS):
        tell(f"{path}, Sim1, Sim3 and Sim4", 0.6 * k / len(PATHS))
        alike = [f"{path}-{sim}" for sim in ("sim1", "sim3", "sim4")]
        runs |= run_together({name: scenarios[name] for name in alike})
    others = {name: scenarios[name] for name in scenarios if name not in runs}
    runs |= run_apart(others, lambda what, done: tell(what, 0.6 + 0.4 * done))
    return {name: runs[name] for name in scenarios}


@dataclass(frozen=True, eq=False)
class SourceOption:
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


def options(scenario: Scenario) -> dict[str, SourceOption]:
    """By name, the plain arm first; `scenario` is Sim1 on one of the paths."""
    scenario = scenario.changed({"recording.signals": SIGNALS})
    found = {PLAIN: SourceOption("none", "plain arm", "", plain(scenario), numbers_only=True)}
    found |= _numbers(scenario)
    found |= _complexity(scenario)
    found |= _model_errors(scenario)
    found |= _paths()
    return {
        name: dataclasses.replace(option, scenario=_renamed(option.scenario, "option", name))
        for name, option in found.items()
    }


def _numbers(scenario: Scenario) -> dict[str, SourceOption]:
    """Those that change nothing but numbers of sensors and disturbances."""

    def with_changes(
        heading: str, words: str, setting: str, changes: Mapping[str, Any]
    ) -> SourceOption:
        return SourceOption(
            heading, words, setting, plain(scenario).changed(changes), numbers_only=True
        )

    def switched_on(name: str, heading: str, words: str, setting: str) -> SourceOption:
        return SourceOption(heading, words, setting, plain(scenario, but=name), numbers_only=True)

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
            f"chirp of {CHIRP[0]:g} and {CHIRP[1]:g} N m on the motors",
            "torque_chirp.amplitude",
            {"torque_chirp.amplitude": CHIRP},
        ),
        "tool-force": with_changes(
            "Disturbances",
            f"{FORCE:g} N down at the tool, for {_lasting(scenario):g} s",
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


def _lasting(scenario: Scenario) -> float:
    """How long a force acts on the tool, s."""
    force = settings_of(scenario, "tool_force")
    return float(np.asarray(force["end"]) - np.asarray(force["begin"]))


def _complexity(scenario: Scenario) -> dict[str, SourceOption]:
    choices: dict[str, tuple[str, str, Any]] = {
        "no-gravity": ("without gravity", "fidelity.gravity", False),
        "no-friction": ("without friction", "fidelity.friction", False),
        "linear-springs": ("linear springs", "fidelity.springs", "linear"),
    }
    return {
        name: SourceOption("Model complexity", words, path, plain(scenario).changed({path: value}))
        for name, (words, path, value) in choices.items()
    }


def _model_errors(scenario: Scenario) -> dict[str, SourceOption]:
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
        name: SourceOption(
            "Model errors", words, f"model.joints.*.{path}", plain(scenario).changed(changes)
        )
        for name, (words, path, changes) in choices.items()
    }
    found["mass-error"] = SourceOption(
        "Model errors",
        "masses 10 % too high",
        "model.links.*.mass",
        plain(scenario).changed(masses),
    )
    return found


def _paths() -> dict[str, SourceOption]:
    """Each path by itself, on the plain arm."""
    line, joints = (load_scenario(f"two-axis/{name}") for name in ("line", "joints"))
    choices = {
        "joint-path": ("interpolation between joint angles", "joint_ptp", joints),
        "line-path": ("straight line in space", "cartesian_line", line),
        "predefined-path": ("made before the run", "samples, or csv", predefined_path(line)),
    }
    return {
        name: SourceOption(
            "Path",
            words,
            f"[reference] kind = {kind}",
            plain(scenario.changed({"recording.signals": SIGNALS})),
        )
        for name, (words, kind, scenario) in choices.items()
    }


def predefined_path(scenario: Scenario) -> Scenario:
    """The scenario with a figure of eight instead of its own path."""
    angles = inverse(TwoAxisNumbers.of(scenario.robot), figure_of_eight(), elbow_up=True)
    positions = tuple(map(tuple, angles.tolist()))
    reference = Samples(name="reference", rate=SAMPLE_RATE, positions=positions)
    longer = dataclasses.replace(scenario, duration=_ROUND + 2 * _REST)
    return longer.with_blocks(reference=reference)


def figure_of_eight() -> Array:
    """(x, z) at every sample: it starts and ends at rest, with acceleration and jerk zero."""
    time = np.arange(round((_ROUND + 2 * _REST) * SAMPLE_RATE)) / SAMPLE_RATE
    u = np.clip((time - _REST) / _ROUND, 0.0, 1.0)
    smooth = u**4 * (35 - 84 * u + 70 * u**2 - 20 * u**3)
    phase = 2 * np.pi * smooth
    x, z = _CENTRE[0] + _WIDTH * np.sin(phase), _CENTRE[1] + _HEIGHT * np.sin(2 * phase)
    return np.stack([x, z], axis=-1)


def run_options(options: Mapping[str, SourceOption], tell: Tell) -> dict[str, Run]:
    """Each of them once."""
    alike = {name: option.scenario for name, option in options.items() if option.numbers_only}
    tell("options of sensors and disturbances", 0.0)
    runs = run_together(alike)
    others = {name: option.scenario for name, option in options.items() if name not in alike}

    def tell_words(what: str, done: float) -> None:
        tell(f"option: {options[what].words}", 0.1 + 0.9 * done)

    return runs | run_apart(others, tell_words)
