"""Robots in which joints mimic others, seen joint by joint."""

from __future__ import annotations

import dataclasses

import numpy as np

from armwright import Robot
from armwright.multibody.mechanism import joint_rows


def released(robot: Robot) -> Robot:
    """The robot with every joint that moves moving by itself: none mimics another."""
    joints = (dataclasses.replace(joint, mimic=None) for joint in robot.joints)
    return dataclasses.replace(robot, joints=tuple(joints))


def positions_of_all(robot: Robot) -> tuple[np.ndarray, np.ndarray]:
    """A and a with A @ q + a = the positions of `released(robot)`, for the positions q of `robot`:
    those of the joints that move by themselves and of those that follow them."""
    rows = joint_rows(robot, {name: k for k, name in enumerate(robot.joint_names)})
    A, a = np.zeros((len(rows), len(robot.joint_names))), np.zeros(len(rows))
    for i, (row, offset) in enumerate(rows.values()):
        a[i] = offset
        for k, weight in row.items():
            A[i, k] = weight
    return A, a
