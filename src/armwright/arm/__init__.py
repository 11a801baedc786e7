"""An arm as machine code."""

from armwright.arm.arm import AccelerationDerivatives, Arm, Energy, TorqueDerivatives, compile

__all__ = ["AccelerationDerivatives", "Arm", "Energy", "TorqueDerivatives", "compile"]
