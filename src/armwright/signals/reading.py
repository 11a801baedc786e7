"""Logs from files: the format by the file's name, its columns made signals.

`read_log` opens the file (`formats/`), finds out which columns make which signal (`columns.py`,
`mapping.py`), reads those piece by piece, keeps the rows that were asked for, and converts them
(`conversion.py`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.errors import InputError, shown
from armwright.inputs import check_name, check_value, exists, from_home, inside
from armwright.memory import afford
from armwright.robot import Robot, load
from armwright.robot.finding import Finding
from armwright.robot.formats.toml import checked, read_table
from armwright.signals.columns import ColumnsFile
from armwright.signals.conversion import gear_matrix, in_si, through_gears, unit_named
from armwright.signals.formats import reader_of
from armwright.signals.formats.column_reader import ColumnReader, no_such_column
from armwright.signals.log import Log
from armwright.signals.mapping import Assigned, assigned, guessed, not_read, unknown_columns
from armwright.signals.names import known_signal


def read_log(
    path: str | os.PathLike[str],
    columns: Mapping[str, Any] | str | os.PathLike[str] | None = None,
    *,
    signals: Sequence[str] | None = None,
    first: float | None = None,
    last: float | None = None,
    every: int = 1,
    robot: Robot | str | None = None,
) -> Log:
    """A recording: .csv, .parquet, .nc or .h5, .mcap, .db3 or the folder of a rosbag2.

    `columns`: a columns file, or its content; by default the file of the same name that ends in
    .toml, if there is one. `signals`, `first` and `last` (s), `every` (so many rows): what of it is
    read; all else is passed over without being kept. `robot` is instead of the columns file's.
    """
    place = from_home(os.fspath(path), "read_log")
    if every < 1:
        raise InputError("not a number of rows", where="read_log, every", got=every, expected="1…")
    said, where = _said(place, columns)
    reader = reader_of(place, said or ColumnsFile())
    if said is None or not (said.signals or said.constants):
        said = _completed(reader, said)
    reading = _Reading(place, where, said, reader, robot)
    return reading.log(signals, first, last, every)


def _said(path: Path, columns: object) -> tuple[ColumnsFile | None, str]:
    """What is said of the columns, and where."""
    if isinstance(columns, Mapping):
        check_value(columns, "columns")
        return checked(dict(columns), ColumnsFile, "columns"), "columns"
    if columns is None:
        beside = path.with_suffix(".toml") if path.name else path
        if beside == path or not exists(beside):
            return None, str(path)
    else:
        beside = from_home(os.fspath(columns), "columns")  # type: ignore[call-overload]
    return read_table(beside, ColumnsFile), str(beside)


def _completed(reader: ColumnReader, said: ColumnsFile | None) -> ColumnsFile:
    """Signals by the names of the columns, where the columns file names none."""
    if reader.columns is not None:
        found = checked(dict(reader.columns), ColumnsFile, "columns")
    else:
        found = guessed(reader.names)
    if said is None:
        return found
    given = {name: getattr(said, name) for name in said.model_fields_set if name != "signals"}
    if not (said.time.column or said.time.rate or said.time.period):
        given.pop("time", None)
    return found.model_copy(update=given)


class _Reading:
    """One file on its way to a log, with the others that belong to it."""

    def __init__(
        self,
        path: Path,
        where: str,
        columns: ColumnsFile,
        reader: ColumnReader,
        robot: Robot | str | None,
    ) -> None:
        self.path, self.where, self.columns = path, where, columns
        self.readers = {"": reader}
        for name, table in columns.signals.items():
            if table.file is not None and table.file not in self.readers:
                other = inside(path.parent, table.file, f"{where}: signals.{name}.file")
                self.readers[table.file] = reader_of(other, columns)
        names = {file: one.names for file, one in self.readers.items()}
        self.assigned = assigned(columns, names, where)
        self.robot = _robot(columns.robot if robot is None else robot, path.parent)
        if not self.assigned:
            raise _nothing_known(self.readers[""].names, str(path))

    def log(
        self, signals: Sequence[str] | None, first: float | None, last: float | None, every: int
    ) -> Log:
        chosen = self._chosen(signals)
        self._afford(chosen, every)
        unknown = self._unknown()
        time, found = self._read(chosen, first, last, every)
        time, kept, findings = _increasing(time, str(self.path))
        arrays: dict[str, Array] = {}
        units: dict[str, str] = {}
        for one in chosen:
            values = found.pop(one.name)
            arrays[one.name], units[one.name] = self._signal(
                one, values if kept is None else values[kept]
            )
        findings += [found for reader in self.readers.values() for found in reader.findings]
        log = self._made(time, arrays, units)
        return Log(log.data, (*unknown, *findings, *_infinite(log, str(self.path))))

    def _chosen(self, signals: Sequence[str] | None) -> list[Assigned]:
        if signals is None:
            return list(self.assigned)
        there = {one.name: one for one in self.assigned}
        for name in signals:
            if name not in there:
                error = no_such_column(name, tuple(there), "read_log, signals")
                raise InputError(
                    "no such signal in the log",
                    where=error.where,
                    got=error.got,
                    expected=error.expected,
                    hint=error.hint,
                )
        return [there[name] for name in dict.fromkeys(signals)]

    def _afford(self, chosen: list[Assigned], every: int) -> None:
        """Columns as read, and once more while the largest signal is put together."""
        widths = [len(one.columns) for one in chosen]
        rows = max(reader.rows for reader in self.readers.values()) / every
        afford(
            8 * rows * (sum(widths) + 2 * max(widths) + 3),
            f"{sum(widths)} columns of {rows:,.0f} rows",
            str(self.path),
            "Read less of it: signals=[…], first=…, last=… or every=….",
        )

    def _unknown(self) -> list[Finding]:
        found = []
        for file, reader in self.readers.items():
            used = {name for one in self.assigned if one.file == file for name in one.columns}
            if file == "" and self.columns.time.column:
                used.add(self.columns.time.column)
            left = unknown_columns(reader.names, used, self.columns.ignore)
            if left:
                found.append(not_read(left, str(self.path.parent / file if file else self.path)))
        return found

    def _read(
        self, chosen: list[Assigned], first: float | None, last: float | None, every: int
    ) -> tuple[Array, dict[str, Array]]:
        """Times, and the columns (samples, size) of every signal."""
        clock = self._clock()
        pieces: dict[str, list[Array]] = {one.name: [] for one in chosen}
        times: list[Array] = []
        kept: list[NDArray[np.int64]] = []
        own = [one for one in chosen if not one.file]
        seen = 0
        reader = self.readers[""]
        names = _columns(own, self.columns.time.column) or list(reader.names[:1])
        for piece in reader.pieces(names):
            size = len(next(iter(piece.values())))
            rows = np.arange(seen, seen + size)
            t = clock(piece, rows)
            seen += size
            with np.errstate(invalid="ignore"):
                wanted = rows % every == 0
                wanted &= t >= first if first is not None else True
                wanted &= t <= last if last is not None else True
            whole = bool(wanted.all())
            times.append(t if whole else t[wanted])
            kept.append(rows if whole else rows[wanted])
            for one in own:
                table = np.column_stack([piece[name] for name in one.columns])
                pieces[one.name].append(table if whole else table[wanted])
        time = np.concatenate(times) if times else np.zeros(0)
        picked = np.concatenate(kept) if kept else np.zeros(0, dtype=np.int64)
        if not time.size:
            raise InputError(
                "no rows",
                where=str(self.path),
                got=f"{seen} in all",
                expected="rows between first and last" if seen else "at least one",
            )
        for file, reader in self.readers.items():
            if file:
                self._read_beside(file, reader, chosen, picked, seen, pieces)
        return time, {name: np.concatenate(pieces.pop(name)) for name in list(pieces)}

    def _read_beside(
        self,
        file: str,
        reader: ColumnReader,
        chosen: list[Assigned],
        picked: NDArray[np.int64],
        rows: int,
        pieces: dict[str, list[Array]],
    ) -> None:
        """Another file of the recording: the same rows of it."""
        own = [one for one in chosen if one.file == file]
        if not own:
            return
        seen = 0
        for piece in reader.pieces(_columns(own, None)):
            size = len(next(iter(piece.values())))
            low, high = np.searchsorted(picked, (seen, seen + size))
            here = picked[low:high] - seen
            seen += size
            for one in own:
                table = np.column_stack([piece[name] for name in one.columns])
                pieces[one.name].append(table[here])
        if seen != rows:
            raise InputError(
                "another number of rows than the log has",
                where=str(self.path.parent / file),
                got=seen,
                expected=f"{rows}, as {self.path.name}",
            )

    def _clock(self) -> Any:
        """The time (s) of rows, from a piece of columns and their numbers."""
        time = self.columns.time
        where = f"{self.where}: time"
        if sum(one is not None for one in (time.column, time.rate, time.period)) != 1:
            raise InputError(
                "the time of the rows is not known",
                where=where,
                got=f"columns {', '.join(map(repr, self.readers[''].names[:8]))}",
                expected="one of column, rate and period",
                hint='Write a columns file, with [time] column = "…" or rate = …',
            )
        if time.column is not None:
            name = time.column
            if name not in self.readers[""].names:
                raise no_such_column(name, self.readers[""].names, f"{where}.column")
            _, factor = unit_named(time.unit, where)
            if factor == 1 and not time.start:
                return lambda piece, rows: piece[name]
            return lambda piece, rows: piece[name] * factor + time.start
        if time.rate is not None:
            rate = time.rate
            return lambda piece, rows: rows / rate + time.start
        period = time.period
        return lambda piece, rows: rows * period + time.start

    def _signal(self, one: Assigned, values: Array) -> tuple[Array, str]:
        where = f"{self.where}: signals.{one.name}"
        known = known_signal(one.name)
        values, unit = in_si(values, one.table, known.unit if known else None, where)
        return through_gears(values, one.name, one.table.side, self._gears()), unit

    def _gears(self) -> Array | None:
        if self.columns.gears is not None:
            return gear_matrix(self.columns.gears, f"{self.where}: gears")
        return None if self.robot is None else self.robot.gear_matrix

    def _made(self, time: Array, arrays: dict[str, Array], units: dict[str, str]) -> Log:
        sizes = {"joint": 0, "motor": 0}
        dimensions: dict[str, str] = {}
        for one in self.assigned:
            known = known_signal(one.name)
            width = len(one.columns)
            if one.table.dimension is not None:
                dimensions[one.name] = one.table.dimension
            elif known is None:
                dimensions[one.name] = "" if width == 1 else f"{one.name}_element"
            dimension = dimensions.get(one.name, known.dimension if known else "")
            if dimension in sizes and one.name in arrays:
                sizes[dimension] = arrays[one.name].shape[1]
        joints, motors = self._names(sizes["joint"], sizes["motor"])
        return Log.from_arrays(
            time,
            arrays,
            joints=joints,
            motors=motors,
            units=units,
            dimensions={name: one for name, one in dimensions.items() if name in arrays},
            attributes={**self.columns.attributes, "file": self.path.name},
        )

    def _names(self, joints: int, motors: int) -> tuple[Sequence[str], Sequence[str]]:
        """Of joints and motors: said, of the robot, or counted."""
        robot, columns = self.robot, self.columns
        found_joints: Sequence[str] | None = columns.joints
        found_motors: Sequence[str] | None = columns.motors
        if robot is not None:
            found_joints = found_joints or robot.joint_names
            found_motors = found_motors or [motor.name for motor in robot.all_motors]
        if found_joints is None:
            same = found_motors is not None and joints in (0, len(found_motors))
            found_joints = found_motors if same else _counted("joint", joints or motors)
        if found_motors is None:
            same = motors in (0, len(found_joints or ()))
            found_motors = found_joints if same else _counted("motor", motors)
        for name in (*(found_joints or ()), *(found_motors or ())):
            check_name(name, "joint or motor", self.where)
        return found_joints or ("joint1",), found_motors or ()


def _counted(word: str, count: int) -> list[str]:
    return [f"{word}{k + 1}" for k in range(max(count, 1))]


def _columns(chosen: Sequence[Assigned], time: str | None) -> list[str]:
    """Each column once."""
    names = [name for one in chosen for name in one.columns]
    return list(dict.fromkeys([*([time] if time else []), *names]))


def _robot(robot: Robot | str | None, folder: Path) -> Robot | None:
    if robot is None or isinstance(robot, Robot):
        return robot
    beside = folder / robot
    return load(beside if beside.suffix and exists(beside) else robot)


def _increasing(time: Array, where: str) -> tuple[Array, NDArray[np.bool_] | None, list[Finding]]:
    """Rows whose time is later than that of all rows before; the others are found and left out."""
    steps = np.diff(time)
    if np.isfinite(time).all() and (steps > 0).all():
        return time, None, []
    finite = np.isfinite(time)
    before = np.maximum.accumulate(np.where(finite, time, -np.inf))
    kept = finite.copy()
    kept[1:] &= time[1:] > before[:-1]
    lost = int((~kept).sum())
    at = int(np.argmax(~kept))
    if 2 * lost > time.size:
        raise InputError(
            "time does not increase",
            where=where,
            got=f"{lost} of {time.size} rows that are not later than one before",
            expected="rows in the order of time",
            hint="Is it the right column, and are all rows of one recording?",
        )
    finding = Finding(
        "error",
        "rows that are not later than one before are left out",
        where,
        f"{lost} of {time.size}, the first in row {at + 1}, at {shown(float(time[at]))} s",
        "time that increases",
        "The recorder's clock was set, or rows were written twice.",
    )
    return time[kept], kept, [finding]


def _infinite(log: Log, where: str) -> list[Finding]:
    """Infinite values become missing samples."""
    found = []
    for name in map(str, log.data.data_vars):
        values = log.data[name].values
        bad = np.isinf(values)
        if bad.any():
            values[bad] = np.nan
            found.append(
                Finding(
                    "error",
                    "infinite values count as missing",
                    f"{where}, signal '{name}'",
                    int(bad.sum()),
                    "finite numbers",
                    "Look at how it was recorded.",
                )
            )
    return found


def _nothing_known(names: Sequence[str], where: str) -> InputError:
    listed = ", ".join(map(repr, names[:12])) + (", …" if len(names) > 12 else "")
    return InputError(
        "no column has the name of a known signal",
        where=where,
        got=listed,
        expected="names such as joint_position.elbow",
        hint="Write a columns file that says what they are.",
    )
