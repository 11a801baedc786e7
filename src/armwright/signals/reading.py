"""Logs from files: the format by the file's name, its columns made signals.

`read_log` opens the file (`formats/`), finds out which columns make which signal (`columns.py`,
`mapping.py`), reads the rows that were asked for (`rows.py`) and converts them (`conversion.py`).
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError, shown
from armwright.inputs import check_name, check_value, exists, from_home, inside
from armwright.memory import afford
from armwright.robot import Robot, load
from armwright.robot.finding import Finding
from armwright.robot.formats.toml import checked, read_table, validated
from armwright.signals.columns import ColumnsFile, ConstantTable
from armwright.signals.conversion import gear_matrix, in_si, through_gears
from armwright.signals.formats import format_of, own_run, reader_of
from armwright.signals.formats.column_reader import ColumnReader, no_such_column
from armwright.signals.log import Log
from armwright.signals.mapping import Assigned, assigned, guessed, not_read, unknown_columns
from armwright.signals.names import known_signal
from armwright.signals.records import dataset
from armwright.signals.rows import Choice, clock_of, increasing, read_rows
from armwright.signals.run import Run

#: What is larger stands for infinity: slopes of it would be infinite.
_LARGEST = 1e305


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

    `columns`: a columns file, or its content; by default what the file says itself if we wrote
    it, or the file of the same name that ends in .toml, if there is one. `signals`, `first` and
    `last` (s), `every` (so many rows): what of it is read; all else is passed over without being
    kept. `robot` replaces that of the columns file.
    """
    text = os.fspath(path)
    if not isinstance(text, str) or not text or "\0" in text:
        raise InputError("not the name of a log", where="read_log", got=shown(text))
    place = from_home(text, "read_log")
    if not isinstance(every, int) or every < 1:
        raise InputError(
            "not a number of rows", where="read_log, every", got=shown(every), expected="1, 2, …"
        )
    for name, bound in (("first", first), ("last", last)):
        if bound is not None and math.isnan(bound):
            raise InputError("not a time", where=f"read_log, {name}", got=bound, expected="seconds")
    choice = Choice(first, last, every)
    if columns is None and (data := own_run(place)) is not None:
        return _of_run(Run(data), place, signals, choice)
    format_of(place)  # a file that is no log is refused before its columns are looked for
    told, where = _told(place, columns)
    reader = reader_of(place, told or ColumnsFile())
    if columns is None and isinstance(reader.columns, str):
        told, where = None, str(place)  # a file of ours, which says itself what its columns are
    said = told if told is not None and told.signals else _completed(reader, told, str(place))
    files = {"": reader, **_beside(place, said, where)}
    found = assigned(said, {file: one.names for file, one in files.items()}, where)
    if not found:
        raise _nothing_known(reader.names, str(place))
    chosen = _chosen(found, signals)
    _afford(chosen, files, every, str(place))
    time, raw = read_rows(files, chosen, clock_of(said.time, reader, where), choice, str(place))
    kept, findings = increasing(time, str(place))
    if not kept.all():
        time, raw = time[kept], {name: values[kept] for name, values in raw.items()}
    model = _robot(said.robot if robot is None else robot, place.parent)
    gears = _gears(said, model, where)
    arrays: dict[str, Array] = {}
    units: dict[str, str] = {}
    for one in chosen:
        spot = f"{where}: signals.{one.name}"
        known = known_signal(one.name)
        values, unit = in_si(raw.pop(one.name), one.table, known.unit if known else None, spot)
        arrays[one.name] = through_gears(values, one.name, one.table.side, gears)
        units[one.name] = unit
    findings += [finding for one in files.values() for finding in one.findings]
    findings += [finding for name in arrays for finding in _infinite(arrays, name, str(place))]
    constants = said.constants if signals is None else {}
    log = _made(said, model, time, arrays, units, constants, place, where)
    return Log(log.data, (*_unknown(files, found, said, place), *findings))


