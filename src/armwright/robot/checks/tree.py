"""Questions about the whole tree: how long, what turns how, what has to be moved."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from armwright.arrays import Array
from armwright.robot.finding import Finding
from armwright.robot.inertia import Inertia
from armwright.robot.links import Joint, joints_behind
from armwright.robot.model import Description
from armwright.robot.pose import Pose

#: m; axes that are nearer meet in a point.
_LENGTH = 1e-3


def reach(robot: Description) -> float:
    """Longest way from the base to any link or frame, along the joint origins and slides (m)."""
    way, behind = {robot.base: 0.0}, joints_behind(robot.links, robot.joints)
    todo = [robot.base]
    while todo:
        parent = todo.pop()
        for joint in behind[parent]:
            slide = max(abs(joint.limits.lower), abs(joint.limits.upper))
            slides = joint.kind == "prismatic" and math.isfinite(slide)
            length = float(np.linalg.norm(joint.origin.translation))
            way[joint.child] = way[parent] + length + (slide if slides else 0.0)
            todo.append(joint.child)
    ends = [
        way[frame.link] + float(np.linalg.norm(frame.pose.translation)) for frame in robot.frames
    ]
    return max(*way.values(), *ends, 0.0)


def only_directions(robot: Description) -> dict[str, Array | None]:
    """Links that never turn (None), and those that only ever turn about one direction (unit, link
    axes): no other part of their inertia acts."""
    found: dict[str, Array | None] = {robot.base: None}
    todo: list[tuple[str, Pose, Array | None]] = [(robot.base, Pose(), None)]
    behind = joints_behind(robot.links, robot.joints)
    while todo:
        parent, placed, direction = todo.pop()
        for joint in behind[parent]:
            here = placed @ joint.origin
            axis = here.rotation @ joint.axis if joint.kind == "revolute" else direction
            # Turning about parallel axes leaves all of them parallel.
            if direction is None or axis is None or np.abs(np.cross(axis, direction)).max() < 1e-9:
                found[joint.child] = None if axis is None else here.rotation.T @ axis
                todo.append((joint.child, here, axis))
    return found


def check_weights(robot: Description) -> Iterator[Finding]:
    """Joints with nothing to move: their acceleration is undefined."""
    carried: dict[str, Inertia | None] = {link.name: link.inertia for link in robot.links}
    # With its own inertia a joint moves that of the joints that mimic it.
    heavy = {
        name
        for motor in robot.all_motors
        for name, ratio in motor.along.items()
        if ratio and motor.drive.motor_inertia > 0
    }
    outermost_first = _outermost_first(robot)
    for joint in outermost_first:
        body = carried[joint.child]
        if joint.moves and _felt(body, joint) > 0:
            heavy.add(joint.mimic.joint if joint.mimic is not None else joint.name)
        if body is not None:
            moved = body.seen_from(joint.origin)
            before = carried[joint.parent]
            carried[joint.parent] = moved if before is None else before + moved
    for joint in outermost_first:
        if joint.moves and joint.mimic is None and joint.name not in heavy:
            yield Finding(
                "error",
                "moves nothing that has mass",
                f"joint '{joint.name}'",
                "zero inertia about its axis" if joint.kind == "revolute" else "zero mass",
                "more than zero",
                "Give the links behind it a mass, or the drive a motor_inertia, or fix the joint.",
            )


def check_moving_links(robot: Description) -> Iterator[Finding]:
    """Links that move, are no mere joint between two others, and weigh nothing.

    Links that are fixed to each other are one body. Between axes that meet in a point, as of a
    gimbal, a body without mass is how such joints are described.
    """
    behind = joints_behind(robot.links, robot.joints)
    links = {link.name: link for link in robot.links}
    if not any(link.inertia is not None and link.inertia.mass for link in robot.links):
        return  # kinematics alone
    for joint in robot.joints:
        if not joint.moves:
            continue
        body, todo, far = [joint.child], [(joint.child, 0.0)], 0.0
        while todo:
            name, way = todo.pop()
            for next_joint in behind[name]:
                there = way + float(np.linalg.norm(next_joint.origin.translation))
                if next_joint.moves:
                    far = max(far, there)
                else:
                    body.append(next_joint.child)
                    todo.append((next_joint.child, there))
        inertias = [links[name].inertia for name in body]
        if any(one is not None and (one.mass or one.tensor.any()) for one in inertias):
            continue
        if far > _LENGTH or any(links[name].shapes for name in body):
            yield Finding(
                "warning",
                "moves, and weighs nothing",
                f"link '{joint.child}'",
                "no mass and no inertia",
                "a mass above zero",
                "Give it mass, centre and inertia, or fix its joint.",
            )


def _felt(body: Inertia | None, joint: Joint) -> float:
    if body is None:
        return 0.0
    if joint.kind == "prismatic":
        return body.mass
    about_origin = Inertia.from_parameters([0, 0, 0, 0, *body.parameters[4:]]).tensor
    inertia = float(joint.axis @ about_origin @ joint.axis)
    return inertia if inertia > 1e-15 * float(np.abs(about_origin).max()) else 0.0


def _outermost_first(robot: Description) -> list[Joint]:
    order: list[Joint] = []
    behind = joints_behind(robot.links, robot.joints)
    todo = [robot.base]
    while todo:
        joints = behind[todo.pop()]
        order += joints
        todo += [joint.child for joint in joints]
    return order[::-1]
