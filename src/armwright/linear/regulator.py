"""Linear-quadratic regulators: the state feedback that a linear model asks for."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import LinAlgError, solve_continuous_are, solve_discrete_are

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.linear.model import LinearModel


def lqr(model: LinearModel, state_weights: ArrayLike, input_weights: ArrayLike) -> Array:
    """K of u = −K w, (inputs, states), which makes ∫ wᵀQw + uᵀRu dt least, or the sum over samples.

    Weights: a matrix, or its diagonal. Riccati's equation is solved by SciPy.
    """
    Q = _weights(state_weights, len(model.state_names), "state_weights")
    R = _weights(input_weights, len(model.input_names), "input_weights")
    if model.batch:
        raise InputError("this is for one configuration", where="lqr", expected="model[k]")
    A, B = model.A, model.B
    try:
        if model.period is None:
            X = solve_continuous_are(A, B, Q, R)
            gain: Array = np.linalg.solve(R, B.T @ X)
        else:
            X = solve_discrete_are(A, B, Q, R)
            gain = np.linalg.solve(R + B.T @ X @ B, B.T @ X @ A)
    except LinAlgError:
        raise InputError(
            "no state feedback makes this model stable, or the weights do not ask for it",
            where="lqr",
            expected="a model whose unstable modes its inputs reach and its weights see",
        ) from None
    return gain


def _weights(given: ArrayLike, size: int, what: str) -> Array:
    array = np.asarray(given, dtype=np.float64)
    if array.ndim == 0:
        array = np.full(size, float(array))
    matrix = np.diag(array) if array.ndim == 1 else array
    symmetric = matrix.shape == (size, size) and np.allclose(matrix, matrix.T)
    definite = symmetric and np.linalg.eigvalsh(matrix).min(initial=0.0) >= 0
    if not definite or (what == "input_weights" and np.linalg.eigvalsh(matrix).min() <= 0):
        raise InputError(
            "no weights",
            where=f"lqr, {what}",
            got=f"shape {array.shape}",
            expected=f"{size} numbers, or a symmetric matrix, none below 0 (inputs: above 0)",
        )
    return matrix
