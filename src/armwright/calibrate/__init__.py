"""Calibration: an arm's geometry from measured poses and circles.

`measurements.py` has what was measured, `geometry.py` and `model.py` what would be measured, with
exact derivatives, `effects.py` what can be added; `pose_fit.py` is the fit, `calibration.py` what
comes back.
"""

from armwright.calibrate.calibration import Accuracy, Calibration, Ellipsoid
from armwright.calibrate.circles import CircleCalibration, JointSweep, circles
from armwright.calibrate.compensation import Compensated, compensated, xacro_patch
from armwright.calibrate.descriptions import RowChain, SRow, WhitneyRow, dh_rows, s_model, whitney
from armwright.calibrate.features import AxisLine, Circle, circle_through, line_through
from armwright.calibrate.measurements import Distances
from armwright.calibrate.observability import observability
from armwright.calibrate.pose_choice import (
    ChosenPoses,
    choose_poses,
    enough_poses,
    expected_error,
)
from armwright.calibrate.pose_fit import pose_model, poses
from armwright.calibrate.selection import EffectTrial, choose_effects
from armwright.calibrate.structure import observable
from armwright.calibrate.tables import read_circle_table, read_pose_table
from armwright.calibrate.ur_files import read_ur_calibration

__all__ = [
    "Accuracy",
    "AxisLine",
    "Calibration",
    "ChosenPoses",
    "Circle",
    "CircleCalibration",
    "Compensated",
    "Distances",
    "EffectTrial",
    "Ellipsoid",
    "JointSweep",
    "RowChain",
    "SRow",
    "WhitneyRow",
    "choose_effects",
    "choose_poses",
    "circle_through",
    "circles",
    "compensated",
    "dh_rows",
    "enough_poses",
    "expected_error",
    "line_through",
    "observability",
    "observable",
    "pose_model",
    "poses",
    "read_circle_table",
    "read_pose_table",
    "read_ur_calibration",
    "s_model",
    "whitney",
    "xacro_patch",
]
