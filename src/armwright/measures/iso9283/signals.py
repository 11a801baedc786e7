"""What a test needs of a run or a log: where the tool was, and where it should have been."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from armwright.arm import compile
from armwright.arrays import Array
from armwright.errors import InputError
from armwright.measures.iso9283.dwells import Dwells, find_dwells
from armwright.robot import Robot
from armwright.signals.records import array_of

#: Where the tool is, by the names that it may have; the true place comes first.
ATTAINED = ("position of tool", "tool_position", "measured_tool_position")
COMMAND, ROTATION, COMMAND_ROTATION = (
    "reference_tool_position",
    "rotation of tool",
    "reference_rotation of tool",
)


@dataclass(frozen=True, eq=False)
class ToolSignals:
    """`time` (N,) s, `position` and `command` (N, 3) m, `rotation` and `command_rotation`
    (N, 3, 3); all but the first two may be None. `name`: of the signal of the position."""

    time: Array
    position: Array
    command: Array | None = None
    rotation: Array | None = None
    command_rotation: Array | None = None
    name: str = "position"

    def dwells(self, shortest: float, still: float | None = None) -> Dwells:
        """Where the command rests; without a command, where the tool does."""
        if self.command is not None:
            return find_dwells(self.time, self.command, shortest=shortest, still=still)
        return find_dwells(self.time, self.position, measured=True, shortest=shortest, still=still)

    def commanded(self, what: str) -> Array:
        """Where the tool should be, for a measure that needs it."""
        if self.command is None:
            raise InputError(
                f"no '{COMMAND}' was recorded", where=what, hint="Record it, or take RP and RD."
            )
        return self.command


def tool_signals(source: Any, robot: Robot | None = None, signal: str | None = None) -> ToolSignals:
    """Of a run, a log, or whatever has `data` like them. `robot`: from whose kinematics the
    commanded pose follows, if joints were commanded and that was not recorded. `signal`: where the
    tool's position is, if not in one of ATTAINED."""
    data = getattr(source, "data", source)
    if not isinstance(data, xr.Dataset) or "time" not in data.coords:
        raise InputError("not a run or a log", where="iso9283", got=type(source).__name__)
    if data.sizes.get("run", 1) > 1:
        raise InputError(
            "several runs at once",
            where="iso9283",
            got=f"{data.sizes['run']} runs",
            expected="one run, or log",
        )
    name = _attained(data, signal)
    joints = _array(data, "reference_joint_position", -1)
    command, wanted = _array(data, COMMAND, 3), _rotations(data, COMMAND_ROTATION)
    if robot is not None and joints is not None:
        if joints.shape[1] != len(robot.moving_joints):
            raise InputError(
                "has another number of joints",
                where=f"robot '{robot.name}'",
                got=len(robot.moving_joints),
                expected=f"{joints.shape[1]}, as were recorded",
            )
        poses = compile(robot).pose(joints)
        command = poses[:, :3, 3] if command is None else command
        wanted = poses[:, :3, :3] if wanted is None else wanted
    return ToolSignals(
        np.asarray(data["time"].values, dtype=np.float64),
        _array(data, name, 3),  # type: ignore[arg-type]
        command,
        _rotations(data, ROTATION),
        wanted,
        name,
    )


def _attained(data: xr.Dataset, signal: str | None) -> str:
    if signal is not None and signal not in data:
        raise InputError(
            "no such signal",
            where=f"'{signal}'",
            expected="one of " + ", ".join(str(name) for name in data.data_vars),
        )
    found = signal or next((name for name in ATTAINED if name in data), None)
    if found is None:
        raise InputError(
            "the tool's position was not recorded",
            where="iso9283",
            got=", ".join(str(name) for name in data.data_vars)[:200],
            expected=f"one of {', '.join(ATTAINED)}",
        )
    return found


def _array(data: xr.Dataset, name: str, size: int) -> Array | None:
    """(N, size), or None."""
    if name not in data:
        return None
    values: Array = array_of(data, name)[0]
    if size > 0 and values.shape[1] != size:
        raise InputError("wrong size", where=f"signal '{name}'", got=values.shape[1], expected=size)
    if not np.isfinite(values).all():
        raise InputError("not finite everywhere", where=f"signal '{name}'")
    return values


def _rotations(data: xr.Dataset, name: str) -> Array | None:
    """Recorded column by column."""
    columns = _array(data, name, 9)
    return None if columns is None else columns.reshape(-1, 3, 3).swapaxes(1, 2)
