"""The arms, their experiments and their fits."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from armwright.blocks.catalogue import find
from armwright.identify.frequency import (
    ElasticFit,
    MeasuredResponse,
    StructureCandidate,
    choose_structure,
    elastic,
    response_experiments,
)
from armwright.identify.frequency.averages import response_of
from armwright.identify.frequency.experiments import taken
from armwright.identify.frequency.spectra import PeriodSpectra, grouped, spectra_of
from armwright.progress import Tell
from armwright.robot import ElasticAxis, Robot
from armwright.robot.changing import changed
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Run
from armwright.studies.elastic.estimators import NoisyLoop, noisy_loops

#: Springs of the six-axis arm, N m/rad and N m s/rad at the joint: assumed. The gears of joints 2
#: and 3 stiffen.
GEARS = {"LA": (2.2e4, 1.5e9, 22.0), "J2": (1.4e4, 1e9, 9.0)}
AXES = {
    ("foundation", "rx"): (8e4, 80.0),
    ("foundation", "ry"): (7e4, 70.0),
    ("J2", "rx"): (9e3, 6.0),
    ("J2", "ry"): (1e4, 7.0),
    ("UA", "rx"): (1.2e4, 4.0),
}
#: Which of the axes each structure has beside its gears; the truth has one more than c.
STRUCTURES: Mapping[str, int] = {"a": 0, "b": 2, "c": 4}
#: rad: three of those in which S4 would have measured; assumed.
CONFIGURATIONS = np.array(
    [
        [0.0, 1.2, -0.4, 0.3, 0.6, 0.2],
        [0.5, 0.6, 0.6, -0.8, -0.9, 0.5],
        [-0.4, 1.9, -0.2, 0.9, 1.2, -0.6],
    ]
)
#: N m at the motors; rad of the slow motion against stiction, at the joints.
AMPLITUDES = np.array([0.06, 0.06, 0.05, 0.025, 0.02, 0.02])
BIAS = 0.05
COULOMB = np.array([0.005, 0.005, 0.004, 0.0015, 0.0015, 0.001])
VISCOUS = np.array([2e-4, 2e-4, 1.5e-4, 6e-5, 6e-5, 5e-5])
#: rad and rad/s of the encoders.
NOISE = (2e-5, 0.02)
#: N m at the motor of the arm of four masses, and dry friction in one of its experiments.
ONE_AXIS, ONE_COULOMB = 1.0, 0.3


#: What is found: of gears that stiffen the slope at rest; by how much they do is known.
FREE = (
    "joints.*.drive.stiffness",
    "joints.*.drive.damping",
    "joints.*.spring.a0",
    "joints.*.spring.damping",
    "elastic.*",
)


@dataclass(frozen=True, eq=False)
class SixAxes:
    """The arm of six axes. `spectra` of all experiments, `structures` ranked over all
    configurations, `local` fits of a and b to the first."""

    truth: Robot
    spectra: Sequence[PeriodSpectra]
    responses: Sequence[MeasuredResponse]
    structures: Mapping[str, StructureCandidate]
    ranking: tuple[str, ...]
    local: Mapping[str, ElasticFit]


@dataclass(frozen=True, eq=False)
class OneAxis:
    """The arm of four masses. `tangent`, `statistical`: its gear by either linearisation, its
    law known but for k_low; `smooth`, `dry`: all springs, without and with dry friction; `loops`:
    all estimators in noise, in loops of low and high gain, and in dry friction."""

    scenario: Scenario
    tangent: ElasticFit
    statistical: ElasticFit
    smooth: ElasticFit
    dry: ElasticFit
    loops: Mapping[str, NoisyLoop]


@dataclass(frozen=True, eq=False)
class ElasticRuns:
    six: SixAxes
    one: OneAxis
    run: Run


def truth() -> Robot:
    """Six axes on elastic gears, two of which stiffen, an elastic foundation, links that bend."""
    robot = load_scenario("six-axis-line").robot
    changes: dict[str, object] = {}
    for k, (dry, viscous) in enumerate(zip(COULOMB, VISCOUS, strict=True)):
        friction = {"law": "coulomb", "coulomb": float(dry), "viscous": float(viscous)}
        changes[f"joints.{k + 1}.friction"] = friction
    for joint, (a0, a2, damping) in GEARS.items():
        changes[f"joints.{joint}.stiffness"] = None
        changes[f"joints.{joint}.damping"] = None
        spring = {"law": "cubic", "a0": a0, "a2": a2, "damping": damping}
        changes[f"joints.{joint}.spring"] = spring
    return with_axes(changed(robot, changes), len(AXES))


def with_axes(robot: Robot, count: int) -> Robot:
    """The first so many of the axes."""
    axes = [
        ElasticAxis(at=at, axis=axis, spring={"stiffness": k, "damping": d})  # type: ignore[arg-type]
        for (at, axis), (k, d) in list(AXES.items())[:count]
    ]
    return dataclasses.replace(robot, elastic=tuple(axes))


def iso_path(robot: Robot) -> Scenario:
    """The large circle of ISO 9283 on a test plane in front of the arm, at 0.3 m/s."""
    base = load_scenario("six-axis-line")
    circle = find("reference", "iso9283_path")(
        name="reference",
        rate=1000.0,
        shape="circle",
        cube_centre=[0.52, 0.0, 0.5],
        cube_side=0.16,
        posture=[-20, 110, -30, 0, 20, 0],
        degrees=True,
        position_only=True,
        speed=0.3,
        acceleration=1.5,
    )
    return dataclasses.replace(
        base, robot=robot, duration=4.0, blocks=dataclasses.replace(base.blocks, reference=circle)
    )


def run_all(tell: Tell) -> ElasticRuns:
    six = _six(tell)
    tell("the arm of four masses", 0.75)
    one = _one()
    path = load_scenario("one-axis/four-mass").simulate()
    return ElasticRuns(six, one, path)


def _six(tell: Tell) -> SixAxes:
    robot = truth()
    base = load_scenario("six-axis-line")
    encoder = find("sensor", "encoder")(
        name="encoder", rate=4000.0, noise=NOISE[0], velocity_noise=NOISE[1]
    )
    scenario = dataclasses.replace(
        base, robot=robot, blocks=dataclasses.replace(base.blocks, sensors=(encoder,))
    )
    plan = response_experiments(
        scenario,
        CONFIGURATIONS,
        AMPLITUDES,
        period=4.0,
        band=(1.5, 60.0),
        lines=60,
        periods=2,
        realisations=2,
        bias=BIAS,
    )
    # Of each log its spectra are kept: records of every tick are long.
    spectra = taken(
        plan,
        lambda log: spectra_of(robot, log, {}, None),
        lambda done, of: tell("six axes, multisines in closed loop", 0.5 * done / of),
    )
    responses = [response_of(group) for group in grouped(spectra)]
    tell("six axes, three structures", 0.5)
    candidates = {name: with_axes(robot, count) for name, count in STRUCTURES.items()}
    ranked = choose_structure(candidates, responses, path=iso_path(robot), free=FREE)
    local = choose_structure({name: candidates[name] for name in "ab"}, responses[:1], free=FREE)
    return SixAxes(
        robot,
        spectra,
        responses,
        {one.name: one for one in ranked},
        tuple(one.name for one in ranked),
        {one.name: one.fit for one in local},
    )


def _one() -> OneAxis:
    scenario = load_scenario("one-axis/four-mass")
    scenario = dataclasses.replace(
        scenario, blocks=dataclasses.replace(scenario.blocks, disturbances=())
    )
    robot, frictions = scenario.robot, scenario.frictions
    known = ["joints.axis.drive.spring.k_low"]
    springs = [*known, "joints.axis.drive.spring.damping", "elastic.*"]
    (clean,) = _answered(scenario, {})
    tangent, statistical = (
        elastic(robot, [clean], free=known, springs=way, frictions=frictions, compared="complex")
        for way in ("tangent", "statistical")
    )
    smooth = elastic(robot, [clean], free=springs, frictions=frictions, springs="statistical")
    rough = scenario.changed({"joints.axis.drive.friction.coulomb": ONE_COULOMB})
    (held,) = _answered(rough, {"bias": 0.01})
    dry = elastic(robot, [held], free=springs, frictions=frictions, springs="statistical")
    loops = noisy_loops(scenario, ONE_AXIS, ONE_COULOMB)
    return OneAxis(scenario, tangent, statistical, smooth, dry, loops)


def _answered(scenario: Scenario, options: Mapping[str, object]) -> list[MeasuredResponse]:
    spectra = _spectra(scenario, {"periods": 1, "realisations": 4, **options})
    return [response_of(group) for group in grouped(spectra)]


def _spectra(scenario: Scenario, options: Mapping[str, object]) -> list[PeriodSpectra]:
    plan = response_experiments(
        scenario,
        [[0.0]],
        ONE_AXIS,
        period=10.0,
        band=(1.0, 60.0),
        lines=120,
        **options,  # type: ignore[arg-type]
    )
    return taken(plan, lambda log: spectra_of(scenario.robot, log, {}, None))
