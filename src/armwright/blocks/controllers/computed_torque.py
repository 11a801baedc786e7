"""Inverse-dynamics control in joint space."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Option, Output, Parameter
from armwright.block.quantities import NO_LIMIT, Quantities, Site
from armwright.blocks.controllers.model_torque import (
    at_joints,
    carried_torque,
    point_of,
    rotor_torque,
)
from armwright.blocks.drives import effort_limits


class ComputedTorque(Block):
    """τ = M(q) y + n(q, q̇),  y = q̈_d + K_D (q̇_d − q̇) + K_P (q_d − q) + w,  K_P = ω_n², K_D = 2ζω_n.

    S1. M and n are those of the controller's model of the arm, which need not be the arm itself;
    with an estimated payload they count its mass, at a place of a link or frame.
    First y, then τ is kept within its limit. What lies in between may be recorded: `wanted_…` is
    before its limit, `commanded_…` after it.
    """

    kind = "computed_torque"

    measured_joint_position = Input("rad", "q", size="joint")
    measured_joint_velocity = Input("rad/s", "q̇", size="joint")
    reference_joint_position = Input("rad", "q_d", size="joint")
    reference_joint_velocity = Input("rad/s", "q̇_d", size="joint")
    reference_joint_acceleration = Input("rad/s²", "q̈_d", size="joint")
    additional_joint_acceleration = Input(
        "rad/s²", "w, as of a `robust_term`", size="joint", default=0.0
    )
    estimated_payload = Input("kg", "as of a `payload_estimator`", size="one", default=0.0)
    commanded_joint_torque = Output("N m", "τ", size="joint")
    wanted_joint_acceleration = Output("rad/s²", "y before its limit", size="joint")
    commanded_joint_acceleration = Output("rad/s²", "y", size="joint")
    wanted_joint_torque = Output("N m", "τ before its limit", size="joint")
    inertial_joint_torque = Output("N m", "M(q) y", size="joint")
    bias_joint_torque = Output("N m", "n(q, q̇)", size="joint")
    acceleration_limited = Output("", "1 while y is at its limit", size="joint", flag=True)
    torque_limited = Output("", "1 while τ is at its limit", size="joint", flag=True)
    natural_frequency = Parameter("rad/s", "ω_n", default=10.0, above=0.0, size="joint")
    damping_ratio = Parameter("", "ζ", default=1.0, at_least=0.0, size="joint")
    acceleration_limit = Parameter(
        "rad/s²", "largest |y|", default=NO_LIMIT, above=0.0, size="joint"
    )
    torque_limit = Parameter("N m", "largest |τ|", default=NO_LIMIT, above=0.0, size="joint")
    payload_centre = Parameter(
        "m", "place of an estimated payload, axes of its frame", default=0.0, size="axis"
    )
    payload_frame = Option(
        str, "the frame or link that carries an estimated payload; empty: the tool", default=""
    )
    motor_inertia = Option(bool, "whether the model includes the motors' inertia", default=True)

    def known(self, site: Site) -> Mapping[str, Any]:
        return {"torque_limit": effort_limits(site.model.robot)}

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        q, v, w = x.measured_joint_position, x.measured_joint_velocity, x.natural_frequency
        wanted = (
            x.reference_joint_acceleration
            + 2.0 * x.damping_ratio * w * (x.reference_joint_velocity - v)
            + w**2 * (x.reference_joint_position - q)
            + x.additional_joint_acceleration
        )
        y, acceleration_limited = x.limited(wanted, -x.acceleration_limit, x.acceleration_limit)
        model, still = x.site.model, cs.SX.zeros(q.shape[0])
        needed = model.joint_torque_for(q, v, y)
        if self.motor_inertia:
            needed += at_joints(model, rotor_torque(model, y))
        bias = model.joint_torque_for(q, v, still)
        point = point_of(model, self.payload_frame, x.payload_centre, self.name)
        needed += x.estimated_payload * carried_torque(model, point, q, v, y)
        bias += x.estimated_payload * carried_torque(model, point, q, v, still)
        torque, torque_limited = x.limited(needed, -x.torque_limit, x.torque_limit)
        return {
            "commanded_joint_torque": torque,
            "wanted_joint_acceleration": wanted,
            "commanded_joint_acceleration": y,
            "wanted_joint_torque": needed,
            "inertial_joint_torque": needed - bias,
            "bias_joint_torque": bias,
            "acceleration_limited": acceleration_limited,
            "torque_limited": torque_limited,
        }
