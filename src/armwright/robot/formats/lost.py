"""What formats of other programs do not hold of a robot, one sentence for each."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

from armwright.robot.drive import Drive
from armwright.robot.formats.plain_friction import PlainFriction, joint_friction
from armwright.robot.links import Joint
from armwright.robot.model import Description
from armwright.robot.motor import Motor
from armwright.robot.part import RobotPart, listed


def lost_of_text(robot: Description) -> list[str]:
    """What no simulator reads: words, and what water feels of the links."""
    items = ["the description of the robot"] if robot.description else []
    if robot.sources:
        items.append(f"where its numbers come from ({len(robot.sources)} sources)")
    for link in robot.links:
        if link.hull is not None:
            items.append(f"link '{link.name}': hull, displaced volume {link.hull.volume:g} m³")
    return items


def lost_of_drive(joint: Joint) -> dict[str, str]:
    """Field of the drive → sentence, for all that is set and has no place in a plain joint."""
    drive = joint.drive
    if drive is None:
        return {}
    coupled = ", ".join(f"'{name}' (ratio {ratio:g})" for name, ratio in drive.coupling.items())
    reflected = f"{drive.motor_inertia * drive.gear_ratio**2:g}"
    kept = _set_fields(drive)
    if "motor_inertia" in kept:
        kept["motor_inertia"] += f", {reflected} at the joint"
    if drive.coupling:
        kept["coupling"] = f"the motor also turns with joint {coupled}"
    plain = joint_friction(drive)
    if not plain.whole:
        side = f" on the {drive.friction_side}'s side"
        kept["friction"] = friction_sentence(
            drive.friction_law, drive.friction, side, plain, units(joint)
        )
    return {field: f"joint '{joint.name}': {text}" for field, text in kept.items()}


def lost_of_motor(motor: Motor) -> dict[str, str]:
    """The same of a motor that is not said by a joint's drive."""
    return {field: f"motor '{motor.name}': {text}" for field, text in _facts(motor).items()}


def _facts(motor: Motor) -> dict[str, str]:
    """Field → words: which joints it turns with, and all that is set."""
    along = ", ".join(f"'{name}' (ratio {ratio:g})" for name, ratio in motor.along.items())
    kept = {"along": f"turns with joint {along}", **_set_fields(motor.drive)}
    if motor.drive.friction:
        law = f"friction law '{motor.drive.friction_law}'{listed(motor.drive.friction)}"
        kept["friction"] = law
    if motor.link:
        kept["link"] = f"mounted on link '{motor.link}'"
    return kept


def lost_of_structure(robot: Description, held: Collection[RobotPart] = ()) -> list[str]:
    """Motors along several joints, passive joints, and all parts beside links and joints that are
    not `held`."""
    items = []
    for motor in robot.motors:
        items.append(f"motor '{motor.name}': {'; '.join(_facts(motor).values())}")
    for joint in robot.joints:
        if joint.passive:
            items.append(f"joint '{joint.name}': passive, nothing drives it")
    return items + lost_of_parts(robot, held)


def lost_of_sums(robot: Description) -> list[str]:
    """Joints that follow several others, where a format knows one only."""
    return [
        f"joint '{joint.name}': follows {' and '.join(map(repr, joint.mimic.entries))}; here it is "
        "free"
        for joint in robot.joints
        if joint.mimic is not None and joint.mimic.more
    ]


def lost_of_parts(robot: Description, held: Collection[RobotPart] = ()) -> list[str]:
    """Elastic axes, and whatever else a tree of links and joints does not hold."""
    every = (part for parts in robot.parts.values() for part in parts)
    return [f"{part.where}: {'; '.join(part.facts())}" for part in every if part not in held]


def _set_fields(drive: Drive) -> dict[str, str]:
    """Field → words, for all numbers of a motor that are set, but for its friction."""
    damping = "" if drive.damping is None else f", damping {drive.damping:g} N m s/rad"
    found = {
        "motor_inertia": f"motor inertia {drive.motor_inertia:g} kg m²",
        "stiffness": f"gear stiffness {drive.stiffness or 0:g} N m/rad{damping}, at the motor",
        "damping": f"gear damping {drive.damping or 0:g} N m s/rad, at the motor",
        "spring": f"spring law '{drive.spring_law}'{listed(drive.spring)}, at the joint",
        "torque_constant": f"torque constant {drive.torque_constant or 0:g} N m/A",
        "torque_limit": f"motor torque limit {drive.torque_limit or 0:g} N m",
        "current_limit": f"motor current limit {drive.current_limit or 0:g} A",
        "electrical": f"electrical data{listed(drive.electrical)}",
    }
    named = drive.spring_law != Drive.spring_law
    kept = {
        field: text
        for field, text in found.items()
        if _is_set(drive, field) or (field == "spring" and named)
    }
    if drive.stiffness is not None:
        kept.pop("damping", None)  # said with the stiffness
    return kept


def lost_of_fixed(joint: Joint) -> list[str]:
    """A joint that does not move may have limits and a drive in its description."""
    limits = joint.limits
    bounds = (limits.lower, limits.upper, limits.velocity, limits.effort)
    named = ["limits"] if any(map(math.isfinite, bounds)) else []
    named += ["drive"] if joint.drive is not None else []
    if joint.moves or not named:
        return []
    return [f"joint '{joint.name}': {' and '.join(named)} of a joint that is fixed"]


def friction_sentence(
    law: str, numbers: Mapping[str, float], where: str, kept: PlainFriction, unit: tuple[str, str]
) -> str:
    """`unit`: of torque and of angle, for what is kept."""
    force, angle = unit
    left = f"friction loss {kept.loss:g} {force} and damping {kept.damping:g} {force} s/{angle}"
    return f"friction law '{law}'{listed(numbers)}{where} is kept as {left} only"


def units(joint: Joint) -> tuple[str, str]:
    """Of what moves the joint, and of its position."""
    return ("N m", "rad") if joint.kind == "revolute" else ("N", "m")


def _is_set(drive: Drive, field: str) -> bool:
    value = getattr(drive, field)
    return bool(value) if isinstance(value, Mapping) else value != getattr(Drive, field)
