"""Logs in files, one format in each module: what comes out is a `ColumnReader`.

`column_reader.py` first; `csv.py` is the simplest. `messages.py` makes columns of messages, which
`mcap.py` and `rosbag.py` take out of their containers. Each module writes its format, too.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from types import ModuleType

import xarray as xr

from armwright.errors import InputError
from armwright.signals.columns import ColumnsFile
from armwright.signals.file import is_sealed, read
from armwright.signals.formats.column_reader import ColumnReader

#: Suffix → module in this folder. A folder is a rosbag2.
FORMATS = {
    ".csv": "csv",
    ".txt": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
    ".nc": "hdf5",
    ".h5": "hdf5",
    ".hdf5": "hdf5",
    ".mat": "hdf5",
    ".mcap": "mcap",
    ".db3": "rosbag",
    "": "rosbag",
}


def format_of(path: Path) -> ModuleType:
    """The module for a file of this name."""
    name = "rosbag" if os.path.isdir(path) else FORMATS.get(path.suffix.lower())
    if name is None:
        raise InputError(
            "not a kind of log",
            where=str(path),
            got=f"suffix '{path.suffix}'",
            expected=f"one of {', '.join(filter(None, FORMATS))}, or the folder of a rosbag2",
        )
    return import_module(f"armwright.signals.formats.{name}")


def reader_of(path: Path, columns: ColumnsFile) -> ColumnReader:
    """The columns of a file; its suffix tells the format."""
    reader: ColumnReader = format_of(path).reader(path, columns)
    return reader


def own_run(path: Path) -> xr.Dataset | None:
    """What a file holds that Run.save or Log.save wrote; None for any other file."""
    return read(path)[0] if path.suffix.lower() == ".nc" and is_sealed(path) else None


__all__ = ["FORMATS", "ColumnReader", "format_of", "own_run", "reader_of"]
