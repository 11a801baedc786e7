"""Arms that differ from their drawings, and what a tracker would see of them."""

from dataclasses import dataclass

import numpy as np

import armwright as aw
from armwright.calibrate.geometry import Geometry
from armwright.calibrate.structure import random_joints
from armwright.robot import Pose
from armwright.robot.changing import changed
from armwright.robot.pose import rotation_from_rpy

TARGETS = ((0.02, -0.03, 0.05), (-0.04, 0.03, 0.06), (0.03, 0.05, 0.02))


@dataclass(frozen=True, eq=False)
class Cell:
    """A nominal robot, the true one, and where its base and targets truly are."""

    nominal: aw.Robot
    true: aw.Robot
    base: Pose
    targets: tuple[np.ndarray, ...]

    def joints(self, count, rng):
        return random_joints(self.nominal, count, rng)

    def frames(self, q):
        """The tool frame in the measuring frame."""
        return self.base.matrix() @ aw.compile(self.true).pose(q)

    def points(self, q, target=0):
        tool = self.frames(q)
        return tool[:, :3, :3] @ self.targets[target] + tool[:, :3, 3]


def disturbed_cell(name, rng, length=1e-3, angle=2e-3, tool=None):
    """Every joint of the chain is displaced in all six directions."""
    robot = aw.load(name) if isinstance(name, str) else name
    geometry = Geometry(robot, tool or robot.tool)
    changes = {}
    for path in geometry.names:
        old = geometry.nominal[geometry.place(path)]
        size = length if path.endswith("translation") else angle
        changes[path] = old + rng.normal(0, size, 3)
    base = Pose(rotation_from_rpy([0.3, -0.2, 2.0]), np.array([1.2, -0.7, 0.4]))
    return Cell(robot, changed(robot, changes), base, tuple(map(np.array, TARGETS)))


def pose_table(robot, joints, points):
    """The text of a CSV file as `armwright calibrate poses` reads it."""
    return "\n".join([_head(robot), *_rows(robot, joints, points)]) + "\n"


def circle_table(cell, arc, count):
    """The same for `armwright calibrate circles`: joints turn by `arc` (rad), slides by 0.2 m."""
    lines = [f"moving,{_head(cell.nominal)}"]
    for k, joint in enumerate(cell.nominal.moving_joints):
        q = np.zeros((count, len(cell.nominal.joint_names)))
        wide = 0.2 if joint.kind == "prismatic" else arc
        q[:, k] = np.linspace(-wide / 2, wide / 2, count)
        lines += [f"{joint.name},{row}" for row in _rows(cell.nominal, q, cell.points(q))]
    return "\n".join(lines) + "\n"


def _head(robot):
    return ",".join([*robot.joint_names, "x", "y", "z"])


def _rows(robot, joints, points):
    slides = np.array([joint.kind == "prismatic" for joint in robot.moving_joints])
    columns = [np.where(slides, 1e3 * joints, np.degrees(joints)), 1e3 * points]
    return [",".join(repr(float(v)) for v in row) for row in np.hstack(columns)]
