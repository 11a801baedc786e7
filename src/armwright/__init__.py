"""A workbench for robot arms: describe an arm, and get a model that predicts what it does."""

from armwright.arm import Arm, compile
from armwright.errors import ArmwrightError, InputError, NonFiniteError, UnsupportedOperation
from armwright.robot import (
    Drive,
    Frame,
    Inertia,
    Joint,
    Limits,
    Link,
    Pose,
    Robot,
    library_names,
    load,
)

__version__ = "0.1.0"

__all__ = [
    "Arm",
    "ArmwrightError",
    "Drive",
    "Frame",
    "Inertia",
    "InputError",
    "Joint",
    "Limits",
    "Link",
    "NonFiniteError",
    "Pose",
    "Robot",
    "UnsupportedOperation",
    "compile",
    "library_names",
    "load",
]
