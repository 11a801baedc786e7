"""Essential parameters: the fewest combinations that explain the torques as well as all do.

Gautier, Janot and Vandanjon, IEEE TCST 21(2), 2013: the combination with the largest standard error
against its value goes, the others are fitted again, until what is left would grow.
"""

from __future__ import annotations

import numpy as np
import scipy.linalg

from armwright.fit import Combinations
from armwright.identify.estimators import stacked
from armwright.identify.problem import RigidEstimate, RigidProblem
from armwright.identify.reduction import reduced

#: How much the weighted residual may grow in all.
_GROWTH = 0.02


def essential(
    problem: RigidProblem, estimate: RigidEstimate, growth: float = _GROWTH
) -> Combinations:
    """Those that are left, the others taken for zero. `growth`: by which part the rms of the
    weighted residual may grow on the way."""
    size = problem.base.size
    triangles = reduced(problem.regressor, estimate.motion, estimate.thin)
    whole = stacked(triangles, size, estimate.solution.deviations)
    first = float(whole[-1, -1])
    # How much larger standard errors are than those of independent residuals.
    plain = np.sqrt(np.diag(estimate.solution.bread))
    larger = estimate.combinations.errors / np.maximum(plain, 1e-300)
    kept = list(range(size))
    R = whole
    while len(kept) > 1:
        values, errors = _solved(R)
        share = errors * larger[kept] / np.maximum(np.abs(values), 1e-300)
        worst = int(np.argmax(share))
        trial = [one for k, one in enumerate(kept) if k != worst]
        other = scipy.linalg.qr(whole[:, [*trial, size]], mode="r")[0][: len(trial) + 1]
        if abs(float(other[-1, -1])) > (1.0 + growth) * abs(first):
            break
        kept, R = trial, other
    values, _ = _solved(R)
    inverse = np.linalg.inv(R[:-1, :-1])
    scale = np.outer(larger[kept], larger[kept])
    known = estimate.combinations
    return Combinations(
        known.elements,
        tuple(known.names[k] for k in kept),
        tuple(known.units[k] for k in kept),
        known.matrix[kept],
        values,
        inverse @ inverse.T * scale,
    )


def _solved(R: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Values, and standard errors for residuals of deviation 1."""
    n = R.shape[1] - 1
    inverse = np.linalg.inv(R[:n, :n])
    return inverse @ R[:n, n], np.linalg.norm(inverse, axis=1)
