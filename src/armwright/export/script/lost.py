"""What of a robot scripts do not have."""

from __future__ import annotations

from armwright.robot import Robot


def lost(robot: Robot) -> list[str]:
    """A script has the links of an arm: positions, masses, gravity."""
    return [
        f"joint '{joint.name}': its drive, gear ratio {joint.drive.gear_ratio:g}, with its rotor, "
        f"friction and springs"
        for joint in robot.moving_joints
        if joint.drive is not None
    ]
