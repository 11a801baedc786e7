"""An arm on a vehicle: its base on six free axes, three slides and three turns."""

from __future__ import annotations

import dataclasses

import numpy as np

from armwright.errors import InputError
from armwright.robot.links import Joint, Link
from armwright.robot.pose import Pose
from armwright.robot.robot import Robot

#: The axes in their order from the ground, with their directions. Pitch at ±90° is singular: roll
#: and yaw then turn about the same axis.
FREE_AXES = {
    "surge": (1.0, 0.0, 0.0),
    "sway": (0.0, 1.0, 0.0),
    "heave": (0.0, 0.0, 1.0),
    "yaw": (0.0, 0.0, 1.0),
    "pitch": (0.0, 1.0, 0.0),
    "roll": (1.0, 0.0, 0.0),
}


def on_vehicle(robot: Robot, vehicle: Link, mount: Pose | None = None) -> Robot:
    """The arm with its base fixed to `vehicle` at `mount`, and the vehicle free to move. The six
    axes are passive joints, in front of the arm's own; nothing but forces moves them."""
    taken = {link.name for link in robot.links} | {joint.name for joint in robot.joints}
    taken |= {frame.name for frame in robot.frames}
    names = ("ground", vehicle.name, "mount", *FREE_AXES, *(f"after {one}" for one in FREE_AXES))
    if clash := taken & set(names):
        raise InputError(
            "the arm has something of that name already",
            where=f"robot '{robot.name}', on a vehicle",
            got=", ".join(sorted(clash)),
        )
    between = [Link(f"after {name}") for name in list(FREE_AXES)[:-1]]
    links = (Link("ground"), *between, vehicle)
    joints = [
        Joint(
            name,
            "prismatic" if k < 3 else "revolute",
            links[k].name,
            links[k + 1].name,
            axis=np.array(axis),
            passive=True,
        )
        for k, (name, axis) in enumerate(FREE_AXES.items())
    ]
    fixed = Joint("mount", "fixed", vehicle.name, robot.base, mount or Pose())
    return dataclasses.replace(
        robot,
        name=f"{robot.name} on {vehicle.name}",
        links=(*links, *robot.links),
        joints=(*joints, fixed, *robot.joints),
    )
