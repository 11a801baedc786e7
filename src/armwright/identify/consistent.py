"""The whole set of numbers that bodies can have, nearest to what was described, given the data.

Combinations leave masses and inertias open. Each body's ten numbers go by their logarithmic
Cholesky parameters θ (Rucker and Wensing, RA-L 7(2), 2022), J = e^(2α) U Uᵀ the pseudo-inertia: for
any θ mass, moments and all triangle inequalities are those of a body. What cannot be negative is
√(θ² + ε²) + θ, halved; other numbers are θ. The fitted set minimises

    |L⁻¹ (B π(θ) − β)|² + |θ − θ₀|² / s²,    L Lᵀ = cov β,

the distance to the data in standard errors and to the description in factors of e^s, or in s
decimetres for what is a length in θ: where the data is silent, the description stays. A number that
is described as zero counts as not described.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.identify.elements import is_of_body
from armwright.identify.regressor import Regressor

#: A body without mass or inertia is given this part of the largest one's to start from.
_LITTLE = 1e-3
#: What a centre or a radius of gyration may be off by, in m.
_LENGTH = 0.1
#: What cannot be negative; where it bends, as a part of its size.
_POSITIVE = re.compile(r"\.(mass|motor_inertia|torque_constant|viscous|coulomb\w*|static\w*)$")
_BEND = 1e-3
_TEN = 10
#: Of the damped Gauss-Newton iteration.
_ROUNDS, _SETTLED = 200, 1e-7
#: Where the parameters s12, s23, s13, t1, t2, t3 stand in U.
_UPPER = ((0, 1), (1, 2), (0, 2), (0, 3), (1, 3), (2, 3))


@dataclass(frozen=True, eq=False)
class Consistent:
    """`values`: π. `prior`: the deviation that each number has before any data. `misfit`: how far
    the values are from the data, as a sum of squared standard errors."""

    values: Array
    prior: Array
    misfit: float


def consistent_set(
    found: Regressor, matrix: Array, values: Array, covariance: Array, spread: float = 1.0
) -> Consistent:
    """`matrix` B, `values` β, `covariance`: what the data saw. `spread` s: how far the
    description may be off, as a factor e^s."""
    form = _Form(found)
    whitener = _whitener(covariance)
    A, b = whitener @ matrix, whitener @ values
    pull = np.where(np.isfinite(form.scale), 1.0 / (spread * form.scale), 0.0)

    def residual(theta: Array) -> tuple[Array, Array]:
        pi, slope = form.numbers(theta)
        return (
            np.concatenate([A @ pi - b, pull * (theta - form.nominal)]),
            np.concatenate([A @ slope, np.diag(pull)]),
        )

    theta = _minimised(residual, form.started(matrix, values))
    chosen = form.numbers(theta)[0]
    prior = form.deviations(spread)
    prior = np.where(np.isfinite(prior), prior, np.abs(chosen))
    off = A @ chosen - b
    return Consistent(chosen, prior, float(off @ off))


def prior_deviations(found: Regressor, spread: float = 1.0) -> Array:
    """What is open of each number before any data; infinite where nothing is described."""
    return _Form(found).deviations(spread)


def _minimised(residual: Callable[[Array], tuple[Array, Array]], start: Array) -> Array:
    """Levenberg-Marquardt, each parameter scaled by its column."""
    theta, damping = start, 1e-3
    r, J = residual(theta)
    cost = float(r @ r)
    for _ in range(_ROUNDS):
        H, g = J.T @ J, J.T @ r
        size = np.maximum(np.diag(H), 1e-12 * np.diag(H).max())
        step = np.linalg.solve(H + damping * np.diag(size), -g)
        new_r, new_J = residual(theta + step)
        new_cost = float(new_r @ new_r)
        if np.isfinite(new_cost) and new_cost <= cost:
            done = cost - new_cost <= _SETTLED * cost
            theta, r, J, cost = theta + step, new_r, new_J, new_cost
            damping = max(damping / 5.0, 1e-12)
            if done:
                break
        else:
            damping *= 4.0
            if damping > 1e12:
                break
    return theta


class _Form:
    """π as a function of θ; `nominal`: θ of the description; `scale`: how far each may be off for
    s = 1, infinite where nothing is described."""

    def __init__(self, found: Regressor) -> None:
        self.bodies = _whole_bodies(found.elements)
        inside = {k for places in self.bodies for k in places}
        self.nominal = np.array(found.nominal, dtype=np.float64)
        self.scale = np.where(self.nominal != 0, np.abs(self.nominal), np.inf)
        largest = max((found.nominal[places[0]] for places in self.bodies), default=1.0) or 1.0
        for places in self.bodies:
            self.nominal[places] = log_cholesky_of(found.nominal[places], largest)
            self.scale[places[:4]], self.scale[places[4:]] = 1.0, _LENGTH
        self.positive = [
            k for k, name in enumerate(found.elements) if k not in inside and _POSITIVE.search(name)
        ]
        self.bend = _BEND * np.where(np.isfinite(self.scale), self.scale, 1e-3)

    def numbers(self, theta: Array) -> tuple[Array, Array]:
        """π and ∂π/∂θ."""
        pi, slope = theta.copy(), np.eye(theta.size)
        for places in self.bodies:
            pi[places], slope[np.ix_(places, places)] = log_cholesky(theta[places])
        for k in self.positive:
            root = np.sqrt(theta[k] ** 2 + self.bend[k] ** 2)
            pi[k], slope[k, k] = 0.5 * (theta[k] + root), 0.5 * (1.0 + theta[k] / root)
        return pi, slope

    def deviations(self, spread: float) -> Array:
        known = np.isfinite(self.scale)
        slope = self.numbers(self.nominal)[1]
        size = np.linalg.norm(slope * np.where(known, spread * self.scale, 0.0), axis=1)
        found: Array = np.where(known, size, np.inf)
        return found

    def started(self, matrix: Array, values: Array) -> Array:
        """The description; what is not described, from its own combination where it has one."""
        start = self.nominal.copy()
        for k in np.flatnonzero(~np.isfinite(self.scale)):
            alone = [i for i in np.flatnonzero(matrix[:, k]) if np.count_nonzero(matrix[i]) == 1]
            if alone:
                start[k] = values[alone[0]] / matrix[alone[0], k]
        return start


def _whitener(covariance: Array) -> Array:
    """L⁻¹ with L Lᵀ = covariance, as rows of its eigenvectors: it may be nearly singular."""
    size = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    size[size == 0] = 1e-300
    w, V = np.linalg.eigh(covariance / np.outer(size, size))
    found: Array = (V / np.sqrt(np.maximum(w, 1e-12 * w[-1]))).T / size
    return found


def _whole_bodies(elements: Sequence[str]) -> list[list[int]]:
    """Places of the ten numbers of every link that has all of them free."""
    by_link: dict[str, list[int]] = {}
    for k, name in enumerate(elements):
        if is_of_body(name):
            path = name.partition("[")[0].removeprefix("links.")
            by_link.setdefault(path.rpartition(".")[0], []).append(k)
    return [places for places in by_link.values() if len(places) == _TEN]


def log_cholesky(theta: Array) -> tuple[Array, Array]:
    """m, m c, inertia about the origin from (α, d1, d2, d3, s12, s23, s13, t1, t2, t3), and how
    they change with these, (10, 10)."""
    U = np.eye(4)
    U[[0, 1, 2], [0, 1, 2]] = np.exp(theta[1:4])
    changes = np.zeros((_TEN, 4, 4))
    for k in range(3):
        changes[k + 1, k, k] = U[k, k]
    for k, (i, j) in enumerate(_UPPER):
        U[i, j] = theta[4 + k]
        changes[4 + k, i, j] = 1.0
    size = np.exp(2.0 * theta[0])
    J = size * (U @ U.T)
    dJ = size * (changes @ U.T)
    dJ += np.swapaxes(dJ, 1, 2)
    dJ[0] = 2.0 * J
    return _ten(J), np.stack([_ten(one) for one in dJ], axis=1)


def _ten(J: Array) -> Array:
    """The ten numbers are linear in the pseudo-inertia."""
    xx, yy, zz = J[0, 0], J[1, 1], J[2, 2]
    moments = [yy + zz, -J[0, 1], -J[0, 2], xx + zz, -J[1, 2], xx + yy]
    return np.array([J[3, 3], J[0, 3], J[1, 3], J[2, 3], *moments])


def log_cholesky_of(ten: Array, largest: float) -> Array:
    """θ of a body; what cannot exist is moved to what can, as little as its eigenvalues need."""
    m, mx, my, mz, xx, xy, xz, yy, yz, zz = ten
    L = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    J = np.zeros((4, 4))
    J[:3, :3] = 0.5 * np.trace(L) * np.eye(3) - L
    J[3, :3] = J[:3, 3] = mx, my, mz
    J[3, 3] = max(m, _LITTLE * largest)
    # In decimetres masses and second moments are of one size.
    size = np.array([_LENGTH, _LENGTH, _LENGTH, 1.0])
    w, V = np.linalg.eigh(J / np.outer(size, size))
    J = (V * np.maximum(w, _LITTLE * J[3, 3])) @ V.T * np.outer(size, size)
    U = np.linalg.cholesky(J[::-1, ::-1])[::-1, ::-1]
    found = [np.log(U[3, 3]), *np.log(np.diag(U)[:3] / U[3, 3])]
    return np.array([*found, *(U[i, j] / U[3, 3] for i, j in _UPPER)])
