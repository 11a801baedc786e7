"""State estimation: extended Kalman filters that run as machine code.

For any model: `model`, `factors`, `kalman`, `consistency`, `followed`. For arms: `tool` (what a
user calls), `tool_filter` (the same as a block), `flexible_arm`, `sensors`, `arm_model`, `rest`.
"""

from armwright.estimate.arm_model import FilterTuning
from armwright.estimate.consistency import Consistency, consistency
from armwright.estimate.kalman import Filtered, KalmanFilter
from armwright.estimate.model import FilterModel
from armwright.estimate.tool import Estimate, ToolObserver, rigid_tool_position, tool_position
from armwright.estimate.tool_filter import ToolFilter

__all__ = [
    "Consistency",
    "Estimate",
    "FilterModel",
    "FilterTuning",
    "Filtered",
    "KalmanFilter",
    "ToolFilter",
    "ToolObserver",
    "consistency",
    "rigid_tool_position",
    "tool_position",
]
