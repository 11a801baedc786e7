"""The names of signals, the same in runs, logs and fits.

Units are SI. `rad` stands for the coordinate of any joint or motor: for prismatic joints read m,
and N for N m. Everything about motors is on the motor's side of the gear, η the gear matrix.
Friction has its own dimension, one element for every direction in which a law acts, labelled by its
motor or axis and its law; the coordinate `side` says on which side of the gear each one counts.

A record shows the state at its time, and what a controller that works at that time has just put
out: torques and the accelerations they cause jump there, and hold until the next tick. Balances
close at every record; differences of velocities belong to the torque of the earlier one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class KnownSignal:
    """`dimension`: joint, motor, friction, axis (x, y, z of the base frame), or empty for one
    number."""

    name: str
    dimension: str
    unit: str
    meaning: str


_SIGNALS = (
    KnownSignal("joint_position", "joint", "rad", "position of the joints"),
    KnownSignal("joint_velocity", "joint", "rad/s", "velocity of the joints"),
    KnownSignal("joint_acceleration", "joint", "rad/s²", "acceleration of the joints"),
    KnownSignal("joint_torque", "joint", "N m", "torque that drives the joints"),
    KnownSignal("motor_position", "motor", "rad", "position of the motors, θ"),
    KnownSignal("motor_velocity", "motor", "rad/s", "velocity of the motors"),
    KnownSignal("motor_acceleration", "motor", "rad/s²", "acceleration of the motors"),
    KnownSignal("motor_torque", "motor", "N m", "torque of the motors"),
    KnownSignal("motor_current", "motor", "A", "current of the motors"),
    KnownSignal("spring_deflection", "motor", "rad", "deflection of the gears' springs, η q − θ"),
    KnownSignal(
        "spring_torque", "motor", "N m", "torque of the springs on the motors, > 0 for η q > θ"
    ),
    KnownSignal("transmitted_torque", "joint", "N m", "what the gears carry to the joints"),
    KnownSignal(
        "friction_torque",
        "friction",
        "N m",
        "friction of every law on its own side of the gear, > 0 for positive velocity: it opposes",
    ),
    KnownSignal(
        "friction_velocity", "friction", "rad/s", "velocity that every law of friction feels"
    ),
    KnownSignal(
        "friction_deflection",
        "friction",
        "rad",
        "how far the bristles of every law are bent; 0 of laws without",
    ),
    KnownSignal(
        "drag_torque", "joint", "N m", "what drag and lift of the water exert on the joints"
    ),
    KnownSignal("current_velocity", "axis", "m/s", "velocity of the water, world axes"),
    KnownSignal("current_acceleration", "axis", "m/s²", "acceleration of the water, world axes"),
    KnownSignal("tool_position", "axis", "m", "position of the tool"),
    KnownSignal("tool_velocity", "axis", "m/s", "velocity of the tool"),
    KnownSignal("tool_acceleration", "axis", "m/s²", "acceleration of the tool"),
    KnownSignal("tool_force", "axis", "N", "force on the tool"),
    KnownSignal("accelerometer", "axis", "m/s²", "what the accelerometer at the tool senses"),
    KnownSignal("kinetic_energy", "", "J", "kinetic energy"),
    KnownSignal("potential_energy", "", "J", "potential energy, of gravity and of the springs"),
    KnownSignal("motor_work", "", "J", "work of the motors since the start"),
    KnownSignal("friction_loss", "", "J", "energy lost by friction since the start"),
    KnownSignal("damping_loss", "", "J", "energy lost in the springs' damping since the start"),
    KnownSignal("drag_loss", "", "J", "energy lost by drag of the water since the start"),
)
SIGNALS = {signal.name: signal for signal in _SIGNALS}

#: What may stand in front of any name, and how the meaning then begins.
PREFIXES = {
    "reference_": "reference",
    "measured_": "measured",
    "commanded_": "commanded",
    "feedforward_": "feed-forward",
    "disturbance_": "disturbance",
}


def known_signal(name: str) -> KnownSignal | None:
    """What is known of a signal by its name; None for a user's own signal."""
    for prefix, word in PREFIXES.items():
        if name.startswith(prefix):
            base = SIGNALS.get(name.removeprefix(prefix))
            return base and replace(base, name=name, meaning=f"{word}: {base.meaning}")
    return SIGNALS.get(name)
