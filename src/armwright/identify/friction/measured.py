"""Friction as it was measured: what the motors gave, less what links and rotors took.

τ_f = τ_IN − DM(q, q̇, q̈), S4 section 5.2, with DM the inverse of the rigid arm, or of the arm whose
gears give way, in which the links are not quite where the motors are: `identify.link_motion`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from armwright.arm import compile
from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.link_motion import driven_links
from armwright.identify.motion import Motion, effort_signal, filtered, motion_of
from armwright.identify.predicted import torque_constants
from armwright.identify.regressor import JOINT_TORQUE, MOTOR_CURRENT
from armwright.plant import Plant
from armwright.plant.arrangement import main_joint
from armwright.robot import Robot
from armwright.robot.contents import motor_path
from armwright.robot.drive import Side
from armwright.signals.log import Log

Inverse = Literal["rigid", "flexible"]
TEMPERATURE = "joint_temperature"
#: Of the largest speed: where a drive may stick.
_SLOW = 0.01
#: Times the median of friction: more is something else.
_JOLT = 8.0


@dataclass(frozen=True, eq=False)
class FrictionRecord:
    """One channel of friction over time, (N,) each, on its own `side` of the gear: velocity,
    friction, and `load`, what the gear transmits, at the joint. `temperature` in K, NaN where
    nobody measured it. `effort`: what the motor gave, and `model`: what links and rotors took.
    `path`: where the registry has its numbers. `smeared`: s over which positions were smoothed."""

    name: str
    path: str
    side: Side
    time: Array
    position: Array
    velocity: Array
    friction: Array
    load: Array
    temperature: Array
    effort: Array
    model: Array
    smeared: float

    def taking(self, rows: Array | slice) -> FrictionRecord:
        """Some of its samples."""
        names = (
            "time",
            "position",
            "velocity",
            "friction",
            "load",
            "temperature",
            "effort",
            "model",
        )
        return replace(self, **{name: getattr(self, name)[rows] for name in names})

    def smoothed(self) -> FrictionRecord:
        """Torques through the filter that the positions passed: of what is faster, as the ripple of
        a current, no velocity here can tell."""
        kept = filtered(
            self.time, np.column_stack([self.friction, self.effort]), 0.5 / self.smeared
        )
        return replace(self, friction=kept[:, 0], effort=kept[:, 1])

    @cached_property
    def sliding(self) -> Array:
        """(N,): where the velocity is clearly off zero, and was so while positions are smoothed,
        and no jolt, as at the start of a motion, is taken for friction."""
        change = np.abs(np.gradient(self.velocity, self.time)) * self.smeared
        speed, size = np.abs(self.velocity), np.abs(self.friction)
        calm = size < _JOLT * np.median(size)
        return np.asarray((speed > _SLOW * speed.max()) & (speed > change) & calm)

    @cached_property
    def step(self) -> float:
        return float(np.median(np.diff(self.time)))


def motor_numbers(robot: Robot, names: Sequence[str] | None) -> list[int]:
    """Whose friction is meant: that of all motors, or of those with these names."""
    known = [motor.name for motor in robot.all_motors]
    if names is None:
        return list(range(len(known)))
    for name in names:
        if name not in known:
            raise InputError(
                "no such motor",
                where=f"robot '{robot.name}'",
                got=repr(name),
                expected="one of " + ", ".join(known),
            )
    return [known.index(name) for name in names]


def one_motor(robot: Robot, name: str | None) -> int:
    """The motor with this name, or the only one."""
    known = [motor.name for motor in robot.all_motors]
    if name is None and len(known) > 1:
        raise InputError(
            "which motor?", where=f"robot '{robot.name}'", expected="one of " + ", ".join(known)
        )
    return motor_numbers(robot, None if name is None else [name])[0]


def usual_inverse(robot: Robot) -> Inverse:
    """Flexible where every gear gives way, and friction acts in front of it."""
    drives = [motor.drive for motor in robot.all_motors]
    sprung = all((one.stiffness or one.spring) and one.friction_side == "motor" for one in drives)
    return "flexible" if sprung else "rigid"


def friction_records(
    robot: Robot,
    log: Log,
    motors: Sequence[int],
    *,
    inverse: Inverse = "rigid",
    cutoff: float | None = None,
    every: bool = False,
    held: float | None = None,
) -> tuple[list[FrictionRecord], Motion]:
    """Of these motors' drives, and the motion of the joints. `cutoff`: of the filter of
    positions, in Hz. `every`: all samples, not only as
    many as the filter leaves something to see in. `held`: s for which efforts stay as they were
    logged; by default the log's attribute `effort_held`, or 0."""
    log = _acting(log, held)
    if "motor_position" in log and "joint_position" in log:
        log = log.without("joint_position")  # friction is where the motors are
    motion = motion_of(robot, log, cutoff=cutoff, every=every)
    links = driven_links(robot, motion) if inverse == "flexible" else None
    taken = (
        compile(robot).inverse_dynamics(motion.q, motion.v, motion.a)
        if links is None
        else links.taken
    )
    temperature = _temperatures(robot, log, motion)
    gears = Plant(robot).gears
    eta, back = gears.matrix, gears.inverse
    inertia = (motion.a @ eta.T) * [motor.drive.motor_inertia for motor in robot.all_motors]
    found = []
    for k in motors:
        motor = robot.all_motors[k]
        joint, side = main_joint(robot, motor), motor.drive.friction_side
        if side == "motor":
            pulled = taken @ back[:, k] if links is None else links.pulled[:, k]
            model = pulled + inertia[:, k]
            velocity, position = motion.v @ eta[k], motion.q @ eta[k]
        elif links is not None:
            raise InputError(
                "friction is at the joint, behind the spring",
                where=f"motor '{motor.name}'",
                expected="friction on the motor's side for the flexible inverse",
                hint="Take the rigid inverse.",
            )
        else:
            model = taken[:, joint] + inertia @ eta[:, joint]
            velocity, position = motion.v[:, joint], motion.q[:, joint]
        effort = _effort(robot, motion, k, joint, eta)
        found.append(
            FrictionRecord(
                motor.name,
                f"{motor_path(robot, motor)}.friction",
                side,
                motion.time,
                position,
                velocity,
                effort - model,
                taken[:, joint],
                temperature[:, joint],
                effort,
                model,
                0.5 / motion.cutoff,
            )
        )
    return found, motion


