"""What references in space have in common: the tool follows a curve, its orientation stays.

The joints follow by inverse kinematics of the model that the controller has of the arm: first at
the beginning, near to the given posture, then along the curve.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from armwright.arm import compile
from armwright.arm.inverse.chain import chain_to
from armwright.blocks.block import Array
from armwright.blocks.declarations import Option
from armwright.blocks.quantities import Setting
from armwright.blocks.references.curve import Curve
from armwright.blocks.references.given import not_negative, numbers, positive, unfit
from armwright.blocks.references.guide import Guide
from armwright.blocks.references.profile import Progress, Trapezoid
from armwright.blocks.references.reference import TabledReference
from armwright.blocks.references.trouble import Trouble
from armwright.errors import InputError
from armwright.robot import rotation_from_rpy

#: How far R Rᵀ may be from 1: as in robot descriptions, enough for six printed digits.
ROTATION_TOLERANCE = 1e-6


class Cartesian(TabledReference):
    """q(s(t)) with p(q) = p(s) and R(q) = const: q̇ = q′ ṡ, q̈ = q″ ṡ² + q′ s̈; s trapezoidal.

    Arms that need all their joints for the tool's position do not keep its orientation, nor do
    others with `position_only`.
    """

    posture = Option(tuple, "joint positions near to those it starts from")
    orientation = Option(
        tuple,
        "of the tool: a 3 × 3 matrix, or roll, pitch, yaw; by default as in the posture",
        default=None,
    )
    position_only = Option(bool, "whether the tool may turn on its way", default=None)
    speed = Option(float, "of the tool, in m/s")
    acceleration = Option(float, "of the tool along its path, in m/s²")
    start_time = Option(float, "when it starts to move, in s", default=0.0)
    back = Option(bool, "whether it returns on the same path", default=False)
    dwell = Option(float, "rest before the return, in s", default=0.0)

    def curve(self, tool: Array) -> Curve:
        """In the base frame; `tool` is the tool's position (m) in the posture."""
        raise NotImplementedError

    def tables(self, setting: Setting) -> Mapping[str, Array]:
        model = setting.model
        arm, chain = compile(model), chain_to(model, model.tool)
        posture = self.joint_vector("posture", self.posture, model)
        pose = arm.pose(posture)
        curve = self.curve(pose[:3, 3])
        free = chain.only_places if self.position_only is None else self.position_only
        rotation = self._rotation(pose[:3, :3], free)
        s = self._progress(curve.length, setting)
        trouble = Trouble(self.name, model, curve, turns=rotation is None)
        followed = Guide(arm, chain, curve, rotation, trouble).along(posture, s.position)
        slope, bend = followed.derivatives.slope, followed.derivatives.bend
        rate = s.velocity[:, None]
        velocity = slope * rate
        fast = trouble.too_fast(s.position, velocity, slope)
        if fast is not None:
            raise fast
        return {
            "position_table": followed.q,
            "velocity_table": velocity,
            "acceleration_table": bend * rate**2 + slope * s.acceleration[:, None],
        }

    def _progress(self, length: float, setting: Setting) -> Progress:
        """At every sample until it is at rest again, or the run ends."""
        v = positive(self.name, "speed", self.speed, "m/s")
        a = positive(self.name, "acceleration", self.acceleration, "m/s²")
        begin = not_negative(self.name, "start_time", self.start_time, "s")
        dwell = not_negative(self.name, "dwell", self.dwell, "s")
        # A path without length takes no time; any length keeps the profile finite.
        size = length or 1.0
        profile = Trapezoid(v / size, a / size)
        turn = begin + profile.duration + dwell
        end = turn + profile.duration if self.back else turn
        rows = math.ceil(min(end, setting.duration) / setting.period) + 2
        time = setting.period * np.arange(rows)
        forth = profile.at(time - begin)
        if not self.back:
            return forth
        return Progress(*(x - y for x, y in zip(forth, profile.at(time - turn), strict=True)))

    def _rotation(self, in_posture: Array, free: bool) -> Array | None:
        if free and self.orientation is not None:
            raise InputError(
                "'orientation' is given, but only the tool's position counts",
                where=f"block '{self.name}'",
                hint="Leave it out, or set position_only = false.",
            )
        if free or self.orientation is None:
            return None if free else in_posture
        matrix = len(self.orientation) == 3 and isinstance(self.orientation[0], tuple)
        given = numbers(
            self.name,
            "orientation",
            self.orientation,
            (3, 3) if matrix else (3,),
            "a 3 × 3 matrix, or roll, pitch and yaw",
        )
        if not matrix:
            return rotation_from_rpy(np.radians(given) if self.degrees else given)
        defect = np.abs(given @ given.T - np.eye(3)).max()
        if defect > ROTATION_TOLERANCE or np.linalg.det(given) < 0:
            raise unfit(self.name, "orientation", self.orientation, "a rotation matrix")
        u, _, v = np.linalg.svd(given)
        nearest: Array = u @ v
        return nearest
