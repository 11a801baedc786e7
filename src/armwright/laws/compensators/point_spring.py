"""A spring between two points of the arm: a gravity compensator."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Option, Output, Parameter
from armwright.block.quantities import Quantities


class PointSpring(Block):
    """σ = σ₀ + k e + d ė pulls two points together, e = |p_b − p_a| − L.  S3 (7): a slider with a
    spring between two bodies.

    The points are given in the frames of links, or of named frames, of the arm. The forces along
    its coordinates follow from the energy: −σ ∂e/∂x, elastic axes among them.
    """

    kind = "point_spring"

    coordinate_position = Input("rad", "x", size="coordinate")
    coordinate_velocity = Input("rad/s", "ẋ", size="coordinate")
    compensator_coordinate_force = Output("N m", "−σ ∂e/∂x", size="coordinate", acts="coordinate")
    compensator_joint_torque = Output("N m", "of that the joints' share", size="joint")
    compensator_energy = Output("J", "σ₀ e + k e²/2", size="one", acts="energy")
    compensator_force = Output("N", "σ", size="one")
    compensator_pull = Output("", "force on b in N, and b in m; world axes", size=6, acts="pull")
    link_a = Option(str, "the link or frame of the first point")
    link_b = Option(str, "the link or frame of the second point")
    point_a = Parameter("m", "the first point, in its link's frame", default=0.0, size="axis")
    point_b = Parameter("m", "the second point, in its link's frame", default=0.0, size="axis")
    stiffness = Parameter("N/m", "k", at_least=0.0, size="one")
    length = Parameter("m", "L, where the elongation is zero", at_least=0.0, size="one")
    preload = Parameter("N", "σ₀", default=0.0, size="one")
    damping = Parameter("N s/m", "d", default=0.0, at_least=0.0, size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        plant = x.site.plant
        a, b = (
            frame.position + cs.mtimes(frame.rotation, point)
            for frame, point in (
                (plant.frame(self.link_a), x.point_a),
                (plant.frame(self.link_b), x.point_b),
            )
        )
        span = cs.norm_2(b - a)
        e = span - x.length
        slope = cs.jacobian(e, plant.x).T
        e, slope, b, way = cs.substitute(
            [e, slope, b, (a - b) / span], [plant.x], [x.coordinate_position]
        )
        force = x.preload + x.stiffness * e + x.damping * cs.dot(slope, x.coordinate_velocity)
        forces = cs.densify(-force * slope)
        return {
            "compensator_coordinate_force": forces,
            "compensator_joint_torque": plant.of_joints(forces),
            "compensator_energy": x.preload * e + 0.5 * x.stiffness * e**2,
            "compensator_force": force,
            "compensator_pull": cs.vertcat(force * way, b),
        }
