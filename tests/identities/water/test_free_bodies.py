"""Free bodies in water against Kirchhoff's equations, Fossen's C_A and what fluids do."""

from __future__ import annotations

import dataclasses
import math

import casadi as cs
import numpy as np
import pytest
from scipy.integrate import quad

import armwright as aw
from armwright import Hull, Inertia
from armwright.blocks.disturbances import Current
from armwright.robot import rotation_about
from armwright.robot.spheroid import spheroid_added_mass
from armwright.system import Blocks, Recording
from tests.identities.water.bodies import added, cross, free_body

BODY = Inertia(3.0, np.array([0.05, -0.02, 0.03]), np.diag([0.04, 0.05, 0.06]))
CENTRE = np.array([0.1, -0.05, 0.02])


def twist_of_body() -> cs.Function:
    """ν (linear; angular, body axes, at the body's origin) and its slope by q̇: by hand from the
    pose."""
    q, v = cs.SX.sym("q", 6), cs.SX.sym("v", 6)

    def turn(axis: int, angle: cs.SX) -> cs.SX:
        c, s, R = cs.cos(angle), cs.sin(angle), cs.SX.eye(3)
        i, j = (axis + 1) % 3, (axis + 2) % 3
        R[i, i], R[j, j], R[i, j], R[j, i] = c, c, -s, s
        return R

    R = turn(2, q[3]) @ turn(1, q[4]) @ turn(0, q[5])
    rate = cs.reshape(cs.jtimes(cs.vec(R), q, v), 3, 3)
    spin = cs.mtimes(R.T, rate)
    omega = cs.vertcat(spin[2, 1], spin[0, 2], spin[1, 0])
    nu = cs.vertcat(cs.mtimes(R.T, v[:3]), omega)
    J = cs.jacobian(nu, v)
    return cs.Function("twist", [q, v], [nu, J, cs.jtimes(nu, q, v), R])


def test_added_inertia_is_kirchhoffs_with_fossens_matrix() -> None:
    """τ = Jᵀ (A ν̇ + C_A(ν) ν) for any motion; C_A of Fossen 2021, theorem 3.2."""
    A = added()
    hull = Hull(added_mass=A, centre=CENTRE)
    wet = aw.compile(free_body(hull, BODY))
    dry = aw.compile(free_body(Hull(), BODY))
    back = np.block([[np.eye(3), -cross(CENTRE)], [np.zeros((3, 3)), np.eye(3)]])
    A0 = back.T @ A @ back  # about the body's origin
    twist = twist_of_body()
    rng = np.random.default_rng(0)
    for _ in range(5):
        q, v, a = rng.normal(size=(3, 6))
        nu, J, drift, _ = (np.array(one) for one in twist(q, v))
        nu = nu.ravel()
        p, h = A0[:3] @ nu, A0[3:] @ nu
        C = np.block([[np.zeros((3, 3)), -cross(p)], [-cross(p), -cross(h)]])
        expected = J.T @ (A0 @ (J @ a + drift.ravel()) + C @ nu)
        assert abs(nu @ C @ nu) < 1e-12
        found = wet.inverse_dynamics(q, v, a) - dry.inverse_dynamics(q, v, a)
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-9)


def test_without_forces_impulse_and_energy_stay() -> None:
    """A body let go in water: Kirchhoff's equations keep p in space, and T."""
    A = added(5)
    robot = free_body(Hull(added_mass=A), BODY, gravity=np.zeros(3))
    signals = ("joint_position", "joint_velocity", "kinetic_energy")
    scenario = aw.Scenario(
        "drift",
        robot,
        2.0,
        start=aw.Start((0.0, 0.1, 0.2, 0.3, 0.4, 0.5), (0.3, -0.2, 0.1, 0.4, -0.3, 0.2), False),
        recording=Recording(signals, rate=50.0),
    )
    data = scenario.simulate().data
    twist = twist_of_body()
    c, m = BODY.centre, BODY.mass
    own = np.block([[m * np.eye(3), -m * cross(c)], [m * cross(c), np.eye(3)]])
    impulses = []
    for q, v in zip(data["joint_position"].values, data["joint_velocity"].values, strict=True):
        nu, _, _, R = (np.array(one) for one in twist(q, v))
        impulses.append((R @ (A + own)[:3] @ nu).ravel())
    drift = np.abs(np.array(impulses) - impulses[0]).max()
    assert drift < 2e-4 * np.abs(impulses[0]).max()
    energy = data["kinetic_energy"].values.ravel()
    assert np.ptp(energy) < 2e-4 * energy[0]
    assert np.ptp(data["joint_velocity"].values, axis=0).max() > 0.05  # it does tumble


def test_a_cylinder_in_oblique_translation_feels_munks_moment() -> None:
    """(A_n − A_a) v_a v_n about its middle; lost where added mass is only more mass."""
    L, R, rho = 0.8, 0.05, 1000.0
    hull = Hull(
        start=[-L / 2, 0, 0],
        end=[L / 2, 0, 0],
        radius=R,
        added_mass_coefficient=1.0,
        axial_added_mass_coefficient=0.1,
    )
    arm = aw.compile(free_body(hull, BODY, gravity=np.zeros(3)))
    angle, speed = 0.6, 0.7
    q, v = np.array([0, 0, 0, angle, 0, 0]), np.array([speed, 0, 0, 0, 0, 0])
    torque = arm.inverse_dynamics(q, v, np.zeros(6))
    displaced = rho * math.pi * R**2 * L
    along, across = speed * math.cos(angle), -speed * math.sin(angle)
    expected = 0.9 * displaced * along * across  # held against it: n = v × p
    assert torque[3] == pytest.approx(expected, rel=1e-12)
    assert np.abs(torque[:3]).max() < 1e-12


