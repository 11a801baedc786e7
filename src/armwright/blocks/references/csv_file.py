"""Tables of numbers in text files: read, checked, never executed."""

from __future__ import annotations

import csv
import io
import math
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.inputs import read_text

#: An hour of seven joints, a hundred times a second, takes half of it.
LARGEST_FILE = 100_000_000


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
                got=f"{len(self.names)} names in its first line",
                expected=f"{', '.join(joints)}, and perhaps {time}",
            )
        place = {name: k for k, name in enumerate(self.names)}
        return Columns([place[name] for name in joints], place.get(time))


def read_csv(path: Path, where: str, separator: str) -> CsvFile:
    """All of its numbers; empty lines do not count.

    Messages say where something is wrong, and do not repeat what is there: a scenario of somebody
    else's may name a file that was never meant to be shown.
    """
    rows = _rows(read_text(path, LARGEST_FILE, where), where, separator)
    first = next(rows, None)
    names: tuple[str, ...] = ()
    if first is not None and all(_number(cell) is None for cell in first[1]):
        names = tuple(cell.strip() for cell in first[1])
        width, first = len(names), next(rows, None)
    else:
        width = 0 if first is None else len(first[1])
    if first is None:
        raise InputError("there are no rows", where=where, expected="a row for each time")
    numbers, lines = array("d"), array("q")
    for line, cells in chain([first], rows):
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
