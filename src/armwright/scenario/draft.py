"""A first scenario for a robot: drives of plausible size where it has none, a cascade tuned from
the model, a motion inside its limits. Everything that is assumed is marked so in the text."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from armwright.arm import compile
from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot import Drive, Joint, Robot
from armwright.robot.formats.toml_text import string, vector

#: Poses at which inertia and weight are looked at, and the seed that draws them.
_POSES, _SEED = 400, 1
#: What a joint may do where its limits are not known: rad/s or m/s, and from zero, rad or m.
_USUAL_SPEED, _USUAL_REACH = (
    {"revolute": 2.0, "prismatic": 0.5},
    {"revolute": 1.5, "prismatic": 0.2},
)
#: Motors of arms turn at about 3000 rpm; gears have ratios between these.
_MOTOR_SPEED, _GEARS = 314.0, (10.0, 200.0)
#: A stiff industrial arm: its lowest frequency with motors held, Hz, and the damping there; how far
#: its joints sag under their load, rad or m, and the highest frequency that loops are tuned by, Hz.
_FREQUENCY, _DAMPING, _SAG, _HIGHEST = 15.0, 0.05, 1e-3, 30.0
#: Dry friction and, at full speed, viscous friction, as parts of the largest torque.
_DRY, _VISCOUS = 0.04, 0.04
#: The velocity loop's bandwidth as a part of the lowest frequency with motors held, the position
#: loop's as a part of that, and the integral's time in times of the velocity loop.
_VELOCITY_LOOP, _POSITION_LOOP, _INTEGRAL = 0.6, 0.25, 5.0
#: How far a joint goes, as a part of its range and at most, rad or m; the time to full speed, s.
_PART, _FARTHEST, _TO_SPEED = 0.25, {"revolute": 0.5, "prismatic": 0.1}, 0.3
#: The part of the torque that the motion takes at most.
_HELD = 0.7


@dataclass(frozen=True)
class DraftJoint:
    """One joint of a draft. `inertia` (kg m² or kg) and `load` (N m or N): the largest that it
    feels. `gear` to `viscous`: on the motor's side. `assumed`: those of the drive that the robot
    does not say. `begin`, `end`, `speed`, `acceleration`: of the motion."""

    name: str
    inertia: float
    load: float
    gear: float
    motor_inertia: float
    torque_constant: float
    stiffness: float | None
    damping: float | None
    coulomb: float
    viscous: float
    assumed: tuple[str, ...]
    velocity_gain: float
    bandwidth: float
    begin: float
    end: float
    speed: float
    acceleration: float


def draft_scenario(robot: Robot, file: str) -> str:
    """The text of a scenario that runs. `file`: how it names its robot."""
    _check(robot)
    joints = _joints(robot)
    slowest = min(joint.bandwidth for joint in joints)
    travel = max(_travel_time(joint) for joint in joints)
    return "\n".join(_lines(robot, file, joints, slowest, travel)) + "\n"


def _check(robot: Robot) -> None:
    reason = (
        "nothing that moves"
        if not robot.moving_joints
        else f"closed loops ({', '.join(loop.name for loop in robot.loops)})"
        if robot.loops
        else "[[motors]] of its own"
        if robot.motors
        else f"passive joints ({', '.join(robot.passive_joints)})"
        if robot.passive_joints
        else ""
    )
    if reason:
        raise InputError(
            "no scenario can be drafted for this robot",
            where=f"robot '{robot.name}'",
            got=reason,
            expected="an arm with one motor at each of its joints",
            hint="Copy a scenario of the library: armwright scenarios NAME --show.",
        )


def _joints(robot: Robot) -> list[DraftJoint]:
    arm = compile(robot)
    moving = robot.moving_joints
    low, high = np.array([_range(joint) for joint in moving]).T
    poses = np.random.default_rng(_SEED).uniform(low, high, (_POSES, len(moving)))
    inertias = np.diagonal(arm.mass_matrix(poses), axis1=1, axis2=2)
    loads = np.abs(arm.gravity(poses))
    massless = [joint.name for joint, own in zip(moving, inertias.T, strict=True) if own.min() <= 0]
    if massless:
        raise InputError(
            "joints without inertia cannot be simulated",
            where=f"robot '{robot.name}'",
            got=", ".join(massless),
            expected="links with mass behind every joint",
            hint="`armwright check` tells what the description lacks.",
        )
    return [
        _joint(joint, inertias[:, k], float(loads[:, k].max())) for k, joint in enumerate(moving)
    ]


def _joint(joint: Joint, inertias: Array, load: float) -> DraftJoint:
    kind, drive = joint.kind, joint.drive or Drive()
    most, usual = float(inertias.max()), float(np.median(inertias))
    fastest = _given(joint.limits.velocity, _USUAL_SPEED[kind])
    assumed = []

    def own(name: str, value: float | None, instead: float) -> float:
        if value:
            return value
        assumed.append(name)
        return _rounded(instead)

    gear = joint.drive.gear_ratio if joint.drive else None
    gear = own("gear_ratio", gear, float(np.clip(_MOTOR_SPEED / fastest, *_GEARS)))
    # The rotor is as heavy as what it moves, seen through the gear: what designers aim at.
    rotor = own("motor_inertia", drive.motor_inertia, usual / gear**2)
    constant = own("torque_constant", drive.torque_constant, 0.1)
    stiffness, damping = drive.stiffness, None
    frequency = 2 * math.pi * _FREQUENCY
    if not stiffness and not drive.spring:
        stiffness = own("stiffness", None, max(most * frequency**2, load / _SAG) / gear**2)
        frequency = abs(gear) * math.sqrt(stiffness / most)
        damping = own("damping", None, 2 * _DAMPING * most * frequency / gear**2)
    elif stiffness:
        frequency = abs(gear) * math.sqrt(stiffness / most)
    acceleration = fastest / 2 / _TO_SPEED
    torque = _given(joint.limits.effort, 1.5 * (load + most * acceleration))
    room = max(_HELD * torque - load, 0.1 * torque)
    begin, end = _motion(joint, kind)
    total = rotor + most / gear**2
    bandwidth = _VELOCITY_LOOP * min(frequency, 2 * math.pi * _HIGHEST)
    coulomb = viscous = 0.0
    if not drive.friction:
        coulomb = own("friction", None, _DRY * torque / abs(gear))
        viscous = _rounded(_VISCOUS * torque / (gear**2 * fastest))
    return DraftJoint(
        name=joint.name,
        inertia=most,
        load=load,
        gear=gear,
        motor_inertia=rotor,
        torque_constant=constant,
        stiffness=stiffness,
        damping=damping,
        coulomb=coulomb,
        viscous=viscous,
        assumed=tuple(assumed),
        velocity_gain=_rounded(total * bandwidth / constant),
        bandwidth=bandwidth,
        begin=begin,
        end=end,
        speed=_rounded(fastest / 2, down=True),
        acceleration=_rounded(min(acceleration, room / most), down=True),
    )


def _range(joint: Joint) -> tuple[float, float]:
    """Where it may be, rad or m."""
    reach = _USUAL_REACH[joint.kind]
    low, high = joint.limits.lower, joint.limits.upper
    if math.isinf(low) and math.isinf(high):
        return -reach, reach
    return (high - 2 * reach if math.isinf(low) else low), (
        low + 2 * reach if math.isinf(high) else high
    )


def _motion(joint: Joint, kind: str) -> tuple[float, float]:
    """From zero, or the nearest place well inside the limits, to where there is more room."""
    low, high = _range(joint)
    far = min(_PART * (high - low), _FARTHEST[kind])
    begin = float(np.clip(0.0, low + 0.1 * (high - low), high - 0.1 * (high - low)))
    way = far if high - begin >= begin - low else -far
    return round(begin, 4), round(begin + way, 4)


def _travel_time(joint: DraftJoint) -> float:
    way = abs(joint.end - joint.begin)
    return (
        way / joint.speed + joint.speed / joint.acceleration + math.sqrt(way / joint.acceleration)
    )


def _given(value: float, instead: float) -> float:
    return value if math.isfinite(value) and value > 0 else instead


def _rounded(value: float, *, down: bool = False) -> float:
    """Two digits: nobody shall take it for measured."""
    if value == 0:
        return 0.0
    step = 10.0 ** (math.floor(math.log10(abs(value))) - 1)
    return float(f"{(math.floor if down else round)(value / step) * step:.2g}")


def _lines(
    robot: Robot, file: str, joints: list[DraftJoint], slowest: float, travel: float
) -> Iterator[str]:
    yield 'description = """'
    yield f"A first scenario for {robot.name}: from one pose to another under cascade control."
    yield 'Numbers marked assumed are guesses of the right size: put in those of your arm."""'
    yield f"robot = {string(file)}"
    yield f"duration = {math.ceil(travel + 1)}"
    yield ""
    yield "# Drives, on the motor's side of the gear; SI units. `inertia` and `load` are the"
    yield f"# largest that a joint feels at {_POSES} poses inside its limits."
    for joint in joints:
        yield from _drive_lines(joint)
    yield ""
    yield "# Joint by joint, inside the limits of position, speed and torque."
    yield "[reference]"
    yield 'kind = "joint_ptp"'
    yield "rate = 1000"
    yield f"begin = {vector([joint.begin for joint in joints])}"
    yield f"end = {vector([joint.end for joint in joints])}"
    yield f"speed = {vector([joint.speed for joint in joints])}"
    yield f"acceleration = {vector([joint.acceleration for joint in joints])}"
    yield "start_time = 0.2"
    yield ""
    yield "# From the model: velocity_gain = bandwidth · inertia at the motor / torque constant,"
    yield f"# bandwidth = {_VELOCITY_LOOP:g} of the frequency of the arm with its motors held;"
    yield f"# position_gain = {_POSITION_LOOP:g} of the lowest bandwidth."
    yield "[controller]"
    yield 'kind = "cascade"'
    yield "position_rate = 1000"
    yield "velocity_rate = 4000"
    yield f"position_gain = {_rounded(_POSITION_LOOP * slowest):g}"
    yield f"velocity_gain = {vector([joint.velocity_gain for joint in joints])}"
    yield f"integral_time = {_rounded(_INTEGRAL / slowest):g}"


def _drive_lines(joint: DraftJoint) -> Iterator[str]:
    if not joint.assumed:
        return
    values = {
        "gear_ratio": joint.gear,
        "motor_inertia": joint.motor_inertia,
        "torque_constant": joint.torque_constant,
        "stiffness": joint.stiffness,
        "damping": joint.damping,
    }
    yield ""
    yield f"[joints.{string(joint.name)}]  # inertia {joint.inertia:.2g}, load {joint.load:.2g}"
    for name, value in values.items():
        if name in joint.assumed:
            yield f"{name} = {value:g}  # assumed"
    if "friction" in joint.assumed:
        law = f'{{ law = "coulomb", coulomb = {joint.coulomb:g}, viscous = {joint.viscous:g} }}'
        yield f"friction = {law}  # assumed"
