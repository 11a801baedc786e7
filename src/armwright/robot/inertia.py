"""Mass, centre of mass and inertia tensor of a rigid body."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.robot.pose import Pose
from armwright.robot.values import Value, frozen_array

#: The ten inertial parameters of a link, in this order everywhere. `first_moment` is m c;
#: the inertia is about the link's origin, not its centre of mass; both in link axes. In these ten
#: torques are linear.
PARAMETER_NAMES = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")


@dataclass(frozen=True, eq=False)
class Inertia(Value):
    """mass (kg), centre of mass (m, link frame), tensor (kg m², about the centre, link axes)."""

    mass: float
    centre: Array
    tensor: Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "mass", float(frozen_array(self.mass, (), "mass")))
        object.__setattr__(self, "centre", frozen_array(self.centre, (3,), "centre of mass"))
        object.__setattr__(self, "tensor", frozen_array(self.tensor, (3, 3), "inertia tensor"))

    @cached_property
    def parameters(self) -> Array:
        """The ten of PARAMETER_NAMES."""
        c = self.centre
        about_origin = self.tensor + self.mass * (c @ c * np.eye(3) - np.outer(c, c))
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = about_origin.tolist()
        return frozen_array([self.mass, *(self.mass * c), xx, xy, xz, yy, yz, zz], (10,), "inertia")

    @staticmethod
    def from_parameters(parameters: ArrayLike) -> Inertia:
        """Inverse of `parameters`; with zero mass the centre is put at the origin."""
        m, mx, my, mz, xx, xy, xz, yy, yz, zz = np.asarray(parameters, dtype=np.float64)
        c = np.array([mx, my, mz]) / m if m else np.zeros(3)
        about_origin = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        return Inertia(m, c, about_origin - m * (c @ c * np.eye(3) - np.outer(c, c)))

    def seen_from(self, pose: Pose) -> Inertia:
        """The same body described in frame A, where `pose` is the body's frame in A."""
        R = pose.rotation
        return Inertia(self.mass, R @ self.centre + pose.translation, R @ self.tensor @ R.T)

    def __add__(self, other: Inertia) -> Inertia:
        """Both bodies welded together; same frame."""
        return Inertia.from_parameters(self.parameters + other.parameters)
