"""Springs that relieve the motors: along joints, or between two points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.export.mjcf.effects import Effect
from armwright.laws.compensators import JointSpring, PointSpring
from armwright.plant import Plant
from armwright.robot import Frame, Pose
from armwright.robot.formats.mjcf_bodies import free_name
from armwright.robot.formats.urdf_write import numbers
from armwright.robot.formats.xml import Node

#: The values of a block's parameters.
ParameterValues = Mapping[str, Array]


@dataclass(frozen=True)
class Compensators:
    """`frames`: the points that tendons are tied to."""

    effects: tuple[Effect, ...]
    frames: tuple[Frame, ...]
    tendons: tuple[Node, ...]
    lost: tuple[str, ...]


def compensators(
    plant: Plant, blocks: Iterable[tuple[Block, ParameterValues]], names: set[str]
) -> Compensators:
    """`names`: those that other tendons have."""
    taken = set(plant.tree.frame_names)
    effects: list[Effect] = []
    frames: list[Frame] = []
    ropes: list[Node] = []
    lost: list[str] = []
    for block, values in blocks:
        name = free_name(block.name, names)
        if isinstance(block, JointSpring):
            effects.append(_along_joints(plant, name, values))
        elif isinstance(block, PointSpring) and _relaxed_length(values) is not None:
            ends = [_end(plant, block, values, side, taken) for side in "ab"]
            frames += ends
            ropes.append(_rope(name, values, ends))
        else:
            lost.append(f"compensator '{block.name}' ({block.kind})")
    return Compensators(tuple(effects), tuple(frames), tuple(ropes), tuple(lost))


def _along_joints(plant: Plant, name: str, values: ParameterValues) -> Effect:
    weights = zip(plant.robot.joint_names, values["weights"].tolist(), strict=True)
    return Effect(
        name,
        {joint: weight for joint, weight in weights if weight},
        damping=values["damping"].item(),
        stiffness=values["stiffness"].item(),
        rest=values["rest"].item(),
    )


def _relaxed_length(values: ParameterValues) -> float | None:
    """Where a spring that is stretched before has no force; None if no length is so short."""
    stiffness, preload = values["stiffness"].item(), values["preload"].item()
    if not preload:
        return values["length"].item()
    length = values["length"].item() - preload / stiffness if stiffness else -1.0
    return length if length >= 0 else None


def _end(plant: Plant, block: Block, values: ParameterValues, side: str, taken: set[str]) -> Frame:
    frame = plant.tree.frame(block.values[f"link_{side}"])
    point = Pose(translation=np.array(values[f"point_{side}"]))
    return Frame(free_name(f"{block.name}_{side}", taken), frame.link, frame.pose @ point)


def _rope(name: str, values: ParameterValues, ends: list[Frame]) -> Node:
    attributes = {
        "name": name,
        "stiffness": numbers(values["stiffness"]),
        "damping": numbers(values["damping"]),
        "springlength": numbers([_relaxed_length(values) or 0.0]),
    }
    return Node("spatial", attributes, tuple(Node("site", {"site": end.name}) for end in ends))
