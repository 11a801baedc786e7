"""Forth and back at one constant speed after the other: the motion that shows static friction."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.block.quantities import Site
from armwright.blocks.references.options import in_radians, not_negative, numbers, positive, unfit
from armwright.blocks.references.reference import TabledReference, rows_of_run


class ConstantSpeeds(TabledReference):
    """One joint goes forth at a speed v and back at −v, over the same way, then at the next speed;
    the others rest. Each speed is held for the time t = min(way/v, longest), between ramps.

    S4, section 5.1: half the difference of the torques at v and −v is friction.
    """

    kind = "constant_speeds"

    joint = Option(str, "the joint that moves; by default the first", default="")
    speeds = Option(tuple, "v, one after the other, in rad/s or m/s")
    begin = Option(tuple, "joint positions it starts from; by default zero", default=None)
    way = Option(float, "the longest way at constant speed, in rad or m")
    longest = Option(float, "the longest time at constant speed, in s", default=2.0)
    acceleration = Option(float, "of the ramps, in rad/s² or m/s²")
    dwell = Option(float, "rest after each way, in s", default=0.2)

    def tables(self, site: Site) -> Mapping[str, Array]:
        robot = site.plant.robot
        names = robot.joint_names
        if self.joint and self.joint not in names:
            raise unfit(self.name, "joint", self.joint, "one of " + ", ".join(names))
        moving = names.index(self.joint) if self.joint else 0
        begin = self.joint_vector("begin", self.begin, robot)
        times, speeds = self._knots(in_radians(np.eye(len(names)), robot)[moving, moving])
        t = site.period * np.arange(rows_of_run(self.name, site, float(times[-1])))
        steps = np.diff(times)
        ways = np.concatenate([[0.0], np.cumsum(steps * (speeds[1:] + speeds[:-1]) / 2)])
        slopes = np.append(np.diff(speeds) / steps, 0.0)
        k = np.clip(np.searchsorted(times, t, side="right") - 1, 0, len(times) - 1)
        since = np.where(k == len(times) - 1, 0.0, t - times[k])
        q, v, a = (np.zeros((len(t), len(names))) for _ in range(3))
        q += begin
        q[:, moving] += ways[k] + since * (speeds[k] + since * slopes[k] / 2)
        v[:, moving] = speeds[k] + since * slopes[k]
        a[:, moving] = slopes[k]
        return {"position_table": q, "velocity_table": v, "acceleration_table": a}

    @property
    def lasting(self) -> float:
        """How long it takes, in s."""
        return float(self._knots(1.0)[0][-1])

    def _knots(self, unit: float) -> tuple[Array, Array]:
        """Times, and the speeds between which it changes in straight lines; `unit`: of angles."""
        given = numbers(self.name, "speeds", self.speeds, (-1,), "speeds, one or more")
        if np.any(given <= 0):
            raise unfit(self.name, "speeds", self.speeds, "more than 0; each is taken both ways")
        factor = unit if self.degrees else 1.0
        way = factor * positive(self.name, "way", self.way)
        ramp = factor * positive(self.name, "acceleration", self.acceleration)
        longest = positive(self.name, "longest", self.longest, "s")
        rest = not_negative(self.name, "dwell", self.dwell, "s")
        times, speeds = [0.0], [0.0]
        for speed in factor * given:
            held = min(way / speed, longest)
            for sign in (1.0, -1.0):
                parts = ((speed / ramp, sign), (held, sign), (speed / ramp, 0.0), (rest, 0.0))
                for lasts, factor_at_end in parts:
                    if lasts > 0:
                        times.append(times[-1] + lasts)
                        speeds.append(factor_at_end * speed)
        return np.array(times), np.array(speeds)
