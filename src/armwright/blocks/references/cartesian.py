"""What references in space have in common: the tool follows a curve.

The joints follow by inverse kinematics of the model that the controller has of the arm: first at
the beginning, near to the given posture, then along the curve.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from armwright.arm import compile
from armwright.arm.inverse.chain import chain_to
from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.block.quantities import Site
from armwright.blocks.references.attitude import Attitude, Constant
from armwright.blocks.references.curves import ToolCurve
from armwright.blocks.references.guide import Guide, Trouble
from armwright.blocks.references.options import ORIENTATION, kept_rotation, not_negative, positive
from armwright.blocks.references.profiles import MEANING, PROFILES, Profile, Progress, make_profile
from armwright.blocks.references.reference import TabledReference, rows_of_run
from armwright.blocks.references.schedule import Schedule, scheduled
from armwright.errors import InputError


class Cartesian(TabledReference):
    """q(s(t)) with p(q) = p(s) and R(q) = R(s), usually constant: q̇ = q′ ṡ, q̈ = q″ ṡ² + q′ s̈.

    Arms that need all their joints for the tool's position do not keep its orientation, nor do
    others with `position_only`. Speed, acceleration and jerk are those along the curve; where it
    bends with radius r, v²/r across it comes on top. The tool's position and velocity are
    continuous; its acceleration too with the jerk-limited profile, except where the curvature
    jumps: at the ends of arcs, if it does not rest there.
    """

    posture = Option(tuple, "joint positions near to those it starts from")
    orientation = Option(tuple, f"{ORIENTATION}; by default as in the posture", default=None)
    position_only = Option(bool, "whether the tool may turn on its way", default=None)
    speed = Option(float, "of the tool, in m/s")
    acceleration = Option(float, "of the tool along its path, in m/s²")
    jerk = Option(float, "along its path, in m/s³, for the jerk-limited profile", default=None)
    profile = Option(str, MEANING, default="trapezoid", choices=PROFILES)
    start_time = Option(float, "when it starts to move, in s", default=0.0)
    back = Option(bool, "whether it returns on the same path", default=False)
    dwell = Option(float, "rest before the return, and at corners if it has any, in s", default=0.0)

    def curve(self, tool: Array) -> ToolCurve:
        """In the base frame; `tool` is the tool's position (m) in the posture."""
        raise NotImplementedError

    def attitude(self, in_posture: Array, free: bool) -> Attitude | None:
        """Along the curve, from the tool's rotation in the posture; None if it may turn."""
        R = kept_rotation(self.name, self.orientation, self.degrees, in_posture, free)
        return None if R is None else Constant(R)

    def tables(self, site: Site) -> Mapping[str, Array]:
        model = site.model.robot
        arm, chain = compile(model), chain_to(model, model.tool)
        posture = self.joint_vector("posture", self.posture, model)
        pose = arm.pose(posture)
        curve = self.curve(pose[:3, 3])
        free = chain.only_places if self.position_only is None else self.position_only
        attitude = self.attitude(pose[:3, :3], free)
        s = self._progress(curve, site)
        trouble = Trouble(self.name, model, curve, turns=attitude is None)
        followed = Guide(arm, chain, curve, attitude, trouble).along(posture, s.position)
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

    def _progress(self, curve: ToolCurve, site: Site) -> Progress:
        """At every sample until it is at rest again, or the run ends."""
        schedule = self.schedule(curve)
        rows = rows_of_run(self.name, site, schedule.end)
        return schedule.at(site.period * np.arange(rows, dtype=np.float64))

    def schedule(self, curve: ToolCurve) -> Schedule:
        """When the tool is where on the curve."""
        v = positive(self.name, "speed", self.speed, "m/s")
        a = positive(self.name, "acceleration", self.acceleration, "m/s²")
        j = self._jerk()
        # A path without length takes no time; any length keeps the profile finite.
        length = curve.length or 1.0

        def profile(part: float) -> Profile:
            size = part * length
            return make_profile(self.profile, v / size, a / size, j / size)

        return scheduled(
            curve.corners,
            profile,
            begin=not_negative(self.name, "start_time", self.start_time, "s"),
            dwell=not_negative(self.name, "dwell", self.dwell, "s"),
            back=self.back,
        )

    def _jerk(self) -> float:
        if self.jerk is not None:
            return positive(self.name, "jerk", self.jerk, "m/s³")
        if self.profile == "jerk_limited":
            raise InputError(
                "'jerk' is missing",
                where=f"block '{self.name}'",
                expected="the largest jerk of the tool in m/s³, as the profile is jerk-limited",
            )
        return math.inf
