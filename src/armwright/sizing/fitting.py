"""A scenario with other motors and gears in its arm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from armwright.block.block import Assembly, Block
from armwright.block.declarations import Output, Parameter
from armwright.blocks.motors import IdealMotor, TorqueSpeedLimit
from armwright.errors import InputError
from armwright.robot import Drive, Robot
from armwright.scenario import Scenario
from armwright.sizing.trial import TriedMotor
from armwright.system import Blocks

#: Units of gains from a motor's angle to its torque: with another gear they count by its square.
GAINS = ("N m/rad", "N m s/rad", "N m/(rad s)")


def with_motors(scenario: Scenario, chosen: Mapping[str, TriedMotor]) -> Scenario:
    """The same task with these motors, by the names that the robot has for its motors.

    Rotor inertia, torque limit, torque constant and gear ratio become those of the list. Motors
    give no more than their torque at their speed, unless currents are commanded or the scenario has
    a motor block of another kind. What a gear's friction and springs do at the joint stays the
    same, and so do the gains of controllers as the joint feels them. The masses of links stay: they
    count the motors there were.
    """
    before = _ratios(scenario.robot, scenario.fidelity.drives)
    robot = _fitted(scenario.robot, chosen)
    model = None if scenario.model is None else _fitted(scenario.model, chosen)
    after = _ratios(robot, drives=True)
    factors = [(before[name] / after[name]) ** 2 for name in before]
    picks = [chosen[motor.name] for motor in robot.all_motors]
    controllers = tuple(_regained(block, factors, picks) for block in scenario.blocks.controller)
    blocks = replace(scenario.blocks, controller=controllers)
    if _takes_limit(blocks):
        limit = TorqueSpeedLimit(
            name="motor_limit",
            peak_torque=[pick.motor.peak_torque for pick in picks],
            base_speed=[pick.motor.full_torque_speed for pick in picks],
            maximum_speed=[pick.motor.maximum_speed for pick in picks],
        )
        blocks = replace(blocks, motor=limit)
    return replace(
        scenario,
        robot=robot,
        model=model,
        blocks=blocks,
        fidelity=replace(scenario.fidelity, drives=True),
    )


def _takes_limit(blocks: Blocks) -> bool:
    """Whether a torque is commanded, and no motor of another kind makes something of it."""
    commanded = {block.signal(name) for block in blocks for name in block.of(Output)}
    plain = blocks.motor is None or isinstance(blocks.motor, IdealMotor | TorqueSpeedLimit)
    return plain and bool(commanded & {"commanded_motor_torque", "commanded_joint_torque"})


def _ratios(robot: Robot, drives: bool) -> dict[str, float]:
    """Of each motor's gear, as the controller feels it; 1 where motors turn with several joints."""
    return {
        motor.name: next(iter(motor.along.values())) if drives and len(motor.along) == 1 else 1.0
        for motor in robot.all_motors
    }


def _fitted(robot: Robot, chosen: Mapping[str, TriedMotor]) -> Robot:
    missing = [motor.name for motor in robot.all_motors if motor.name not in chosen]
    if missing:
        raise InputError(
            "no motor is chosen for it", where=f"robot '{robot.name}'", got=repr(missing[0])
        )
    explicit = {motor.name for motor in robot.motors}
    joints = tuple(
        replace(joint, drive=_driven(joint.drive or Drive(), chosen[joint.name], joint.name))
        if joint.name in chosen and joint.name not in explicit
        else joint
        for joint in robot.joints
    )
    motors = tuple(
        replace(motor, drive=_driven(motor.drive, chosen[motor.name], motor.name))
        for motor in robot.motors
    )
    return replace(robot, joints=joints, motors=motors)


def _driven(drive: Drive, pick: TriedMotor, name: str) -> Drive:
    changes: dict[str, Any] = {
        "motor_inertia": pick.rotor_inertia,
        "torque_limit": pick.motor.peak_torque,
        "torque_constant": pick.motor.torque_constant or drive.torque_constant,
        "current_limit": None,
    }
    if pick.gear is not None:
        changes |= {"gear_ratio": pick.gear.ratio, **_seen_through(drive, pick.gear.ratio, name)}
    return replace(drive, **changes)


def _seen_through(drive: Drive, ratio: float, name: str) -> dict[str, Any]:
    """Friction and springs of the motor's side, such that they do the same at the joint."""
    by = drive.gear_ratio / ratio
    changes: dict[str, Any] = {
        key: getattr(drive, key) * by**2
        for key in ("stiffness", "damping")
        if getattr(drive, key) is not None
    }
    if drive.friction and drive.friction_side == "motor":
        if drive.friction_law != "coulomb":
            raise InputError(
                "its friction cannot be taken to another gear",
                where=f"motor '{name}'",
                got=f"friction law '{drive.friction_law}' on the motor's side",
                expected="the law 'coulomb', or friction on the joint's side",
                hint="Choose motors for the gears there are: give no gears.",
            )
        powers = {key: 2 if key.startswith("viscous") else 1 for key in drive.friction}
        changes["friction"] = {key: x * by ** powers[key] for key, x in drive.friction.items()}
    return changes


def _regained(block: Block, factors: list[float], picks: list[TriedMotor]) -> Block:
    """A controller whose gains act as before at the joints, and who knows his motors' limits."""
    if isinstance(block, Assembly):
        owners: Mapping[str, Parameter] = {
            name: one for part in block.parts() for name, one in part.of(Parameter).items()
        }
    else:
        owners = block.of(Parameter)
    changes: dict[str, Any] = {}
    for name, declared in owners.items():
        if name not in block.values:
            continue
        given = block.values[name]
        if declared.unit in GAINS and declared.size == "motor":
            values = given if isinstance(given, list | tuple) else [given] * len(factors)
            changes[name] = [x * factor for x, factor in zip(values, factors, strict=True)]
        elif name == "torque_limit":
            changes[name] = [pick.motor.peak_torque for pick in picks]
    return block.changed(changes) if changes else block
