"""State estimation: extended Kalman filters that run as machine code."""

from armwright.estimate.consistency import Consistency, consistency
from armwright.estimate.kalman import Filtered, KalmanFilter
from armwright.estimate.model import Model
from armwright.estimate.tool import Estimate, ToolObserver, rigid_tool_position, tool_position
from armwright.estimate.tuning import Tuning

__all__ = [
    "Consistency",
    "Estimate",
    "Filtered",
    "KalmanFilter",
    "Model",
    "ToolObserver",
    "Tuning",
    "consistency",
    "rigid_tool_position",
    "tool_position",
]
