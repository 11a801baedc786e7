"""Joint 3 of a serial arm, the others held: what S4's chapter 5 measures on.

S4 prints no numbers at all. Those below are assumed, of the size of an arm for 40 kg: a forearm
with its load, a gear that gives way, friction at the motor whose shape is that of S4's figures.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.block.block import Block
from armwright.blocks.catalogue import CATALOGUE
from armwright.identify.friction.measured import acting_effort
from armwright.robot import Drive, Inertia, Joint, Limits, Link, Robot
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.signals.log import Log
from armwright.system import Blocks, Integration, Recording

GEAR = 100.0
#: kg, m, kg m² about the centre of mass: of all that joint 3 carries.
MASS, LEVER, INERTIA = 40.0, 0.4, 6.0
MOTOR_INERTIA = 1.2e-3
#: Of the gear, on the motor's side: N m/rad, N m s/rad; the link swings at about 9 Hz.
STIFFNESS, DAMPING = 4.0, 0.03
#: rad/s of the motor.
FASTEST = 300.0
#: Cold friction on the motor's side: N m, N m, rad/s, N m s/rad, N m s²/rad².
COLD = {
    "coulomb": 0.35,
    "static": 0.5,
    "stribeck_velocity": 6.0,
    "viscous": 4.0e-3,
    "quadratic": -6.0e-6,
}
#: Warm: overall lower, F_s and v_s higher, linear at high speed, F_c as it was.  S4, section 5.3
WARM = {
    "coulomb": 0.35,
    "static": 0.56,
    "stribeck_velocity": 8.0,
    "viscous": 1.8e-3,
    "quadratic": 0.0,
}
#: Bristles, N m/rad and N m s/rad of the motor; both lower when warm.
BRISTLES = {"stiffness": 40.0, "damping": 0.12}
WARM_BRISTLES = {"stiffness": 28.0, "damping": 0.08}
#: Of white noise: of the motor's torque, N m; of its position, rad.
TORQUE_NOISE, POSITION_NOISE = 0.02, 2e-5
_SIGNALS = ("motor_position", "motor_velocity", "motor_torque", "friction_torque")


def forearm(
    friction: Mapping[str, float] | None = None, law: str = "tustin", *, gravity: bool = True
) -> Robot:
    """It is level at zero. `friction`: all numbers of its law, on the motor's side."""
    body = Inertia(MASS, np.array([LEVER, 0.0, 0.0]), np.diag([0.4, INERTIA, INERTIA]))
    drive = Drive(
        gear_ratio=GEAR,
        motor_inertia=MOTOR_INERTIA,
        torque_constant=1.0,
        stiffness=STIFFNESS,
        damping=DAMPING,
        friction=dict(friction or COLD),
        friction_law=law,
        friction_side="motor",
    )
    joint = Joint(
        "joint3",
        "revolute",
        "base",
        "forearm",
        axis=np.array([0.0, 1.0, 0.0]),
        drive=drive,
        limits=Limits(-2.5, 2.5, FASTEST / GEAR, 3000.0),
    )
    down = np.array([0.0, 0.0, -9.81 if gravity else 0.0])
    return Robot("forearm", (Link("base"), Link("forearm", body)), (joint,), gravity=down)


def speeds(count: int = 48) -> tuple[float, ...]:
    """S4's constant speeds from nearly zero to the largest, rad/s of the joint; denser where
    friction bends, as nobody says how they lie."""
    return tuple(FASTEST / GEAR * (np.arange(1, count + 1) / count) ** 2)


def at_constant_speeds(robot: Robot, chosen: tuple[float, ...], rate: float = 500.0) -> Scenario:
    """Forth and back at each speed: section 5.1."""
    reference = CATALOGUE["reference"]["constant_speeds"](
        name="reference",
        speeds=list(chosen),
        begin=[-0.6],
        way=1.2,
        longest=1.5,
        acceleration=8.0,
        dwell=0.3,
        rate=1000.0,
    )
    return controlled(robot, reference, float(reference.lasting), rate)  # type: ignore[attr-defined]


def in_a_slow_chirp(robot: Robot, duration: float = 64.0, rate: float = 1000.0) -> Scenario:
    """The velocity swings at about 0.5 Hz: section 5.2."""
    reference = CATALOGUE["reference"]["velocity_chirp"](
        name="reference",
        amplitude=[0.35],
        first_frequency=0.4,
        last_frequency=0.6,
        sweep_time=15.0,
        start_time=0.5,
        rate=1000.0,
    )
    return controlled(robot, reference, duration, rate)


def controlled(robot: Robot, reference: Block, duration: float, rate: float) -> Scenario:
    """The motor in a cascade whose gains are assumed; it knows nothing of friction."""
    cascade = CATALOGUE["controller"]["cascade"](
        name="controller",
        position_gain=25.0,
        velocity_gain=0.35,
        integral_time=0.06,
        rate=1000.0,
    )
    return Scenario(
        name="forearm",
        robot=robot,
        duration=duration,
        tick=1e-3,
        blocks=Blocks(reference=reference, controller=(cascade,)),
        integration=Integration(steps=4, tolerance=1e-3),
        recording=Recording(_SIGNALS, rate),
    )


def measured(run: Run, seed: int, noise: float = TORQUE_NOISE) -> Log:
    """As a drive logs it: positions and torques of the motor, each with white noise."""
    rng = np.random.default_rng(seed)
    data = run.data
    position = data["motor_position"].values.reshape(-1, 1)
    torque = data["motor_torque"].values.reshape(-1, 1)
    time = data["time"].values
    torque = acting_effort(time, torque, float(time[1] - time[0]))
    return Log.from_arrays(
        time,
        {
            "motor_position": position + POSITION_NOISE * rng.normal(size=position.shape),
            "motor_torque": torque + noise * rng.normal(size=torque.shape),
        },
        joints=("joint3",),
    )
