"""Disturbances from outside, by the name that files use."""

from armwright.block.block import Block
from armwright.blocks.disturbances.base_motion import BaseMotion
from armwright.blocks.disturbances.current import Current
from armwright.blocks.disturbances.joint_torque import JointTorque
from armwright.blocks.disturbances.payload import Payload
from armwright.blocks.disturbances.tool_force import ToolForce
from armwright.blocks.disturbances.tool_force_wave import ToolForceWave
from armwright.blocks.disturbances.torque_chirp import TorqueChirp
from armwright.blocks.disturbances.torque_multisine import TorqueMultisine
from armwright.blocks.disturbances.wall import Wall

_ALL: tuple[type[Block], ...] = (
    ToolForce,
    ToolForceWave,
    JointTorque,
    TorqueChirp,
    TorqueMultisine,
    Payload,
    BaseMotion,
    Current,
    Wall,
)
DISTURBANCES: dict[str, type[Block]] = {disturbance.kind: disturbance for disturbance in _ALL}

__all__ = [
    "DISTURBANCES",
    "BaseMotion",
    "Current",
    "JointTorque",
    "Payload",
    "ToolForce",
    "ToolForceWave",
    "TorqueChirp",
    "TorqueMultisine",
    "Wall",
]
