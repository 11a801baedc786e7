"""ISO 9283: how well an arm reaches poses and follows paths.

`standard.py`: what is asked for. One file for each clause has its formulas, from `poses.py` to
`weaving.py`. `dwells.py` and `signals.py` cut runs and logs, `evaluation.py` makes tests of them;
`cube.py` finds the test cube, `certificate.py` simulates all tests for a scenario.
"""

from armwright.measures.iso9283.compliance import static_compliance
from armwright.measures.iso9283.cornering import (
    CornerDeviations,
    PathCorner,
    corner_deviations,
    corners_of,
)
from armwright.measures.iso9283.distances import DistanceFigures, distance_figures
from armwright.measures.iso9283.drift import PoseDrift, drift, exchangeability
from armwright.measures.iso9283.dwells import Dwell, Dwells, find_dwells
from armwright.measures.iso9283.evaluation import TESTS, Cutting, IsoResult, evaluate
from armwright.measures.iso9283.paths import (
    CommandPath,
    PathFigures,
    command_path,
    path_angle_figures,
    path_figures,
    piercing,
)
from armwright.measures.iso9283.poses import (
    PoseAccuracy,
    angle_accuracy,
    angle_repeatability,
    angle_variation,
    angles_from,
    direction_variation,
    pose_accuracy,
    pose_repeatability,
)
from armwright.measures.iso9283.settling import Settling, posing_time, settling
from armwright.measures.iso9283.signals import ToolSignals, tool_signals
from armwright.measures.iso9283.standard import MEASURES, UNCONFIRMED, Characteristic, IsoMeasure
from armwright.measures.iso9283.velocities import VelocityFigures, velocity_figures
from armwright.measures.iso9283.weaving import Weaving, WeavingFigures, weaving, weaving_figures

__all__ = [
    "MEASURES",
    "TESTS",
    "UNCONFIRMED",
    "Characteristic",
    "CommandPath",
    "CornerDeviations",
    "Cutting",
    "DistanceFigures",
    "Dwell",
    "Dwells",
    "IsoMeasure",
    "IsoResult",
    "PathCorner",
    "PathFigures",
    "PoseAccuracy",
    "PoseDrift",
    "Settling",
    "ToolSignals",
    "VelocityFigures",
    "Weaving",
    "WeavingFigures",
    "angle_accuracy",
    "angle_repeatability",
    "angle_variation",
    "angles_from",
    "command_path",
    "corner_deviations",
    "corners_of",
    "direction_variation",
    "distance_figures",
    "drift",
    "evaluate",
    "exchangeability",
    "find_dwells",
    "path_angle_figures",
    "path_figures",
    "piercing",
    "pose_accuracy",
    "pose_repeatability",
    "posing_time",
    "settling",
    "static_compliance",
    "tool_signals",
    "velocity_figures",
    "weaving",
    "weaving_figures",
]
