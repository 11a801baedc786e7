"""The MJCF file of an arm with its drives."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from armwright.block.block import Array
from armwright.block.fidelity import Fidelity
from armwright.blocks.drives import NO_LIMIT, torque_limits
from armwright.export.mjcf.compensators import compensators
from armwright.export.mjcf.drives import Drives, drives
from armwright.export.mjcf.effects import joint_attributes, tendons
from armwright.export.mjcf.inertias import acceptable
from armwright.export.mjcf.lost import lost_of_setup, without_rotorless_springs
from armwright.export.mjcf.meshes import readable
from armwright.export.paths import with_suffix
from armwright.files import write_whole
from armwright.robot import Frame, Joint, Robot
from armwright.robot.formats.mjcf_bodies import assets, bodies, depth_first, free_name
from armwright.robot.formats.mjcf_write import COMPILER
from armwright.robot.formats.mjcf_write import joint_attributes as limits_of
from armwright.robot.formats.urdf_write import numbers
from armwright.robot.formats.xml import Node, as_text
from armwright.simulation.start import Starter
from armwright.system import Setup, System
from armwright.system.system import setting


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
    text, lost = _text(*_setup(source, fidelity), target.parent)
    write_whole(target, text)
    return lost


def _setup(source: Robot | Setup, fidelity: Fidelity | None) -> tuple[Setup, bool, list[str]]:
    """The setup, whether it knows where a run starts, and what had to be left out of it."""
    if isinstance(source, Setup):
        return dataclasses.replace(source, fidelity=fidelity or source.fidelity), True, []
    robot, lost = without_rotorless_springs(source)
    chosen = fidelity or Fidelity()
    return Setup(source.name, robot, duration=1.0, fidelity=chosen), False, lost


def _text(setup: Setup, starts: bool, lost: list[str], folder: Path) -> tuple[str, list[str]]:
    train = drives(setup)
    springs = compensators(setup, {effect.name for effect in (*train.motors, *train.effects)})
    arm, changed = acceptable(setup.arm)
    arm, tool = _with_tool(dataclasses.replace(arm, frames=(*arm.frames, *springs.frames)))
    meshes, missing = readable(arm, folder)
    effects = (*train.effects, *springs.effects)
    felt = joint_attributes(effects)
    joint_node = _joint_node(setup, train, felt)
    ropes = (*tendons(effects), *springs.tendons)
    rotors = tuple(_felt(body, felt) for body in train.rotors)
    children = (
        COMPILER,
        _option(setup),
        *assets(meshes),
        Node("worldbody", children=(*bodies(arm, joint_node, meshes), *rotors)),
        *_group("tendon", ropes),
        *_group("actuator", _motors(setup, train)),
        *(_start(setup, arm, train) if starts else ()),
    )
    lost = [*lost, *changed, *train.lost, *springs.lost, *missing, *lost_of_setup(setup)]
    head = [f"The tool is {tool}. Controls are motor torques in N m.", *_notes(train, ropes)]
    if lost:
        head += ["Not in this file, or not as it was:", *lost]
    return as_text(Node("mujoco", {"model": setup.name}, children), head), lost


def _joint_node(
    setup: Setup, train: Drives, felt: dict[str, dict[str, str]]
) -> Callable[[Joint], Node]:
    pushed = {joint for motor in train.motors for joint in motor.along}

    def node(joint: Joint) -> Node:
        values = limits_of(joint)
        if joint.name not in pushed or not setup.fidelity.saturation:
            values.pop("actuatorfrcrange", None)
        return Node("joint", values | felt.get(joint.name, {}))

    return node


def _with_tool(arm: Robot) -> tuple[Robot, str]:
    """The arm with a site at its tool, and words for where that is."""
    if any(frame.name == arm.tool for frame in arm.frames):
        return arm, f"site '{arm.tool}'"
    name = free_name("tool", set(arm.frame_names))
    return dataclasses.replace(arm, frames=(*arm.frames, Frame(name, arm.tool))), f"site '{name}'"


def _option(setup: Setup) -> Node:
    gravity: Array = setup.robot.gravity if setup.fidelity.gravity else np.zeros(3)
    step = setup.tick / setup.integration.steps
    # Damping behind a gear is stiff; this integrator takes it implicitly.
    values = {"timestep": numbers([step]), "gravity": numbers(gravity)}
    return Node("option", {**values, "integrator": "implicitfast"})


def _felt(body: Node, felt: dict[str, dict[str, str]]) -> Node:
    """A rotor with what acts on its joint."""
    joint, *rest = body.children
    more = felt.get(joint.attributes["name"], {})
    joint = dataclasses.replace(joint, attributes={**joint.attributes, **more})
    return dataclasses.replace(body, children=(joint, *rest))


def _motors(setup: Setup, train: Drives) -> tuple[Node, ...]:
    own = dataclasses.replace(setup, model=None)
    limits = torque_limits(setting(own, None))
    found = []
    for joint, motor, limit in zip(setup.robot.moving_joints, train.motors, limits, strict=True):
        if joint.drive is None:
            continue
        values = {"name": motor.name}
        if len(motor.along) == 1:
            ((driven, ratio),) = motor.along.items()
            values |= {"joint": driven, "gear": numbers([ratio])}
        else:
            values["tendon"] = motor.name
        if limit < NO_LIMIT and setup.fidelity.saturation:
            values["ctrlrange"] = numbers([-limit, limit])
        found.append(Node("motor", values))
    return tuple(found)


def _start(setup: Setup, arm: Robot, train: Drives) -> tuple[Node, ...]:
    """Where a run of the scenario starts, in MuJoCo's order of the joints."""
    values = Starter(System(setup)).values()
    n = len(arm.moving_joints)
    order = [train.coordinates.index(name) for name in depth_first(arm)]
    order += range(n, len(train.coordinates))
    state = {
        "qpos": numbers(values["position"][order]),
        "qvel": numbers(values["velocity"][order]),
    }
    return (Node("keyframe", children=(Node("key", {"name": "start", **state}),)),)


def _group(tag: str, children: tuple[Node, ...]) -> tuple[Node, ...]:
    return (Node(tag, children=children),) if children else ()


def _notes(train: Drives, ropes: tuple[Node, ...]) -> list[str]:
    notes = ["Joints stop at their limits here; runs of armwright only report them."]
    if any("armature" in rope.attributes for rope in ropes):
        notes.append("Motors that turn with several joints are tendons with armature.")
    if train.rotors:
        notes.append("Joints of bodies '…_rotor' are motors behind springs, on the motor's side.")
    return notes
