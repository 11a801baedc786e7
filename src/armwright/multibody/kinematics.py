"""Poses of bodies and frames, and their Jacobians."""

from __future__ import annotations

import casadi as cs

from armwright.multibody.mechanism import Mechanism
from armwright.multibody.placement import Placement
from armwright.multibody.spatial import Matrix, Vector, matrix_of, vector_of


def body_poses(mechanism: Mechanism) -> list[Placement]:
    """Every body's frame in the base frame. The rows of R turn like vectors: R_WB = R_WP R_PB."""
    poses: list[Placement] = []
    for body in mechanism.bodies:
        parent = poses[body.parent] if body.parent >= 0 else Placement()
        rotation = Matrix(tuple(body.rotation.back(row) for row in parent.rotation.rows))  # type: ignore[arg-type]
        poses.append(Placement(rotation, parent.translation + parent.rotation @ body.origin))
    return poses


def frame_in_body(mechanism: Mechanism, frame: str) -> tuple[int, Placement]:
    """The body that carries `frame` (−1: the base), and the frame's placement in it."""
    described = mechanism.free.robot.frame(frame)
    body, link = mechanism.links[described.link]
    fixed = Placement(matrix_of(described.pose.rotation), vector_of(described.pose.translation))
    return body, link @ fixed


def frame_pose(mechanism: Mechanism, frame: str) -> Placement:
    """Frame `frame` in the base frame."""
    body, placement = frame_in_body(mechanism, frame)
    return body_poses(mechanism)[body] @ placement if body >= 0 else placement


def homogeneous(placement: Placement) -> cs.SX:
    """As a 4 × 4 matrix."""
    upper = cs.horzcat(placement.rotation.sx(), placement.translation.column())
    return cs.vertcat(upper, cs.SX([[0, 0, 0, 1]]))


def jacobian(mechanism: Mechanism, frame: str) -> cs.SX:
    """6 × n: velocity of the frame's origin, then angular velocity, both in base axes."""
    poses = body_poses(mechanism)
    body, placement = frame_in_body(mechanism, frame)
    J = cs.SX.zeros(6, mechanism.coordinates)
    if body < 0:
        return J
    point = (poses[body] @ placement).translation
    for k in mechanism.path_to_base(body):
        axis = poses[k].rotation @ Vector(z=1.0)
        moving = mechanism.bodies[k]
        if moving.prismatic:
            linear, angular = axis, Vector()
        else:
            linear, angular = axis.cross(point - poses[k].translation), axis
        for coordinate, share in moving.along.items():
            J[:, coordinate] += share * cs.vertcat(linear.column(), angular.column())
    return J
