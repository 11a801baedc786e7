"""Whether what remains of a signal is white noise."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.studies.claim import NumberLimits, at_most

LAGS = 20
#: Bounds in standard errors: of good noise one number in 16000 is beyond them.
BOUND = 4.0
#: The statistics that are judged, in words.
STATISTICS = {
    "mean": "mean",
    "deviation": "standard deviation",
    "skewness": "skewness",
    "kurtosis": "kurtosis",
    "correlation": f"correlation over 1 to {LAGS} samples",
}


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

    def standard_errors(self, deviation: float) -> dict[str, float]:
        """How far each statistic is from that of white normal noise without a mean, of that
        standard deviation: in standard errors of so many samples."""
        root = math.sqrt(self.count)
        return {
            "mean": abs(self.mean) * root / deviation,
            "deviation": abs(self.deviation / deviation - 1) * 2**0.5 * root,
            "skewness": abs(self.skewness) * root / 6**0.5,
            "kurtosis": abs(self.kurtosis) * root / 24**0.5,
            "correlation": self.largest_correlation * root,
        }

    def agrees(self, deviation: float) -> bool:
        """Whether this may be white normal noise without a mean, of that standard deviation."""
        return max(self.standard_errors(deviation).values()) <= BOUND


def farthest_off(found: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """The largest of each statistic over the `standard_errors` of some noises."""
    every = list(found)
    return {name: max(one[name] for one in every) for name in STATISTICS}


def noise_limits() -> dict[str, NumberLimits]:
    """The largest of many correlations is beyond the bound that many times as often."""
    return {
        name: at_most(
            f"{words}, in standard errors",
            BOUND,
            "",
            f"of good noise one in {16000 // (LAGS if name == 'correlation' else 1)} is beyond "
            f"{BOUND:g}; by the run's own samples",
        )
        for name, words in STATISTICS.items()
    }
