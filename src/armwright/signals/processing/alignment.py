"""How the clocks of two recorders differ, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array


@dataclass(frozen=True)
class LostSamples:
    """`count` samples that a recorder without time stamps lost before `time`, as its log has it."""

    time: float
    count: int


@dataclass(frozen=True, eq=False)
class ClockAlignment:
    """other's time = own time + delay + drift · (own time − centre).

    `delay` (s) counts at `centre` (s, own clock), where it is independent of the `drift` or nearly
    so; `covariance` is that of the two. `gains`: by how much the own channels that move are larger
    than the other's; `correlation`: how alike they are after alignment, 1 for equal. `lost`:
    samples that were found missing without a time stamp saying so; `step` is the time of one.
    """

    delay: float
    drift: float
    centre: float
    covariance: Array
    correlation: float
    gains: Array = field(default_factory=lambda: np.ones(0))
    lost: tuple[LostSamples, ...] = ()
    step: float = 0.0

    def other_time(self, time: ArrayLike) -> Array:
        """What the other clock shows, at times of the own."""
        t = np.asarray(time, dtype=np.float64)
        return np.asarray(t + self.delay + self.drift * (t - self.centre))

    def own_time(self, other: ArrayLike) -> Array:
        """The own clock's time of what the other log says was at these times."""
        stamped = np.asarray(other, dtype=np.float64)
        t = stamped.copy()
        for gap in self.lost:
            t = t + np.where(stamped >= gap.time, gap.count * self.step, 0.0)
        return np.asarray((t - self.delay + self.drift * self.centre) / (1 + self.drift))

    def standard_error(self, time: ArrayLike) -> Array:
        """Of the alignment at times of the own clock, in s."""
        from_centre = np.asarray(time, dtype=np.float64) - self.centre
        (a, b), (_, c) = self.covariance
        return np.asarray(np.sqrt(a + 2 * b * from_centre + c * from_centre**2))

    def __str__(self) -> str:
        delay, drift = np.sqrt(np.diag(self.covariance))
        text = f"delay {self.delay * 1e3:.6g} ± {delay * 1e3:.2g} ms at {self.centre:.4g} s"
        text += f", drift {self.drift * 1e6:.3g} ± {drift * 1e6:.2g} ppm (one standard error)"
        if self.lost:
            count = sum(abs(gap.count) for gap in self.lost)
            text += f", {count} lost samples in {len(self.lost)} places"
        return text
