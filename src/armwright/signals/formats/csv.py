"""Tables of text: one line a row, cells apart by commas, semicolons, tabs or spaces.

pyarrow reads them, many times faster than NumPy, which does where pyarrow is not installed.
"""

from __future__ import annotations

import csv
import io
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError, shown
from armwright.inputs import opened
from armwright.robot.finding import Finding
from armwright.signals.columns import ColumnsFile, CsvTable
from armwright.signals.flat import FlatLog
from armwright.signals.formats.column_reader import MOST_COLUMNS, ROWS, ColumnReader, Rows

#: Bytes in which the first lines must be.
HEAD = 2**20
#: Bytes of text that pyarrow takes at a time.
PIECE = 2**21
SEPARATORS = (",", ";", "\t", " ")
#: What stands for a sample that is missing, beside what the columns file names.
MISSING = ("", "nan", "NaN", "NAN", "-nan", "NA", "N/A", "null", "NULL", "None")


@dataclass(frozen=True)
class _Form:
    """How the text is laid out: `first` is the line, counted from 0, in which numbers begin."""

    names: tuple[str, ...]
    first: int
    separator: str
    decimal: str
    missing: tuple[str, ...]


def reader(path: Path, columns: ColumnsFile) -> ColumnReader:
    with opened(path) as file:
        head = file.read(HEAD)
        size = file.seek(0, 2)
    form, used = _form(head, columns.csv, str(path))
    after = head[used:] if size <= len(head) else head[used : head.rfind(b"\n") + 1]
    lines = after.count(b"\n") + (not after.endswith(b"\n"))
    rows = math.ceil((size - used) * lines / max(len(after), 1))
    findings: list[Finding] = []

    def pieces(names: Sequence[str]) -> Iterator[Rows]:
        places = [form.names.index(name) for name in names]
        skipped: list[int] = []
        done = 0
        try:
            for arrays in _by_arrow(path, form, places):
                done += len(arrays[0])
                yield dict(zip(names, arrays, strict=True))
        except (ImportError, _UnevenRowsError):
            for arrays in _by_numpy(path, form, places, skipped, done):
                yield dict(zip(names, arrays, strict=True))
        if skipped:
            findings.append(_lost_rows(str(path), len(form.names), skipped))

    return ColumnReader(form.names, rows, pieces, findings=findings)


def _form(head: bytes, table: CsvTable, where: str) -> tuple[_Form, int]:
    """And the number of bytes before the numbers."""
    lines = head.split(b"\n")[: table.skip + 2]
    if len(lines) <= table.skip or not lines[table.skip].strip():
        raise InputError(
            "no table", where=where, got=f"nothing in line {table.skip + 1}", expected="columns"
        )
    if b"\0" in head:
        raise InputError("not a text file", where=where, got="a zero byte", expected="a table")
    line = _text(lines[table.skip]).strip("\r\ufeff")
    separator = table.separator or max(SEPARATORS, key=lambda one: (line.count(one), one == ","))
    cells = _cells(line, separator)
    if len(cells) > MOST_COLUMNS:
        raise InputError(
            "too many columns", where=where, got=len(cells), expected=f"at most {MOST_COLUMNS}"
        )
    form = _Form((), 0, separator, table.decimal, (*MISSING, *table.missing))
    header = table.header
    if header is None:
        header = any(_number(cell, form) is None for cell in cells)
    names = cells if header else [str(k + 1) for k in range(len(cells))]
    first = table.skip + header
    used = sum(len(one) + 1 for one in lines[:first])
    form = _Form(_distinct(names), first, separator, table.decimal, form.missing)
    return form, min(used, len(head))


def _text(line: bytes) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _cells(line: str, separator: str) -> list[str]:
    try:
        cells = next(csv.reader([line], delimiter=separator, skipinitialspace=separator == " "))
    except (csv.Error, StopIteration):
        cells = line.split(separator)
    return [cell.strip() for cell in cells]


