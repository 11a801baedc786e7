"""What an arm is: frozen descriptions, their files, and the library."""

from armwright.robot.checks import Finding, check, check_file
from armwright.robot.inertia import PARAMETER_NAMES, Inertia
from armwright.robot.loading import library_names, load
from armwright.robot.model import (
    STANDARD_GRAVITY,
    Drive,
    Frame,
    Joint,
    Limits,
    Link,
    Robot,
    Shape,
)
from armwright.robot.pose import Pose, rotation_about, rotation_from_rpy, rpy_from_rotation
from armwright.robot.saving import save

__all__ = [
    "PARAMETER_NAMES",
    "STANDARD_GRAVITY",
    "Drive",
    "Finding",
    "Frame",
    "Inertia",
    "Joint",
    "Limits",
    "Link",
    "Pose",
    "Robot",
    "Shape",
    "check",
    "check_file",
    "library_names",
    "load",
    "rotation_about",
    "rotation_from_rpy",
    "rpy_from_rotation",
    "save",
]
