"""Right angles made exact."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TypeVar

from armwright.robot.model import Description
from armwright.robot.pose import Pose, rotation_from_rpy, rpy_from_rotation

TOLERANCE = 1e-4
_Described = TypeVar("_Described", bound=Description)


def snapped(robot: _Described) -> _Described:
    """The robot with all joint origins, frames and origins of elastic axes turned by exact right
    angles where they are within 1e-4 rad of one."""
    return replace(
        robot,
        joints=tuple(replace(joint, origin=_snapped(joint.origin)) for joint in robot.joints),
        frames=tuple(replace(frame, pose=_snapped(frame.pose)) for frame in robot.frames),
        elastic=tuple(replace(axis, origin=_snapped(axis.origin)) for axis in robot.elastic),
    )


def _snapped(pose: Pose) -> Pose:
    rpy = [_nearest(angle) for angle in rpy_from_rotation(pose.rotation)]
    return Pose(rotation_from_rpy(rpy), pose.translation)


def _nearest(angle: float) -> float:
    right = round(angle / (math.pi / 2)) * (math.pi / 2)
    return right if abs(angle - right) < TOLERANCE else angle