def _number(cell: str, form: _Form) -> float | None:
    cell = cell.strip().strip('"').strip()
    if cell in form.missing:
        return math.nan
    try:
        return float(cell.replace(form.decimal, "."))
    except ValueError:
        return None


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """A column without a name has its number; the second of a name is `name#2`."""
    seen: dict[str, int] = {}
    found = []
    for k, name in enumerate(names):
        name = name or str(k + 1)
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return tuple(found)


class _UnevenRowsError(Exception):
    """A row has another number of cells than the first."""


def _by_arrow(path: Path, form: _Form, places: Sequence[int]) -> Iterator[list[Array]]:
    import pyarrow
    import pyarrow.csv as arrow

    numbers = [str(k) for k in range(len(form.names))]
    wanted = [numbers[k] for k in places]
    try:
        with opened(path) as file:
            _skip_lines(file, form.first)
            reader = arrow.open_csv(
                file,
                read_options=arrow.ReadOptions(column_names=numbers, block_size=PIECE),
                parse_options=arrow.ParseOptions(delimiter=form.separator),
                convert_options=arrow.ConvertOptions(
                    include_columns=wanted,
                    column_types=dict.fromkeys(numbers, pyarrow.float64()),
                    decimal_point=form.decimal,
                    null_values=list(form.missing),
                    strings_can_be_null=True,
                ),
            )
            for batch in reader:
                yield [column.to_numpy(zero_copy_only=False) for column in batch.columns]
    except pyarrow.ArrowInvalid as error:
        if "Empty CSV" in str(error):
            return
        if "CSV parse error: " in str(error) and " columns, got " in str(error):
            raise _UnevenRowsError from None
        raise _refused(str(error), form, str(path)) from None


def _skip_lines(file: BinaryIO, count: int) -> None:
    for _ in range(count):
        file.readline(HEAD)


def _refused(message: str, form: _Form, where: str) -> InputError:
    column, _, reason = message.partition(": ")
    number = column.removeprefix("In CSV column #")
    if number.isdecimal() and int(number) < len(form.names):
        where = f"{where}, column '{form.names[int(number)]}'"
    *_, reason = (reason or message).rpartition("CSV conversion error to double: ")
    return InputError(
        "cannot be read as numbers",
        where=where,
        got=shown(reason),
        hint="Text that stands for a missing sample can be named in [csv] missing.",
    )


def _by_numpy(
    path: Path, form: _Form, places: Sequence[int], skipped: list[int], done: int
) -> Iterator[list[Array]]:
    """From row `done` on; rows with another number of cells go to `skipped`, by their lines."""
    with opened(path) as file:
        _skip_lines(file, form.first)
        number, seen = form.first, 0
        while lines := list(itertools.islice(iter(lambda: file.readline(HEAD), b""), ROWS)):
            rows = []
            for line in lines:
                number += 1
                cells = _cells(_text(line).strip("\r\n"), form.separator)
                if len(cells) == len(form.names):
                    seen += 1
                    if seen > done:
                        found = [_cell(cells[k], form, form.names[k], str(path)) for k in places]
                        rows.append(found)
                elif any(cells):
                    skipped.append(number)
            table = np.array(rows, dtype=np.float64).reshape(len(rows), len(places))
            yield list(np.ascontiguousarray(table.T))


def _cell(cell: str, form: _Form, name: str, where: str) -> float:
    value = _number(cell, form)
    if value is None:
        raise _refused(f"invalid value '{cell}'", form, f"{where}, column '{name}'")
    return value


def _lost_rows(where: str, columns: int, skipped: list[int]) -> Finding:
    return Finding(
        "error",
        "rows with another number of cells are left out",
        where,
        f"{len(skipped)}, the first in line {skipped[0]}",
        f"{columns} cells in each",
        "A recorder that was stopped leaves its last line unfinished.",
    )


def write(file: BinaryIO, log: FlatLog) -> None:
    """Numbers with all their digits: what is read is what was written, bit by bit."""
    columns = log.columns()
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for begin in range(0, log.time.size, ROWS):
        part = [values[begin : begin + ROWS].tolist() for values in columns.values()]
        text.writelines(",".join(map(repr, row)) + "\n" for row in zip(*part, strict=True))
    text.detach()
