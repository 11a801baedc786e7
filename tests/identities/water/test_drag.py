"""Drag along wet links: analytic decay, energy, quadrature in space, light links."""

from __future__ import annotations

import dataclasses
import math

import casadi as cs
import numpy as np
import pytest
from scipy.integrate import quad

import armwright as aw
from armwright import Hull, Inertia
from armwright.blocks.disturbances import JointTorque
from armwright.multibody.hydrodynamics import _moments
from armwright.system import Recording
from tests.identities.water.bodies import free_body, swinging

L, R, RHO = 0.7, 0.03, 1025.0
ROD = Inertia(1.5, np.array([L / 2, 0, 0]), np.diag([1e-3, 0.06, 0.06]))
CYLINDER = Hull(end=[L, 0, 0], radius=R, drag_coefficient=1.1, added_mass_coefficient=1.0)
STILL = {"water_density": RHO, "gravity": np.zeros(3)}


def test_a_swinging_cylinder_slows_down_as_its_formula_says() -> None:
    """I θ̈ = −k|θ̇|θ̇, k = ρ R C_d L⁴/4: θ̇ = ω/(1 + k ω t/I)."""
    start = aw.Start((0.0,), (3.0,), False)
    recording = Recording(("joint_velocity", "joint_position", "drag_torque"), rate=100.0)
    robot = swinging(CYLINDER, ROD, **STILL)
    data = aw.Scenario("swing", robot, 4.0, start=start, recording=recording).simulate().data
    k = RHO * R * 1.1 * L**4 / 4
    inertia = 0.06 + 1.5 * (L / 2) ** 2 + RHO * math.pi * R**2 * L**3 / 3
    t = data["time"].values
    speed = 3.0 / (1 + k * 3.0 * t / inertia)
    np.testing.assert_allclose(data["joint_velocity"].values[:, 0], speed, rtol=2e-5)
    angle = inertia / k * np.log1p(k * 3.0 * t / inertia)
    np.testing.assert_allclose(data["joint_position"].values[:, 0], angle, rtol=2e-5)
    np.testing.assert_allclose(data["drag_torque"].values[:, 0], -k * speed**2, rtol=1e-4)


def shares(a: np.ndarray, b: np.ndarray, points: int) -> np.ndarray:
    pairs = [tuple(map(cs.SX, one)) for one in (a.tolist(), b.tolist())]
    whole, first = _moments(pairs[0], pairs[1], points)
    return np.array([float(one) for one in (*whole, *first)])


