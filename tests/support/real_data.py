"""Measurements of real machines, which are not in the repository."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def data_folder(name: str) -> Path:
    """The folder of that name, beside the project or where ARMWRIGHT_DATA says; or skip."""
    folder = Path(os.environ.get("ARMWRIGHT_DATA", ROOT.parent / "shared" / "data")) / name
    if not folder.is_dir():
        pytest.skip(f"no {folder}: the real measurements are not here; see ARMWRIGHT_DATA")
    return folder
