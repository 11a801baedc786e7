"""What an arm is: frozen descriptions, their files, and the library.

`links`, `drive`, `motor`, `elastic`, `loop`, `gear_train` … are the parts, `model` puts them
together. `checks` judge it, `saving` writes it, `changing` replaces single values by path.
`robot` is one with `check` and `save`; `loading` makes one of a file. `formats` has the files.
"""

from armwright.robot.checks import Finding, check
from armwright.robot.dh_table import DhTable, dh_table
from armwright.robot.drive import Drive, Limits
from armwright.robot.elastic import FOUNDATION, ElasticAxis
from armwright.robot.gear_train import Gear, GearTrain, Shaft
from armwright.robot.hull import Hull
from armwright.robot.inertia import PARAMETER_NAMES, Inertia
from armwright.robot.links import Frame, Joint, Link
from armwright.robot.loading import check_file, library_names, load
from armwright.robot.loop import LoopClosure, LoopEnd
from armwright.robot.mimic import Mimic
from armwright.robot.model import DEFAULT_GRAVITY
from armwright.robot.motor import Motor
from armwright.robot.pose import Pose, rotation_about, rotation_from_rpy, rpy_from_rotation
from armwright.robot.robot import Robot
from armwright.robot.saving import save
from armwright.robot.shape import Shape
from armwright.robot.spring_matrix import SpringMatrix

__all__ = [
    "DEFAULT_GRAVITY",
    "FOUNDATION",
    "PARAMETER_NAMES",
    "DhTable",
    "Drive",
    "ElasticAxis",
    "Finding",
    "Frame",
    "Gear",
    "GearTrain",
    "Hull",
    "Inertia",
    "Joint",
    "Limits",
    "Link",
    "LoopClosure",
    "LoopEnd",
    "Mimic",
    "Motor",
    "Pose",
    "Robot",
    "Shaft",
    "Shape",
    "SpringMatrix",
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
