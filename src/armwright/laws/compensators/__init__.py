"""Springs that relieve the motors, by the name that files use."""

from armwright.block.block import Block
from armwright.laws.compensators.balancing import balancing_map
from armwright.laws.compensators.joint_spring import JointSpring
from armwright.laws.compensators.point_spring import PointSpring
from armwright.laws.compensators.torque_map import TorqueMap

_ALL: tuple[type[Block], ...] = (PointSpring, JointSpring, TorqueMap)
COMPENSATORS: dict[str, type[Block]] = {compensator.kind: compensator for compensator in _ALL}

__all__ = ["COMPENSATORS", "JointSpring", "PointSpring", "TorqueMap", "balancing_map"]
