"""The URDFs that the package example-robot-data brings along."""

from __future__ import annotations

import sysconfig
from pathlib import Path


def robots_folder() -> Path:
    site = Path(sysconfig.get_paths()["purelib"])
    return site / "cmeel.prefix" / "share" / "example-robot-data" / "robots"


def all_urdfs() -> dict[str, Path]:
    """Short name → file."""
    folder = robots_folder()
    return {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*.urdf"))}
