"""Whether what remains of a signal is white noise."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

LAGS = 20
#: Bounds in standard errors: of good noise one statistic in 16 000 is beyond them.
BOUND = 4.0


@dataclass(frozen=True, eq=False)
class Noise:
    """Of `count` samples: mean, standard deviation, skewness, kurtosis less that of the normal
    distribution, and the correlation with itself 1 to LAGS samples later."""

    count: int
    mean: float
    deviation: float
    skewness: float
    kurtosis: float
    correlation: Array

    @classmethod
    def of(cls, samples: Array) -> Noise:
        mean, deviation = float(samples.mean()), float(samples.std())
        z = (samples - mean) / deviation
        correlation = [float((z[k:] * z[:-k]).sum() / z.size) for k in range(1, LAGS + 1)]
        return cls(
            samples.size,
            mean,
            deviation,
            float((z**3).mean()),
            float((z**4).mean() - 3.0),
            np.array(correlation),
        )

    @property
    def largest_correlation(self) -> float:
        return float(np.abs(self.correlation).max())

    @property
    def correlation_bound(self) -> float:
        return BOUND / math.sqrt(self.count)

    def agrees(self, deviation: float) -> bool:
        """Whether this may be white normal noise without a mean, of that standard deviation."""
        root = math.sqrt(self.count)
        return (
            abs(self.mean) <= BOUND * deviation / root
            and abs(self.deviation / deviation - 1) <= BOUND / (2**0.5 * root)
            and abs(self.skewness) <= BOUND * 6**0.5 / root
            and abs(self.kurtosis) <= BOUND * 24**0.5 / root
            and self.largest_correlation <= self.correlation_bound
        )
