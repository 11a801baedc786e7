"""Targets that were taken for one another: in all poses, or in some."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from armwright.arrays import Array
from armwright.calibrate.calibration import Calibration
from armwright.calibrate.measurements import Target
from armwright.calibrate.mistakes import swapped_error
from armwright.errors import InputError

#: Residuals of swapped targets are that many times the noise, and vanish when exchanged.
_MANY, _VANISH = 5.0, 0.3


def check_targets(fit: Calibration) -> None:
    """Raises an InputError that names them."""
    model = fit.model
    seen = [one for one in model.measured.targets if one.kind != "distance"]
    for a, b in combinations(seen, 2):
        if a.kind != b.kind:
            continue
        if {a.name, b.name} <= set(model.targets) and _crossed(fit, a.name, b.name):
            raise swapped_error(a, b)
        poses = _swapped_poses(fit, a, b)
        if poses.size:
            listed = ", ".join(str(k + 1) for k in poses[:5])
            raise InputError(
                f"targets '{a.name}' and '{b.name}' are swapped in some poses",
                where="points",
                got=f"{poses.size} of {len(model.measured)}: pose {listed}",
                hint="Exchange them there.",
            )


def _crossed(fit: Calibration, a: str, b: str) -> bool:
    start, found = fit.model.targets, fit.targets
    straight = sum(_distance(found[name].translation, start[name].translation) for name in (a, b))
    crossed = sum(
        _distance(found[one].translation, start[other].translation)
        for one, other in ((a, b), (b, a))
    )
    return crossed < 0.5 * straight


def _swapped_poses(fit: Calibration, a: Target, b: Target) -> Array:
    """Numbers of the poses in which exchanging the two makes what is left vanish."""
    predicted = fit.model.predicted(fit.x)
    both = np.flatnonzero(a.seen & b.seen)
    values = [_points(one.values[both]) for one in (a, b)]
    expected = [_points(predicted[one.name][both]) for one in (a, b)]
    straight = _off(values[0], expected[0]) + _off(values[1], expected[1])
    crossed = _off(values[0], expected[1]) + _off(values[1], expected[0])
    noise = 2 * max(float(np.median(straight)) / 2, 1e-9)
    return np.asarray(both[(straight > _MANY * noise) & (crossed < _VANISH * straight)])


def _points(values: Array) -> Array:
    return values[:, :3, 3] if values.ndim == 3 else values


def _off(a: Array, b: Array) -> Array:
    return np.asarray(np.linalg.norm(a - b, axis=1))


def _distance(a: Array, b: Array) -> float:
    return float(np.linalg.norm(a - b))
