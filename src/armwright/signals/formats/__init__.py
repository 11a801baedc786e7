"""Logs in files, one format in each module: what comes out is a `ColumnReader`, columns in pieces.

`column_reader.py` first; `csv.py` is the simplest.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from armwright.errors import InputError
from armwright.signals.columns import ColumnsFile
from armwright.signals.formats.column_reader import ColumnReader

#: Suffix → module in this folder.
FORMATS = {
    ".csv": "csv",
    ".txt": "csv",
    ".tsv": "csv",
}


def reader_of(path: Path, columns: ColumnsFile) -> ColumnReader:
    """The columns of a file; its suffix tells the format."""
    name = FORMATS.get(path.suffix.lower())
    if name is None:
        raise InputError(
            "not a kind of log that can be read",
            where=str(path),
            got=f"suffix '{path.suffix}'",
            expected=f"one of {', '.join(FORMATS)}",
        )
    reader: ColumnReader = import_module(f"armwright.signals.formats.{name}").reader(path, columns)
    return reader


__all__ = ["FORMATS", "ColumnReader", "reader_of"]
