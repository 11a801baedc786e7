"""Rigid displacements and rotations of 3-space, in numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.values import Value, frozen_array


def _identity() -> Array:
    return frozen_array(np.eye(3), (3, 3), "rotation")


def _origin() -> Array:
    return frozen_array(np.zeros(3), (3,), "translation")


@dataclass(frozen=True, eq=False)
class Pose(Value):
    """Frame B seen from frame A: p_A = rotation @ p_B + translation (m)."""

    rotation: Array = field(default_factory=_identity)
    translation: Array = field(default_factory=_origin)

    def __post_init__(self) -> None:
        rotation = frozen_array(self.rotation, (3, 3), "rotation")
        if np.abs(rotation @ rotation.T - np.eye(3)).max() > 1e-6 or np.linalg.det(rotation) < 0:
            raise InputError(
                "not a rotation matrix",
                where="rotation",
                got=rotation.tolist(),
                expected="orthonormal, determinant +1",
            )
        object.__setattr__(self, "rotation", rotation)
        object.__setattr__(self, "translation", frozen_array(self.translation, (3,), "translation"))

    def __matmul__(self, other: Pose) -> Pose:
        return Pose(
            self.rotation @ other.rotation, self.rotation @ other.translation + self.translation
        )

    def inverse(self) -> Pose:
        return Pose(self.rotation.T, -self.rotation.T @ self.translation)

    def matrix(self) -> Array:
        """The 4 × 4 homogeneous matrix."""
        matrix = np.eye(4)
        matrix[:3, :3], matrix[:3, 3] = self.rotation, self.translation
        return matrix


def rotation_about(axis: ArrayLike, angle: float) -> Array:
    """Rotation by `angle` (rad) about the unit vector `axis` (Rodrigues).

    Right angles give exact zeros and ones: sin(π) = 1e-16 would turn up as work to do in every
    program made from the robot.
    """
    x, y, z = np.asarray(axis, dtype=np.float64)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    sine, cosine = _exact(math.sin(angle)), _exact(math.cos(angle))
    rotation: Array = np.eye(3) + sine * cross + (1 - cosine) * (cross @ cross)
    return rotation


def _exact(value: float) -> float:
    nearest = round(value)
    return float(nearest) if abs(value - nearest) < 1e-15 else value


def rotation_from_rpy(rpy: ArrayLike) -> Array:
    """URDF's roll, pitch, yaw (rad) about the fixed x, y, z axes: Rz(yaw) Ry(pitch) Rx(roll)."""
    roll, pitch, yaw = np.asarray(rpy, dtype=np.float64)
    return (
        rotation_about([0, 0, 1], yaw)
        @ rotation_about([0, 1, 0], pitch)
        @ rotation_about([1, 0, 0], roll)
    )


def rpy_from_rotation(rotation: Array) -> tuple[float, float, float]:
    """Inverse of `rotation_from_rpy`, exact to rounding also where pitch is ±π/2.

    One turn is taken off after the other, so that a badly defined yaw is made good by the roll.
    """
    yaw = math.atan2(rotation[1, 0], rotation[0, 0])
    rest = rotation_about([0, 0, 1], -yaw) @ rotation
    pitch = math.atan2(-rest[2, 0], rest[0, 0])
    rest = rotation_about([0, 1, 0], -pitch) @ rest
    return math.atan2(rest[2, 1], rest[1, 1]), pitch, yaw


def shift(x: float, y: float, z: float) -> Pose:
    return Pose(translation=frozen_array([x, y, z], (3,), "translation"))


def turn(axis: ArrayLike, angle: float) -> Pose:
    return Pose(rotation=rotation_about(axis, angle))
