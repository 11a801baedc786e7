"""Wrenches that the surroundings exert on frames of the arm.

A wrench is (force, moment), in base axes, the moment about the frame's origin: the dual of the rows
of `kinematics.jacobian`. It acts on the arm: M a + c + g = τ + Jᵀ w.
"""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.multibody.kinematics import body_poses, frame_in_body
from armwright.multibody.mechanism import Mechanism
from armwright.multibody.spatial import Force, Vector


def external_forces(mechanism: Mechanism, wrenches: Mapping[str, cs.SX]) -> list[Force]:
    """For each body the sum of the wrenches on its frames. What acts on the base is borne by it."""
    poses = body_poses(mechanism)
    forces = [Force(Vector(), Vector()) for _ in mechanism.bodies]
    for frame, wrench in wrenches.items():
        body, placement = frame_in_body(mechanism, frame)
        if body < 0:
            continue
        elements = cs.vertsplit(wrench)
        back = poses[body].rotation.T
        f = back @ Vector(*elements[:3])
        n = back @ Vector(*elements[3:]) + placement.translation.cross(f)
        forces[body] = forces[body] + Force(f, n)
    return forces