def exact(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    def flow(s: float, k: int, power: int) -> float:
        v = a + s * b
        return float(s**power * np.linalg.norm(v) * v[k])

    slow = [float(np.clip(-a @ b / (b @ b), 0, 1))]
    kinds = [(0, 0), (1, 0), (0, 1), (1, 1)]
    return np.array(
        [quad(flow, 0, 1, args=kind, points=slow, epsabs=1e-13, limit=200)[0] for kind in kinds]
    )


def test_quadrature_in_space() -> None:
    """In one direction two points are exact; in space three are right to a few thousandths of the
    largest force even where water streams past almost both ways, eight to 1e-4."""
    rng = np.random.default_rng(4)
    worst = {2: 0.0, 3: 0.0, 8: 0.0}
    for _ in range(60):
        b = rng.normal(size=2)
        a = -rng.uniform(-0.5, 1.5) * b + 10 ** rng.uniform(-3, 0) * rng.normal(size=2)
        scale = np.linalg.norm(np.abs(a) + np.abs(b)) ** 2
        truth = exact(a, b)
        for points in worst:
            gap = np.abs(shares(a, b, points) - truth).max() / scale
            worst[points] = max(worst[points], gap)
    assert worst[2] < 5e-3 and worst[3] < 1.2e-3 and worst[8] < 5e-5
    line = np.array([0.6, 0.8])
    for turn in (-0.3, 0.0, 0.4, 1.0, 1.7):
        a, b = -turn * 2.0 * line, 2.0 * line
        np.testing.assert_allclose(shares(a, b, 2), exact(a, b), atol=1e-12)


@pytest.mark.crosscheck
def test_drag_takes_energy_out_and_lift_none() -> None:
    """P = τ·q̇ in every direction of motion, from the joints' torques of a free cylinder."""
    rng = np.random.default_rng(0)
    inertia = Inertia(2.0, np.zeros(3), np.diag([0.1, 0.2, 0.3]))
    q, v = rng.normal(size=(2, 50, 6))
    hulls = {
        "drag": CYLINDER,
        "axial": dataclasses.replace(CYLINDER, drag_coefficient=0, axial_drag_coefficient=0.02),
        "lift": dataclasses.replace(CYLINDER, drag_coefficient=0, lift_coefficient=0.3),
        "capsule": dataclasses.replace(CYLINDER, round_ends=True),
        "box": Hull(box=[0.2, 0.3, 0.4], drag_coefficient=1.0, added_mass_coefficient=0.5),
        "given": Hull(drag=[1.0, 2, 3], linear_drag=[0.1, 0.2, 0.3], turning_drag=[1.0, 1, 1]),
    }
    for name, hull in hulls.items():
        without = dataclasses.replace(
            hull,
            **{
                one: 0 * getattr(hull, one) for one in hull.stated if "drag" in one or "lift" in one
            },
        )
        arms = [aw.compile(free_body(one, inertia, **STILL)) for one in (hull, without)]
        torques = [arm.inverse_dynamics(q, v, np.zeros(6)) for arm in arms]
        extra = torques[0] - torques[1]
        power = np.einsum("ij,ij->i", extra, v)
        assert np.abs(extra).max() > 1e-3, name
        if name == "lift":
            assert np.abs(power).max() < 1e-10
        else:
            assert power.min() > 0, name


@pytest.mark.crosscheck
def test_energy_stays_without_drag_and_falls_with_it() -> None:
    """A wet arm in space, let go under gravity."""
    robot = aw.load("reach_alpha5")
    joints = tuple(dataclasses.replace(joint, drive=None) for joint in robot.joints)
    robot = dataclasses.replace(robot, joints=joints)
    start = aw.Start((0.4, 1.0, 0.7, 0.2), (1.0, -2.0, 2.0, 4.0), False)
    recording = Recording(("kinetic_energy", "potential_energy"), rate=100.0)

    def energy(drag: bool) -> np.ndarray:
        own = robot
        if not drag:
            hulls = {
                link.name: link.hull and dataclasses.replace(link.hull, drag=np.zeros(3))
                for link in robot.links
            }
            links = tuple(dataclasses.replace(one, hull=hulls[one.name]) for one in robot.links)
            own = dataclasses.replace(robot, links=links)
        scenario = aw.Scenario("fall", own, 0.5, start=start, recording=recording)
        data = scenario.changed({"integration.steps": 4}).simulate().data
        return (data["kinetic_energy"] + data["potential_energy"]).values.ravel()

    kept, lost = energy(False), energy(True)
    assert np.ptp(kept) < 2e-6
    assert (np.diff(lost) < 2e-9).all() and lost[0] - lost[-1] > 1e-3


@pytest.mark.parametrize("coefficient", [10.0, 100.0])
def test_links_with_more_added_than_dry_mass_are_stable_at_1_ms(coefficient: float) -> None:
    """Added mass ten and a hundred times the dry mass: it is in the mass matrix, so that no
    acceleration lags behind."""
    robot = aw.load("underwater_two_link")
    hull = dataclasses.replace(
        robot.link("link1").hull or Hull(), added_mass_coefficient=coefficient
    )
    light = Inertia(2.01, np.array([0.5, 0, 0]), np.diag([1e-3, 0.167, 0.167]))
    links = tuple(
        one if one.hull is None else dataclasses.replace(one, inertia=light, hull=hull)
        for one in robot.links
    )
    start = aw.Start((0.0, 1.0), (1.0, -2.0), False)
    scenario = aw.Scenario(
        "light",
        dataclasses.replace(robot, links=links),
        5.0,
        tick=1e-3,
        start=start,
        recording=Recording(("kinetic_energy",), rate=100.0),
    )
    energy = scenario.changed({"integration.steps": 1}).simulate().data["kinetic_energy"].values
    assert (np.diff(energy.ravel()) < 0).all()


@pytest.mark.parametrize("method", ["midpoint", pytest.param("rk4", marks=pytest.mark.crosscheck)])
def test_the_energy_balance_closes_with_the_loss_by_drag(method: str) -> None:
    """S2's arm, pushed: what is not stored has gone into friction and into the water."""
    names = ("kinetic_energy", "friction_loss", "damping_loss", "drag_loss", "motor_work")
    push = JointTorque(torque=[1.0, -0.5], end=0.5)
    recording = Recording((*names, "potential_energy", "joint_velocity", "drag_torque"), 1000.0)
    scenario = aw.Scenario(
        "pushed",
        aw.load("underwater_two_link"),
        2.0,
        start=aw.Start((0.1, 0.7), (0.5, -1.5), False),
        fidelity=aw.Fidelity(friction=method != "rk4"),
        blocks=aw.Blocks(disturbances=(push,)),
        recording=recording,
    )
    run = scenario.changed({"integration.method": method, "integration.steps": 4}).simulate()
    data = {str(name): one.values for name, one in run.data.data_vars.items()}
    t, v = run.data["time"].values, data["joint_velocity"]
    pushed = np.where(t < 0.5 - 1e-9, 1.0, 0.0) * (v @ [1.0, -0.5])
    work = np.concatenate([[0.0], np.cumsum((pushed[1:] + pushed[:-1]) / 2 * np.diff(t))])
    lost = data["friction_loss"].ravel() + data["drag_loss"].ravel()
    left = data["kinetic_energy"].ravel() - data["kinetic_energy"].ravel()[0] + lost - work
    assert np.abs(left).max() < 5e-4 * lost[-1]  # the edge of the push, by the trapezoidal rule
    power = -(data["drag_torque"] * v).sum(axis=1)
    assert data["drag_loss"].ravel()[-1] == pytest.approx(np.trapezoid(power, t), rel=1e-5)
    assert data["drag_loss"].ravel()[-1] > 0.2 * lost[-1]
    assert (np.diff(data["drag_loss"].ravel()) >= 0).all()


def test_a_dry_arm_has_no_loss_by_drag() -> None:
    recording = Recording(("drag_loss",), 100.0)
    scenario = aw.Scenario("dry", aw.load("scara"), 0.1, recording=recording)
    with pytest.raises(aw.InputError, match="there is no signal 'drag_loss' to record"):
        scenario.simulate()


def test_a_turning_box_feels_its_faces_in_strips() -> None:
    """Against integrals over the faces, and the inertia of the water that the box displaces."""
    a, b, c, C_d, C_a = 0.2, 0.3, 0.5, 1.2, 0.7
    hull = Hull(box=[a, b, c], drag_coefficient=C_d, added_mass_coefficient=C_a)
    inertia = Inertia(2.0, np.zeros(3), np.diag([0.1, 0.2, 0.3]))
    wet, dry = (aw.compile(free_body(one, inertia, **STILL)) for one in (hull, Hull()))
    rest = np.zeros(6)
    edges = {"yaw": (3, c, a, b), "pitch": (4, b, a, c), "roll": (5, a, b, c)}
    for joint, along, one, two in edges.values():
        v = np.zeros(6)
        v[joint] = 0.8

        def moment(edge: float, along: float = along) -> float:
            return float(quad(lambda y: RHO / 2 * C_d * along * (0.8 * y) ** 2 * y, 0, edge / 2)[0])

        torque = wet.inverse_dynamics(rest, v, rest)
        assert torque[joint] == pytest.approx(2 * (moment(one) + moment(two)), rel=1e-9)
        added = wet.mass_matrix(rest)[joint, joint] - dry.mass_matrix(rest)[joint, joint]
        assert added == pytest.approx(C_a * RHO * a * b * c * (one**2 + two**2) / 12, rel=1e-9)


def test_more_strips_are_nearer_in_space_and_the_same_in_a_plane() -> None:
    inertia = Inertia(2.0, np.zeros(3), np.diag([0.1, 0.2, 0.3]))
    slanted = dataclasses.replace(CYLINDER, end=[0.4, 0.3, 0.5])
    q, v = np.random.default_rng(5).normal(size=(2, 6))

    def drag(robot: aw.Robot, strips: int, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        plant = aw.Plant(robot, aw.Fidelity(strips=strips))
        column = cs.vertcat(*map(cs.SX, plant.drag()))
        return np.array(cs.Function("drag", [plant.x, plant.v], [column])(q, v)).ravel()

    body = free_body(slanted, inertia, **STILL)
    exact = drag(body, 16, q, v)
    gaps = [np.abs(drag(body, n, q, v) - exact).max() for n in (2, 4, 8)]
    assert gaps[0] > 3 * gaps[1] > 9 * gaps[2]
    planar = aw.load("underwater_two_link")
    two, many = (drag(planar, n, np.array([0.3, 0.8]), np.array([1.0, -2.0])) for n in (2, 9))
    np.testing.assert_allclose(two, many, rtol=1e-12)
    for wrong in (1, 17, 2.5, True):
        with pytest.raises(aw.InputError, match="'strips' is out of range"):
            aw.Fidelity(strips=wrong)  # type: ignore[arg-type]


def test_strips_are_a_setting_of_scenarios() -> None:
    scenario = aw.load_scenario("underwater/pushed").changed({"fidelity.strips": 5})
    assert scenario.fidelity.strips == 5
    with pytest.raises(aw.InputError, match="strips"):
        scenario.changed({"fidelity.strips": 40})
