"""The arm along its nominal motion: exact derivatives, and a nominal motion that is a solution."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pinocchio as pin
import pytest

from armwright import load_scenario
from armwright.simulation.perturbation.inertial_torque import InertialTorque
from armwright.system.system import System
from tests.support.perturbation import line, linearised
from tests.support.pinocchio_model import to_pinocchio

RIGID = {"fidelity.joints": "rigid"}


def inertia_of(system: System) -> InertialTorque:
    return InertialTorque(system.plant, system.conserved(), system.setup.name)


def states(size: int, count: int = 5) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    draw = np.random.default_rng(3).normal
    return draw(size=(count, size)), draw(size=(count, size)), draw(size=(count, size))


@pytest.mark.parametrize("name", ["six-axis-line", "rx90b/line"])
def test_against_finite_differences(name: str) -> None:
    """rx90b has a spring between two bodies, which the linearisation has to know."""
    inertia = inertia_of(System(load_scenario(name).changed(RIGID)))
    x, v, a = states(6)
    found = inertia.derivatives(x, v, a)
    step = 1e-5
    for k, shift in enumerate(step * np.eye(6)):
        by_x = (inertia.torque(x + shift, v, a) - inertia.torque(x - shift, v, a)) / (2 * step)
        by_v = (inertia.torque(x, v + shift, a) - inertia.torque(x, v - shift, a)) / (2 * step)
        by_a = (inertia.torque(x, v, a + shift) - inertia.torque(x, v, a - shift)) / (2 * step)
        scale = np.abs(found.stiffness).max()
        np.testing.assert_allclose(found.stiffness[..., k], by_x, atol=1e-6 * scale)
        np.testing.assert_allclose(found.damping[..., k], by_v, atol=1e-6 * scale)
        np.testing.assert_allclose(found.mass[..., k], by_a, atol=1e-6 * scale)


def test_against_pinocchio() -> None:
    scenario = line(RIGID)
    robot = scenario.robot
    found = inertia_of(System(scenario)).derivatives(*states(6))
    peer = to_pinocchio(robot)
    gear = np.array(robot.gear_matrix)
    rotors = gear.T @ np.diag([joint.drive.motor_inertia for joint in robot.moving_joints]) @ gear
    for k, (x, v, a) in enumerate(zip(*states(6), strict=True)):
        theirs = [peer.theirs(one) for one in (x, v, a)]
        by_x, by_v, mass = pin.computeRNEADerivatives(peer.model, peer.data, *theirs)
        mass = np.triu(mass) + np.triu(mass, 1).T
        np.testing.assert_allclose(found.stiffness[k], peer.ours(by_x), atol=1e-10)
        np.testing.assert_allclose(found.damping[k], peer.ours(by_v), atol=1e-10)
        np.testing.assert_allclose(found.mass[k], peer.ours(mass) + rotors, atol=1e-10)


def test_a_spring_between_bodies_helps_to_carry() -> None:
    """What it exerts on the joints is not needed from the motors."""
    scenario = load_scenario("rx90b/line")
    system = System(scenario)
    (signal,) = system.conservative()
    spring = cs.Function("spring", [system.plant.x], [system.circuit.value(signal)])
    bare = inertia_of(System(scenario.with_blocks(compensators=())))
    for x, v, a in zip(*states(6), strict=True):
        exerted = np.asarray(spring(x)).ravel()
        assert np.abs(exerted).max() > 10
        both = inertia_of(system).torque(x, v, a), bare.torque(x, v, a) - exerted
        np.testing.assert_allclose(*both, atol=1e-9)


@pytest.mark.crosscheck
@pytest.mark.parametrize(
    "changes", [RIGID, pytest.param({}, marks=pytest.mark.crosscheck, id="flexible")]
)
def test_nominal_motion_is_a_solution(changes: dict[str, str]) -> None:
    """At the nodes the linear model needs the torque of the arm itself; elsewhere nearly."""
    model = linearised(line(changes))
    nominal, inertia = model.tables.nominal, model.inertia
    arrangement = inertia.plant.arrangement
    for part, allowed in ((1 / 3, 1e-12), (0.5, 1e-3)):
        ticks = (np.arange(nominal.intervals) + part) * nominal.every
        q, v, a = nominal.at(nominal.interval(ticks), np.full(nominal.intervals, part))
        motors = (a @ arrangement.gears.matrix.T)[:, list(arrangement.flexible)]
        a = np.concatenate([a, motors], axis=1)
        actual = inertia.torque(q, v, a)[:, : inertia.axes]
        linear = model.tables.torque(ticks, q, v, a)
        assert np.abs(actual - linear).max() < allowed * np.abs(actual).max()


@pytest.mark.crosscheck
def test_nominal_motion_follows_the_reference() -> None:
    """Through position, velocity and acceleration of the reference at the points."""
    scenario = line({"recording.signals": ["reference_joint_position", "reference_joint_velocity"]})
    run = scenario.simulate()
    nominal = linearised(scenario).tables.nominal
    stride = nominal.every // round(1e-3 / scenario.tick)
    count = nominal.intervals
    q, v, _ = nominal.at(np.arange(count), np.zeros(count))
    here = run.data.isel(time=slice(0, count * stride, stride))
    np.testing.assert_allclose(q, here["reference_joint_position"], atol=1e-12)
    np.testing.assert_allclose(v, here["reference_joint_velocity"], atol=1e-12)
    # Its velocity is the slope of its position, and ends where the next interval begins.
    step = 1e-4
    ahead, _, _ = nominal.at(np.arange(count), np.full(count, 0.5 + step))
    behind, _, _ = nominal.at(np.arange(count), np.full(count, 0.5 - step))
    _, middle, _ = nominal.at(np.arange(count), np.full(count, 0.5))
    np.testing.assert_allclose((ahead - behind) / (2 * step * nominal.period), middle, atol=1e-7)
    ends = nominal.at(np.arange(count - 1), np.ones(count - 1))
    starts = nominal.at(np.arange(1, count), np.zeros(count - 1))
    for end, start in zip(ends, starts, strict=True):
        np.testing.assert_allclose(end, start, atol=1e-9)


@pytest.mark.crosscheck
def test_nominal_motion_at_the_end() -> None:
    """The last interval may be longer than the run, which may end in mid-motion."""
    scenario = line({**RIGID, "recording.signals": ["reference_joint_position"]}, duration=1.503)
    reference = scenario.simulate().data["reference_joint_position"].values
    nominal = linearised(scenario, points=40).tables.nominal
    assert scenario.ticks % nominal.every
    ticks = np.arange(len(reference)) * (1e-3 / scenario.tick)
    q, _, _ = nominal.at_ticks(ticks[-30:])
    np.testing.assert_allclose(q, reference[-30:], atol=1e-5)
