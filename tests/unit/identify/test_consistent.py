"""Sets of numbers that bodies can have."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.identify.consistent import log_cholesky, log_cholesky_of
from armwright.robot import Inertia


def _theta() -> np.ndarray:
    return np.array([0.3, -2.0, -1.6, -2.2, 0.02, -0.03, 0.01, 0.1, -0.05, 0.2])


def test_any_parameters_make_a_body_with_all_triangle_inequalities() -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        ten, _ = log_cholesky(rng.normal(size=10))
        body = Inertia.from_parameters(ten)
        moments = np.linalg.eigvalsh(body.tensor)
        assert body.mass > 0
        assert moments[0] > 0
        assert moments[2] < moments[0] + moments[1]


def test_a_body_comes_back_from_its_parameters() -> None:
    ten, _ = log_cholesky(_theta())
    assert log_cholesky_of(ten, 1.0) == pytest.approx(_theta(), abs=1e-9)


def test_the_slope_is_that_of_finite_differences() -> None:
    _, slope = log_cholesky(_theta())
    step = 1e-6
    for k in range(10):
        move = step * np.eye(10)[k]
        by_hand = (log_cholesky(_theta() + move)[0] - log_cholesky(_theta() - move)[0]) / (2 * step)
        assert slope[:, k] == pytest.approx(by_hand, abs=1e-8)


def test_a_body_that_cannot_exist_starts_from_one_that_can() -> None:
    """The PUMA's link 1 is described by a single moment, without mass."""
    described = np.array([0, 0, 0, 0, 0, 0, 0, 0.35, 0, 0], dtype=float)
    ten, _ = log_cholesky(log_cholesky_of(described, 17.4))
    assert ten[0] > 0
    assert ten[7] == pytest.approx(0.35, rel=0.1)
