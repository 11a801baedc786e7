"""Joint positions from a CSV file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from armwright.block.block import Array
from armwright.block.declarations import Option
from armwright.block.quantities import Setting
from armwright.blocks.references.csv_file import read_csv
from armwright.blocks.references.given import in_radians
from armwright.blocks.references.reference import TabledReference
from armwright.errors import InputError

#: Of a sample: a time that rounding puts this much before it belongs to it.
ROUNDING = 1e-9


class Csv(TabledReference):
    """Positions from a file, one row for each time; a cubic spline through them, sampled at the
    block's rate, gives position, velocity and acceleration. After the last row the arm stays there,
    at rest.

    If the first line has names, those columns count that are named as the joints, in any order, and
    the one named as `time_column` says. Without names there is a column for each joint, in their
    order, and before them one for the time if there is one more. Times are in s, rising, and count
    from the first; without a column of times the rows are at the block's rate.
    """

    kind = "csv"

    file = Option(str, "path of the file: absolute, or from the working directory")
    time_column = Option(str, "name of the column of times, if columns have names", default="time")
    separator = Option(str, "between columns", default=",", choices=(",", ";", "\t"))

    def tables(self, setting: Setting) -> Mapping[str, Array]:
        times, q = self._read(setting)
        if self.degrees:
            q = in_radians(q, setting.plant.robot)
        at = setting.period * np.arange(int(times[-1] / setting.period + ROUNDING) + 1)
        sampled = np.stack([q, np.zeros_like(q), np.zeros_like(q)])
        if len(q) > 1:
            from scipy.interpolate import CubicSpline  # takes half a second to import

            spline = CubicSpline(times, q)
            sampled = np.stack([spline(at, order) for order in range(3)])
        rest = np.stack([q[-1:], 0 * q[-1:], 0 * q[-1:]])
        position, velocity, acceleration = np.concatenate([sampled, rest], axis=1)
        return {
            "position_table": position,
            "velocity_table": velocity,
            "acceleration_table": acceleration,
        }

    def stamp(self) -> object:
        try:
            state = Path(self.file).expanduser().stat()
        except OSError:
            return None
        return state.st_ino, state.st_size, state.st_mtime_ns

    def _read(self, setting: Setting) -> tuple[Array, Array]:
        """Times (N,) from 0 on, and positions (N, n) as in the file."""
        joints = setting.plant.robot.joint_names
        where = f"block '{self.name}', {self.file}"
        found = read_csv(Path(self.file).expanduser(), where, self.separator)
        columns = found.columns(joints, self.time_column)
        q = found.numbers[:, columns.joints]
        if columns.time is None:
            return setting.period * np.arange(len(q), dtype=np.float64), q
        times = found.numbers[:, columns.time]
        late = np.flatnonzero(np.diff(times) <= 0)
        if late.size:
            k = int(late[0])
            raise InputError(
                "times do not rise",
                where=f"{where}, line {found.lines[k + 1]}",
                got=f"{times[k + 1]:g} s after {times[k]:g} s",
                expected="each time later than the one before",
            )
        return times - times[0], q
