"""Raw recordings as files: a table of what the instruments showed, and its columns file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from armwright.files import write_together
from armwright.measuring.recorder import RawRecording
from armwright.robot.formats.toml_text import number, string


def save_recordings(folder: str | os.PathLike[str], *recordings: RawRecording) -> list[Path]:
    """NAME.csv and NAME.toml of each, all of them or none; `read_log` reads them. Returns the paths
    of the tables."""
    contents = {}
    for one in recordings:
        contents[f"{one.name}.csv"] = _table(one.columns)
        contents[f"{one.name}.toml"] = columns_text(one.meaning)
    written = write_together(folder, contents)
    return [path for path in written if path.suffix == ".csv"]


def _table(columns: Mapping[str, Any]) -> str:
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)
    lines = [",".join(columns), *(",".join(map(repr, row)) for row in rows)]
    return "\n".join(lines) + "\n"


def columns_text(meaning: Mapping[str, Any]) -> str:
    """A columns file: plain values first, then its tables."""
    plain = [f"{key} = {_value(v)}" for key, v in meaning.items() if not isinstance(v, Mapping)]
    time = ["", "[time]", *_lines(meaning["time"])]
    signals = [
        line
        for name, table in meaning["signals"].items()
        for line in ("", f"[signals.{string(name)}]", *_lines(table))
    ]
    return "\n".join([*plain, *time, *signals]) + "\n"


def _lines(table: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {_value(value)}" for key, value in table.items()]


def _value(value: Any) -> str:
    if isinstance(value, str):
        return string(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return number(value)
