"""Joint positions from a CSV file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.block.quantities import Setting
from armwright.blocks.references.csv_file import read_csv
from armwright.blocks.references.given import in_radians
from armwright.blocks.references.reference import TabledReference
from armwright.blocks.references.sampling import rows_of_run
from armwright.blocks.references.spline import spline
from armwright.errors import InputError

#: Of a sample: a time that rounding puts this much before it belongs to it.
ROUNDING = 1e-9


class Csv(TabledReference):
    """Positions from a file, one row for each time; a cubic spline through them, sampled at the
    block's rate, gives position, velocity and acceleration. After the last row the arm stays there,
    at rest; what comes after the end of the run does not count.

    If the first line has names, those columns count that are named as the joints, in any order, and
    the one named as `time_column` says. Without names there is a column for each joint, in their
    order, and before them one for the time if there is one more. Times are in s, rising, and count
    from the first; without a column of times the rows are at the block's rate.
    """

    kind = "csv"

    file = Option(
        Path,
        "path of the file: absolute, or from the folder of the scenario's file; "
        "with --set and in Python, from the working directory",
    )
    time_column = Option(str, "name of the column of times, if columns have names", default="time")
    separator = Option(str, "between columns", default=",", choices=(",", ";", "\t"))

    def tables(self, setting: Setting) -> Mapping[str, Array]:
        times, q = self._read(setting)
        if self.degrees:
            q = in_radians(q, setting.plant.robot)
        self._check_times(times, setting)
        rows = rows_of_run(self.name, setting, times[-1])
        whole = times[-1] <= setting.duration
        if whole:
            rows = int(times[-1] / setting.period + ROUNDING) + 1
        sampled = spline(self.name, times, q, setting.period * np.arange(rows, dtype=np.float64))
        last = q[-1:] if whole else sampled[0, -1:]
        rest = np.stack([last, 0 * last, 0 * last])
        position, velocity, acceleration = np.concatenate([sampled, rest], axis=1)
        return {
            "position_table": position,
            "velocity_table": velocity,
            "acceleration_table": acceleration,
        }

    def stamp(self) -> object:
        try:
            state = self.file.stat()
        except OSError:
            return None
        return state.st_ino, state.st_size, state.st_mtime_ns

    def _check_times(self, times: Array, setting: Setting) -> None:
        """The second row, if there is one, should be reached."""
        if len(times) < 2 or times[1] <= setting.duration:
            return
        raise InputError(
            "the run ends before the second row",
            where=f"block '{self.name}', {self.file}",
            got=f"{times[1]:g} s from the first row to the second, and a run of "
            f"{setting.duration:g} s",
            expected="times in s",
            hint="If they are in ms, µs or ns, divide them by 1e3, 1e6 or 1e9.",
        )

    def _read(self, setting: Setting) -> tuple[Array, Array]:
        """Times (N,) from 0 on, and positions (N, n) as in the file."""
        joints = setting.plant.robot.joint_names
        where = f"block '{self.name}', {self.file}"
        found = read_csv(self.file, where, self.separator)
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
