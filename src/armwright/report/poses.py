"""Where all links of a robot are."""

from __future__ import annotations

from collections.abc import Callable

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.multibody.kinematics import body_poses, frame_in_body, homogeneous
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters
from armwright.robot import Robot

Poses = dict[str, Array]


def poses_of(robot: Robot) -> Callable[[Array], Poses]:
    """A function from joint positions to the 4 × 4 of every link and of the tool, in the base.

    Machine code for each of the frames would take longer to make than a picture does.
    """
    mechanism = build(FreeParameters.choose(robot, ()))
    bodies = body_poses(mechanism)
    frames = tuple(dict.fromkeys((*(link.name for link in robot.links), robot.tool)))
    placements = [frame_in_body(mechanism, frame) for frame in frames]
    matrices = [homogeneous(bodies[k] @ place if k >= 0 else place) for k, place in placements]
    function = cs.Function("poses", [mechanism.q], [cs.horzcat(*matrices)])

    def poses(q: Array) -> Poses:
        side_by_side = np.array(function(q))
        return dict(zip(frames, np.split(side_by_side, len(frames), axis=1), strict=True))

    return poses
