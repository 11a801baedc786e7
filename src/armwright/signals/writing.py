"""Logs to files: the format by the file's name; whole, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import xarray as xr

from armwright.errors import InputError
from armwright.files import Content, write_together
from armwright.signals.file import write_into
from armwright.signals.flat import flattened
from armwright.signals.formats import format_of

#: What `save` writes; the empty suffix is the folder of a rosbag2.
SUFFIXES = (".csv", ".parquet", ".nc", ".mcap", ".db3", "")


def save(data: xr.Dataset, path: str | os.PathLike[str]) -> Path:
    """Returns the path."""
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES or not path.name:
        raise InputError(
            "not a kind of log that can be written",
            where=str(path),
            got=f"suffix '{path.suffix}'",
            expected=f"one of {', '.join(filter(None, SUFFIXES))}, or none for a rosbag2",
        )
    if suffix == "":
        flat = flattened(data)
        write_together(path, format_of(path).contents(path.name, flat))
    else:
        write_together(path.parent, contents(data, path.name))
    return path


def contents(data: xr.Dataset, name: str) -> dict[str, Content]:
    """The files that a log becomes: the log itself, and for CSV its columns file."""
    path = Path(name)
    if path.suffix.lower() == ".nc":
        return {name: lambda file: write_into(file, data)}
    flat = flattened(data)
    write = format_of(path).write
    found: dict[str, Content] = {name: lambda file: write(file, flat)}
    if path.suffix.lower() == ".csv":
        found[path.with_suffix(".toml").name] = flat.columns_file(flat.names())
    return found
