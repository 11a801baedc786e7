"""Which numbers of a robot are identified: by default all that torques are linear in.

Friction with a state of its own (bristles, temperature) is exchanged for a static law first: what
slides steadily is all that the regression of a rigid arm can see.
"""

from __future__ import annotations

import re

from armwright.errors import InputError
from armwright.multibody.parameters import linear_parameters
from armwright.plant import Plant
from armwright.robot import Drive, Robot
from armwright.robot.changing import changed
from armwright.robot.contents import motor_path

#: What friction may be for the regression: the robot's own, or one of these for every motor.
DESCRIBED, COULOMB, TUSTIN = "described", "coulomb", "tustin"
#: Of a law of friction, what torques are linear in once its speeds are given.
_FRICTION = re.compile(
    r"(.+\.friction|frictions\..+)\.(viscous|quadratic|(coulomb|static)(_positive|_negative)?)"
)
_DIRECTED = ("coulomb", "static")
#: Where Stribeck's speed is given nowhere, in rad/s on the joint's side of the gear.
_STRIBECK_VELOCITY = 0.05


def with_static_friction(robot: Robot, law: str, *, directed: bool = True) -> Robot:
    """Every motor's friction as `law`, its numbers kept as far as both laws have them. `directed`:
    a Coulomb friction for each direction, which amounts to one for both and an offset."""
    if law == DESCRIBED:
        return robot
    if law not in (COULOMB, TUSTIN):
        raise InputError(
            "no law of friction that can be identified by regression",
            where="friction",
            got=repr(law),
            expected=f"'{COULOMB}', '{TUSTIN}', or '{DESCRIBED}' for what the robot's file says",
        )
    changes = {}
    for motor in robot.all_motors:
        ratio = max((abs(one) for one in motor.along.values()), default=1.0)
        table = _numbers(motor.drive, law, directed, ratio)
        side = {"law": law, "side": motor.drive.friction_side}
        changes[f"{motor_path(robot, motor)}.friction"] = {**side, **table}
    return changed(robot, changes)


def _numbers(drive: Drive, law: str, directed: bool, ratio: float) -> dict[str, float]:
    old = drive.friction
    found = {"viscous": old.get("viscous", 0.0)}
    for name in _DIRECTED if law == TUSTIN else _DIRECTED[:1]:
        other = old.get(name, old.get("coulomb", 0.0))
        values = [old.get(f"{name}_{way}", other) for way in ("positive", "negative")]
        if directed:
            found[f"{name}_positive"], found[f"{name}_negative"] = values
        else:
            found[name] = sum(values) / 2
    if law == TUSTIN:
        speed = _STRIBECK_VELOCITY * (ratio if drive.friction_side == "motor" else 1.0)
        found["stribeck_velocity"] = old.get("stribeck_velocity", speed)
        found["stribeck_exponent"] = old.get("stribeck_exponent", 2.0)
    return found


def default_free(robot: Robot, plant: Plant) -> tuple[str, ...]:
    """Paths of all bodies that joints move, of the rotors, and of what friction is linear in."""
    moved = [joint.child for joint in robot.joints if joint.moves]
    wanted = (".mass", ".first_moment", ".inertia_at_origin")
    bodies = [
        path
        for path in linear_parameters(robot)
        if path.startswith("links.") and path.endswith(wanted) and _link(path) in moved
    ]
    laws = [path for path in plant.arrangement.numbers if _FRICTION.fullmatch(path)]
    return (*bodies, *plant.arrangement.inertia_paths, *laws)


def _link(path: str) -> str:
    return path.removeprefix("links.").rpartition(".")[0]


def elements_of(path: str, size: int) -> list[str]:
    """The names of a path's single numbers."""
    return [path] if size == 1 else [f"{path}[{k}]" for k in range(size)]
