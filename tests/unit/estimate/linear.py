"""A linear system, and the Kalman filter as textbooks have it."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.estimate import FilterModel, KalmanFilter


@dataclass(frozen=True)
class Linear:
    """x⁺ = A x + B u + w,  y = C x + e."""

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    Q: np.ndarray
    R: np.ndarray

    @classmethod
    def random(cls, n: int, m: int, inputs: int, seed: int) -> Linear:
        rng = np.random.default_rng(seed)
        A = np.eye(n) + 0.2 * rng.normal(size=(n, n))
        A /= 1.02 * np.abs(np.linalg.eigvals(A)).max()
        W = rng.normal(size=(n, n))
        variances = 10.0 ** rng.uniform(-3, 1, m)
        return cls(
            A, rng.normal(size=(n, inputs)), rng.normal(size=(m, n)), 0.01 * W @ W.T, variances
        )

    def filter(self) -> KalmanFilter:
        x, u = cs.SX.sym("x", len(self.A)), cs.SX.sym("u", self.B.shape[1])
        following = cs.mtimes(cs.DM(self.A), x) + cs.mtimes(cs.DM(self.B), u)
        measured = cs.mtimes(cs.DM(self.C), x)
        shown = cs.vertcat(x[0] + x[1], x[1])
        return KalmanFilter(
            FilterModel(x, following, self.Q, measured, self.R, input=u, shown=shown), "linear"
        )

    def simulated(self, samples: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """States, inputs and measurements; it starts with the covariance 1."""
        rng = np.random.default_rng(seed)
        n, inputs = self.B.shape
        u = rng.normal(size=(samples, inputs))
        w = rng.multivariate_normal(np.zeros(n), self.Q, size=samples)
        e = rng.normal(size=(samples, len(self.C))) * np.sqrt(self.R)
        x = np.empty((samples, n))
        x[0] = rng.normal(size=n)
        for k in range(samples - 1):
            x[k + 1] = self.A @ x[k] + self.B @ u[k] + w[k]
        return x, u, x @ self.C.T + e

    def textbook(self, y: np.ndarray, u: np.ndarray, there: np.ndarray) -> dict[str, np.ndarray]:
        """Gain, update and prediction with whole matrices, from x = 0 and P = 1."""
        x, P = np.zeros(len(self.A)), np.eye(len(self.A))
        found: dict[str, list] = {k: [] for k in ("x", "P", "nu", "S", "nis")}
        for k in range(len(y)):
            C, R = self.C[there[k]], np.diag(self.R[there[k]])
            S = C @ P @ C.T + R
            nu = y[k][there[k]] - C @ x
            K = P @ C.T @ np.linalg.inv(S)
            found["S"].append(np.diag(self.C @ P @ self.C.T) + self.R)
            x, P = x + K @ nu, P - K @ S @ K.T
            P = 0.5 * (P + P.T)
            every = np.zeros(len(self.C))
            every[there[k]] = nu
            for name, value in (("x", x), ("P", P), ("nu", every)):
                found[name].append(value)
            found["nis"].append(nu @ np.linalg.solve(S, nu))
            x, P = self.A @ x + self.B @ u[k], self.A @ P @ self.A.T + self.Q
        return {name: np.array(values) for name, values in found.items()}
