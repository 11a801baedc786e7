"""Motors, and what acts beside them, by the name that files use."""

from armwright.block.block import Block
from armwright.blocks.motors.current import CurrentMotor
from armwright.blocks.motors.current_lag import CurrentLag
from armwright.blocks.motors.current_loop import CurrentLoop
from armwright.blocks.motors.ideal import IdealMotor
from armwright.blocks.motors.motor import CurrentDrivenMotor, MotorBlock
from armwright.blocks.motors.torque_ripple import TorqueRipple
from armwright.blocks.motors.torque_speed_limit import TorqueSpeedLimit

MOTORS: dict[str, type[MotorBlock]] = {
    motor.kind: motor
    for motor in (IdealMotor, CurrentMotor, CurrentLag, CurrentLoop, TorqueSpeedLimit)
}
#: A scenario names them among its disturbances.
MOTOR_DISTURBANCES: dict[str, type[Block]] = {TorqueRipple.kind: TorqueRipple}

__all__ = [
    "MOTORS",
    "MOTOR_DISTURBANCES",
    "CurrentDrivenMotor",
    "CurrentLag",
    "CurrentLoop",
    "CurrentMotor",
    "IdealMotor",
    "MotorBlock",
    "TorqueRipple",
    "TorqueSpeedLimit",
]
