"""Torques as a linear function of inertial parameters: τ = Y(q, v, a) π.

π lists, for every joint that moves, in the order of the file, the ten parameters
(`robot.inertia.PARAMETER_NAMES`) of the joint's child link with everything that is fixed to it, in
that link's frame.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.multibody.body_motion import body_motions
from armwright.multibody.inverse_dynamics import rate_of_momentum, to_parent
from armwright.multibody.mechanism import Mechanism
from armwright.multibody.placement import Ten, seen_from
from armwright.multibody.spatial import Scalar, Symmetric, Vector
from armwright.robot import Inertia, Pose, Robot


def regressor(mechanism: Mechanism, v: Sequence[Scalar], a: Sequence[Scalar]) -> cs.SX:
    """Y, coordinates × 10 joints; `mechanism` must be physical. Unit parameters, carried down one
    by one."""
    motions = body_motions(mechanism, v, a)
    joints = [joint.name for joint in mechanism.free.robot.joints if joint.moves]
    Y = cs.SX.zeros(mechanism.coordinates, 10 * len(joints))
    for k, body in enumerate(mechanism.bodies):
        _, link = mechanism.links[body.joint.child]
        first = 10 * joints.index(body.joint.name)
        for parameter in range(10):
            force = rate_of_momentum(seen_from(_unit(parameter), link), motions[k])
            for j in mechanism.path_to_base(k):
                carrier = mechanism.bodies[j]
                torque = force.f.z if carrier.prismatic else force.n.z
                for coordinate, share in carrier.along.items():
                    Y[coordinate, first + parameter] += share * torque
                force = to_parent(carrier, force)
    return Y


def _unit(parameter: int) -> Ten:
    ten = [0.0] * 10
    ten[parameter] = 1.0
    return Ten(ten[0], Vector(*ten[1:4]), Symmetric(*ten[4:]))


def inertial_parameters(robot: Robot) -> Array:
    """π of the robot as described."""
    below: dict[str, list[tuple[str, Pose]]] = {link.name: [] for link in robot.links}
    for joint in robot.joints:
        if not joint.moves:
            below[joint.parent].append((joint.child, joint.origin))
    parameters = []
    for joint in robot.joints:
        if not joint.moves:
            continue
        total = np.zeros(10)
        todo = [(joint.child, Pose())]
        while todo:
            name, pose = todo.pop()
            inertia: Inertia | None = robot.link(name).inertia
            if inertia is not None:
                total += inertia.seen_from(pose).parameters
            todo += [(child, pose @ step) for child, step in below[name]]
        parameters.append(total)
    return np.concatenate(parameters) if parameters else np.zeros(0)
