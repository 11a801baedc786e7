"""What of a robot's description is not in its plant."""

from __future__ import annotations

from armwright.block.fidelity import Fidelity
from armwright.robot import Robot
from armwright.robot.contents import PLANT, left_out


def left_out_of_plant(robot: Robot, fidelity: Fidelity) -> tuple[str, ...]:
    """What of a description no plant has; the water too where it is switched off, because a wet arm
    that moves as a dry one is easily taken for the other, and couplings of rotors that are said to
    ride on links and do not."""
    lacking = [] if fidelity.water else ["water"]
    lacking += [] if fidelity.rotors == "bodies" else ["couplings"]
    return left_out(robot, PLANT - set(lacking))
