"""What a linear model does to a sine, and to a step.

Frequency responses go through the Schur form A = Q T Qᴴ, found once: (s − T) X = Qᴴ B is solved
from the last row up, for all frequencies at a time. That is as accurate as the matrix allows, also
where it has no eigenvectors to speak of: every arm without springs has double poles at zero.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import expm, schur

from armwright.arrays import Array
from armwright.errors import InputError

Complex = NDArray[np.complex128]


def transfer(A: Array, B: Array, C: Array, D: Array, s: Complex) -> Complex:
    """C (s − A)⁻¹ B + D for each s: (…, outputs, inputs)."""
    n, points = A.shape[0], s.ravel()
    if not n:
        return np.broadcast_to(D.astype(np.complex128), (*s.shape, *D.shape)).copy()
    T, Q = schur(A, output="complex", check_finite=False)
    # Rows first: X[k] has the k-th states for all inputs and all s.
    X = np.empty((n, B.shape[1], points.size), dtype=np.complex128)
    right = Q.conj().T @ B
    flat = X.reshape(n, -1)
    for k in range(n - 1, -1, -1):
        known = T[k, k + 1 :] @ flat[k + 1 :]
        distance = points - T[k, k]
        if not distance.all():
            raise InputError(
                "the response has no value at a pole",
                where="frequency_response",
                got=f"the pole {complex(T[k, k]):.4g}",
                expected="frequencies beside it",
            )
        X[k] = (right[k][:, None] + known.reshape(X.shape[1:])) / distance
    found = (C @ Q) @ flat
    G = np.moveaxis(found.reshape(C.shape[0], B.shape[1], points.size), 2, 0) + D
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
