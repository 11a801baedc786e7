"""What an arm is: frozen descriptions, their files, and the library.

`links`, `drive`, `motor` and `elastic` are the parts, `model` the robot; `loading` and `saving` go
through `formats`; `checks` judge a description, `changing` replaces single values by their paths.
"""

from armwright.robot.checks import Finding, check, check_file
from armwright.robot.dh_table import DhTable, dh_table
from armwright.robot.drive import Drive, Limits
from armwright.robot.elastic import FOUNDATION, ElasticAxis
from armwright.robot.inertia import PARAMETER_NAMES, Inertia
from armwright.robot.links import Frame, Joint, Link
from armwright.robot.loading import library_names, load
from armwright.robot.mimic import Mimic
from armwright.robot.model import DEFAULT_GRAVITY, Robot, register
from armwright.robot.motor import Motor
from armwright.robot.pose import Pose, rotation_about, rotation_from_rpy, rpy_from_rotation
from armwright.robot.saving import save
from armwright.robot.shape import Hull, Shape

register(check=check, save=save)

__all__ = [
    "DEFAULT_GRAVITY",
    "FOUNDATION",
    "PARAMETER_NAMES",
    "DhTable",
    "Drive",
    "ElasticAxis",
    "Finding",
    "Frame",
    "Hull",
    "Inertia",
    "Joint",
    "Limits",
    "Link",
    "Mimic",
    "Motor",
    "Pose",
    "Robot",
    "Shape",
    "check",
    "check_file",
    "dh_table",
    "library_names",
    "load",
    "rotation_about",
    "rotation_from_rpy",
    "rpy_from_rotation",
    "save",
]
