"""The URDFs that the package example-robot-data brings along."""

from __future__ import annotations

import sysconfig
from pathlib import Path

#: Refused by our reader, each for a reason that its text gives.
REFUSED = {"ur_description/urdf/ur3.urdf": "has no links"}
#: With joints that move links without mass: forward dynamics cannot be.
MASSLESS = {"romeo_description/urdf/romeo.urdf", "romeo_description/urdf/romeo_laas_small.urdf"}


def robots_folder() -> Path:
    site = Path(sysconfig.get_paths()["purelib"])
    return site / "cmeel.prefix" / "share" / "example-robot-data" / "robots"


def all_urdfs() -> dict[str, Path]:
    """Short name → file."""
    folder = robots_folder()
    return {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*.urdf"))}
