"""The library's robots against the equations and tables of their sources."""

from __future__ import annotations

import tomllib
from math import cos, pi, sin

import numpy as np
import pytest

from armwright.robot import library_names, load
from armwright.robot.loading import library_file

POSES = np.random.default_rng(5).uniform(-2, 2, (10, 3))


def numbers(table, path=()):
    """Paths of all numbers in a file, with items of lists under their names."""
    for key, value in table.items() if isinstance(table, dict) else enumerate(table):
        if isinstance(value, dict):
            name = value.get("name", value.get("joint", key))
            yield from numbers(value, (*path, str(name)))
        elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
            yield from numbers(value, (*path, str(key)))
        elif isinstance(value, list | int | float) and not isinstance(value, bool):
            yield ".".join((*path, str(key)))


@pytest.mark.parametrize("name", library_names())
def test_every_number_is_published_or_assumed(name):
    robot = load(name)
    with library_file(name).open("rb") as file:
        table = tomllib.load(file)
    for path in numbers(table):
        source = robot.source_of(path)
        assert source is not None, path
        assert source.startswith(("published: ", "assumed: ")), (path, source)


def test_the_most_exact_source_counts():
    panda = load("panda")
    assert "arbitrary" in panda.source_of("links.link1.centre")
    assert "Gaz" in panda.source_of("links.link2.centre")
    assert panda.source_of("wheels") is None


@pytest.mark.parametrize("name", library_names())
def test_motors_can_lift_the_arm(name, dynamics_of):
    """Where drives and limits are given, they hold the arm in its worst of many poses."""
    robot = load(name)
    rng = np.random.default_rng(0)
    worst = np.zeros(len(robot.joint_names))
    for _ in range(50):
        q = [
            rng.uniform(max(joint.limits.lower, -pi), min(joint.limits.upper, pi))
            for joint in robot.moving_joints
        ]
        worst = np.maximum(worst, np.abs(dynamics_of(robot, q)[1]))
    for joint, torque in zip(robot.moving_joints, worst, strict=True):
        assert torque <= 0.8 * joint.limits.effort, joint.name
        drive = joint.drive
        if drive is not None and drive.torque_limit is not None:
            assert torque <= 0.8 * drive.torque_limit * abs(drive.gear_ratio), joint.name


@pytest.mark.parametrize("name", library_names())
def test_mass_matrices_are_positive_definite(name, dynamics_of):
    robot = load(name)
    for q in np.random.default_rng(1).uniform(-1, 1, (20, len(robot.joint_names))):
        M, _ = dynamics_of(robot, q)
        drives = [joint.drive for joint in robot.moving_joints]
        motors = np.diag([0.0 if drive is None else drive.motor_inertia for drive in drives])
        M += robot.gear_matrix.T @ motors @ robot.gear_matrix
        assert np.linalg.eigvalsh(M).min() > 0


@pytest.mark.parametrize("q", POSES)
def test_puma560_armstrong3_is_s2s_fortran_program(q, dynamics_of):
    """S2, appendix C.1; its COEF is -M."""
    robot = load("puma560_armstrong3")
    M, g = dynamics_of(robot, q)
    M += np.diag(
        [joint.drive.motor_inertia * joint.drive.gear_ratio**2 for joint in robot.joints[:3]]
    )
    S1, C1, S2, C2 = sin(q[1]), cos(q[1]), sin(q[1] + q[2]), cos(q[1] + q[2])
    way2, way3 = -6e-3 * S1 + 6.8e-2 * C1, 0.4318 * C1 + 0.244 * S2
    coef = np.zeros((3, 3))
    coef[0, 0] = -3.197 + 8.688 * (-2.706025e-2 - way3**2) + 17.4 * (-5.175625e-2 - way2**2)
    coef[0, 0] += 0.394 * S1 * S1 + 0.85 * S2 * S2
    coef[0, 1] = 3.9585 * (-6.8e-2 * S1 - 6e-3 * C1) + 1.429176 * (0.244 * C2 - 0.4318 * S1)
    coef[0, 2] = 1.429176 * 0.244 * C2
    coef[1, 1] = (
        -5.461 - 17.4 * (6.8e-2**2 + 6e-3**2) - 8.688 * (way3**2 + (0.244 * C2 - 0.4318 * S1) ** 2)
    )
    coef[1, 2] = -0.212 - 8.688 * (0.244 * S2 * way3 + 0.244 * C2 * (0.244 * C2 - 0.4318 * S1))
    coef[2, 2] = -0.212 - 8.688 * 0.244**2
    assert pytest.approx(-np.triu(coef) - np.triu(coef, 1).T, abs=1e-9) == M
    expected = [0, -170.63571 * way2 - 85.2001752 * way3, -85.2001752 * 0.244 * S2]
    assert g == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("q", POSES)
