"""What a description holds beside rigid links and joints, and what of it a model leaves out.

Whoever makes something of a robot (a plant, equations, code) says which parts it covers; what it
leaves out is told from here, with the paths under which the description has it.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from armwright.robot.model import PARTS, Description
from armwright.robot.motor import Motor

#: What is covered by equations of the links alone, by an arm, and by a plant.
LINKS = frozenset({"shapes"})
ARM = LINKS | {"water"}
PLANT = ARM | {"rotors", "couplings", "friction", "springs", "elastic springs", *PARTS}
#: How an entry of a robot's sources begins that names what the robot leaves out of its file.
LEFT_OUT = "left out: "
#: Of the limits of a joint, among the sources: that it has none is meant.
UNLIMITED = "continuous: the joint turns without end"
#: The same: a file whose format asks for limits has none.
LIMITS_MISSING = "missing: the file gives no limits"

_WORDS = {
    "rotors": "inertia of the rotors",
    "couplings": "couplings of the rotors with the links that they ride on",
    "friction": "friction",
    "springs": "springs of the gears",
    "elastic springs": "springs of the elastic axes",
    "water": "water around the links",
}


#: Parts of parts: where the whole is left out, there is nothing more to say.
_WITHIN = {"elastic springs": "elastic"}


def left_out(robot: Description, covered: Collection[str]) -> tuple[str, ...]:
    """One sentence for each part that is there and not covered, with its paths; then what reading
    the robot's file has left out."""
    found = [
        f"{_words(robot, part)}{_amount(robot, part)}: {', '.join(_shortened(robot, paths))}"
        for part, paths in _paths(robot).items()
        if paths and part not in covered and _WITHIN.get(part, "links") in {"links", *covered}
    ]
    for path, text in robot.sources.items():
        drawn = "shapes" if path.endswith(".shapes") else "file"
        if text.startswith(LEFT_OUT) and drawn not in covered:
            found.append(f"{path}: {text.removeprefix(LEFT_OUT)}")
    return tuple(found)


def motor_path(robot: Description, motor: Motor) -> str:
    """Where a motor's numbers are found."""
    return f"motors.{motor.name}" if motor in robot.motors else f"joints.{motor.name}.drive"


def _paths(robot: Description) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {
        "rotors": [],
        "couplings": [],
        "friction": [],
        "springs": [],
    }
    for motor in robot.all_motors:
        drive, path = motor.drive, motor_path(robot, motor)
        if drive.motor_inertia:
            found["rotors"].append(f"{path}.motor_inertia")
            if motor.link:
                found["couplings"].append(f"{path}.link")
        if drive.friction:
            found["friction"].append(f"{path}.friction")
        if drive.spring or drive.stiffness:
            found["springs"].append(f"{path}.{'spring' if drive.spring else 'stiffness'}")
    for field, parts in robot.parts.items():
        found[field] = [f"{field}.{part.name}" for part in parts]
    found["elastic springs"] = [f"elastic.{axis.name}.spring" for axis in robot.elastic]
    found["water"] = [f"links.{link.name}.hull" for link in robot.links if link.hull is not None]
    return found


def _words(robot: Description, part: str) -> str:
    return robot.parts[part][0].plural if part in robot.parts else _WORDS[part]


def _amount(robot: Description, part: str) -> str:
    """What the rotors would add to the mass matrix, on its diagonal."""
    if part != "rotors":
        return ""
    inertias = np.array([motor.drive.motor_inertia for motor in robot.all_motors])
    added = inertias @ np.square(robot.gear_matrix)
    units = ["kg" if joint.kind == "prismatic" else "kg m²" for joint in robot.moving_joints]
    words = ", ".join(f"{value:.3g} {unit}" for value, unit in zip(added, units, strict=True))
    return f" (at the joints {words})"


def _shortened(robot: Description, paths: list[str]) -> list[str]:
    """`joints.*.drive.friction` where every joint that moves has it."""
    for tail in {path.partition(".drive.")[2] for path in paths if ".drive." in path}:
        every = [f"joints.{name}.drive.{tail}" for name in robot.joint_names]
        if len(every) > 1 and set(every) <= set(paths):
            return [f"joints.*.drive.{tail}", *(path for path in paths if path not in every)]
    return paths
