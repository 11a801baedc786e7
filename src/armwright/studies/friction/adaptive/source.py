"""What S4 says in section 5.4, and the arm that stands for the source's: its numbers are not
published."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.robot import Robot
from armwright.robot.changing import changed
from armwright.scenario import load_scenario

#: The library scenario whose arm has flexible joints and LuGre friction; joint 3 of the serial arm.
ARM, JOINT = "six-axis-line", "J2"
FRICTION = f"joints.{JOINT}.drive.friction."
#: On the motor's side; assumed, in the directions of S4, section 5.3: warm, F_s is higher, and
#: friction at speed lower and straight. F_c and v_s are the same.
COLD = {"static": 0.045, "viscous": 3.0e-4, "quadratic": -3.0e-7}
WARM = {"static": 0.055, "viscous": 1.2e-4, "quadratic": -2.0e-8}
#: N m at the motor, white: assumed.
TORQUE_NOISE = 0.004
#: How far each may be off at first; α₃ is nearly zero when warm.
DEVIATIONS = {FRICTION + "quadratic": 2.0e-7}


def serial_arm(friction: Mapping[str, float]) -> Robot:
    """With this friction of joint 3."""
    robot = load_scenario(ARM).robot
    return changed(robot, {FRICTION + name: value for name, value in friction.items()})
