"""References: where the joints should be, by the name that files use."""

from armwright.blocks.block import Block
from armwright.blocks.references.cartesian_circle import CartesianCircle
from armwright.blocks.references.cartesian_line import CartesianLine
from armwright.blocks.references.from_samples import Samples
from armwright.blocks.references.hold import Hold
from armwright.blocks.references.joint_path import JointPath
from armwright.blocks.references.joint_ptp import JointPtp
from armwright.blocks.references.steps import Steps

REFERENCES: dict[str, type[Block]] = {
    reference.kind: reference
    for reference in (Hold, Steps, JointPtp, JointPath, CartesianLine, CartesianCircle, Samples)
}

__all__ = ["REFERENCES"]
