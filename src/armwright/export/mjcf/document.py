"""The MJCF file of an arm with its drives."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.fidelity import Fidelity
from armwright.block.quantities import NO_LIMIT
from armwright.blocks.drives import torque_limits
from armwright.export.mjcf.compensators import ParameterValues, compensators
from armwright.export.mjcf.drives import Drives, drives
from armwright.export.mjcf.effects import joint_attributes, tendons
from armwright.export.mjcf.inertias import acceptable
from armwright.export.mjcf.lost import lost_of_blocks, lost_of_plant, without_rotorless_springs
from armwright.export.output_files import with_suffix
from armwright.files import write_whole
from armwright.multibody.rows import combination
from armwright.plant import Plant
from armwright.robot import Frame, Joint, Robot
from armwright.robot.formats.mjcf_bodies import (
    Mesh,
    assets,
    bodies,
    depth_first,
    free_name,
    named_meshes,
)
from armwright.robot.formats.mjcf_loops import held_loops, with_sites
from armwright.robot.formats.mjcf_write import COMPILER, followers
from armwright.robot.formats.mjcf_write import joint_attributes as limits_of
from armwright.robot.formats.urdf_write import numbers
from armwright.robot.formats.xml import Node, as_text
from armwright.simulation.accuracy import settled
from armwright.simulation.start import Starter
from armwright.system import Setup, System
from armwright.system.system import site_of

#: s, for a robot alone, which says nothing of time: the usual tick of scenarios.
_STEP = Setup.tick
#: Of meshes that MuJoCo can open.
_MESH_SUFFIXES = (".stl", ".obj", ".msh")


def mjcf(
    source: Robot | Setup, path: str | os.PathLike[str], *, fidelity: Fidelity | None = None
) -> list[str]:
    """Write a robot, or the arm of a scenario, as MuJoCo's XML; return what the file lacks.

    Controls are the torques of the motors. A motor behind a spring is a body of its own, which
    turns at the motor's speed. A scenario gives its time step, and a keyframe `start`; `fidelity`
    says what a robot's model shall have, and replaces that of a scenario. The list is at the head
    of the file, too.
    """
    target = with_suffix(path, ".xml")
    if isinstance(source, Setup):
        content = _of_scenario(dataclasses.replace(source, fidelity=fidelity or source.fidelity))
    else:
        content = _of_robot(source, fidelity)
    text, lost = _text(content, target.parent)
    write_whole(target, text)
    return lost


@dataclass(frozen=True, eq=False)
class _Content:
    """What a file is made from. Of a scenario also its compensators with their numbers, and
    `start`, the first values of a run by name. `lost`: what is left out already."""

    name: str
    plant: Plant
    step: float = _STEP
    compensators: tuple[tuple[Block, ParameterValues], ...] = ()
    start: Mapping[str, Array] | None = None
    lost: tuple[str, ...] = ()


def _of_robot(robot: Robot, fidelity: Fidelity | None) -> _Content:
    carried, lost = without_rotorless_springs(robot)
    return _Content(robot.name, Plant(carried, fidelity), lost=tuple(lost))


def _of_scenario(setup: Setup) -> _Content:
    setup = settled(setup)
    system = System(setup)
    springs = [
        (block, block.parameters(site_of(setup, system.plant, system.model, block)))
        for block in setup.blocks.compensators
    ]
    return _Content(
        setup.name,
        system.plant,
        setup.step,
        tuple(springs),
        Starter(system).values(),
        tuple(lost_of_blocks(setup)),
    )


def _text(content: _Content, folder: Path) -> tuple[str, list[str]]:
    plant = content.plant
    train = drives(plant)
    taken = {effect.name for effect in (*train.motors, *train.effects)}
    springs = compensators(plant, content.compensators, taken)
    arm, changed = acceptable(with_sites(plant.tree))
    arm, tool = _with_tool(dataclasses.replace(arm, frames=(*arm.frames, *springs.frames)))
    meshes, missing = _readable_meshes(arm, folder)
    effects = (*train.effects, *springs.effects)
    felt = joint_attributes(effects)
    joint_node = _joint_node(plant, train, felt)
    ropes = (*tendons(effects), *springs.tendons)
    rotors = tuple(_felt(body, felt) for body in train.rotors)
    children = (
        COMPILER,
        _option(plant, content.step),
        *assets(meshes),
        Node("worldbody", children=(*bodies(arm, joint_node, meshes), *rotors)),
        *followers(arm),
        *_group("tendon", ropes),
        *_group("actuator", _motors(plant, train)),
        *(_start(plant, arm, content.start) if content.start is not None else ()),
    )
    lost = [*changed, *train.lost, *springs.lost, *missing, *lost_of_plant(plant), *content.lost]
    head = [f"The tool is {tool}. Controls are motor torques in N m.", *_notes(arm, train, ropes)]
    if lost:
        head += ["Left out of this file, or changed:", *lost]
    return as_text(Node("mujoco", {"model": content.name}, children), head), lost


def _joint_node(
    plant: Plant, train: Drives, felt: dict[str, dict[str, str]]
) -> Callable[[Joint], Node]:
    pushed = {joint for motor in train.motors for joint in motor.along}

    def node(joint: Joint) -> Node:
        values = limits_of(joint)
        if joint.name not in pushed or not plant.fidelity.saturation:
            values.pop("actuatorfrcrange", None)
        return Node("joint", values | felt.get(joint.name, {}))

    return node


def _with_tool(arm: Robot) -> tuple[Robot, str]:
    """The arm with a site at its tool, and words for where that is."""
    if any(frame.name == arm.tool for frame in arm.frames):
        return arm, f"site '{arm.tool}'"
    name = free_name("tool", set(arm.frame_names))
    return dataclasses.replace(arm, frames=(*arm.frames, Frame(name, arm.tool))), f"site '{name}'"


def _option(plant: Plant, step: float) -> Node:
    gravity: Array = plant.robot.gravity if plant.fidelity.gravity else np.zeros(3)
    # Damping behind a gear is stiff; this integrator takes it implicitly.
    values = {"timestep": numbers([step]), "gravity": numbers(gravity)}
    return Node("option", {**values, "integrator": "implicitfast"})


def _felt(body: Node, felt: dict[str, dict[str, str]]) -> Node:
    """A rotor with what acts on its joint."""
    joint, *rest = body.children
    more = felt.get(joint.attributes["name"], {})
    joint = dataclasses.replace(joint, attributes={**joint.attributes, **more})
    return dataclasses.replace(body, children=(joint, *rest))


def _motors(plant: Plant, train: Drives) -> tuple[Node, ...]:
    found = []
    for name, motor, limit in zip(
        plant.motor_names, train.motors, torque_limits(plant), strict=True
    ):
        if not plant.robot.motors and plant.robot.joint(name).drive is None:
            continue  # nobody says that this joint has a motor
        values = {"name": motor.name}
        if len(motor.along) == 1:
            ((driven, ratio),) = motor.along.items()
            values |= {"joint": driven, "gear": numbers([ratio])}
        else:
            values["tendon"] = motor.name
        if limit < NO_LIMIT and plant.fidelity.saturation:
            values["ctrlrange"] = numbers([-limit, limit])
        found.append(Node("motor", values))
    return tuple(found)


def _start(plant: Plant, arm: Robot, values: Mapping[str, Array]) -> tuple[Node, ...]:
    """Where a run of the scenario starts, in MuJoCo's order of the joints; rotors come last."""
    x, v = values["position"].tolist(), values["velocity"].tolist()
    rows = [plant.arrangement.positions[name] for name in depth_first(arm)]
    rotors = plant.arrangement.places("rotor")
    state = {
        "qpos": [*(combination(row, x) + offset for row, offset in rows), *(x[k] for k in rotors)],
        "qvel": [*(combination(row, v) for row, _ in rows), *(v[k] for k in rotors)],
    }
    key = {"name": "start", **{name: numbers(numbers_of) for name, numbers_of in state.items()}}
    return (Node("keyframe", children=(Node("key", key),)),)


