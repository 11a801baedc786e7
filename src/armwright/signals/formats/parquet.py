"""Parquet: columns in groups of rows, each read by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from armwright.arrays import Array
from armwright.inputs import opened
from armwright.signals.columns import ColumnsFile
from armwright.signals.flat import FlatLog
from armwright.signals.formats.column_reader import (
    MOST_COLUMNS,
    ROWS,
    ColumnReader,
    Rows,
    needed,
    refusing,
)

#: Under which name the columns file stands in the file's own description.
COLUMNS = b"armwright.columns"
#: Bytes that are read ahead of each column.
_BUFFER = 2**20


def reader(path: Path, columns: ColumnsFile) -> ColumnReader:
    where = str(path)
    parquet, arrow = needed("pyarrow.parquet", where), needed("pyarrow", where)
    errors = (arrow.ArrowException, OSError, ValueError, MemoryError, OverflowError)
    with refusing("Parquet", where, *errors), opened(path) as file:
        found = parquet.ParquetFile(file)
        schema = found.schema_arrow
        names = tuple(
            field.name for field in schema if _is_number(arrow, field.type) and field.name
        )[:MOST_COLUMNS]
        rows = found.metadata.num_rows
        own = (schema.metadata or {}).get(COLUMNS)
        stamps = {field.name for field in schema if arrow.types.is_timestamp(field.type)}

    def pieces(wanted: Sequence[str]) -> Iterator[Rows]:
        first: dict[str, int] = {}
        with refusing("Parquet", where, *errors), opened(path) as file:
            found = parquet.ParquetFile(file, pre_buffer=False, buffer_size=_BUFFER)
            for batch in found.iter_batches(ROWS, columns=list(wanted)):
                yield {
                    name: _from_first(arrow, batch.column(name), first, name)
                    if name in stamps
                    else _numbers(arrow, batch.column(name))
                    for name in wanted
                }

    text = None if own is None else own.decode("utf-8", "replace")
    return ColumnReader(tuple(dict.fromkeys(names)), rows, pieces, columns=text)


def _is_number(arrow: Any, kind: Any) -> bool:
    tests = ("is_floating", "is_integer", "is_boolean", "is_timestamp")
    return any(getattr(arrow.types, test)(kind) for test in tests)


def _numbers(arrow: Any, column: Any) -> Array:
    values: Array = column.cast(arrow.float64(), safe=False).to_numpy(zero_copy_only=False)
    return values


def _from_first(arrow: Any, column: Any, first: dict[str, int], name: str) -> Array:
    """Stamps as s since the first of them: a float has no room for ns since 1970."""
    stamps = column.cast(arrow.timestamp("ns"), safe=False).cast(arrow.int64())
    missing = stamps.is_null().to_numpy(zero_copy_only=False)
    whole = stamps.fill_null(0).to_numpy()
    if name not in first and not missing.all():
        first[name] = int(whole[np.argmin(missing)])
    return np.where(missing, np.nan, (whole - first.get(name, 0)) / 1e9)


def write(file: BinaryIO, log: FlatLog) -> None:
    arrow, parquet = needed("pyarrow", "log"), needed("pyarrow.parquet", "log")
    text = log.columns_file(log.names())
    table = arrow.table({name: arrow.array(values) for name, values in log.columns().items()})
    described = table.replace_schema_metadata({COLUMNS: text.encode()})
    parquet.write_table(described, file, row_group_size=ROWS)
