"""Tests that are theorems of mechanics. They hold for any arm, so they run on random trees."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Arm
from tests.support.random_robots import random_state, random_tree

SIZES = (1, 2, 3, 5, 7)
STEP = 1e-6


@pytest.fixture(scope="module", params=SIZES, ids=lambda n: f"{n} joints")
def arm(request: pytest.FixtureRequest) -> Arm:
    return Arm(random_tree(1000 + request.param, request.param))


@pytest.fixture
def state(arm: Arm) -> list[np.ndarray]:
    return random_state(arm.robot, 7)


def derivative(function, q: np.ndarray) -> np.ndarray:  # type: ignore[no-untyped-def]
    """Central differences of fourth order by each element of q, in the last dimension."""
    columns = []
    for unit in np.eye(q.size) * STEP * 100:
        near = function(q + unit) - function(q - unit)
        far = function(q + 2 * unit) - function(q - 2 * unit)
        columns.append((8 * near - far) / (12 * STEP * 100))
    return np.stack(columns, axis=-1)


def close(a: np.ndarray, b: np.ndarray, tolerance: float = 1e-9) -> bool:
    return bool(np.abs(a - b).max() <= tolerance * max(1.0, np.abs(b).max()))


def test_mass_matrix_is_symmetric_positive_definite(arm: Arm, state: list[np.ndarray]) -> None:
    M = arm.mass_matrix(state[0])
    assert (M == M.T).all()
    assert np.linalg.eigvalsh(M).min() > 0


def test_torque_by_acceleration_is_mass_matrix(arm: Arm, state: list[np.ndarray]) -> None:
    q, v, a = state
    columns = arm.inverse_dynamics(q, v, a + np.eye(q.size)) - arm.inverse_dynamics(q, v, a)
    assert close(columns.T, arm.mass_matrix(q), 1e-12)


def test_equation_of_motion_is_the_sum_of_its_parts(arm: Arm, state: list[np.ndarray]) -> None:
    q, v, a = state
    parts = arm.mass_matrix(q) @ a + arm.coriolis(q, v) @ v + arm.gravity(q)
    assert close(arm.inverse_dynamics(q, v, a), parts, 1e-12)


def test_mass_rate_minus_twice_coriolis_is_skew(arm: Arm, state: list[np.ndarray]) -> None:
    q, v, _ = state
    M_rate = derivative(arm.mass_matrix, q) @ v
    N = M_rate - 2 * arm.coriolis(q, v)
    assert close(N, -N.T)


def test_coriolis_is_that_of_the_christoffel_symbols(arm: Arm, state: list[np.ndarray]) -> None:
    q, v, _ = state
    dM = derivative(arm.mass_matrix, q)
    christoffel = 0.5 * (dM + dM.transpose(0, 2, 1) - dM.transpose(2, 1, 0))
    assert close(arm.coriolis(q, v), np.einsum("ijk,k->ij", christoffel, v))


def test_gravity_is_the_gradient_of_potential_energy(arm: Arm, state: list[np.ndarray]) -> None:
    q, v, _ = state
    assert close(arm.gravity(q), derivative(lambda x: arm.energy(x, v).potential, q))


def test_kinetic_energy_is_half_v_M_v(arm: Arm, state: list[np.ndarray]) -> None:
    q, v, _ = state
    assert close(arm.energy(q, v).kinetic, 0.5 * v @ arm.mass_matrix(q) @ v, 1e-12)


def test_power_is_the_rate_of_energy(arm: Arm, state: list[np.ndarray]) -> None:
    q, v, tau = state
    a = arm.forward_dynamics(q, v, tau)

    def energy_at(t: float) -> float:
        return float(sum(arm.energy(q + t * v + t * t * a / 2, v + t * a)))

    h = 1e-4
    near, far = energy_at(h) - energy_at(-h), energy_at(2 * h) - energy_at(-2 * h)
    assert (8 * near - far) / (12 * h) == pytest.approx(v @ tau, rel=1e-8, abs=1e-8)


def test_forward_undoes_inverse_dynamics(arm: Arm, state: list[np.ndarray]) -> None:
    q, v, a = state
    assert close(arm.forward_dynamics(q, v, arm.inverse_dynamics(q, v, a)), a, 1e-10)


def test_torque_is_linear_in_inertial_parameters(arm: Arm, state: list[np.ndarray]) -> None:
    q, v, a = state
    torque = arm.regressor(q, v, a) @ arm.inertial_parameters
    assert close(torque, arm.inverse_dynamics(q, v, a), 1e-12)


def test_jacobian_is_the_derivative_of_the_pose(arm: Arm, state: list[np.ndarray]) -> None:
    q, _, _ = state
    J, pose = arm.jacobian(q), arm.pose(q)
    assert close(J[:3], derivative(lambda x: arm.pose(x)[:3, 3], q))
    turning = np.einsum("ijk,lj->ilk", derivative(lambda x: arm.pose(x)[:3, :3], q), pose[:3, :3])
    assert close(J[3:], np.stack([turning[2, 1], turning[0, 2], turning[1, 0]]))


def test_wrench_does_the_work_of_its_frame(arm: Arm, state: list[np.ndarray]) -> None:
    q, v, a = state
    w = np.array([1.0, -2.0, 3.0, 0.5, -0.4, 0.3])
    pushed = arm.inverse_dynamics(q, v, a, wrenches={arm.robot.tool: w})
    work = (arm.inverse_dynamics(q, v, a) - pushed) @ v
    assert work == pytest.approx(w @ (arm.jacobian(q) @ v), rel=1e-10, abs=1e-10)


def test_derivatives_of_inverse_dynamics(arm: Arm, state: list[np.ndarray]) -> None:
    q, v, a = state
    d = arm.inverse_dynamics_derivatives(q, v, a)
    assert close(d.dq, derivative(lambda x: arm.inverse_dynamics(x, v, a), q))
    assert close(d.dv, derivative(lambda x: arm.inverse_dynamics(q, x, a), v))
    assert close(d.da, arm.mass_matrix(q), 1e-13)


def test_derivatives_of_forward_dynamics(arm: Arm, state: list[np.ndarray]) -> None:
    q, v, tau = state
    d = arm.forward_dynamics_derivatives(q, v, tau)
    scale = max(1.0, np.abs(d.dq).max())
    assert close(
        d.dq / scale, derivative(lambda x: arm.forward_dynamics(x, v, tau), q) / scale, 1e-8
    )
    assert close(d.dv, derivative(lambda x: arm.forward_dynamics(q, x, tau), v), 1e-8)
    assert close(d.dtau @ arm.mass_matrix(q), np.eye(q.size), 1e-9)