def _group(tag: str, children: tuple[Node, ...]) -> tuple[Node, ...]:
    return (Node(tag, children=children),) if children else ()


def _notes(arm: Robot, train: Drives, ropes: tuple[Node, ...]) -> list[str]:
    notes = ["Joints stop at their limits here; runs of armwright only report them."]
    if any(joint.mimic is not None for joint in arm.joints):
        notes.append("Joints that mimic others are held to them by soft constraints.")
    if held_loops(arm):
        notes.append("Loops are held together by soft constraints.")
    if any("armature" in rope.attributes for rope in ropes):
        notes.append("Motors that turn with several joints are tendons with armature.")
    if train.rotors:
        notes.append("Joints of bodies '…_rotor' are motors behind springs, on the motor's side.")
    return notes


def _readable_meshes(robot: Robot, folder: Path) -> tuple[dict[Mesh, str], list[str]]:
    """Meshes that are there, seen from the file's folder, and which are left out: MuJoCo would
    refuse the whole file."""
    meshes = {
        mesh: name
        for mesh, name in named_meshes(robot).items()
        if Path(mesh[0]).suffix.lower() in _MESH_SUFFIXES and (folder / mesh[0]).is_file()
    }
    there = {file for file, _ in meshes}
    lost = [
        f"link '{link.name}': mesh '{shape.mesh}' is missing, or of a kind MuJoCo does not read"
        for link in robot.links
        for shape in link.shapes
        if shape.kind == "mesh" and shape.mesh not in there
    ]
    return meshes, lost
