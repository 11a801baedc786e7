"""Joint positions from a file of columns."""

from __future__ import annotations

import csv
import io
import math
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.block.quantities import Site
from armwright.blocks.references.from_samples import spline
from armwright.blocks.references.options import in_radians
from armwright.blocks.references.reference import TabledReference, rows_of_run
from armwright.errors import InputError
from armwright.inputs import read_text

#: Of a sample: a time that rounding puts this much before it belongs to it.
ROUNDING = 1e-9
#: An hour of seven joints, a hundred times a second, takes half of it.
LARGEST_FILE = 100_000_000


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
        default=None,
    )
    content = Option(str, "what the file holds, in its place", default="")
    time_column = Option(str, "name of the column of times, if columns have names", default="time")
    separator = Option(str, "between columns", default=",", choices=(",", ";", "\t"))

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        if (self.file is None) == (not self.content):
            raise InputError(
                "'file' is missing"
                if self.file is None
                else "'file' and 'content' exclude each other",
                where=f"block '{self.name}'",
                expected="the path of a file with columns, or what it holds",
            )

    def whole(self) -> Mapping[str, Any]:
        return {**self.values, "file": None, "content": self._csv().text(self.separator)}

    def tables(self, site: Site) -> Mapping[str, Array]:
        times, q = self._read(site)
        if self.degrees:
            q = in_radians(q, site.plant.robot)
        self._check_times(times, site)
        rows = rows_of_run(self.name, site, times[-1])
        whole = times[-1] <= site.duration
        if whole:
            rows = int(times[-1] / site.period + ROUNDING) + 1
        sampled = spline(self.name, times, q, site.period * np.arange(rows, dtype=np.float64))
        last = q[-1:] if whole else sampled[0, -1:]
        rest = np.stack([last, 0 * last, 0 * last])
        position, velocity, acceleration = np.concatenate([sampled, rest], axis=1)
        return {
            "position_table": position,
            "velocity_table": velocity,
            "acceleration_table": acceleration,
        }

    def stamp(self) -> object:
        if self.file is None:
            return None
        try:
            state = self.file.stat()
        except OSError:
            return None
        return state.st_ino, state.st_size, state.st_mtime_ns

    @property
    def _where(self) -> str:
        return f"block '{self.name}', {self.file or 'content'}"

    def _csv(self) -> CsvFile:
        if self.file is None:
            return parse_csv(self.content, self._where, self.separator)
        return read_csv(self.file, self._where, self.separator)

    def _check_times(self, times: Array, site: Site) -> None:
        """The second row, if there is one, should be reached."""
        if len(times) < 2 or times[1] <= site.duration:
            return
        raise InputError(
            "the run ends before the second row",
            where=self._where,
            got=f"{times[1]:g} s from the first row to the second, and a run of "
            f"{site.duration:g} s",
            expected="times in s",
            hint="If they are in ms, µs or ns, divide them by 1e3, 1e6 or 1e9.",
        )

    def _read(self, site: Site) -> tuple[Array, Array]:
        """Times (N,) from 0 on, and positions (N, n) as in the file."""
        joints = site.plant.robot.joint_names
        found = self._csv()
        columns = found.columns(joints, self.time_column)
        q = found.numbers[:, columns.joints]
        if columns.time is None:
            return site.period * np.arange(len(q), dtype=np.float64), q
        times = found.numbers[:, columns.time]
        late = np.flatnonzero(np.diff(times) <= 0)
        if late.size:
            k = int(late[0])
            raise InputError(
                "times do not rise",
                where=f"{self._where}, line {found.lines[k + 1]}",
                got=f"{times[k + 1]:g} s after {times[k]:g} s",
                expected="each time later than the one before",
            )
        return times - times[0], q


class Columns(NamedTuple):
    """Which columns hold the joints' positions, and the time if any does."""

    joints: list[int]
    time: int | None


@dataclass(frozen=True, eq=False)
class CsvFile:
    """`numbers` (rows, columns), the `lines` of the file that they are from, and the `names` of the
    columns, if the first line has any. `where` is for errors."""

    numbers: Array
    lines: tuple[int, ...]
    names: tuple[str, ...]
    where: str

    def text(self, separator: str) -> str:
        """Names and numbers, to the bit, and nothing else that may have stood in the file."""
        out = io.StringIO()
        writer = csv.writer(out, delimiter=separator, lineterminator="\n")
        if self.names:
            writer.writerow(self.names)
        writer.writerows(self.numbers.tolist())
        return out.getvalue()

    def columns(self, joints: Sequence[str], time: str) -> Columns:
        """By their names, else by their order."""
        if self.names:
            return self._named(joints, time)
        count, n = self.numbers.shape[1], len(joints)
        if count not in (n, n + 1):
            raise InputError(
                "wrong number of columns",
                where=self.where,
                got=count,
                expected=f"{n}, for {', '.join(joints)}, or {n + 1} with the time before them",
            )
        extra = count - n
        return Columns(list(range(extra, count)), 0 if extra else None)

    def _named(self, joints: Sequence[str], time: str) -> Columns:
        for name in (*joints, time):
            if self.names.count(name) > 1:
                raise InputError(f"two columns are named '{name}'", where=self.where)
        missing = [name for name in joints if name not in self.names]
        if missing:
            raise InputError(
                f"no column is named '{missing[0]}'",
                where=self.where,
                got=f"{len(self.names)} names in its first line",
                expected=f"{', '.join(joints)}, and perhaps {time}",
            )
        place = {name: k for k, name in enumerate(self.names)}
        return Columns([place[name] for name in joints], place.get(time))


def read_csv(
    path: Path, where: str, separator: str, rows_for: str = "a row for each time"
) -> CsvFile:
    """All of its numbers; empty lines do not count. `rows_for`: what is missing if there are none.

    Messages say where something is wrong, and do not repeat what is there: a scenario of somebody
    else's may name a file that was never meant to be shown.
    """
    return parse_csv(read_text(path, LARGEST_FILE, where), where, separator, rows_for)


def parse_csv(
    text: str, where: str, separator: str, rows_for: str = "a row for each time"
) -> CsvFile:
    """As `read_csv`, of a text."""
    rows = _rows(text, where, separator)
    first = next(rows, None)
    names: tuple[str, ...] = ()
    if first is not None and all(_number(cell) is None for cell in first[1]):
        names = tuple(cell.strip() for cell in first[1])
        width, first = len(names), next(rows, None)
    else:
        width = 0 if first is None else len(first[1])
    if first is None:
        raise InputError("there are no rows", where=where, expected=rows_for)
    numbers, lines = array("d"), array("q")
    for line, cells in chain([first], rows):
        if len(cells) != width:
            raise InputError(
                "this row and the first differ in length",
                where=f"{where}, line {line}",
                got=f"{len(cells)} columns",
                expected=width,
            )
        for column, cell in enumerate(cells):
            value = _number(cell)
            if value is None or not math.isfinite(value):
                raise InputError(
                    "not a finite number", where=f"{where}, line {line}, column {column + 1}"
                )
            numbers.append(value)
        lines.append(line)
    return CsvFile(np.array(numbers).reshape(len(lines), width), tuple(lines), names, where)


def _rows(text: str, where: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Numbers of lines, and the cells in them."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for row in reader:
            if any(map(str.strip, row)):
                yield reader.line_num, row
    except csv.Error as error:
        raise InputError(
            "is not a text file with columns", where=f"{where}, line {reader.line_num}", got=error
        ) from None


def _number(cell: str) -> float | None:
    try:
        return None if "_" in cell else float(cell)
    except ValueError:
        return None
