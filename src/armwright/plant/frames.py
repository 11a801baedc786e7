"""How frames of a plant move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import casadi as cs

from armwright.multibody.kinematics import frame_pose, jacobian
from armwright.multibody.mechanism import Mechanism


class Moving(Protocol):
    """A mechanism with the positions, velocities and accelerations of all its coordinates."""

    @property
    def mechanism(self) -> Mechanism: ...

    @property
    def position(self) -> cs.SX: ...

    @property
    def velocity(self) -> cs.SX: ...

    @property
    def every_acceleration(self) -> cs.SX: ...


@dataclass(frozen=True, eq=False)
class FrameMotion:
    """Pose, twist and acceleration of a frame in world axes: the base's, or the ground's if the
    base can move. Expressions of the plant's state and inputs."""

    plant: Moving
    name: str

    @property
    def position(self) -> cs.SX:
        """Of the frame's origin."""
        return frame_pose(self.plant.mechanism, self.name).translation.column()

    @property
    def rotation(self) -> cs.SX:
        """R_WF, 3 × 3: from the frame's axes to the world's."""
        return frame_pose(self.plant.mechanism, self.name).rotation.sx()

    @property
    def velocity(self) -> cs.SX:
        """Of the frame's origin."""
        return cs.jtimes(self.position, self.plant.position, self.plant.velocity)

    @property
    def angular_velocity(self) -> cs.SX:
        turning = jacobian(self.plant.mechanism, self.name)[3:, :]
        return cs.mtimes(turning, self.plant.velocity)

    @property
    def acceleration(self) -> cs.SX:
        """Of the frame's origin; gravity is not counted."""
        return self._rate(self.velocity)

    @property
    def angular_acceleration(self) -> cs.SX:
        return self._rate(self.angular_velocity)

    def _rate(self, velocity: cs.SX) -> cs.SX:
        """The time derivative of a velocity."""
        plant = self.plant
        by_motion = cs.jtimes(velocity, plant.position, plant.velocity)
        return by_motion + cs.jtimes(velocity, plant.velocity, plant.every_acceleration)
