"""The filter against the textbook's, its steady state, and what it refuses."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest
from scipy.linalg import solve_discrete_are

from armwright import InputError, NonFiniteError
from armwright.estimate import FilterModel, KalmanFilter
from tests.unit.estimate.linear import Linear

SYSTEM = Linear.random(n=5, m=3, inputs=2, seed=4)
FILTER = SYSTEM.filter()
STATES, U, Y = SYSTEM.simulated(400, seed=7)
START = {"state": np.zeros(5), "covariance": np.eye(5)}


def compared(found, book) -> None:
    P = book["P"]
    np.testing.assert_allclose(found.state, book["x"], rtol=0, atol=1e-10)
    np.testing.assert_allclose(found.innovation, book["nu"], rtol=0, atol=1e-10)
    np.testing.assert_allclose(found.innovation_variance, book["S"], rtol=1e-10)
    np.testing.assert_allclose(found.surprise, book["nis"], rtol=0, atol=1e-10)
    np.testing.assert_allclose(found.covariance, P[-1], rtol=0, atol=1e-10)
    np.testing.assert_allclose(found.deviation**2, P.diagonal(axis1=1, axis2=2), atol=1e-10)
    G = np.array([[1.0, 1, 0, 0, 0], [0, 1, 0, 0, 0]])
    np.testing.assert_allclose(found.shown, book["x"] @ G.T, rtol=0, atol=1e-10)
    np.testing.assert_allclose(found.shown_deviation**2, (G @ P * G).sum(axis=2), atol=1e-10)


def test_equals_the_textbook() -> None:
    found = FILTER.run(Y, U, **START)
    compared(found, SYSTEM.textbook(Y, U, np.ones(Y.shape, bool)))
    np.testing.assert_array_equal(found.freedom, 3.0)


def test_what_was_not_measured_does_not_count() -> None:
    """Sensors of different rates: one of them measures now and then, another one never."""
    there = np.ones(Y.shape, bool)
    there[:, 1] = np.arange(len(Y)) % 4 == 0
    there[:, 2] = False
    found = FILTER.run(Y + np.where(there, 0.0, 1e6), U, available=there, **START)
    compared(found, SYSTEM.textbook(Y, U, there))
    np.testing.assert_array_equal(found.freedom, there.sum(axis=1))
    never = FILTER.run(Y, U, available=[True, True, False], **START)
    compared(never, SYSTEM.textbook(Y, U, np.ones(Y.shape, bool) & [True, True, False]))


def test_steady_state_solves_the_riccati_equation() -> None:
    C, R = SYSTEM.C, np.diag(SYSTEM.R)
    P = solve_discrete_are(SYSTEM.A.T, C.T, SYSTEM.Q, R)
    S = C @ P @ C.T + R
    found = FILTER.run(np.tile(Y, (10, 1)), np.tile(U, (10, 1)), **START)
    updated = P - P @ C.T @ np.linalg.solve(S, C @ P)
    np.testing.assert_allclose(found.covariance, updated, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.innovation_variance[-1], np.diag(S), rtol=1e-12)


def test_same_numbers_twice_and_for_the_beginning_alone() -> None:
    first, second = FILTER.run(Y, U, **START), SYSTEM.filter().run(Y, U, **START)
    part = FILTER.run(Y[:100], U[:100], **START)
    for name in ("state", "deviation", "innovation", "surprise", "shown_deviation"):
        np.testing.assert_array_equal(getattr(first, name), getattr(second, name))
        np.testing.assert_array_equal(getattr(first, name)[:100], getattr(part, name))


def test_parameters_and_noise_that_depend_on_state_and_input() -> None:
    """x⁺ = a x with Q = 1 + u², R = 2 + x²: by hand."""
    x, u, a = cs.SX.sym("x"), cs.SX.sym("u"), cs.SX.sym("a")
    model = FilterModel(x, a * x, 1 + u**2, x, 2 + x**2, input=u, parameters=a)
    y, given = np.array([1.0, -2.0, 0.5]), np.array([0.0, 3.0, 1.0])
    found = KalmanFilter(model).run(y, given, state=[0.4], covariance=[4.0], parameters=[0.5])
    m, P = 0.4, 4.0
    for k in range(3):
        s = P + 2 + m**2
        m, P = m + P / s * (y[k] - m), P - P * P / s
        assert found.state[k, 0] == pytest.approx(m, rel=1e-14)
        assert found.deviation[k, 0] == pytest.approx(np.sqrt(P), rel=1e-14)
        m, P = 0.5 * m, 0.25 * P + 1 + given[k] ** 2


def test_nonlinear_filter_linearises_where_it_is() -> None:
    """A pendulum whose height is measured: H at what was predicted, F at what is known after."""
    h, g = 0.02, 9.81
    x = cs.SX.sym("x", 2)
    following = cs.vertcat(x[0] + h * x[1], x[1] - h * g * cs.sin(x[0]))
    model = FilterModel(
        x, following, [1e-6, 1e-4], cs.vertcat(1 - cs.cos(x[0]), x[0] * x[1]), [1e-2, 0.1]
    )
    rng = np.random.default_rng(3)
    y = 0.5 + 0.3 * rng.normal(size=(50, 2))
    found = KalmanFilter(model).run(y, state=[0.8, -0.3], covariance=[0.1, 0.2])
    m, P = np.array([0.8, -0.3]), np.diag([0.1, 0.2])
    for k in range(50):
        H = np.array([[np.sin(m[0]), 0], [m[1], m[0]]])
        nu = y[k] - [1 - np.cos(m[0]), m[0] * m[1]]
        S = H @ P @ H.T + np.diag([1e-2, 0.1])
        K = P @ H.T @ np.linalg.inv(S)
        m, P = m + K @ nu, P - K @ S @ K.T
        np.testing.assert_allclose(found.state[k], m, rtol=0, atol=1e-12)
        np.testing.assert_allclose(found.innovation[k], nu, rtol=0, atol=1e-12)
        F = np.array([[1, h], [-h * g * np.cos(m[0]), 1]])
        m = np.array([m[0] + h * m[1], m[1] - h * g * np.sin(m[0])])
        P = F @ P @ F.T + np.diag([1e-6, 1e-4])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"measurements": Y[:, :2]}, r"'measurements'.*got \(400, 2\), expected \(samples, 3\)"),
        ({"measurements": np.zeros((0, 3))}, r"'measurements'.*expected \(samples, 3\)"),
        ({"measurements": np.where(Y > 2, np.nan, Y)}, r"'measurements'.*nan at \["),
        ({"inputs": None}, r"'inputs'.*got none"),
        ({"inputs": U[:-1]}, r"'inputs'.*399 rows, expected 400"),
        ({"inputs": np.full(U.shape, np.inf)}, r"'inputs'.*inf at \[0, 0\]"),
        ({"state": np.zeros(4)}, r"'state'.*got \(4,\), expected \(5,\)"),
        ({"state": [0, 0, 0, 0, np.nan]}, r"'state'.*nan at \[4\]"),
        ({"covariance": np.eye(4)}, r"'covariance'.*got \(4, 4\)"),
        ({"covariance": np.triu(np.ones((5, 5)))}, r"'covariance'.*symmetric"),
        ({"covariance": np.ones((5, 5)) - np.eye(5)}, r"'covariance'.*no variance below zero"),
        ({"parameters": [1.0]}, r"'parameters'.*got \(1,\), expected \(0,\)"),
        ({"available": np.full(Y.shape, 0.5)}, r"'available'.*true or false"),
        ({"available": np.ones(2)}, r"'available'.*shape \(2,\)"),
    ],
)
def test_refuses(changes: dict, words: str) -> None:
    given = {"measurements": Y, "inputs": U, **START, **changes}
    with pytest.raises(InputError, match=rf"filter 'linear': {words}"):
        FILTER.run(given.pop("measurements"), given.pop("inputs"), **given)


def test_a_filter_that_breaks_down_says_so() -> None:
    x = cs.SX.sym("x")
    model = FilterModel(x, x**2, [1.0], x, [1.0])
    with pytest.raises(NonFiniteError, match="tick"):
        KalmanFilter(model).run(np.zeros(40), state=[9.0], covariance=[1.0], available=[False])
