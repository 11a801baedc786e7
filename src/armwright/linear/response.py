"""What a linear model does to a sine, and to a step.

Frequency responses go through the Schur form A = Q T Qᴴ, found once: (s − T) X = Qᴴ B is solved
from the last row up, for all frequencies at a time. That is as accurate as the matrix allows, also
where it has no eigenvectors to speak of: every arm without springs has double poles at zero.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import expm, matrix_balance, schur

from armwright.arrays import Array
from armwright.errors import InputError

Complex = NDArray[np.complex128]
#: Rows that are solved for one by one, before all above them are told at once.
_BLOCK = 6


def transfer(A: Array, B: Array, C: Array, D: Array, s: Complex) -> Complex:
    """C (s − A)⁻¹ B + D for each s: (…, outputs, inputs)."""
    n, points = A.shape[0], s.ravel()
    if not n:
        return np.broadcast_to(D.astype(np.complex128), (*s.shape, *D.shape)).copy()
    # States in units in which rows and columns of A are alike: rotors turn far more than joints.
    A, (scale, _) = matrix_balance(A, permute=False, separate=True)
    B, C = B / scale[:, None], C * scale
    T, Q = schur(A, output="complex", check_finite=False)
    distance = points - np.diagonal(T)[:, None]
    if not distance.all():
        pole = np.diagonal(T)[(distance == 0).any(axis=1)][0]
        raise InputError(
            "the response has no value at a pole",
            where="frequency_response",
            got=f"the pole {complex(pole):.4g}",
            expected="frequencies beside it",
        )
    # X[k] has the k-th states for all inputs and all s, row by row, and (inputs, s) in `rows`.
    X = np.repeat((Q.conj().T @ B)[:, :, None], points.size, axis=2)
    rows = X.reshape(n, -1)
    for end in range(n, 0, -_BLOCK):
        begin = max(end - _BLOCK, 0)
        for k in range(end - 1, begin - 1, -1):
            X[k] /= distance[k]
            rows[begin:k] += T[begin:k, k, None] * rows[k]
        rows[:begin] += T[:begin, begin:end] @ rows[begin:end]
    found = ((C @ Q) @ rows).reshape(*D.shape, points.size)
    G = np.moveaxis(found, 2, 0) + D
    return np.ascontiguousarray(G).reshape(*s.shape, *D.shape)


def held(A: Array, B: Array, period: float) -> tuple[Array, Array]:
    """How a state goes on for a period while the input is held: exact."""
    n, m = B.shape
    both = np.zeros((n + m, n + m))
    both[:n, :n], both[:n, n:] = A, B
    whole = expm(both * period)
    return whole[:n, :n], whole[:n, n:]


def marched(A: Array, B: Array, C: Array, D: Array, steps: int) -> Array:
    """Outputs of x[k+1] = A x[k] + B u for a unit step in each input: (steps, outputs, inputs)."""
    X = np.zeros(B.shape)
    found = np.empty((steps, *D.shape))
    for k in range(steps):
        found[k] = C @ X + D
        X = A @ X + B
    return found
