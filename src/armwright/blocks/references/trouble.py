"""Why an arm cannot follow a curve, in words."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.blocks.references.curve import Curve
from armwright.errors import InputError
from armwright.robot import Robot

#: Joints with a smaller share in a motion are not worth naming.
NOTABLE = 0.3
#: A joint may be beyond a limit by this much (rad, m, or by the limit).
ROUNDING = 1e-9

#: Condition numbers above it are a matter of rounding.
HUGE = 1e5


@dataclass(frozen=True, eq=False)
class Trouble:
    """The errors that the block of that name can meet on a curve. `turns`: whether the tool may."""

    block: str
    robot: Robot
    curve: Curve
    turns: bool

    def out_of_reach(self, s: float, miss: float, angle: float) -> InputError:
        """By how much the point (m) and the orientation (rad) are missed."""
        missed = f"a miss of up to {miss:.3g} m"
        hint = "Move the path into the arm's reach."
        if not self.turns:
            missed += f" and {math.degrees(angle):.2f}°"
            hint = (
                "Move the path into the arm's reach, set another 'orientation', or "
                "position_only = true, which lets the tool turn."
            )
        return InputError("out of reach", where=self._where(s), got=missed, hint=hint)

    def singular(self, s: float, idle: Array, condition: float, largest: float) -> InputError:
        """`idle` (n,): the motion of the joints that hardly moves the tool."""
        share = np.abs(idle) / np.abs(idle).max()
        names = [
            f"'{name}'"
            for name, part in zip(self.robot.joint_names, share, strict=True)
            if part > NOTABLE
        ]
        return InputError(
            f"too near to a singularity of {_listed(names)}",
            where=self._where(s),
            got="a condition number "
            + (f"of {condition:.3g}" if condition < HUGE else f"above {HUGE:g}"),
            expected=f"at most {largest:g}",
            hint=self._elsewhere(),
        )

    def beyond_limits(self, s: Array, q: Array) -> InputError | None:
        """For the joint, and the place on the way, that is farthest beyond; None if none is."""
        joints = self.robot.moving_joints
        low = np.array([joint.limits.lower for joint in joints])
        high = np.array([joint.limits.upper for joint in joints])
        row, k, beyond = _largest(np.maximum(low - q, q - high))
        if beyond <= ROUNDING:
            return None
        unit = _unit(joints[k].kind)
        return InputError(
            f"joint '{joints[k].name}' is beyond its limits",
            where=self._where(float(s[row])),
            got=f"{q[row, k]:.4g} {unit}",
            expected=f"{low[k]:.4g} to {high[k]:.4g} {unit}",
            hint=self._elsewhere(),
        )

    def too_fast(self, s: Array, velocity: Array, slope: Array) -> InputError | None:
        """q̇ and q′ (N, n): the speed that is proposed keeps all joints within limits everywhere."""
        joints = self.robot.moving_joints
        limits = np.array([joint.limits.velocity for joint in joints])
        row, k, ratio = _largest(np.abs(velocity) / limits)
        if ratio <= 1 + ROUNDING:
            return None
        speed = _floor(self.curve.length / _largest(np.abs(slope) / limits)[2])
        unit = f"{_unit(joints[k].kind)}/s"
        return InputError(
            f"joint '{joints[k].name}' is too fast",
            where=self._where(float(s[row])),
            got=f"{abs(velocity[row, k]):.4g} {unit}",
            expected=f"at most {limits[k]:.4g} {unit}",
            hint=f"Set 'speed' to {speed:g} m/s, or move the path.",
        )

    def _elsewhere(self) -> str:
        orientation = "" if self.turns else " set another 'orientation',"
        return f"Move the path,{orientation} or start from another 'posture'."

    def _where(self, s: float) -> str:
        x, y, z = self.curve.at(np.array([s])).point[0]
        return f"block '{self.block}', at {s:.4f} of the path, point [{x:.4f}, {y:.4f}, {z:.4f}] m"


def _largest(table: Array) -> tuple[int, int, float]:
    row, k = np.unravel_index(np.argmax(table), table.shape)
    return int(row), int(k), float(table[row, k])


def _listed(names: list[str]) -> str:
    if len(names) == 1:
        return f"joint {names[0]}"
    return f"joints {', '.join(names[:-1])} and {names[-1]}"


def _unit(kind: str) -> str:
    return "m" if kind == "prismatic" else "rad"


def _floor(value: float) -> float:
    """To two digits, not above it."""
    digit = 10.0 ** (math.floor(math.log10(value)) - 1)
    return math.floor(value / digit) * digit
