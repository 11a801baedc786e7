"""Measurements of real robots, which lie beside the project; tests skip where they are absent."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_BESIDE = Path(__file__).parents[2].parent / "shared" / "data"


def data_file(name: str) -> Path:
    """A file of the data folder: ARMWRIGHT_DATA, or `../shared/data` from the project's root."""
    path = Path(os.environ.get("ARMWRIGHT_DATA", _BESIDE)) / name
    if not path.exists():
        pytest.skip(f"no real measurements: {path} does not exist (ARMWRIGHT_DATA says where)")
    return path
