"""The rows of a recording that were asked for, read piece by piece from all its files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.finding import Finding
from armwright.signals.columns import TimeTable
from armwright.signals.conversion import unit_named
from armwright.signals.formats.column_reader import ColumnReader, Rows, no_such_column
from armwright.signals.mapping import Assigned


@dataclass(frozen=True)
class Clock:
    """`time`: of some rows (s), from their columns and their numbers. `column`: what it needs."""

    column: str | None
    time: Callable[[Rows, NDArray[np.int64]], Array]


@dataclass(frozen=True)
class Choice:
    """Which rows: from one time to another (s), and of these every so many."""

    first: float | None = None
    last: float | None = None
    every: int = 1

    def of(self, time: Array, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        wanted: NDArray[np.bool_] = rows % self.every == 0
        # A time that is NaN is left to whoever tells of it.
        if self.first is not None:
            wanted &= ~(time < self.first)
        if self.last is not None:
            wanted &= ~(time > self.last)
        return wanted


def read_rows(
    files: Mapping[str, ColumnReader],
    chosen: Sequence[Assigned],
    clock: Clock,
    choice: Choice,
    where: str,
) -> tuple[Array, dict[str, Array]]:
    """Times, and the columns (samples, size) of every chosen signal. `files`: by their names, the
    log's own file as ''."""
    kept: dict[str, list[Array]] = {one.name: [] for one in chosen}
    times: list[Array] = []
    numbers: list[NDArray[np.int64]] = []
    own = [one for one in chosen if not one.file]
    names = _columns(own, clock.column) or list(files[""].names[:1])
    seen = 0
    for piece in files[""].pieces(names):
        rows = np.arange(seen, seen + len(piece[names[0]]))
        seen += rows.size
        t = clock.time(piece, rows)
        wanted = choice.of(t, rows)
        times.append(t[wanted])
        numbers.append(rows[wanted])
        for one in own:
            kept[one.name].append(_table(piece, one.columns, wanted))
    if not sum(map(len, times)):
        raise InputError(
            "no rows",
            where=where,
            got=f"{seen} in all",
            expected="rows between first and last" if seen else "at least one",
        )
    picked = np.concatenate(numbers)
    for file, reader in files.items():
        others = [one for one in chosen if one.file == file]
        if file and others:
            found = _read_beside(file, reader, others, picked, kept)
            if found != seen:
                raise InputError(
                    "another number of rows than the log has",
                    where=file,
                    got=found,
                    expected=f"{seen}, as {where}",
                )
    return np.concatenate(times), {name: np.concatenate(kept.pop(name)) for name in list(kept)}


def _read_beside(
    file: str,
    reader: ColumnReader,
    own: Sequence[Assigned],
    picked: NDArray[np.int64],
    kept: dict[str, list[Array]],
) -> int:
    """Another file of the recording: the same rows of it. Returns how many it has in all."""
    seen = 0
    names = _columns(own, None)
    for piece in reader.pieces(names):
        size = len(piece[names[0]])
        low, high = np.searchsorted(picked, (seen, seen + size))
        for one in own:
            kept[one.name].append(_table(piece, one.columns, picked[low:high] - seen))
        seen += size
    return seen


def _table(piece: Rows, columns: Sequence[str], rows: NDArray[np.bool_ | np.int64]) -> Array:
    """Columns side by side. A copy: a piece may be overwritten by the next."""
    table = np.empty((np.count_nonzero(rows) if rows.dtype == bool else rows.size, len(columns)))
    for k, name in enumerate(columns):
        table[:, k] = piece[name][rows]
    return table


def _columns(chosen: Sequence[Assigned], time: str | None) -> list[str]:
    """Each column once."""
    names = [name for one in chosen for name in one.columns]
    return list(dict.fromkeys([*([time] if time else []), *names]))


def clock_of(time: TimeTable, reader: ColumnReader, where: str) -> Clock:
    """As a columns file says; `where` is its name."""
    if sum(one is not None for one in (time.column, time.rate, time.period)) != 1:
        raise InputError(
            "the time of the rows is not known",
            where=f"{where}: time",
            got=f"columns {', '.join(map(repr, reader.names[:8]))}",
            expected="one of column, rate and period",
            hint='Write a columns file, with [time] column = "…" or rate = …',
        )
    start = time.start
    if time.rate is not None:
        rate = time.rate
        return Clock(None, lambda piece, rows: rows / rate + start)
    if time.period is not None:
        period = np.float64(time.period)
        return Clock(None, lambda piece, rows: rows.astype(np.float64) * period + start)
    column = str(time.column)
    if column not in reader.names:
        raise no_such_column(column, reader.names, f"{where}: time.column")
    _, factor = unit_named(time.unit, where)
    if factor == 1 and not start:
        return Clock(column, lambda piece, rows: piece[column])
    return Clock(column, lambda piece, rows: piece[column] * factor + start)


def increasing(time: Array, where: str) -> tuple[NDArray[np.bool_], list[Finding]]:
    """Which rows are later than all rows before; the others are found, and to be left out."""
    finite = np.isfinite(time)
    before = np.maximum.accumulate(np.where(finite, time, -np.inf))
    kept = finite.copy()
    kept[1:] &= time[1:] > before[:-1]
    lost = int((~kept).sum())
    if not lost:
        return kept, []
    if 2 * lost > time.size:
        raise InputError(
            "time does not increase",
            where=where,
            got=f"{lost} of {time.size} rows that are not later than one before",
            expected="rows in the order of time",
            hint="Is it the right column, and are all rows of one recording?",
        )
    at = int(np.argmin(kept))
    finding = Finding(
        "error",
        "rows that are not later than one before are left out",
        where,
        f"{lost} of {time.size}, the first in row {at + 1}, at {float(time[at])!r} s",
        "time that increases",
        "The recorder's clock was set, or rows were written twice.",
    )
    return kept, [finding]
