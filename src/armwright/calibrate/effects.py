"""What moves the tool beside the geometry: optional columns of a fit.

Each adds a number times a known function of the pose to a joint's position or to a number of the
geometry: so that all are fitted, tested and predicted alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from armwright.arm import compile
from armwright.arrays import Array
from armwright.calibrate.geometry import Geometry
from armwright.errors import InputError
from armwright.robot import Joint, Robot

#: rad or m, over which a joint that turns back takes up its play
PLAY = 0.004


@dataclass(frozen=True, eq=False)
class EffectColumn:
    """`element` × `values` (m,) is added to joint `joint` of the joint vector, or, where that is
    None, to number `number` of the geometry. `scale`: how large it may plausibly be."""

    element: str
    unit: str
    scale: float
    values: Array
    joint: int | None = None
    number: int | None = None


@dataclass(frozen=True, eq=False)
class PoseSite:
    """What effects may look at: commanded joints (m, n), in the order of approach; joint torques
    that hold the arm still (m, n); the moment in each joint of the chain, in its own frame."""

    geometry: Geometry
    joints: Array
    torques: Array
    moments: Callable[[Joint], Array]


PoseEffect = Callable[[PoseSite], list[EffectColumn]]


def site(geometry: Geometry, joints: Array) -> PoseSite:
    robot, arm = geometry.robot, compile(geometry.robot)
    torques = arm.gravity(joints) if _weighs(robot) else np.zeros_like(joints)
    return PoseSite(geometry, joints, torques, lambda joint: _moments(robot, joints, joint))


def _weighs(robot: Robot) -> bool:
    return any(link.inertia is not None and link.inertia.mass > 0 for link in robot.links)


def _of_joints(
    site: PoseSite, name: str, unit: str, scale: float, values: Callable[[int, Joint], Array]
) -> list[EffectColumn]:
    """One column for every joint of the chain that moves by itself."""
    names = site.geometry.robot.joint_names
    found = []
    for joint in site.geometry.chain:
        if joint.name in names:
            k = names.index(joint.name)
            element = f"joints.{joint.name}.{name}"
            own = unit.replace("rad", "m") if joint.kind == "prismatic" else unit
            found.append(EffectColumn(element, own, scale, values(k, joint), joint=k))
    return found


def gear(site: PoseSite) -> list[EffectColumn]:
    """The joint moves by more or less than its encoder says, in proportion."""
    return _of_joints(site, "gear_error", "", 0.01, lambda k, _: site.joints[:, k])


def eccentricity(site: PoseSite) -> list[EffectColumn]:
    """Once per turn of the joint: an encoder or a gear wheel that is off its centre."""
    return _harmonics(site, 1, "")


def twice_per_turn(site: PoseSite) -> list[EffectColumn]:
    """Twice per turn of the joint: a wheel that is not round."""
    return _harmonics(site, 2, "second_")


def _harmonics(site: PoseSite, order: int, word: str) -> list[EffectColumn]:
    turning = [j for j in site.geometry.chain if j.kind == "revolute"]
    names = {f"joints.{joint.name}." for joint in turning}
    columns = [
        *_of_joints(
            site, f"{word}sine", "rad", 0.01, lambda k, _: np.sin(order * site.joints[:, k])
        ),
        *_of_joints(
            site, f"{word}cosine", "rad", 0.01, lambda k, _: np.cos(order * site.joints[:, k])
        ),
    ]
    return [one for one in columns if one.element.rpartition(".")[0] + "." in names]


def joint_compliance(site: PoseSite) -> list[EffectColumn]:
    """Joints give way under what they hold: gravity, in the robot's masses and load."""
    if not site.torques.any():
        raise InputError(
            "no link has a mass, so that nothing makes the joints give way",
            where=f"robot '{site.geometry.robot.name}', effect 'joint_compliance'",
            hint="Give the links their masses, or leave the effect out.",
        )
    columns = _of_joints(site, "compliance", "rad/(N m)", 1.0, lambda k, _: -site.torques[:, k])
    loaded = [one for one in columns if np.abs(one.values).max() > 1e-6]
    return [_scaled(one, 0.01) for one in loaded]


def link_compliance(site: PoseSite) -> list[EffectColumn]:
    """The bearings of a joint, and the link that carries it, tilt under the moment they hold, about
    the two directions across the axis."""
    found = []
    for joint in site.geometry.chain:
        moments = site.moments(joint)
        place = site.geometry.place(f"joints.{joint.name}.rotation")
        for k in range(3):
            if abs(joint.axis[k]) < 0.5 and np.abs(moments[:, k]).max() > 1e-6:
                element = f"joints.{joint.name}.tilt_compliance[{k}]"
                column = EffectColumn(
                    element, "rad/(N m)", 1.0, moments[:, k], number=place.start + k
                )
                found.append(_scaled(column, 0.01))
    return found


def backlash(site: PoseSite) -> list[EffectColumn]:
    """Joints stop short of where they are sent: by half of their play, against the direction in
    which they came. The poses must be in the order in which they were approached."""
    came = approach(site.joints)
    return _of_joints(site, "backlash", "rad", 0.005, lambda k, _: -came[:, k])


def approach(joints: Array) -> Array:
    """From where each joint came, −1 to 1, (m, n): a move of more than `PLAY` decides it; of the
    first pose nothing is known."""
    came = np.zeros_like(joints)
    for k in range(1, len(joints)):
        came[k] = np.clip(came[k - 1] + (joints[k] - joints[k - 1]) / (PLAY / 2), -1, 1)
    return came


def _scaled(column: EffectColumn, effect: float) -> EffectColumn:
    """A plausible size is what moves the joint by `effect` at the largest load."""
    scale = effect / float(np.abs(column.values).max())
    return EffectColumn(
        column.element, column.unit, scale, column.values, column.joint, column.number
    )


def _moments(robot: Robot, joints: Array, joint: Joint) -> Array:
    """Moment of gravity on all that hangs on `joint`, about its origin, in the frame that does not
    move with it: (m, 3)."""
    arm = compile(robot)
    frame = arm.pose(joints, joint.parent) @ joint.origin.matrix()
    moment = np.zeros((len(joints), 3))
    for link in robot.links:
        if link.inertia is not None and link.inertia.mass > 0 and _hangs(robot, link.name, joint):
            there = arm.pose(joints, link.name)
            centre = there[:, :3, :3] @ link.inertia.centre + there[:, :3, 3]
            moment += np.cross(centre - frame[:, :3, 3], link.inertia.mass * robot.gravity)
    return np.asarray(np.einsum("mji,mj->mi", frame[:, :3, :3], moment))


def _hangs(robot: Robot, link: str, joint: Joint) -> bool:
    """Whether the joint carries the link."""
    above = {one.child: one for one in robot.joints}
    while link in above:
        if above[link].name == joint.name:
            return True
        link = above[link].parent
    return False


EFFECTS: dict[str, PoseEffect] = {
    "gear": gear,
    "eccentricity": eccentricity,
    "twice_per_turn": twice_per_turn,
    "joint_compliance": joint_compliance,
    "link_compliance": link_compliance,
    "backlash": backlash,
}


def columns(geometry: Geometry, joints: Array, effects: Sequence[str]) -> tuple[EffectColumn, ...]:
    """Those of the named effects, one after the other."""
    for name in effects:
        if name not in EFFECTS:
            raise InputError(
                "no effect of that name",
                where="effects",
                got=repr(name),
                expected=f"some of {', '.join(EFFECTS)}",
            )
    if not effects:
        return ()
    here = site(geometry, joints)
    return tuple(column for name in effects for column in EFFECTS[name](here))
