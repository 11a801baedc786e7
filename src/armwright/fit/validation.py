"""How well a model predicts what was measured, and whether that is enough for a purpose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals.log import Log
from armwright.signals.records import array_of, channels_of


@dataclass(frozen=True)
class Validation:
    """`purpose`: what the model is to be good for, as "torques". `figures`: by channel, the rms of
    measured minus predicted over the rms of what was measured about its mean. `limits`: the
    largest figure that is still good enough, by channel; set before anything is compared."""

    purpose: str
    signal: str
    figures: Mapping[str, float]
    limits: Mapping[str, float]

    @property
    def valid(self) -> bool:
        return not self.failing

    @property
    def failing(self) -> tuple[str, ...]:
        """The channels that are not predicted well enough."""
        return tuple(
            name for name, figure in self.figures.items() if not figure <= self.limits[name]
        )

    def __str__(self) -> str:
        worst = max(self.figures, key=lambda name: self.figures[name] / self.limits[name])
        word = "valid" if self.valid else "not valid"
        return (
            f"{word} for {self.purpose}: {worst} is off by {100 * self.figures[worst]:.3g} % of "
            f"its variation (limit {100 * self.limits[worst]:.3g} %)"
        )


def judged(
    log: Log, predicted: xr.Dataset, signal: str, purpose: str, limit: float | Mapping[str, float]
) -> Validation:
    """Measured against predicted; `limit` for all channels, or for each by its name."""
    measured, model = log[signal], array_of(predicted, signal)[0]
    names = channels_of(log.data, signal)
    if measured.shape != model.shape:
        raise InputError(
            "not the same samples", where=signal, got=model.shape, expected=measured.shape
        )
    figures = dict(zip(names, _relative(measured, model), strict=True))
    limits = {name: limit if isinstance(limit, float) else limit[name] for name in names}
    return Validation(purpose, signal, figures, limits)


def _relative(measured: Array, model: Array) -> list[float]:
    used = np.isfinite(measured) & np.isfinite(model)
    found = []
    for k in range(measured.shape[1]):
        y, m = measured[used[:, k], k], model[used[:, k], k]
        if not y.size:
            raise InputError("no sample can be compared", where=f"channel {k + 1}")
        size = float(np.std(y))
        off = float(np.sqrt(np.mean((y - m) ** 2)))
        found.append(off / size if size > 0 else (0.0 if off == 0 else float("inf")))
    return found
