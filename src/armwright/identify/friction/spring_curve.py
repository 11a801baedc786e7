"""A spring's curve (Δ, τ) from measured points, as friction's curves are found.  S4 (2.13)"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from armwright.errors import InputError
from armwright.identify.friction.curve_fit import CurveFit, CurvePoints, fitted_curve, information
from armwright.identify.friction.law_curve import LawCurve

SpringName = Literal["linear", "cubic", "stiffening"]


def spring_curve(
    deflection: ArrayLike,
    torque: ArrayLike,
    error: ArrayLike | None = None,
    *,
    laws: Sequence[SpringName] = ("linear", "cubic", "stiffening"),
) -> CurveFit:
    """The spring law that explains points best: `deflection` (N,) in rad, link side minus motor
    side, and `torque` (N,) in N m, on one side of the gear; `error`: standard errors of the
    torques. The numbers are in `.curve.settings`, as a drive's `spring` has them, and `.errors`."""
    x, y = np.asarray(deflection, dtype=np.float64), np.asarray(torque, dtype=np.float64)
    if x.shape != y.shape or x.ndim != 1 or not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise InputError(
            "not points of a spring",
            where="spring_curve",
            got=f"deflections {x.shape}, torques {y.shape}",
            expected="as many of both, all finite",
        )
    slope = float(x @ y / (x @ x)) if np.any(x) else 0.0
    if not slope > 0:
        raise InputError(
            "the torque does not rise with the deflection",
            where="spring_curve",
            got=f"{slope:.3g} N m/rad",
            expected="above zero",
            hint="Is the deflection link side minus motor side, and the torque what pulls it back?",
        )
    reach = float(np.abs(x).max())
    begin: dict[str, dict[str, float]] = {
        "linear": {"stiffness": slope},
        "cubic": {"a0": slope, "a1": 0.0, "a2": 0.0},
        "stiffening": {"k_low": slope, "k_high": 1.5 * slope, "psi": 0.5 * reach},
    }
    size = None if error is None else np.broadcast_to(np.asarray(error, float), x.shape)
    # Points of a table follow nothing in time: without errors all count alike.
    spread = np.full(x.shape, float(np.std(y - slope * x)) or 1.0) if size is None else size
    points = CurvePoints(x[:, None], y, spread)
    fits = []
    for law in laws:
        curve = LawCurve("spring", law, begin[law], tuple(begin[law]))
        if len(x) > len(curve.free):
            fits.append(_scaled(fitted_curve(curve, points), size is None))
    if not fits:
        raise InputError("too few points", where="spring_curve", got=len(x))
    scores = information(fits)
    return fits[int(np.argmin(scores))]


def _scaled(fit: CurveFit, unknown: bool) -> CurveFit:
    """Standard errors by what is left, where nobody gave those of the torques."""
    if not unknown:
        return fit
    error = fit.points.error
    assert error is not None
    free = max(len(fit.residual) - len(fit.curve.free), 1)
    left = float(np.sum(fit.residual**2)) / free
    return replace(fit, covariance=fit.covariance * min(left / float(error[0]) ** 2, 1.0))
