"""Controllers and what belongs to them, by the name that files use."""

from armwright.block.block import Block
from armwright.blocks.controllers.cascade import Cascade
from armwright.blocks.controllers.compensated_linearisation import CompensatedLinearisation
from armwright.blocks.controllers.computed_torque import ComputedTorque
from armwright.blocks.controllers.delay import Delay
from armwright.blocks.controllers.disturbance_attenuation import DisturbanceAttenuation
from armwright.blocks.controllers.disturbance_observer import DisturbanceObserver
from armwright.blocks.controllers.drive_feedforward import DriveFeedforward
from armwright.blocks.controllers.feedforward import InverseDynamicsFeedforward
from armwright.blocks.controllers.flexible_feedforward import FlexibleFeedforward
from armwright.blocks.controllers.gravity_compensation import GravityCompensation
from armwright.blocks.controllers.hybrid_force import HybridForce
from armwright.blocks.controllers.input_output_linearisation import InputOutputLinearisation
from armwright.blocks.controllers.low_pass import LowPass
from armwright.blocks.controllers.motion_observer import MotionObserver
from armwright.blocks.controllers.notch import Notch
from armwright.blocks.controllers.payload_estimator import PayloadEstimator
from armwright.blocks.controllers.pid import Pid
from armwright.blocks.controllers.position_loop import PositionLoop
from armwright.blocks.controllers.robust_term import RobustTerm
from armwright.blocks.controllers.saturation import Saturation
from armwright.blocks.controllers.state_feedback import StateFeedback
from armwright.blocks.controllers.station_keeping import StationKeeping
from armwright.blocks.controllers.sum import Sum
from armwright.blocks.controllers.thrusters import Thrusters
from armwright.blocks.controllers.tool_feedback import ToolFeedback
from armwright.blocks.controllers.torque_samples import TorqueSamples
from armwright.blocks.controllers.velocity_loop import VelocityLoop

_ALL: tuple[type[Block], ...] = (
    Pid,
    Cascade,
    PositionLoop,
    VelocityLoop,
    DriveFeedforward,
    ComputedTorque,
    InputOutputLinearisation,
    CompensatedLinearisation,
    StateFeedback,
    RobustTerm,
    InverseDynamicsFeedforward,
    FlexibleFeedforward,
    GravityCompensation,
    DisturbanceObserver,
    MotionObserver,
    PayloadEstimator,
    DisturbanceAttenuation,
    LowPass,
    Notch,
    Saturation,
    Delay,
    Sum,
    TorqueSamples,
    StationKeeping,
    Thrusters,
    HybridForce,
    ToolFeedback,
)
CONTROLLERS: dict[str, type[Block]] = {controller.kind: controller for controller in _ALL}

__all__ = [
    "CONTROLLERS",
    "Cascade",
    "CompensatedLinearisation",
    "ComputedTorque",
    "Delay",
    "DisturbanceAttenuation",
    "DisturbanceObserver",
    "DriveFeedforward",
    "FlexibleFeedforward",
    "GravityCompensation",
    "HybridForce",
    "InputOutputLinearisation",
    "InverseDynamicsFeedforward",
    "LowPass",
    "MotionObserver",
    "Notch",
    "PayloadEstimator",
    "Pid",
    "PositionLoop",
    "RobustTerm",
    "Saturation",
    "StateFeedback",
    "StationKeeping",
    "Sum",
    "Thrusters",
    "ToolFeedback",
    "TorqueSamples",
    "VelocityLoop",
]
