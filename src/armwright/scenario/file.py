"""Scenarios by name or from a TOML file."""

from __future__ import annotations

import dataclasses
import math
import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from armwright.block.block import Block
from armwright.block.fidelity import Fidelity
from armwright.blocks.catalogue import find
from armwright.errors import InputError, shown
from armwright.inputs import exists
from armwright.plant import ExtraFriction
from armwright.robot import Robot, library_names, load
from armwright.robot.changing import changed as robot_changed
from armwright.robot.formats.build import with_loops
from armwright.robot.formats.parts import elastic_axis
from armwright.robot.formats.toml import read_table
from armwright.scenario.library_files import LIBRARY, scenario_names, unknown_scenario
from armwright.scenario.scenario import Scenario
from armwright.scenario.schema import BlockTable, ScenarioFile
from armwright.scenario.spreads import parsed
from armwright.system import Blocks, Integration, Recording, Start


def load_scenario(name_or_path: str | os.PathLike[str]) -> Scenario:
    """A scenario of the library by its name, or what a .toml file describes."""
    text = os.fspath(name_or_path)
    if text in scenario_names():
        return _read(LIBRARY / f"{text}.toml", text)
    path = Path(text)
    if path.suffix == ".toml":
        return _read(path, path.stem)
    if path.suffix in (".urdf", ".xacro", ".xml") or text in library_names():
        raise InputError(
            "this is a robot, not a scenario",
            where="load_scenario",
            got=shown(text),
            hint=f"`armwright new {text}` writes a first scenario for it.",
        )
    raise unknown_scenario(text, "load_scenario", "a .toml file, or one of ")


def _read(path: Path, name: str) -> Scenario:
    file = read_table(path, ScenarioFile)
    try:
        return _scenario(file, path.parent, name)
    except InputError as error:
        raise error.at(f"{path}: " if error.where else str(path)) from None


def _scenario(file: ScenarioFile, folder: Path, name: str) -> Scenario:
    robot = _robot(file, folder)
    tables = file.controller if isinstance(file.controller, tuple) else (file.controller,)
    block = partial(_block, folder)
    start = file.start
    scale = math.pi / 180 if start.degrees else 1.0
    scenario = Scenario(
        name=name,
        description=file.description,
        robot=robot,
        model=robot_changed(robot, _paths(file.model)) if file.model else None,
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
    beside = folder / file.robot
    robot = load(beside if beside.suffix and exists(beside) else file.robot)
    if file.elastic:
        elastic = (elastic_axis(table, {}) for table in file.elastic)
        robot = dataclasses.replace(robot, elastic=(*robot.elastic, *elastic))
    robot = with_loops(robot, file.loops)
    changes = _paths({"joints": file.joints, "links": file.links})
    if file.gravity is not None:
        changes["gravity"] = file.gravity
    if file.water_density is not None:
        changes["water_density"] = file.water_density
    return robot_changed(robot, changes)


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


def _block(folder: Path, family: str, table: BlockTable | None, name: str) -> Any:
    if table is None:
        return None
    kind: type[Block] = find(family, table.kind)
    settings = kind.located(table.model_extra or {}, folder)
    return kind.made(settings, name=table.name or name, rate=table.rate, connect=table.connect)


def _scaled(values: tuple[float, ...] | None, scale: float) -> tuple[float, ...] | None:
    return None if values is None else tuple(scale * value for value in values)