@pytest.mark.parametrize("ratio", [1.2, 2.0, 5.0, 10.0])
def test_a_spheroids_added_mass_is_lambs(ratio: float) -> None:
    """From the integrals over confocal surfaces (Lamb 1932, articles 114 and 115)."""
    b, rho = 0.2, 1000.0
    a = ratio * b
    mass = 4 / 3 * math.pi * rho * a * b * b

    def integral(along: float, across: float) -> float:
        def shell(s: float) -> float:
            return (a * a + s) ** -along * (b * b + s) ** -across

        return float(a * b * b * quad(shell, 0, np.inf, epsabs=1e-12, epsrel=1e-10)[0])

    alpha, beta = integral(1.5, 1.0), integral(0.5, 2.0)
    gap, both = b * b - a * a, b * b + a * a
    turning = mass / 5 * gap**2 * (alpha - beta) / (2 * gap + both * (beta - alpha))
    expected = [mass * k / (2 - k) for k in (alpha, beta, beta)] + [0.0, turning, turning]
    np.testing.assert_allclose(spheroid_added_mass(a, b, rho), expected, rtol=1e-7)


def test_a_nearly_round_spheroid_is_a_sphere() -> None:
    near, sphere = spheroid_added_mass(0.2003, 0.2, 1000.0), spheroid_added_mass(0.2, 0.2, 1000.0)
    np.testing.assert_allclose(near[:3], sphere[:3], rtol=5e-3)
    with pytest.raises(aw.InputError, match="not a long spheroid"):
        spheroid_added_mass(0.1, 0.2, 1000.0)


def floating(**fields: object) -> aw.Robot:
    """A neutrally buoyant body, its centres together."""
    volume = 0.003
    inertia = dataclasses.replace(BODY, mass=1000.0 * volume)
    hull = Hull(volume=volume, centre=inertia.centre, added_mass=added(), **fields)  # type: ignore[arg-type]
    return free_body(hull, inertia)


def test_neutrally_buoyant_bodies_stay_put() -> None:
    arm = aw.compile(floating())
    q = np.random.default_rng(2).normal(size=(20, 6))
    np.testing.assert_allclose(arm.gravity(q), 0.0, atol=1e-12)
    assert np.ptp(arm.energy(q, np.zeros((20, 6))).potential) < 1e-12
    heavier = aw.compile(dataclasses.replace(floating(), water_density=900.0))
    np.testing.assert_allclose(heavier.gravity(q)[:, 2], 0.1 * 3.0 * 9.81, rtol=1e-12)


def test_buoyancy_is_the_slope_of_the_potential_and_rights_a_body() -> None:
    hull = Hull(volume=0.004, centre=[0.0, 0.0, 0.1])
    inertia = Inertia(4.0, np.zeros(3), np.diag([0.04, 0.05, 0.06]))
    arm = aw.compile(free_body(hull, inertia))
    pitch = 0.3
    q = np.array([0, 0, 0, 0, pitch, 0])
    assert arm.gravity(q)[4] == pytest.approx(4.0 * 9.81 * 0.1 * math.sin(pitch), rel=1e-12)
    step = np.array([0, 0, 0, 0, 1e-6, 0])
    slope = np.diff(arm.energy(np.stack([q - step, q + step]), np.zeros(6)).potential) / 2e-6
    assert slope[0] == pytest.approx(arm.gravity(q)[4], rel=1e-7)


@pytest.mark.parametrize("drag", [0.0, 8.0])
def test_what_floats_goes_with_the_current(drag: float) -> None:
    """(m + A)(v̇ − u̇) = 0 for a neutrally buoyant body: it moves as the water does, which is
    lost if the added mass feels absolute accelerations or u̇ does not pull."""
    wave = Current(velocity=[0.2, 0.0, -0.1], amplitude=[0.3, 0.1, 0.0], frequency=0.5)
    start = aw.Start((0.0,) * 3 + (0.3, 0.2, 0.1), (0.2, 0.0, -0.1, 0, 0, 0), False)
    scenario = aw.Scenario(
        "adrift",
        floating(drag=[drag] * 3),
        3.0,
        start=start,
        blocks=Blocks(disturbances=(wave,)),
        recording=Recording(("joint_position", "joint_velocity", "current_velocity"), rate=50.0),
    )
    data = scenario.simulate().data
    gone = data["joint_velocity"].values[:, :3] - data["current_velocity"].values
    assert np.abs(gone).max() < 1e-6
    assert np.abs(data["joint_velocity"].values[:, 3:]).max() < 1e-6
    assert np.ptp(data["current_velocity"].values[:, 0]) > 0.5


def test_a_turned_link_has_a_turned_hull() -> None:
    pose = aw.Pose(rotation_about([1.0, 0, 0], math.pi / 2), np.array([0.1, 0.2, 0.3]))
    hull = Hull(drag=[1.0, 2.0, 3.0], added_mass=[1.0, 2, 3, 4, 5, 6], centre=[0.0, 1.0, 0.0])
    turned = hull.seen_from(pose)
    np.testing.assert_allclose(turned.drag, [1, 3, 2], atol=1e-12)
    np.testing.assert_allclose(np.diag(turned.added_matrix), [1, 3, 2, 4, 6, 5], atol=1e-12)
    np.testing.assert_allclose(turned.buoyancy_centre, [0.1, 0.2, 1.3], atol=1e-12)