def test_scara_is_s2s_fortran_program(q, dynamics_of):
    """S2, appendix C.2; its COEF is -M."""
    robot = load("scara")
    M, g = dynamics_of(robot, q)
    A, B, C = (robot.link(name).inertia for name in ("link1", "link2", "quill"))
    L1, L2 = robot.joint("joint2").origin.translation[0], robot.joint("slide").origin.translation[0]
    CX1, CX2, C1 = A.centre[0], B.centre[0], cos(q[1])
    IA, IB, IC = (body.tensor[2, 2] for body in (A, B, C))
    m11 = (2 * C1 * CX2 * L1 + CX2**2 + L1**2) * B.mass + CX1**2 * A.mass + IA + IB + IC
    m11 += (2 * C1 * L1 * L2 + L1**2 + L2**2) * C.mass
    m12 = (C1 * CX2 * L1 + CX2**2) * B.mass + (C1 * L1 * L2 + L2**2) * C.mass + IB + IC
    m22 = CX2**2 * B.mass + IB + IC + L2**2 * C.mass
    assert pytest.approx(np.array([[m11, m12, 0], [m12, m22, 0], [0, 0, C.mass]]), abs=1e-12) == M
    assert g == pytest.approx([0, 0, 9.81 * C.mass])


@pytest.mark.parametrize("q", POSES)
def test_cart_pendulum_is_s2s_equation(q, dynamics_of):
    """S2 2.46 and 2.47."""
    M, g = dynamics_of(load("cart_pendulum"), q[:2])
    cart, m, length = 1.0, 0.5, 0.25
    coupling = m * length / 2 * cos(q[1])
    assert pytest.approx(np.array([[cart + m, coupling], [coupling, m * length**2 / 3]])) == M
    assert g == pytest.approx([0, -m * length / 2 * 9.81 * sin(q[1])])


@pytest.mark.parametrize("q", POSES)
def test_cart_double_pendulum_by_its_energies(q, dynamics_of):
    """Both angles counted from the vertical, then turned into relative ones."""
    M, g = dynamics_of(load("cart_double_pendulum"), q)
    m, half, I = 0.5, 0.125, 0.0026
    a, b = q[1], q[1] + q[2]
    absolute = np.array(
        [
            [2.0, (m * half + m * 2 * half) * cos(a), m * half * cos(b)],
            [0, I + m * half**2 + m * 4 * half**2, m * 2 * half * half * cos(a - b)],
            [0, 0, I + m * half**2],
        ]
    )
    absolute = np.triu(absolute) + np.triu(absolute, 1).T
    turn = np.array([[1, 0, 0], [0, 1, 0], [0, 1, 1]])
    assert pytest.approx(turn.T @ absolute @ turn, abs=1e-12) == M
    weights = [0, -3 * m * half * 9.81 * sin(a), -m * half * 9.81 * sin(b)]
    assert g == pytest.approx(turn.T @ weights, abs=1e-12)


