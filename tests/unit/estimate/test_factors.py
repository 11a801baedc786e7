"""L D Lᵀ: round trips, and that it keeps its digits and signs where other forms do not."""

from __future__ import annotations

import casadi as cs
import mpmath
import numpy as np
import pytest

from armwright.estimate.factors import CovarianceFactors

N = 6


def numbers(expression: cs.SX) -> np.ndarray:
    return np.array(cs.evalf(expression))


def product(factors: CovarianceFactors) -> np.ndarray:
    return numbers(factors.along(cs.SX.eye(len(factors.d))))


def measured_once() -> cs.Function:
    """Packed factors after a measurement."""
    packed, row, r = cs.SX.sym("P", N * (N + 1) // 2), cs.SX.sym("h", 1, N), cs.SX.sym("r")
    factors, gain, weight = CovarianceFactors.unpacked(packed, N).measured(row, r)
    return cs.Function("measured", [packed, row, r], [factors.packed(), gain, weight])


MEASURED = measured_once()


def test_round_trip() -> None:
    W = np.random.default_rng(1).normal(size=(N, N))
    P = W @ W.T
    factors = CovarianceFactors.of(cs.SX(P))
    np.testing.assert_allclose(product(factors), P, atol=1e-13)
    again = CovarianceFactors.unpacked(factors.packed(), N)
    np.testing.assert_array_equal(product(again), product(factors))
    G = np.random.default_rng(2).normal(size=(2, N))
    np.testing.assert_allclose(numbers(factors.along(cs.SX(G))), G @ P @ G.T, atol=1e-12)
    np.testing.assert_allclose(
        numbers(factors.variances(cs.SX(G))).ravel(), np.diag(G @ P @ G.T), atol=1e-12
    )


def test_what_is_known_exactly_stays_so() -> None:
    P = np.diag([1.0, 0.0, 2.0, 0.0, 3.0, 1.0])
    P[0, 2] = P[2, 0] = 0.5
    factors = CovarianceFactors.of(cs.SX(P))
    np.testing.assert_allclose(product(factors), P, atol=1e-15)
    h = np.array([[1.0, 5.0, -1.0, 2.0, 0.5, 0.0]])
    after, gain, _ = MEASURED(cs.evalf(factors.packed()), h, 0.1)
    np.testing.assert_array_equal(np.array(gain).ravel()[[1, 3]], 0.0)
    expected = P - P @ h.T @ h @ P / (h @ P @ h.T + 0.1)
    np.testing.assert_allclose(
        product(CovarianceFactors.unpacked(cs.SX(after), N)), expected, atol=1e-15
    )


@pytest.mark.parametrize("r", [1e-6, 1e-10, 1e-14, 1e-20])
def test_keeps_digits_and_signs(r: float) -> None:
    """Many good measurements of nearly the same, against 60 digits. P − K S Kᵀ and Joseph's form
    lose all digits, and positive variances, from 1e-10 or 1e-14 on."""
    rng = np.random.default_rng(5)
    P = np.diag(10.0 ** rng.uniform(-2, 2, N))
    rows = rng.normal(size=(30, N)) * (rng.uniform(size=(30, N)) < 0.6)
    rows[5:20] = rows[0] + 1e-4 * rng.normal(size=(15, N))
    packed, others = cs.evalf(CovarianceFactors.of(cs.SX(P)).packed()), [P, P]
    for h in rows:
        packed = MEASURED(packed, h, r)[0]
        others = [plain(others[0], h, r), joseph(others[1], h, r)]
    found, exact = product(CovarianceFactors.unpacked(cs.SX(packed), N)), exactly(P, rows, r)
    scale = np.sqrt(np.diag(exact))
    np.testing.assert_allclose(
        found / np.outer(scale, scale), exact / np.outer(scale, scale), rtol=0, atol=1e-11
    )
    assert np.linalg.eigvalsh(found / np.outer(scale, scale)).min() > 0
    worst = [np.abs((other - exact) / np.outer(scale, scale)).max() for other in others]
    if r <= 1e-14:
        assert min(worst) > 1e-3, "an easy case proves nothing"


def plain(P: np.ndarray, h: np.ndarray, r: float) -> np.ndarray:
    return P - np.outer(P @ h, P @ h) / (h @ P @ h + r)


def joseph(P: np.ndarray, h: np.ndarray, r: float) -> np.ndarray:
    K = P @ h / (h @ P @ h + r)
    J = np.eye(N) - np.outer(K, h)
    return J @ P @ J.T + r * np.outer(K, K)


def exactly(P: np.ndarray, rows: np.ndarray, r: float) -> np.ndarray:
    with mpmath.workdps(60):
        found = mpmath.matrix(P.tolist())
        for row in rows:
            h = mpmath.matrix(row.tolist())
            Ph = found * h
            found = found - Ph * Ph.T / ((h.T * Ph)[0] + mpmath.mpf(r))
        return np.array(found.tolist(), dtype=float)
