"""A robot's kinematics and dynamics as machine code.

`arm` has the class a user calls, `programs` what is compiled for each of its methods, `inverse`
the inverse kinematics.
"""

from armwright.arm.arm import (
    AccelerationDerivatives,
    Arm,
    Energy,
    LoopConstraints,
    TorqueDerivatives,
    compile,
)
from armwright.arm.inverse import Search, Solutions

__all__ = [
    "AccelerationDerivatives",
    "Arm",
    "Energy",
    "LoopConstraints",
    "Search",
    "Solutions",
    "TorqueDerivatives",
    "compile",
]