@pytest.mark.parametrize("q", POSES)
def test_two_link_nonplanar_is_s1s_equation(q, dynamics_of):
    """S1 2.38."""
    M, g = dynamics_of(load("two_link_nonplanar"), q[:2])
    mB, r, mA, Lx, Ly, Lz = 24, 0.15, 6, 0.1, 0.6, 0.08
    s = sin(q[1]) ** 2
    first = mA * Lx**2 - 4 * mA * Ly**2 * s + 4 * mA * Ly**2 + mA * Lz**2 * s + 6 * mB * r**2
    assert pytest.approx(np.diag([first / 12, mA * (4 * Ly**2 + Lz**2) / 12]), abs=1e-12) == M
    assert g == pytest.approx([0, mA * 9.81 * cos(q[1]) * Ly / 2], abs=1e-12)


@pytest.mark.parametrize("q", POSES)
def test_two_axis_is_s0s_equation(q, dynamics_of, pose_of):
    """S0 1.2 and A.2 to A.4."""
    robot = load("two_axis")
    one, two = robot.link("link1").inertia, robot.link("link2").inertia
    m1, m2, j1, j2 = one.mass, two.mass, one.tensor[1, 1], two.tensor[1, 1]
    xi1, xi2 = one.centre[2], two.centre[0]
    l1, l2 = robot.joint("joint2").origin.translation[2], robot.frame("tool").pose.translation[0]
    q1, q2 = q[:2]
    x, _, z = pose_of(robot, q[:2], "")[:3, 3]
    assert (x, z) == pytest.approx(
        (l1 * sin(q1) + l2 * cos(q1 + q2), l1 * cos(q1) - l2 * sin(q1 + q2))
    )
    M, g = dynamics_of(robot, q[:2])
    m11 = j1 + m1 * xi1**2 + j2 + m2 * (l1**2 + xi2**2 - 2 * l1 * xi2 * sin(q2))
    m12 = j2 + m2 * (xi2**2 - l1 * xi2 * sin(q2))
    assert pytest.approx(np.array([[m11, m12], [m12, j2 + m2 * xi2**2]])) == M
    first = m1 * xi1 * sin(q1) + m2 * (l1 * sin(q1) + xi2 * cos(q1 + q2))
    assert g == pytest.approx([-9.81 * first, -9.81 * m2 * xi2 * cos(q1 + q2)])


def test_underwater_two_link_has_s2s_numbers():
    arm = load("underwater_two_link")
    hull = arm.link("link2").hull
    assert (hull.radius, hull.drag_coefficient, hull.added_mass_coefficient) == (0.025, 1, 2)
    assert hull.end.tolist() == [1, 0, 0] and not arm.gravity.any()
    assert arm.joint("joint1").drive.friction["viscous"] == 0.3


def test_rx90b_wrist_is_coupled():
    matrix = load("rx90b").gear_matrix
    assert matrix[5].tolist() == [0, 0, 0, 0, 45, 45] and matrix[4].tolist()[5] == 0


def test_six_axis_reach(pose_of):
    tool = pose_of(load("six_axis"), np.zeros(6), "")[:3, 3]
    assert tool == pytest.approx([0.38 + 0.318, 0, 0.185 - 0.42], abs=1e-12)


def test_reach_alpha5_is_as_the_urdf_has_it(pose_of):
    """Positions of the joints of the alpha_5 URDF at zero, in its base frame."""
    arm = load("reach_alpha5")
    q = np.zeros(4)
    elbow = np.array([-0.02 - 0.04, 0, 0.047 - 0.1453])
    assert pose_of(arm, q, "upperarm")[:3, 3] == pytest.approx([-0.02, 0, 0.047], abs=1e-9)
    assert pose_of(arm, q, "elbow")[:3, 3] == pytest.approx(elbow, abs=1e-5)
    wrist = elbow + np.array([-0.02, 0, 0])
    assert pose_of(arm, q, "wrist")[:3, 3] == pytest.approx(wrist, abs=1e-5)
    assert pose_of(arm, q, "jaw")[:3, 3] == pytest.approx(wrist + np.array([0, 0, 0.18]), abs=1e-5)
    axes = [pose_of(arm, q, link)[:3, 2] for link in ("shoulder", "upperarm", "elbow", "wrist")]
    assert np.array(axes) == pytest.approx(
        np.array([[0, 0, 1], [0, 1, 0], [0, -1, 0], [0, 0, -1]]), abs=1e-9
    )
