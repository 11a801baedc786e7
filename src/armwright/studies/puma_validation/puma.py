"""The PUMA 560 of appendix C.1 in S2's tests: one joint after the other turns by 180° and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from armwright.blocks.catalogue import CATALOGUE
from armwright.robot import Robot, load
from armwright.robot.changing import changed
from armwright.scenario import Scenario
from armwright.signals.log import Log
from armwright.studies.puma_validation.source import TORQUE_CONSTANT
from armwright.system import Blocks, Integration, Recording

#: S2 4.5: joint 1 from zero; joint 2 with the arm stretched level; joint 3 from there. Degrees.
_POINTS = (
    (0, 0, 0),
    (160, 0, 0),
    (0, 0, 0),
    (0, 0, 90),
    (0, -180, 90),
    (0, 0, 90),
    (0, 0, 180),
    (0, 0, 0),
)
#: Of the joints, rad/s and rad/s²: assumed, of the size of the real arm's.
_SPEED, _ACCELERATION = (1.9, 1.2, 1.9), (6.0, 4.0, 6.0)
_DURATION = 16.0
#: Assumed noise: currents behind a 12-bit converter and a transducer for 200 A, A; encoders, rad.
CURRENT_NOISE, POSITION_NOISE = 0.03, 2e-5
#: Half of the play of gears that have some, at the joint: assumed, rad.
PLAY = 5e-4
SIGNALS = ("joint_position", "joint_velocity", "motor_current")


def puma(changes: Mapping[str, float] | None = None) -> Robot:
    """With S2's torque constant at all motors."""
    robot = changed(load("puma560_armstrong3"), {"joints.*.torque_constant": TORQUE_CONSTANT})
    return changed(robot, dict(changes or {}))


def with_friction(viscous: Sequence[float], coulomb: Sequence[float]) -> dict[str, float]:
    """By path, at the joints."""
    return {
        f"joints.joint{k + 1}.drive.friction.{name}": float(value)
        for name, values in (("viscous", viscous), ("coulomb", coulomb))
        for k, value in enumerate(values)
    }


def turning(robot: Robot, *, rate: float = 100.0) -> Scenario:
    """Control as of the Mark I: velocities from differences of positions are taken as exact; no
    feed-forward. Gains are assumed: S2 does not print any."""
    reference = CATALOGUE["reference"]["joint_path"](
        name="reference",
        points=[list(point) for point in _POINTS],
        degrees=True,
        speed=list(_SPEED),
        acceleration=list(_ACCELERATION),
        dwell=0.3,
    )
    controller = CATALOGUE["controller"]["pid"](
        name="controller",
        proportional_gain=[0.9, 1.2, 0.35],
        integral_gain=[1.8, 2.4, 0.7],
        derivative_gain=[0.04, 0.05, 0.012],
    )
    return Scenario(
        name="puma-tests",
        robot=robot,
        duration=_DURATION,
        tick=1e-3,
        blocks=Blocks(reference=reference, controller=(controller,)),
        integration=Integration(steps=2, tolerance=1e-3),
        recording=Recording(SIGNALS, rate),
    )


def exciting(robot: Robot, *, rate: float = 200.0) -> Scenario:
    """The same, but all joints move at once and hardly ever rest."""
    fourier = CATALOGUE["reference"]["fourier"](
        name="reference",
        frequency=0.1,
        sine=[[0.6, 0, 0.5, 0, 0.3], [0, 0.4, 0, 0.3, 0.2], [0.3, 0.4, 0, 0.4, 0]],
        cosine=[[0, 0.4, 0, 0.3, 0], [0.3, 0, 0.3, 0, 0.2], [0, 0.3, 0.4, 0, 0.3]],
        centre=[0.0, -1.2, 1.0],
        fade=1.0,
    )
    rests = turning(robot, rate=rate)
    return rests.with_blocks(reference=fourier).changed({"duration": 10.0})


def over_the_top(*, play: bool) -> Scenario:
    """Joint 2 alone, the arm stretched, from level through the vertical to level: S2, figures 5.12
    to 5.15. `play`: in the gears of joints 2 and 3, which give way in both cases; assumed."""
    springs: dict[str, object] = {
        f"joints.joint{k}.drive.spring": {
            "law": "backlash",
            "stiffness": stiffness,
            "gap": PLAY if play else 0.0,
            "damping": damping,
        }
        for k, stiffness, damping in ((2, 6e4, 300.0), (3, 2e4, 60.0))
    }
    # Motor 3 is missing in appendix C.1; table 5.3 has it, at the joint.
    rotor = {"joints.joint3.drive.motor_inertia": 0.83 / 53.7063**2}
    reference = CATALOGUE["reference"]["joint_ptp"](
        name="reference",
        begin=[0, 0, 90],
        end=[0, -180, 90],
        degrees=True,
        speed=list(_SPEED),
        acceleration=list(_ACCELERATION),
        start_time=0.5,
    )
    own = turning(changed(puma(), {**springs, **rotor}), rate=1000.0)
    return own.with_blocks(reference=reference).changed(
        {"duration": 4.0, "integration.steps": 8, "start.exact": "motors"}
    )


def measured(scenario: Scenario, seed: int = 0) -> Log:
    """A run as a log, with noise."""
    log = Log.from_run(scenario.simulate())
    rng = np.random.default_rng(seed)
    data = log.data.copy(deep=True)
    for name, size in (("motor_current", CURRENT_NOISE), ("joint_position", POSITION_NOISE)):
        data[name] = data[name] + size * rng.normal(size=data[name].shape)
    return Log(data)
