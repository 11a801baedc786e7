"""The numbers of the arm in S0's symbols."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.robot import Robot


@dataclass(frozen=True, eq=False)
class Numbers:
    """Pairs, for link or axis 1 and 2: lengths l, centres of mass ξ, masses m, inertias j about the
    centres, gear ratios η, motor inertias j_m; g; and the parameters of springs and friction."""

    l: Array
    xi: Array
    m: Array
    j: Array
    eta: Array
    jm: Array
    g: float
    springs: tuple[Mapping[str, float], ...]
    frictions: tuple[Mapping[str, float], ...]

    @classmethod
    def of(cls, robot: Robot) -> Numbers:
        """At zero position link 1 points along z and link 2 along x; both turn about y."""
        bodies = [link.inertia for link in robot.links if link.inertia is not None]
        joints = robot.moving_joints
        drives = [joint.drive for joint in joints if joint.drive is not None]
        tool = robot.frame(robot.tool).pose.translation
        return cls(
            l=np.array([joints[1].origin.translation[2], tool[0]]),
            xi=np.array([bodies[0].centre[2], bodies[1].centre[0]]),
            m=np.array([body.mass for body in bodies]),
            j=np.array([body.tensor[1, 1] for body in bodies]),
            eta=np.array([drive.gear_ratio for drive in drives]),
            jm=np.array([drive.motor_inertia for drive in drives]),
            g=-float(robot.gravity[2]),
            springs=tuple(drive.spring for drive in drives),
            frictions=tuple(drive.friction for drive in drives),
        )
