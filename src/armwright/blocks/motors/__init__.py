"""Motors, by the name that files use."""

from armwright.blocks.motors.current import CurrentMotor
from armwright.blocks.motors.current_lag import CurrentLag
from armwright.blocks.motors.current_loop import CurrentLoop
from armwright.blocks.motors.ideal import IdealMotor
from armwright.blocks.motors.motor import CurrentDrivenMotor, Motor

MOTORS: dict[str, type[Motor]] = {
    motor.kind: motor for motor in (IdealMotor, CurrentMotor, CurrentLag, CurrentLoop)
}

__all__ = [
    "MOTORS",
    "CurrentDrivenMotor",
    "CurrentLag",
    "CurrentLoop",
    "CurrentMotor",
    "IdealMotor",
    "Motor",
]
