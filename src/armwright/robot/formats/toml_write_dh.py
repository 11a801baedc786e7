"""Writing our TOML with a D-H table; what the file says of a link is then in its D-H frame."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from armwright.errors import InputError
from armwright.robot.dh_table import Convention, DhTable, dh_table
from armwright.robot.elastic import ElasticAxis
from armwright.robot.formats import toml_write as bodies
from armwright.robot.formats.dh import place_modified, place_standard
from armwright.robot.links import Frame, Joint, Link, joints_behind
from armwright.robot.model import Description
from armwright.robot.pose import Pose


def text(robot: Description, convention: Convention) -> str:
    table = dh_table(robot, convention)
    chain = [robot.joint(name) for name in table.joints]
    at_zero = _link_poses(robot)
    # Each link of the chain, seen from its D-H frame.
    seen = {
        joint.child: frame.inverse() @ at_zero[joint.child]
        for joint, frame in zip(chain, table.frames, strict=True)
    }
    lines = bodies.head_lines(robot)
    lines += ["", "[dh]", f'convention = "{convention}"', f"base = {bodies.string(robot.base)}"]
    if origin := bodies.pose_table(table.origin):
        lines.append(f"origin = {bodies.inline(origin)}")
    lines += ["rows = ["]
    for joint, row in zip(chain, table.rows, strict=True):
        cells = {"joint": bodies.string(joint.name), "link": bodies.string(joint.child)}
        for name in ("theta", "d", "a", "alpha"):
            cells[name] = bodies.number(getattr(row, name))
        if row.kind == "prismatic":
            cells["kind"] = '"prismatic"'
        lines.append(f"  {bodies.inline(cells)},")
    lines.append("]")
    for link in robot.links:
        lines += bodies.link_lines(_moved_link(link, seen.get(link.name, Pose())))
    for joint in robot.joints:
        if joint.name in table.joints:
            more = bodies.motion_lines(joint)
            lines += (
                ["", "[[joints]]", f"name = {bodies.string(joint.name)}", *more] if more else []
            )
        else:
            lines += bodies.joint_lines(_moved_joint(joint, seen.get(joint.parent, Pose())))
    for motor in robot.motors:
        turned = seen.get(motor.link, Pose()).rotation @ motor.axis
        lines += bodies.motor_lines(replace(motor, axis=turned))
    for axis in robot.elastic:
        if axis.place == "on":
            axis = replace(axis, origin=seen.get(axis.at, Pose()) @ axis.origin)
        elif axis.at in table.joints:
            _same_frame(axis, table, at_zero[robot.joint(axis.at).child])
        lines += bodies.elastic_lines(axis)
    for frame in robot.frames:
        moved = _moved_frame(frame, seen.get(frame.link, Pose()))
        # A reader makes these by itself.
        own = frame.name == f"{frame.link}_dh" and frame.link in seen and convention == "standard"
        if own and frame.name == robot.tool and not _is_here(moved.pose):
            raise InputError(
                "the tool has the name of a D-H frame but is not that frame",
                where=f"robot '{robot.name}'",
                got=repr(frame.name),
                hint="Give the tool frame another name.",
            )
        if not own:
            lines += bodies.frame_lines(moved)
    return "\n".join(lines + bodies.tail_lines(robot)) + "\n"


def _same_frame(axis: ElasticAxis, table: DhTable, link: Pose) -> None:
    """A reader takes the joint's frame from the D-H table: the axis must mean the same there."""
    place = place_standard if table.convention == "standard" else place_modified
    placed = place(table.rows, table.origin)
    there = Pose()
    for one in placed[: table.joints.index(axis.at) + 1]:
        there = there @ one.joint_origin
    if not _is_here(there.inverse() @ link):
        raise InputError(
            "the joint's frame in a D-H table is another one, where this axis is not x, y or z",
            where=axis.where,
            expected="form 'bodies', which keeps all frames",
        )


def _link_poses(robot: Description) -> dict[str, Pose]:
    poses, behind, todo = (
        {robot.base: Pose()},
        joints_behind(robot.links, robot.joints),
        [robot.base],
    )
    while todo:
        parent = todo.pop()
        for joint in behind[parent]:
            poses[joint.child] = poses[parent] @ joint.origin
            todo.append(joint.child)
    return poses


def _moved_link(link: Link, pose: Pose) -> Link:
    return replace(
        link,
        inertia=None if link.inertia is None else link.inertia.seen_from(pose),
        shapes=tuple(replace(shape, pose=pose @ shape.pose) for shape in link.shapes),
        hull=None if link.hull is None else link.hull.seen_from(pose),
    )


def _moved_joint(joint: Joint, pose: Pose) -> Joint:
    return replace(joint, origin=pose @ joint.origin)


def _is_here(pose: Pose) -> bool:
    return bool(np.allclose(pose.matrix(), np.eye(4), rtol=0, atol=1e-9))


def _moved_frame(frame: Frame, pose: Pose) -> Frame:
    return replace(frame, pose=pose @ frame.pose)
