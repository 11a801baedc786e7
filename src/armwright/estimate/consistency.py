"""Whether a filter knows how good it is."""

from __future__ import annotations

from dataclasses import dataclass

from scipy.stats import chi2

from armwright.errors import InputError
from armwright.estimate.kalman import Filtered


@dataclass(frozen=True)
class Consistency:
    """`mean`: of the normalised innovations squared, for each measurement. It is 1 if innovations
    are white and as large as the filter expects, and then lies within `low` and `high` with the
    probability asked for; below them the filter is too cautious, above them too sure."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, surprise: float, freedom: float, probability: float = 0.95) -> Consistency:
        """Of a sum of normalised innovations squared and of their degrees of freedom: for a filter
        that is right it has a χ² distribution."""
        if not 0 < probability < 1:
            raise InputError("probability", where="consistency", got=probability, expected="0 to 1")
        if not freedom > 0:
            raise InputError("nothing was measured", where="consistency", got=f"{freedom:g}")
        low, high = chi2.interval(probability, freedom)
        return cls(float(surprise / freedom), float(low / freedom), float(high / freedom))

    @property
    def holds(self) -> bool:
        return self.low <= self.mean <= self.high


def consistency(found: Filtered, probability: float = 0.95) -> Consistency:
    """Of all innovations of a filter together."""
    return Consistency.of(found.surprise.sum(), found.freedom.sum(), probability)
