"""Robots into files."""

from __future__ import annotations

import os
from pathlib import Path

from armwright.errors import InputError
from armwright.files import write_whole
from armwright.robot.formats import mjcf_write, urdf_write
from armwright.robot.model import Description, FileForm

SUFFIXES = (".toml", ".urdf", ".xacro", ".xml")


def save(
    robot: Description, path: str | os.PathLike[str], form: FileForm = "bodies"
) -> tuple[str, ...]:
    """Write `robot` as .toml, .urdf, .xacro or MuJoCo's .xml; return what the format cannot hold.

    `form`, for TOML only: bodies with joint axes, or the D-H table of the chain to the tool. The
    file is written whole or not at all.
    """
    path = Path(path)
    if form not in ("bodies", "standard", "modified") or (
        form != "bodies" and path.suffix.lower() != ".toml"
    ):
        raise InputError(
            "not a form that this file can have",
            where=str(path),
            got=repr(form),
            expected="'bodies', or in a .toml file 'standard' or 'modified'",
        )

    lost: tuple[str, ...] = ()
    suffix = path.suffix.lower()
    if suffix == ".toml":
        # Its schema takes longer to import than all the rest.
        from armwright.robot.formats import toml_write, toml_write_dh

        text = toml_write.text(robot) if form == "bodies" else toml_write_dh.text(robot, form)
    elif suffix in (".urdf", ".xacro"):  # every URDF is a xacro file without macros
        text, lost = urdf_write.text(robot), urdf_write.lost(robot)
    elif suffix == ".xml":
        text, lost = mjcf_write.text(robot), mjcf_write.lost(robot)
    else:
        raise InputError(
            "not a kind of file that can be written",
            where=str(path),
            got=f"suffix '{path.suffix}'",
            expected=f"one of {', '.join(SUFFIXES)}",
        )
    write_whole(path, text)
    return lost
