"""State estimation: extended Kalman filters that run as machine code.

For any model: `model`, `factors`, `kalman`, `consistency`. For arms: `tool` (what a user calls),
`flexible_arm`, `sensors`, `arm_model`, `rest`.
"""

from armwright.estimate.arm_model import FilterTuning
from armwright.estimate.consistency import Consistency, consistency
from armwright.estimate.kalman import Filtered, KalmanFilter
from armwright.estimate.model import FilterModel
from armwright.estimate.tool import Estimate, ToolObserver, rigid_tool_position, tool_position

__all__ = [
    "Consistency",
    "Estimate",
    "FilterModel",
    "FilterTuning",
    "Filtered",
    "KalmanFilter",
    "ToolObserver",
    "consistency",
    "rigid_tool_position",
    "tool_position",
]
