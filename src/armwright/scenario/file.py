"""Scenarios by name or from a TOML file."""

from __future__ import annotations

import dataclasses
import math
import os
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from armwright.block.block import Block
from armwright.block.fidelity import Fidelity
from armwright.blocks.own import OwnBlock, OwnBlocks
from armwright.errors import InputError, shown
from armwright.inputs import exists, locating, read_text
from armwright.plant import ExtraFriction
from armwright.robot import Robot, library_names, load
from armwright.robot.changing import changed as robot_changed
from armwright.robot.formats import build
from armwright.robot.formats.parts import elastic_axis
from armwright.robot.formats.schema import RobotFile
from armwright.robot.formats.toml import checked, parsed_table
from armwright.scenario.library_files import LIBRARY, scenario_names, unknown_scenario
from armwright.scenario.scenario import Scenario
from armwright.scenario.schema import BlockTable, ScenarioFile
from armwright.scenario.spreads import parsed
from armwright.signals import Run
from armwright.signals.file import NOMINAL
from armwright.signals.provenance import NOT_REPEATABLE
from armwright.system import Blocks, Integration, Recording, Start

#: Bytes; a reference may be a table.
LARGEST_FILE = 100_000_000


def load_scenario(
    name_or_path: str | os.PathLike[str], *, blocks: Sequence[OwnBlock] = ()
) -> Scenario:
    """A scenario of the library by its name, what a .toml file describes, or what was simulated in
    the .nc file of a run.

    `blocks`: classes of your own that it may name by their kind, or Python files that define them.
    These files are run; nothing else is, whatever the scenario's file says.
    """
    text = os.fspath(name_or_path)
    if text in scenario_names():
        return _read(LIBRARY / f"{text}.toml", text, OwnBlocks(blocks))
    path = Path(text)
    if path.suffix == ".toml":
        return _read(path, path.stem, OwnBlocks(blocks))
    if path.suffix == ".nc":
        return scenario_of(Run.load(path), path)
    if path.suffix in (".urdf", ".xacro", ".xml") or text in library_names():
        raise _robot_alone(text)
    if os.path.isdir(text):
        kept = [str(path / name) for name in ("run.nc", "scenario.toml") if exists(path / name)]
        hint = f"Did you mean {' or '.join(map(repr, kept))}?" if kept else ""
        raise InputError("is a folder, not a scenario", where=text, hint=hint)
    if text and exists(Path(f"{text}.toml")):
        raise InputError("no such file", where=text, hint=f"Did you mean '{text}.toml'?")
    raise unknown_scenario(text, "load_scenario", "a .toml file, a run's .nc file, or one of ")


def scenario_of(run: Run, path: Path) -> Scenario:
    """What was simulated; `path`: the run's file. It runs to the same bits as it did."""
    if not run.scenario_file:
        reason = run.data.attrs.get(NOT_REPEATABLE, "")
        raise InputError(
            "the file does not hold the scenario of its run",
            where=str(path),
            got=reason or None,
            hint="" if reason else "Files of older versions do not.",
        )
    scenario = parse_scenario(run.scenario_file, path, path.stem)
    if NOMINAL not in run.texts:
        return scenario
    return scenario.made_from(parse_scenario(run.texts[NOMINAL], path, path.stem))


def _read(path: Path, name: str, own: OwnBlocks) -> Scenario:
    return parse_scenario(read_text(path, LARGEST_FILE), path, name, own)


def parse_scenario(text: str, path: Path, name: str, own: OwnBlocks | None = None) -> Scenario:
    """The scenario that a file's text describes; `path`: where the file is. `name`: that of a
    scenario which does not say its own. `own`: blocks of the user's that it may name."""
    table = parsed_table(text, str(path))
    lists = [key for key in ("links", "joints") if isinstance(table.get(key), list)]
    if "robot" not in table and lists:
        raise _robot_alone(str(path))
    file, own = checked(table, ScenarioFile, str(path)), own or OwnBlocks()
    with locating(str(path)):
        own.check_allowed(file.own_blocks, path.parent)
        return _scenario(file, path.parent, file.name or name, own)


