"""Measurements and published numbers of real machines, which are not in the repository."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def real_data(name: str) -> Path:
    """The file or folder of that name, beside the project or where ARMWRIGHT_DATA says; or skip."""
    found = Path(os.environ.get("ARMWRIGHT_DATA", ROOT.parent / "shared" / "data")) / name
    if not found.exists():
        pytest.skip(f"no {found}: the real measurements are not here; see ARMWRIGHT_DATA")
    return found
