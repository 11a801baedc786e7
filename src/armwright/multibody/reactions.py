"""What passes through the joints: constraint forces, and what acts along the joint's own axis.

Force and moment that the rest of the arm exerts, through a joint, on what the joint carries: base
axes, the moment about the origin of the joint's child. The joint is meant with all that acts along
it, bearing, gear, friction and springs; its component along the axis is the joint's torque. S4
ch. 6 calls them constraint forces.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as cs

from armwright.multibody.inverse_dynamics import carried_forces
from armwright.multibody.kinematics import body_poses
from armwright.multibody.mechanism import Mechanism
from armwright.multibody.spatial import Force
from armwright.robot import Robot


def reactions(mechanism: Mechanism, forces: Sequence[Force], joints: Sequence[str]) -> cs.SX:
    """One column (force; moment) for each of `joints`, for the `forces` that the bodies need. The
    mechanism must be a `physical` one, with the fixed joints that are asked for cut."""
    carried, poses = carried_forces(mechanism, forces), body_poses(mechanism)
    places = {body.joint.name: k for k, body in enumerate(mechanism.bodies)}
    columns = []
    for joint in joints:
        # A body's frame may be turned against its link's, but its origin is the joint's.
        k = places[joint]
        turn, through = poses[k].rotation, carried[k]
        columns.append(cs.vertcat((turn @ through.f).column(), (turn @ through.n).column()))
    return cs.densify(cs.horzcat(*columns))


def fixed_among(robot: Robot, joints: Sequence[str]) -> tuple[str, ...]:
    """Those of `joints` that do not move, which a mechanism has to cut."""
    return tuple(name for name in joints if not robot.joint(name).moves)
