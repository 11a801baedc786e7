"""Choosing motors and gears from a list: what a motion needs, what each motor can give.

Read `choosing`: it takes a scenario's run, asks `demand` what every motor had to do, tries what
`motor_list` read by the rules of `trial`, puts the motors in with `fitting`, and runs again.
"""

from armwright.sizing.choosing import MotorChoice, choose_motors
from armwright.sizing.demand import AxisDemand, demands_of
from armwright.sizing.fitting import with_motors
from armwright.sizing.motor_list import ListedGear, ListedMotor, MotorList, read_motors
from armwright.sizing.trial import SizingRules, TriedMotor, try_motor

__all__ = [
    "AxisDemand",
    "ListedGear",
    "ListedMotor",
    "MotorChoice",
    "MotorList",
    "SizingRules",
    "TriedMotor",
    "choose_motors",
    "demands_of",
    "read_motors",
    "try_motor",
    "with_motors",
]