def _robot_alone(name: str) -> InputError:
    return InputError(
        "this is a robot, not a scenario",
        where="load_scenario",
        got=shown(name),
        hint=f"`armwright new {name}` writes a first scenario for it.",
    )


def _scenario(file: ScenarioFile, folder: Path, name: str, own: OwnBlocks) -> Scenario:
    robot = _robot(file, folder)
    tables = file.controller if isinstance(file.controller, tuple) else (file.controller,)
    block = partial(_block, own, folder)
    start = file.start
    scale = math.pi / 180 if start.degrees else 1.0
    scenario = Scenario(
        name=name,
        description=file.description,
        robot=robot,
        model=_model(file, folder, robot),
        duration=file.duration,
        tick=file.tick,
        seed=file.seed,
        blocks=Blocks(
            reference=block("reference", file.reference, "reference"),
            controller=tuple(
                block("controller", table, "controller" if k == 0 else table.kind)
                for k, table in enumerate(tables)
            ),
            motor=block("motor", file.motor, "motor"),
            sensors=tuple(block("sensor", t, t.kind) for t in file.sensors),
            disturbances=tuple(block("disturbance", t, t.kind) for t in file.disturbances),
            compensators=tuple(block("compensator", t, t.kind) for t in file.compensators),
            others=tuple(block(t.family, t, t.kind) for t in file.blocks),
        ),
        laws=own.laws,
        frictions=tuple(
            ExtraFriction(t.name, t.law, t.along, t.model_extra or {}) for t in file.frictions
        ),
        fidelity=Fidelity(**file.fidelity.model_dump()),
        start=Start(
            _scaled(start.joint_position, scale),
            _scaled(start.joint_velocity, scale),
            start.at_rest,
            start.exact,
        ),
        integration=Integration(**file.integration.model_dump()),
        recording=Recording(**file.recording.model_dump()),
    )
    spreads = {path: parsed(text, path, scenario) for path, text in file.spreads.items()}
    return dataclasses.replace(scenario, spreads=spreads)


def _robot(file: ScenarioFile, folder: Path) -> Robot:
    robot = _described(file.robot, folder, "robot")
    if file.elastic:
        elastic = (elastic_axis(table, {}) for table in file.elastic)
        robot = dataclasses.replace(robot, elastic=(*robot.elastic, *elastic))
    robot = build.with_loops(robot, file.loops)
    changes = _paths({"joints": file.joints, "links": file.links})
    if file.gravity is not None:
        changes["gravity"] = file.gravity
    if file.water_density is not None:
        changes["water_density"] = file.water_density
    return robot_changed(robot, changes)


def _model(file: ScenarioFile, folder: Path, robot: Robot) -> Robot | None:
    """What the controller believes: another robot, or what is different about the arm."""
    changes = dict(file.model)
    if not changes:
        return None
    given = changes.pop("robot", None)
    if isinstance(given, dict):
        given = checked(given, RobotFile, "model.robot")
    if given is not None:
        robot = _described(given, folder, "model.robot")
    return robot_changed(robot, _paths(changes))


def _described(given: str | RobotFile, folder: Path, where: str) -> Robot:
    """A robot of the library, in a file, or in tables."""
    if isinstance(given, RobotFile):
        with locating(where):
            return build.robot(given)
    if not isinstance(given, str):
        expected = "a robot's name or file, or its tables"
        raise InputError("not a robot", where=where, got=shown(given), expected=expected)
    beside = folder / given
    return load(beside if beside.suffix and exists(beside) else given)


def _paths(tables: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested tables as paths. A law comes before its parameters, and replaces them all."""
    found: dict[str, Any] = {}
    for key, value in tables.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping) and "law" not in value:
            found.update(_paths(value, f"{path}."))
        else:
            found[path] = value
    return found


def _block(own: OwnBlocks, folder: Path, family: str, table: BlockTable | None, name: str) -> Any:
    if table is None:
        return None
    kind: type[Block] = own.find(family, table.kind)
    settings = kind.located(table.model_extra or {}, folder)
    return kind.made(settings, name=table.name or name, rate=table.rate, connect=table.connect)


def _scaled(values: tuple[float, ...] | None, scale: float) -> tuple[float, ...] | None:
    return None if values is None else tuple(scale * value for value in values)
