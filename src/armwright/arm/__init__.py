"""An arm as machine code."""

from armwright.arm.arm import AccelerationDerivatives, Arm, Energy, TorqueDerivatives, compile
from armwright.arm.inverse import Solutions

__all__ = [
    "AccelerationDerivatives",
    "Arm",
    "Energy",
    "Solutions",
    "TorqueDerivatives",
    "compile",
]
