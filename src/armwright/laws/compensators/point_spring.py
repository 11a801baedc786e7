"""A spring between two points of the arm: a gravity compensator."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Option, Output, Parameter
from armwright.block.quantities import Quantities
from armwright.multibody.kinematics import frame_pose
from armwright.multibody.mechanism import Mechanism, build
from armwright.multibody.parameters import FreeParameters


class PointSpring(Block):
    """σ = σ₀ + k e + d ė pulls two points together, e = |p_b − p_a| − L.  S3 (7): a slider with a
    spring between two bodies.

    The points are given in the frames of links, or of named frames, of the arm. The torques follow
    from the energy: τ = −σ ∂e/∂q.
    """

    kind = "point_spring"

    joint_position = Input("rad", "q", size="joint")
    joint_velocity = Input("rad/s", "q̇", size="joint")
    compensator_joint_torque = Output("N m", "τ", size="joint", acts="joint")
    compensator_energy = Output("J", "σ₀ e + k e²/2", size="one", acts="energy")
    compensator_force = Output("N", "σ", size="one")
    link_a = Option(str, "the link or frame of the first point")
    link_b = Option(str, "the link or frame of the second point")
    point_a = Parameter("m", "the first point, in its link's frame", default=0.0, size="axis")
    point_b = Parameter("m", "the second point, in its link's frame", default=0.0, size="axis")
    stiffness = Parameter("N/m", "k", at_least=0.0, size="one")
    length = Parameter("m", "L, where the elongation is zero", at_least=0.0, size="one")
    preload = Parameter("N", "σ₀", default=0.0, size="one")
    damping = Parameter("N s/m", "d", default=0.0, at_least=0.0, size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        q, v = x.joint_position, x.joint_velocity
        mechanism = build(FreeParameters.choose(x.setting.robot, ()))
        a = _place(mechanism, self.link_a, x.point_a)
        b = _place(mechanism, self.link_b, x.point_b)
        e = cs.norm_2(b - a) - x.length
        slope = cs.jacobian(e, mechanism.q).T
        e, slope = cs.substitute([e, slope], [mechanism.q], [q])
        force = x.preload + x.stiffness * e + x.damping * cs.dot(slope, v)
        return {
            "compensator_joint_torque": cs.densify(-force * slope),
            "compensator_energy": x.preload * e + 0.5 * x.stiffness * e**2,
            "compensator_force": force,
        }


def _place(mechanism: Mechanism, frame: str, point: cs.SX) -> cs.SX:
    """A point of a frame, in the base's frame."""
    pose = frame_pose(mechanism, frame)
    return pose.translation.column() + cs.mtimes(pose.rotation.sx(), point)
