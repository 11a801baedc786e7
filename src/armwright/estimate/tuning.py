"""What a filter is told about what it cannot know."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tuning:
    """Chosen once, from the sizes of things; nothing of it is fitted to a run.

    What the data sheets of the sensors and the motors tell (noise, counts, the sizes of ripples)
    does not stand here: it comes from the scenario's blocks.
    """

    #: N m/√Hz, white: the motors' torque between samples, which nobody records
    motor_torque: float = 3e-3
    #: N m/√Hz, white: what the model leaves out at the joints
    joint_torque: float = 0.3
    #: N m at the motors, slow, beside the ripple: friction other than the model's
    friction: float = 0.05
    #: s in which what is slow is forgotten at standstill; ripple changes as the motor turns
    memory: float = 1.0
    #: rad at the motors, and m/s²: what a sensor is off by at the least
    motor_position: float = 1e-6
    acceleration: float = 1e-4
    #: m/s²: how large the accelerometer's drift may be at first, in each axis
    drift: float = 0.5
    #: m/s² in √s: how it wanders; mounting errors are in it, which change as the tool turns
    drift_walk: float = 0.05
    #: rad: of the joints against their motors, at rest, as far as it does not follow from the model
    deflection: float = 1e-5
    #: rad/s: of the joints, at rest
    velocity: float = 1e-3
