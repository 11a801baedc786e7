"""How frames of a plant move, and what passes through its joints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import casadi as cs

from armwright.errors import InputError
from armwright.multibody.inverse_dynamics import body_forces, carried_forces
from armwright.multibody.kinematics import body_poses, frame_pose, jacobian

if TYPE_CHECKING:
    from armwright.plant.plant import Plant


@dataclass(frozen=True, eq=False)
class FrameMotion:
    """Pose, twist and acceleration of a frame in world axes: the base's, or the ground's if the
    base can move. Expressions of the plant's state and inputs."""

    plant: Plant
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


def reaction(plant: Plant, joint: str) -> cs.SX:
    """Force and moment through a joint: see `Plant.reaction`."""
    mechanism = plant.physical
    names = [body.joint.name for body in mechanism.bodies]
    if joint not in names:
        raise InputError(
            "no such joint that moves",
            where=f"robot '{plant.robot.name}', reaction",
            got=repr(joint),
            expected="one of " + ", ".join(names),
        )
    forces = body_forces(
        mechanism,
        cs.vertsplit(plant.velocity),
        cs.vertsplit(plant.every_acceleration),
        gravity=plant.fidelity.gravity,
        external=plant.pushes(mechanism) if plant.environment.wrenches else None,
    )
    k = names.index(joint)
    carried = carried_forces(mechanism, forces)[k]
    # A body's frame may be turned against its link's, but its origin is the joint's.
    turn = body_poses(mechanism)[k].rotation
    return cs.vertcat((turn @ carried.f).column(), (turn @ carried.n).column())
