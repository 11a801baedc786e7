"""The writers of all targets: each tells which files it wrote, and what of the source they lack."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from armwright.export.mjcf import mjcf
from armwright.export.output_files import Written, with_suffix
from armwright.export.script.octave import file_names, octave
from armwright.export.script.python import python
from armwright.export.to_c import c
from armwright.export.to_fmu import fmu
from armwright.plant.left_out import left_out_of_plant
from armwright.robot import Robot
from armwright.robot.contents import ARM, left_out
from armwright.scenario import Scenario


def write_c(source: Robot | Scenario, path: Path, **options: Any) -> Written:
    files = c(source, path, **options)
    if isinstance(source, Robot):
        covered = ARM | {"elastic"} if options.get("elastic") else ARM
        return Written(tuple(files), left_out(source, covered))
    controller = options.get("part") == "controller"
    return Written(
        tuple(files), () if controller else left_out_of_plant(source.robot, source.fidelity)
    )


def write_fmu2(scenario: Scenario, path: Path, **options: Any) -> Written:
    return fmu(scenario, path, version=2, **options)


def write_fmu3(scenario: Scenario, path: Path, **options: Any) -> Written:
    return fmu(scenario, path, version=3, **options)


def write_urdf(robot: Robot, path: Path) -> Written:
    """For ROS, Pinocchio, Drake and others. What URDF has no place for is in the file's first lines
    too.

    Friction is that of the joints: what acts at the motors is multiplied by the gear's ratio,
    damping by its square.
    """
    lost = robot.save(with_suffix(path, ".urdf"))
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
