"""S4's three experiments, and what helps where the third one drifts."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.blocks.catalogue import find
from armwright.identify import PLAIN, AdaptiveFit, AdaptiveTuning, adaptive
from armwright.identify.adaptive import FollowedEfforts
from armwright.identify.regressor import RIGID
from armwright.plant import Plant
from armwright.progress import Tell
from armwright.robot import Robot
from armwright.robot.changing import changed, value_at
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Log
from armwright.simulation import simulate_together
from armwright.studies.friction.adaptive.cycle import CYCLE, cycles
from armwright.studies.friction.adaptive.histories import HistoryResults, histories
from armwright.studies.friction.adaptive.source import (
    ARM,
    COLD,
    DEVIATIONS,
    FRICTION,
    JOINT,
    TORQUE_NOISE,
    WARM,
    serial_arm,
)
from armwright.system.setup import Recording

#: s of a batch; minutes at which batches begin; minutes in which the gear warms up (assumed).
BATCH, MINUTES, WARMING = 300.0, (0, 15, 30, 45, 60), 25.0
#: By which part the arm that the filter believes in is too heavy at its hand: assumed.
MODEL_ERROR = 0.1
#: The plain filter as S4 tunes it, "slow on purpose": it takes minutes, and does not follow what a
#: cycle does to its estimates, which a filter that believes in the noise of the torque would.
_SLOW = 0.1
SLOW = dataclasses.replace(
    PLAIN, noise=_SLOW, bristle=PLAIN.bristle * TORQUE_NOISE / _SLOW, hourly=0.3
)
NAMES = tuple(FRICTION + name for name in COLD)
#: Five static parameters, for where which of them can be seen.
STATIC = ("coulomb", "static", "stribeck_velocity", "viscous", "quadratic")


@dataclass(frozen=True, eq=False)
class SensitivityCurves:
    """∂τ/∂θ θ over the motor's speed, N m: what a change of a number by itself does to steady
    friction. `dynamic` minus static friction over one cycle, N m at the motor."""

    speed: Array
    by_number: Mapping[str, Array]
    time: Array
    dynamic: Array
    static: Array


@dataclass(frozen=True, eq=False)
class AdaptiveResults:
    """`one` and `three`: S4's experiments 1 and 2. `tustin`: the second with a static law in the
    filter, `static`: on data of that law too. `plain` and `cured`: experiment 3, a fit for each
    batch, and `truths`: numbers there; `hasty`: its first batch by a plain filter that believes in
    the torque's noise."""

    one: AdaptiveFit
    three: AdaptiveFit
    tustin: AdaptiveFit
    static: AdaptiveFit
    plain: Sequence[AdaptiveFit]
    hasty: AdaptiveFit
    cured: Sequence[AdaptiveFit]
    truths: Sequence[Mapping[str, float]]
    seen: SensitivityCurves
    aged: HistoryResults


def experiments(tell: Tell) -> AdaptiveResults:
    tell("a simulated log of five minutes", 0.0)
    clean = true_log(serial_arm(COLD), BATCH)
    cold_but_static = serial_arm({**COLD, "static": WARM["static"]})
    tell("one number, and three", 0.1)
    one = adaptive(cold_but_static, clean, NAMES[:1], tuning=PLAIN)
    three = adaptive(serial_arm(WARM), clean, NAMES, tuning=PLAIN, deviations=DEVIATIONS)
    law = {"law": "tustin", "side": "motor", **static_numbers(serial_arm(WARM))}
    without = changed(serial_arm(WARM), {FRICTION[:-1]: law})
    tustin = adaptive(without, clean, NAMES, tuning=PLAIN, deviations=DEVIATIONS)
    same = true_log(changed(without, {FRICTION + n: v for n, v in COLD.items()}), BATCH)
    static = adaptive(without, same, NAMES, tuning=PLAIN, deviations=DEVIATIONS)
    tell("an hour of a flexible arm", 0.3)
    truths = [warmed(minute) for minute in MINUTES]
    logs = measured_logs(truths, BATCH)
    tell("the hour, followed", 0.5)
    believed = heavier(serial_arm(WARM))
    plain = hour(believed, logs, SLOW)
    (hasty,) = hour(believed, logs[:1], PLAIN)
    cured = hour(believed, logs, AdaptiveTuning())
    tell("two hundred histories", 0.8)
    return AdaptiveResults(
        one, three, tustin, static, plain, hasty, cured, truths, sensitivity_curves(), histories()
    )


def true_log(robot: Robot, seconds: float, seed: int = 1) -> Log:
    """Torques that this friction gives in S4's motion, with noise; velocities are true."""
    motion = cycles(robot, seconds)
    nothing = np.zeros_like(motion.q)
    signals = {"joint_position": motion.q, "motor_torque": nothing}
    log = Log.from_arrays(motion.time, signals, joints=robot.joint_names)
    shown = _efforts(robot, log)
    noise = TORQUE_NOISE * np.random.default_rng(seed).normal(size=shown.shape)
    data = log.data.assign(motor_torque=log.data["motor_torque"] + np.nan_to_num(shown) + noise)
    known = motion.time[np.isfinite(shown).any(axis=1)]
    return Log(data).cut(known[0], known[-1])


def _efforts(robot: Robot, log: Log) -> Array:
    predicted = FollowedEfforts("motor_torque", 100.0, NAMES, springs=False)(robot, log)
    return np.asarray(predicted["motor_torque"].values)


def warmed(minute: float) -> dict[str, float]:
    """Friction after so many minutes of motion."""
    share = 1.0 - np.exp(-minute / WARMING)
    return {name: float(COLD[name] + share * (WARM[name] - COLD[name])) for name in COLD}


