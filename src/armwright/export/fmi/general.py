"""The C files that every FMU has."""

from __future__ import annotations

from importlib.resources import files
from pathlib import PurePath

from armwright.export.fmi.package import Version

#: The file that connects them with a model.
MODEL = "model.h"


def general_files(version: Version) -> dict[str, str]:
    """Their texts by their names, those of the other version left out."""
    found = files("armwright.export.fmi") / "sources"
    other = "fmi3" if version == 2 else "fmi2"
    return {
        entry.name: entry.read_text(encoding="utf-8")
        for entry in sorted(found.iterdir(), key=lambda one: one.name)
        if not entry.name.startswith(other)
    }


def general_names() -> set[str]:
    """Names, without suffix, that no model's files may have."""
    names = {*general_files(2), *general_files(3), MODEL}
    return {PurePath(name).stem for name in names}
