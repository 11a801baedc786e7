"""Springs that relieve the motors, by the name that files use."""

from armwright.blocks.block import Block
from armwright.blocks.compensators.joint_spring import JointSpring
from armwright.blocks.compensators.point_spring import PointSpring
from armwright.blocks.compensators.torque_map import TorqueMap

_ALL: tuple[type[Block], ...] = (PointSpring, JointSpring, TorqueMap)
COMPENSATORS: dict[str, type[Block]] = {compensator.kind: compensator for compensator in _ALL}

__all__ = ["COMPENSATORS", "JointSpring", "PointSpring", "TorqueMap"]