def measured_logs(truths: Sequence[Mapping[str, float]], seconds: float) -> list[Log]:
    """What motors show of an arm with flexible joints under control: positions and torques."""
    scenario = load_scenario(ARM)
    positions = cycles(scenario.robot, seconds).q
    reference = find("reference", "samples")(
        positions=tuple(map(tuple, positions.tolist())), rate=1000
    )
    setup: Scenario = dataclasses.replace(
        scenario.with_blocks(reference=reference),
        duration=seconds,
        recording=Recording(("motor_position", "motor_torque"), 1000.0),
    )
    variants = [setup.changed({FRICTION + n: v for n, v in one.items()}) for one in truths]
    data = simulate_together(variants).data
    if "run" not in data.dims:  # of a single one
        data = data.expand_dims("run")
    rng, logs = np.random.default_rng(3), []
    for k in range(len(truths)):
        own = data.isel(run=k, drop=True)
        torque = own["motor_torque"].values
        signals = {
            "motor_position": own["motor_position"].values,
            "motor_torque": torque + TORQUE_NOISE * rng.normal(size=torque.shape),
        }
        names = scenario.robot.joint_names
        logs.append(Log.from_arrays(own["time"].values, signals, joints=names))
    return logs


def heavier(robot: Robot) -> Robot:
    path = "links.output_shaft.mass"
    return changed(robot, {path: (1 + MODEL_ERROR) * value_at(robot, path)})


def hour(believed: Robot, logs: Sequence[Log], tuning: AdaptiveTuning) -> list[AdaptiveFit]:
    """Batch by batch, each going on from the one before."""
    found: list[AdaptiveFit] = []
    pause = 60.0 * (MINUTES[1] - MINUTES[0]) - BATCH
    for log in logs:
        before = {"start": found[-1], "pause": pause} if found else {}
        found.append(
            adaptive(believed, log, NAMES, tuning=tuning, deviations=DEVIATIONS, **before)  # type: ignore[arg-type]
        )
    return found


def off(found: AdaptiveFit, truth: Mapping[str, float]) -> dict[str, float]:
    """Estimate minus truth, in % of the truth; below zero where the estimate is lower, as of α₃."""
    return {
        name: 100.0 * (found.parameters[FRICTION + name].value - truth[name]) / abs(truth[name])
        for name in truth
        if FRICTION + name in found.parameters
    }


def friction_at(speed: Array, numbers: Mapping[str, float]) -> Array:
    """Steady friction at the motor, N m."""
    known = static_numbers(serial_arm(COLD)) | dict(numbers)
    fall = np.exp(-((speed / known["stribeck_velocity"]) ** 2))
    dry = known["coulomb"] + (known["static"] - known["coulomb"]) * fall
    return np.asarray(dry + known["viscous"] * speed + known["quadratic"] * speed**2)


def estimated(found: AdaptiveFit) -> dict[str, float]:
    return {name: found.parameters[FRICTION + name].value for name in COLD}


def static_numbers(robot: Robot) -> dict[str, float]:
    """F_c, F_s, v_s, α₂ and α₃ of joint 3, at the motor."""
    return {name: float(value_at(robot, FRICTION + name)) for name in STATIC}


def sensitivity_curves() -> SensitivityCurves:
    """Of steady friction, by the law's own equations: bristles where their rate is zero."""
    robot = serial_arm(COLD)
    plant = Plant(robot, RIGID, free=[FRICTION + name for name in STATIC])
    part = next(one for one in plant.elements if one.law.key == "friction.lugre")
    assert part.linear is not None
    channel = [one.name for one in part.law.channels].index(JOINT)
    a, b = part.linear
    torque = cs.substitute(part.torque, part.state, -b / a)[channel]
    slopes = cs.Function(
        "slopes",
        [part.velocity, plant.values.symbol],
        [cs.jacobian(torque, plant.values.symbol)],
    )
    values = plant.values.vector(plant.numbers)
    speed = np.geomspace(0.02, 320.0, 400)
    rows = [np.array(slopes(np.full(part.size, v), values)).ravel() * values for v in speed]
    order = [path.removeprefix(FRICTION) for path in plant.values.places]
    by_number = dict(zip(order, np.array(rows).T, strict=True))
    return SensitivityCurves(speed, by_number, *_static_and_dynamic(robot))


def _static_and_dynamic(robot: Robot) -> tuple[Array, Array, Array]:
    """Over the second of three cycles: time, and friction of both kinds."""
    motion = cycles(robot, 3 * CYCLE)
    signals = {"joint_position": motion.q, "motor_torque": np.zeros_like(motion.q)}
    log = Log.from_arrays(motion.time, signals, joints=robot.joint_names)
    k = robot.joint_names.index(JOINT)
    dynamic = _efforts(robot, log)[:, k]
    numbers = static_numbers(robot)
    speed = motion.v[:, k] * robot.gear_matrix[k, k]
    static = np.sign(speed) * friction_at(np.abs(speed), numbers)
    gone = changed(
        robot,
        {FRICTION[:-1]: {"law": "coulomb", "side": "motor", "coulomb": 0.0, "viscous": 1e-12}},
    )
    frictionless = FollowedEfforts("motor_torque", 100.0, (FRICTION + "viscous",), springs=False)
    rest = np.asarray(frictionless(gone, log)["motor_torque"].values)[:, k]
    one = (motion.time >= CYCLE) & (motion.time < 2 * CYCLE)
    return motion.time[one] - CYCLE, (dynamic - rest)[one], static[one]