def _told(path: Path, columns: object) -> tuple[ColumnsFile | None, str]:
    """What is said of the columns, and where."""
    if isinstance(columns, Mapping):
        check_value(columns, "columns")
        return checked(dict(columns), ColumnsFile, "columns"), "columns"
    if columns is None:
        beside = path.with_suffix(".toml") if path.name else path
        if beside == path or not exists(beside):
            return None, str(path)
        try:
            return read_table(beside, ColumnsFile), str(beside)
        except InputError as error:
            # It may be of something else, as of a scenario whose run was written beside it.
            raise error.hinted(
                f"By its name it says what the columns of {path.name} are; --columns names another."
            ) from None
    file = from_home(os.fspath(columns), "columns")  # type: ignore[call-overload]
    return read_table(file, ColumnsFile), str(file)


def _completed(reader: ColumnReader, said: ColumnsFile | None, where: str) -> ColumnsFile:
    """Signals by what the file says of its columns, or by their names, where nobody names any."""
    if isinstance(reader.columns, str):
        found = validated(reader.columns, ColumnsFile, f"{where}, columns")
    elif reader.columns is not None:
        found = checked(dict(reader.columns), ColumnsFile, where)
    else:
        found = guessed(reader.names)
    if said is None:
        return found
    given = {name: getattr(said, name) for name in said.model_fields_set - {"signals"}}
    if not (said.time.column or said.time.rate or said.time.period):
        given.pop("time", None)
    return found.model_copy(update=given)


def _beside(path: Path, said: ColumnsFile, where: str) -> dict[str, ColumnReader]:
    """Other files of the same recording."""
    files: dict[str, ColumnReader] = {}
    for name, table in said.signals.items():
        if table.file is not None and table.file not in files:
            other = inside(path.parent, table.file, f"{where}: signals.{name}.file")
            files[table.file] = reader_of(other, said)
    return files


def _chosen(found: Sequence[Assigned], signals: Sequence[str] | None) -> list[Assigned]:
    if signals is None:
        return list(found)
    there = {one.name: one for one in found}
    for name in signals:
        if name not in there:
            raise _no_such_signal(name, list(there))
    return [there[name] for name in dict.fromkeys(signals)]


def _no_such_signal(name: str, there: Sequence[str]) -> InputError:
    error = no_such_column(name, there, "read_log, signals")
    return InputError(
        "no such signal in the log",
        where=error.where,
        got=error.got,
        expected=error.expected,
        hint=error.hint,
    )


def _afford(
    chosen: Sequence[Assigned], files: Mapping[str, ColumnReader], every: int, where: str
) -> None:
    """Rows as read, and twice more the largest signal while it is put together and converted."""
    widths = [len(one.columns) for one in chosen]
    rows = max(reader.rows for reader in files.values()) / every
    afford(
        8 * rows * (sum(widths) + 2 * max(widths, default=0) + 3),
        f"{sum(widths)} columns of {rows:,.0f} rows",
        where,
        "Read less of it: signals=[…], first=…, last=… or every=….",
    )


def _unknown(
    files: Mapping[str, ColumnReader], found: Sequence[Assigned], said: ColumnsFile, path: Path
) -> list[Finding]:
    findings = []
    for file, reader in files.items():
        used = {name for one in found if one.file == file for name in one.columns}
        used |= {said.time.column or "", *reader.clocks}
        left = unknown_columns(reader.names, used, said.ignore)
        if left:
            findings.append(not_read(left, str(path.parent / file if file else path)))
    return findings


def _gears(said: ColumnsFile, robot: Robot | None, where: str) -> Array | None:
    if said.gears is not None:
        return gear_matrix(said.gears, f"{where}: gears")
    return None if robot is None else robot.gear_matrix


