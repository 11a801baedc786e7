"""Exports that hold a part of what they are given, and say what they leave out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from armwright.export.mjcf import mjcf
from armwright.export.octave import octave
from armwright.export.octave.functions import file_names
from armwright.export.python import python
from armwright.export.to_c import c
from armwright.export.urdf import urdf
from armwright.export.written import Written
from armwright.robot import Robot
from armwright.robot.contents import LINKS, PLANT, left_out
from armwright.scenario import Scenario


def write_c(source: Robot | Scenario, path: Path, **options: Any) -> Written:
    files = c(source, path, **options)
    if isinstance(source, Robot):
        return Written(tuple(files), left_out(source, LINKS))
    controller = options.get("part") == "controller"
    return Written(tuple(files), () if controller else left_out(source.robot, PLANT))


def write_urdf(robot: Robot, path: Path) -> Written:
    lost = urdf(robot, path)
    return Written((path,), tuple(lost))


def write_mjcf(source: Robot | Scenario, path: Path) -> Written:
    lost = mjcf(source, path)
    return Written((path,), tuple(lost))


def write_python(robot: Robot, path: Path) -> Written:
    lost = python(robot, path)
    return Written((path,), tuple(lost))


def write_octave(robot: Robot, path: Path) -> Written:
    lost = octave(robot, path)
    return Written(tuple(path.with_name(name) for name in file_names(path.stem)), tuple(lost))
