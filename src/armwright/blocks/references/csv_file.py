"""Tables of numbers in text files: read, checked, never executed."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from armwright.block.block import Array
from armwright.errors import InputError


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
                got=", ".join(self.names),
                expected=f"{', '.join(joints)}, and perhaps {time}",
            )
        place = {name: k for k, name in enumerate(self.names)}
        return Columns([place[name] for name in joints], place.get(time))


def read_csv(path: Path, where: str, separator: str) -> CsvFile:
    """All of its numbers; empty lines do not count."""
    rows = _rows(path, where, separator)
    if rows and not any(_number(cell) is not None for cell in rows[0][1]):
        names = tuple(cell.strip() for cell in rows[0][1])
        width, rows = len(names), rows[1:]
    else:
        names, width = (), len(rows[0][1]) if rows else 0
    if not rows:
        raise InputError("there are no rows", where=where, expected="a row for each time")
    numbers = np.empty((len(rows), width))
    for k, (line, cells) in enumerate(rows):
        if len(cells) != width:
            raise InputError(
                "this row is of another length than the first",
                where=f"{where}, line {line}",
                got=f"{len(cells)} columns",
                expected=width,
            )
        for column, cell in enumerate(cells):
            value = _number(cell)
            if value is None or not math.isfinite(value):
                named = f"'{names[column]}'" if names else str(column + 1)
                raise InputError(
                    "not a finite number",
                    where=f"{where}, line {line}, column {named}",
                    got=repr(cell.strip()[:40]),
                )
            numbers[k, column] = value
    return CsvFile(numbers, tuple(line for line, _ in rows), names, where)


def _rows(path: Path, where: str, separator: str) -> list[tuple[int, list[str]]]:
    """Numbers of lines, and the cells in them."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file, delimiter=separator)
            return [(reader.line_num, row) for row in reader if any(map(str.strip, row))]
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", where=where) from None
    except (UnicodeDecodeError, csv.Error, ValueError) as error:
        raise InputError("is not a text file with columns", where=where, got=error) from None


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None
