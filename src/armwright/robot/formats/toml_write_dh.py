"""Writing our TOML with a D-H table; what the file says of a link is then in its D-H frame."""

from __future__ import annotations

from dataclasses import replace

from armwright.robot.dh_table import Convention, dh_table
from armwright.robot.formats import toml_write as bodies
from armwright.robot.formats.dh_frames import DhFrames, dh_frames
from armwright.robot.formats.parts import part_lines
from armwright.robot.formats.pieces import pose_table
from armwright.robot.formats.toml_text import inline, number, string
from armwright.robot.links import Joint, Link
from armwright.robot.model import Description
from armwright.robot.pose import Pose


def text(robot: Description, convention: Convention) -> str:
    table = dh_table(robot, convention)
    frames = dh_frames(robot, table)
    lines = bodies.head_lines(robot)
    lines += ["", "[dh]", f'convention = "{convention}"', f"base = {string(robot.base)}"]
    if origin := pose_table(table.origin):
        lines.append(f"origin = {inline(origin)}")
    lines += ["rows = ["]
    for name, row in zip(table.joints, table.rows, strict=True):
        cells = {"joint": string(name), "link": string(robot.joint(name).child)}
        for key in ("theta", "d", "a", "alpha"):
            cells[key] = number(getattr(row, key))
        if row.beta:
            cells["beta"] = number(row.beta)
        if row.kind == "prismatic":
            cells["kind"] = '"prismatic"'
        lines.append(f"  {inline(cells)},")
    lines.append("]")
    for link in robot.links:
        lines += bodies.link_lines(_moved_link(link, frames.link(link.name)))
    for joint in robot.joints:
        if joint.name in table.joints:
            more = bodies.motion_lines(_mounted(joint, frames))
            lines += ["", "[[joints]]", f"name = {string(joint.name)}", *more] if more else []
        else:
            lines += bodies.joint_lines(
                _moved_joint(_mounted(joint, frames), frames.link(joint.parent))
            )
    lines += part_lines(robot, frames)
    return "\n".join(lines + bodies.tail_lines(robot)) + "\n"


def _moved_link(link: Link, pose: Pose) -> Link:
    return replace(
        link,
        inertia=None if link.inertia is None else link.inertia.seen_from(pose),
        shapes=tuple(replace(shape, pose=pose @ shape.pose) for shape in link.shapes),
        hull=None if link.hull is None else link.hull.seen_from(pose),
    )


def _mounted(joint: Joint, frames: DhFrames) -> Joint:
    """With the axis of its rotor in the frame that the file describes the rotor's link in."""
    if joint.drive is None or not joint.drive.link:
        return joint
    axis = frames.link(joint.drive.link).rotation @ joint.drive.axis
    return replace(joint, drive=replace(joint.drive, axis=axis))


def _moved_joint(joint: Joint, pose: Pose) -> Joint:
    return replace(joint, origin=pose @ joint.origin)
