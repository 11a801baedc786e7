"""How far the joints are from their references, and what that costs in torque.

Arrays are (records, 6) or (6,). Errors are reference minus actual, or minus measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from armwright.arrays import Array
from armwright.scenario import Scenario
from armwright.signals import Run

#: The last step is at 6 s; from here on the arm rests, but for noise.
SETTLED = 8.0


def values(run: Run, signal: str) -> Array:
    found: Array = run.data[signal].values
    return found


def time(run: Run) -> Array:
    return values(run, "time")


def error(run: Run, what: str = "position", *, measured: bool = False) -> Array:
    """Of `position` or `velocity`."""
    actual = values(run, f"{'measured_' if measured else ''}joint_{what}")
    return values(run, f"reference_joint_{what}") - actual


class StaticError(NamedTuple):
    """`size` in rad, `joint` by its number, `until`: when that rest ends, s."""

    size: float
    joint: int
    until: float


@dataclass(frozen=True, eq=False)
class Steps:
    """`heights` in rad, `times` in s."""

    heights: Array
    times: Array

    @classmethod
    def of(cls, scenario: Scenario) -> Steps:
        assert scenario.reference is not None
        given = scenario.reference.values
        return cls(np.radians(np.abs(given["heights"])), np.array(given["times"]))

    def largest(self, run: Run) -> Array:
        """The largest error of each joint in the second after its step, as a part of the step."""
        t, e = time(run), np.abs(error(run))
        parts = [e[(t >= begin) & (t < begin + 1.0), k].max() for k, begin in enumerate(self.times)]
        return np.array(parts) / self.heights

    def highest_static(self, run: Run) -> StaticError:
        """The largest error of any joint wherever it rests. A joint rests in the last tenth of a
        second before another one's step, unless it stepped a second ago itself; and all do from
        SETTLED to the end."""
        t, e = time(run), np.abs(error(run))
        rests = {float(t[-1]): e[t >= SETTLED].max(axis=0)}
        for begin in self.times:
            rest = e[(t > begin - 0.1) & (t < begin)].mean(axis=0)
            rest[np.isclose(self.times, begin - 1.0)] = 0.0
            rests[float(begin)] = rest
        when = max(rests, key=lambda end: float(rests[end].max()))
        joint = int(rests[when].argmax())
        return StaticError(float(rests[when][joint]), joint, when)

    def left(self, run: Run) -> Array:
        """The error of each joint one second after its step, as a part of the step."""
        at = np.searchsorted(time(run), self.times + 1.0 - 1e-9)
        return np.abs(error(run)[at, range(6)]) / self.heights


def amplitudes(run: Run, *, measured: bool = True) -> tuple[float, float]:
    """Of noise, on q and on q̇, as S1's table 5.1 is understood: the largest deviation of each
    joint's error from its mean, once the arm has settled; the mean of that over the joints."""
    settled = time(run) >= SETTLED
    found = []
    for what in ("position", "velocity"):
        e = error(run, what, measured=measured)[settled]
        found.append(float(np.abs(e - e.mean(axis=0)).max(axis=0).mean()))
    return found[0], found[1]


def static(run: Run) -> Array:
    """What is left of each joint's error while the arm rests: the mean from SETTLED to the end."""
    found: Array = error(run)[time(run) >= SETTLED].mean(axis=0)
    return found


def at_rest(run: Run) -> float:
    """The largest error of any joint from SETTLED to the end."""
    return float(np.abs(error(run)[time(run) >= SETTLED]).max())


def unserved(run: Run) -> Array:
    """∫|u − u_s| dt of each joint, N m s: what the torque limit cuts off."""
    over = np.abs(values(run, "wanted_joint_torque") - values(run, "joint_torque"))
    found: Array = over.sum(axis=0) * _period(run)
    return found


def roughness(run: Run, signal: str) -> Array:
    """How much a signal changes in 10 ms once the arm has settled: root mean square, each joint."""
    settled = values(run, signal)[time(run) >= SETTLED]
    every = round(0.01 / _period(run))
    found: Array = np.sqrt((np.diff(settled[::every], axis=0) ** 2).mean(axis=0))
    return found


def _period(run: Run) -> float:
    t = time(run)
    return float(t[1] - t[0])