def _made(
    said: ColumnsFile,
    robot: Robot | None,
    time: Array,
    arrays: Mapping[str, Array],
    units: Mapping[str, str],
    constants: Mapping[str, ConstantTable],
    path: Path,
    where: str,
) -> Log:
    dimensions: dict[str, str] = {}
    sizes: dict[str, int] = {}
    for name, values in arrays.items():
        known, width = known_signal(name), values.shape[1]
        told = said.signals[name].dimension
        if told is not None:
            dimensions[name] = told
        elif known is None:
            dimensions[name] = "" if width == 1 else f"{name}_element"
        sizes.setdefault(dimensions.get(name, known.dimension if known else ""), width)
    joints, motors = _names(said, robot, sizes.get("joint", 0), sizes.get("motor", 0), where)
    data = dataset(
        time,
        {name: values[None] for name, values in arrays.items()},
        joints=joints,
        motors=motors,
        frictions=said.frictions,
        runs=None,
        units=units,
        dimensions=dimensions,
        saturations={},
    ).isel(run=0, drop=True)
    for dimension, names in said.labels.items():
        if data.sizes.get(dimension) == len(names) and dimension not in data.coords:
            data = data.assign_coords({dimension: np.array(names, dtype=str)})
    for name, constant in constants.items():
        values = np.array(constant.values)
        spot = f"{where}: constants.{name}"
        if name in data.variables or name in data.dims:
            raise InputError("a name that is taken", where=spot)
        there = data.sizes.get(constant.dimension, values.size) if constant.dimension else 1
        if values.size != there:
            raise InputError("wrong number of values", where=spot, got=values.size, expected=there)
        content = (constant.dimension, values) if constant.dimension else ((), values[0])
        data[name] = (*content, {"units": constant.unit, "long_name": constant.meaning or name})
    return Log(data.assign_attrs({**said.attributes, "file": path.name}))


def _names(
    said: ColumnsFile, robot: Robot | None, joints: int, motors: int, where: str
) -> tuple[Sequence[str], Sequence[str]]:
    """Of joints and motors: said, of the robot, or counted."""
    found_joints: Sequence[str] | None = said.joints
    found_motors: Sequence[str] | None = said.motors
    if robot is not None:
        found_joints = found_joints or robot.joint_names
        found_motors = found_motors or [motor.name for motor in robot.all_motors]
    if not found_joints:
        same = found_motors is not None and joints in (0, len(found_motors))
        found_joints = (found_motors if same else None) or _counted("joint", joints or motors)
    if not found_motors:
        same = motors in (0, len(found_joints))
        found_motors = found_joints if same else _counted("motor", motors)
    for name in (*found_joints, *found_motors):
        check_name(name, "joint or motor", where)
    return found_joints, found_motors


def _counted(word: str, count: int) -> list[str]:
    return [f"{word}{k + 1}" for k in range(max(count, 1))]


def _robot(robot: Robot | str | None, folder: Path) -> Robot | None:
    if robot is None or isinstance(robot, Robot):
        return robot
    beside = folder / robot
    return load(beside if beside.suffix and exists(beside) else robot)


def _infinite(arrays: Mapping[str, Array], name: str, where: str) -> list[Finding]:
    """Infinite values become missing samples; so does what some write for them, such as the
    largest number there is."""
    bad = np.abs(arrays[name]) > _LARGEST
    if not bad.any():
        return []
    arrays[name][bad] = np.nan
    return [
        Finding(
            "error",
            "infinite values count as missing",
            f"{where}, signal '{name}'",
            int(bad.sum()),
            f"numbers up to {_LARGEST:g}",
            "Look at how it was recorded.",
        )
    ]


def _nothing_known(names: Sequence[str], where: str) -> InputError:
    listed = ", ".join(map(repr, names[:12])) + (", …" if len(names) > 12 else "")
    return InputError(
        "no column has the name of a known signal",
        where=where,
        got=listed,
        expected="names such as joint_position.elbow",
        hint="Write a columns file that says what they are.",
    )


def _of_run(run: Run, path: Path, signals: Sequence[str] | None, choice: Choice) -> Log:
    """A file that Run.save or Log.save wrote."""
    log = Log.from_run(run)
    data = log.data
    if signals is not None:
        for name in signals:
            if name not in log:
                raise _no_such_signal(name, [str(one) for one in data.data_vars])
        data = data[list(signals)]
    rows = choice.of(log.time, np.arange(log.time.size))
    if not rows.any():
        raise InputError("no rows", where=str(path), expected="rows between first and last")
    if not rows.all():
        data = data.isel(time=np.flatnonzero(rows))
    return Log(data.assign_attrs(file=path.name))
