"""The picture that goes with a sheet."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from textwrap import shorten

from matplotlib.figure import Figure

from armwright.errors import InputError
from armwright.files import write_whole
from armwright.report.drawing import draw
from armwright.report.sheet import Sheet
from armwright.report.tables import angle
from armwright.report.words import summary

SUFFIXES = (".png", ".svg", ".pdf")


def picture(sheet: Sheet, *, folder: Path | None = None) -> Figure:
    """`folder`: where the robot's file is, to find its meshes."""
    values = [
        angle(value, degrees=True) if joint.kind == "revolute" else f"{value:.4g} m"
        for joint, value in zip(sheet.robot.moving_joints, sheet.position, strict=True)
    ]
    lines = (summary(sheet.robot.description), f"at {'  '.join(values)}")
    caption = "\n".join(shorten(line, 110, placeholder=" …") for line in lines).strip()
    return draw(sheet.robot, sheet.poses, caption=caption, folder=folder)


def save_picture(sheet: Sheet, path: str | os.PathLike[str], *, folder: Path | None = None) -> Path:
    """Draw into a .png, .svg or .pdf file, 1200 × 900."""
    return save_figure(lambda: picture(sheet, folder=folder), path)


def save_figure(make: Callable[[], Figure], path: str | os.PathLike[str]) -> Path:
    """Draw, and write a .png, .svg or .pdf file; nothing is drawn for a name that will not do."""
    path = Path(path)
    kind = path.suffix.lower()
    if kind not in SUFFIXES:
        raise InputError(
            "not a kind of picture that can be made",
            where=str(path),
            got=f"suffix '{path.suffix}'",
            expected=f"one of {', '.join(SUFFIXES)}",
        )
    figure = make()
    return write_whole(path, lambda file: figure.savefig(file, format=kind[1:]))
