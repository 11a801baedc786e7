"""What a model checks, and its Jacobians."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest

from armwright import InputError
from armwright.estimate import FilterModel

X, U, P = cs.SX.sym("x", 3), cs.SX.sym("u", 2), cs.SX.sym("p")
F = cs.vertcat(X[0] + cs.sin(X[1] * X[2]), P * X[1] * U[0], cs.exp(-X[2]) + U[1] * X[0])
H = cs.vertcat(cs.atan2(X[1], 2 + X[0]), X[2] ** 3 * P)


def test_jacobians() -> None:
    """Against central differences."""
    model = FilterModel(X, F, np.ones(3), H, np.ones(2), input=U, parameters=P)
    every = [X, U, P]
    x, u, p = np.array([0.3, -0.7, 0.9]), np.array([1.2, -0.4]), 0.8
    pairs = ((F, model.transition_matrix), (H, model.measurement_matrix))
    for expression, matrix in pairs:
        value, slope = cs.Function("value", every, [expression]), cs.Function("F", every, [matrix])
        step = 1e-6 * np.eye(3)
        numeric = [np.array(value(x + d, u, p) - value(x - d, u, p)).ravel() / 2e-6 for d in step]
        np.testing.assert_allclose(np.array(slope(x, u, p)), np.transpose(numeric), atol=1e-9)


def test_noise_is_a_matrix_or_its_diagonal() -> None:
    square = np.array([[2.0, 1, 0], [1, 3, 0], [0, 0, 0]])
    for noise, expected in ((square, square), (np.diag(square), np.diag(np.diag(square)))):
        model = FilterModel(X, F, noise, H, np.ones(2), input=U, parameters=P)
        np.testing.assert_array_equal(np.array(cs.evalf(model.process_covariance)), expected)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"state": cs.SX(0, 1)}, "needs a state"),
        ({"following": F[:2]}, r"'following' has the wrong size.*\(2, 1\), expected \(3, 1\)"),
        ({"measured": H.T}, "'measured' has the wrong size"),
        ({"transition": cs.SX.eye(2)}, "'transition' has the wrong size"),
        ({"process_noise": np.ones(2)}, "'process_noise' has the wrong size"),
        ({"measurement_noise": np.eye(2)}, "'measurement_noise' has the wrong size"),
        ({"process_noise": [1, np.nan, 1]}, "'process_noise' is not a covariance"),
        ({"measurement_noise": [1.0, -1.0]}, "'measurement_noise' is not a covariance"),
        ({"measurement_noise": [1.0, 0.0]}, "more than zero"),
    ],
)
def test_refuses(changes: dict, words: str) -> None:
    given = {
        "state": X,
        "following": F,
        "process_noise": np.ones(3),
        "measured": H,
        "measurement_noise": np.ones(2),
    }
    with pytest.raises(InputError, match=words):
        FilterModel(**{**given, **changes}, input=U, parameters=P)
