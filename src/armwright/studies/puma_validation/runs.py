"""What is simulated, and identified from it: motor and link, PUMA, SCARA, a gear with play."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.fit import Fit
from armwright.identify import (
    Distortion,
    distortion,
    joint,
    link_by_link,
    output_error,
    rigid,
    two_encoders,
    work_stiffness,
)
from armwright.identify.elements import element_value
from armwright.identify.joint import JointMethod
from armwright.progress import Tell
from armwright.robot import Inertia
from armwright.signals import Run
from armwright.signals.log import Log
from armwright.studies.puma_validation.motor_link import (
    motor_link,
    pushing,
    swinging,
    two_links,
    with_play,
)
from armwright.studies.puma_validation.puma import (
    CURRENT_NOISE,
    exciting,
    measured,
    over_the_top,
    puma,
    turning,
    with_friction,
)
from armwright.studies.puma_validation.scara import scara, scara_logs
from armwright.studies.puma_validation.source import NAMES, TUNED_COULOMB, TUNED_VISCOUS

METHODS: tuple[JointMethod, ...] = ("integrated", "filtered")
#: Noise on the velocity, rad/s: S2 adds some and does not say how much. Seeds with which.
VELOCITY_NOISE, SEEDS = 0.05, tuple(range(8))
#: Gains of joint 2, from soft to stiff, N m/rad at the motor.
HOLDS = (0.01, 0.025, 0.08, 0.9)
#: Where the search for the PUMA's friction begins, at all joints: N m s/rad and N m.
GUESS = (5.0, 2.0)
FRICTION = ("joints.*.friction.viscous", "joints.*.friction.coulomb")
_TERMS = tuple(NAMES)


@dataclass(frozen=True, eq=False)
class MotorLinkRuns:
    """`clean`: by method; `noisy`: one for each seed; `held`: by the gain with which joint 2 is
    held, with how far it moves (rad), and the `full` regressor on the softest of them."""

    run: Run
    clean: Mapping[str, Fit]
    noisy: Sequence[Fit]
    held: Mapping[float, Fit]
    gives_way: Mapping[float, float]
    full: Fit
    soft: Run


@dataclass(frozen=True, eq=False)
class PumaRuns:
    """`truth`: with the tuned friction; `without` any; `tuned`: as found from currents. `top`: over
    the vertical, without and with play. `distortions`: of the right model and of a wrong one."""

    truth: Run
    without: Run
    log: Log
    tuned: Fit
    top: tuple[Run, Run]
    distortions: Mapping[str, Distortion]


@dataclass(frozen=True, eq=False)
class OtherRuns:
    """`composites`: found beside true values of what the SCARA's logs can tell."""

    scara: Fit
    composites: Array
    gear: Fit
    work: tuple[float, float]
    pushed: Run


def run_motor_link(tell: Tell) -> MotorLinkRuns:
    tell("one motor and link", 0.0)
    run = swinging(motor_link()).simulate()
    log = Log.from_run(run)
    clean: dict[str, Fit] = {
        method: joint(motor_link(), log, method=method, terms=_TERMS) for method in METHODS
    }
    noisy = [joint(motor_link(), _noisy(log, seed), terms=_TERMS) for seed in SEEDS]
    tell("a second link that is held", 0.15)
    runs = {gain: swinging(two_links(), (2.0, gain), 10).simulate() for gain in HOLDS}
    logs = {gain: Log.from_run(one) for gain, one in runs.items()}
    held = {gain: joint(two_links(), one, "joint1", terms=_TERMS) for gain, one in logs.items()}
    ways = {gain: float(np.abs(one["joint_position"][:, 1]).max()) for gain, one in logs.items()}
    full = rigid(two_links(), logs[HOLDS[0]], hold_back=0.0)
    return MotorLinkRuns(run, clean, noisy, held, ways, full, runs[HOLDS[0]])


def run_puma(tell: Tell) -> PumaRuns:
    tell("the PUMA's friction from its currents", 0.3)
    truth = turning(puma())
    log = measured(truth)
    guess = with_friction([GUESS[0]] * 3, [GUESS[1]] * 3)
    tuned = output_error(turning(puma(guess)), log, FRICTION, starts=2)
    tell("over the vertical, with and without play", 0.75)
    top = tuple(over_the_top(play=play).simulate() for play in (False, True))
    tell("model distortion", 0.85)
    excited = measured(exciting(puma()))
    free = list(with_friction(TUNED_VISCOUS, TUNED_COULOMB))
    wrong = with_friction((6.0, *TUNED_VISCOUS[1:]), TUNED_COULOMB)
    distortions = {
        "right": distortion(puma(), excited, free, noise=CURRENT_NOISE),
        "wrong": distortion(puma(wrong), excited, free, noise=CURRENT_NOISE),
    }
    without = turning(puma(with_friction([0.0] * 3, [0.0] * 3)))
    return PumaRuns(truth.simulate(), without.simulate(), log, tuned, (top[0], top[1]), distortions)


def run_others(tell: Tell) -> OtherRuns:
    tell("a SCARA, and a gear with play", 0.9)
    # All masses and inertias begin 30 % too small.
    robot = scara()
    small = tuple(
        link if link.inertia is None else dataclasses.replace(link, inertia=_smaller(link.inertia))
        for link in robot.links
    )
    found = link_by_link(dataclasses.replace(robot, links=small), scara_logs())
    known = found.combinations
    truth = known.matrix @ [element_value(robot, element) for element in known.elements]
    pushed = pushing(with_play()).simulate()
    log = Log.from_run(pushed)
    return OtherRuns(
        found,
        np.column_stack([known.values, truth]),
        two_encoders(with_play(), log),
        work_stiffness(with_play(), log),
        pushed,
    )


def _smaller(inertia: Inertia) -> Inertia:
    return Inertia.from_parameters(0.7 * inertia.parameters)


def _noisy(log: Log, seed: int) -> Log:
    data = log.data.copy(deep=True)
    shape = data["joint_velocity"].shape
    data["joint_velocity"] += VELOCITY_NOISE * np.random.default_rng(seed).normal(size=shape)
    return Log(data)