def at_temperatures(
    records: Sequence[FrictionRecord], temperatures: Sequence[float] | None
) -> list[FrictionRecord]:
    """Each at one temperature, in K; or as they are."""
    if temperatures is None:
        return list(records)
    if len(temperatures) != len(records):
        raise InputError(
            "one temperature for each log",
            where="temperatures",
            got=len(temperatures),
            expected=len(records),
        )
    return [
        replace(one, temperature=np.full(one.time.shape, float(kelvin)))
        for one, kelvin in zip(records, temperatures, strict=True)
    ]


def acting_effort(time: Array, effort: Array, held: float) -> Array:
    """(N, k): what acts about each sample of an effort that stays for `held` s as it was logged:
    the straight line through it, half as long later. Of one held from sample to sample, the mean
    of two neighbours."""
    if not 0 <= held < np.inf:
        raise InputError("held", where="efforts", got=held, expected="0 s or more")
    before = time - held / 2
    return np.column_stack([np.interp(before, time, one) for one in effort.T])


def _acting(log: Log, held: float | None) -> Log:
    if held is None:
        held = float(log.data.attrs.get("effort_held", 0.0))
    signal = effort_signal(log)
    if held == 0.0 or signal == JOINT_TORQUE:
        return log
    moved = acting_effort(log.time, log[signal], held)
    data = log.data[signal]
    return replace(log, data=log.data.assign({signal: data.copy(data=moved.reshape(data.shape))}))


def _effort(robot: Robot, motion: Motion, k: int, joint: int, eta: Array) -> Array:
    """What the drive gave, on the side on which its friction counts."""
    side = robot.all_motors[k].drive.friction_side
    if motion.signal == JOINT_TORQUE:
        if side == "motor":
            raise InputError(
                "torques are measured behind the friction",
                where=f"joint '{robot.joint_names[joint]}'",
                got="joint_torque, and friction on the motor's side",
                expected="motor_torque or motor_current",
            )
        return motion.effort[:, joint]
    torque = motion.effort
    if motion.signal == MOTOR_CURRENT:
        torque = torque * torque_constants(robot)
    if side == "motor":
        return torque[:, k]
    turned: Array = torque @ eta[:, joint]
    return turned


def _temperatures(robot: Robot, log: Log, motion: Motion) -> Array:
    """(N, n) at the motion's samples."""
    shape = (motion.samples, len(robot.joint_names))
    if TEMPERATURE not in log:
        return np.full(shape, np.nan)
    values = log[TEMPERATURE]
    return np.column_stack(
        [np.interp(motion.time, log.time, values[:, k]) for k in range(shape[1])]
    )
