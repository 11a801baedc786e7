"""Friction along a log whose gear warms up by its own friction: a law's curve and heat together.

C dT/dt = τ v − (T − T_a)/R, in which both factors of the heat are measured. So the temperature
follows from the log for any R C, R and initial rise, which are numbers to find like those of the
law. Where neither a sensor nor a known law says what a kelvin is, R stays open: the warmest moment
is then put at an assumed span above the air.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import block_diag
from scipy.signal import lfilter

from armwright.arrays import Array
from armwright.identify.friction.law_curve import LawCurve

#: K from the air to the warmest moment where nobody knows it.
ASSUMED_SPAN = 40.0
#: Of the heat, what is kept: means over as many stretches.
_STRETCHES = 4000
#: Of thermal numbers, in which they are differentiated.
_STEP = 1e-4
#: Of the log's length: no time constant is longer.
_LONGEST = 50.0
#: Thermal numbers that count by their logarithms.
_LOGARITHMIC = ("time_constant", "thermal_resistance")
_UNITS = {"time_constant": "s", "thermal_resistance": "K/W", "initial_rise": "K"}


@dataclass(frozen=True, eq=False)
class Heating:
    """The heat of friction, in W: `power` (M,) are means over stretches of `step` s, the first of
    which begins at `start`. `ambient`: K, of the air."""

    start: float
    step: float
    power: Array
    ambient: float

    @classmethod
    def of(cls, time: Array, power: Array, ambient: float) -> Heating:
        step = float(np.median(np.diff(time)))
        count = -(-len(power) // _STRETCHES)
        kept = len(power) // count * count
        means = power[:kept].reshape(-1, count).mean(axis=1)
        return cls(float(time[0]), step * count, means, ambient)

    @property
    def lasting(self) -> float:
        return self.step * len(self.power)

    def temperature(self, time: Array, settings: Mapping[str, float]) -> Array:
        """(N,) in K. Without a `thermal_resistance`, the warmest moment of the log is ASSUMED_SPAN
        above the air, and the initial rise counts on that scale."""
        constant, first = settings["time_constant"], settings["initial_rise"]
        fading = float(np.exp(-self.step / constant))
        warm = lfilter([0.0, 1 - fading], [1.0, -fading], np.r_[self.power, self.power[-1]])
        edges = self.start + self.step * np.arange(len(warm))
        cooling = np.exp(-(edges - self.start) / constant)
        if "thermal_resistance" in settings:
            rise = first * cooling + settings["thermal_resistance"] * warm
        else:
            share = first / ASSUMED_SPAN
            rise = warm / max(float(warm.max()), 1e-300) * (1 - share) + share * cooling
            rise *= ASSUMED_SPAN / max(float(rise.max()), 1e-300)
        found: Array = self.ambient + np.interp(time, edges, rise)
        return found


@dataclass(frozen=True, eq=False)
class HeatedCurve:
    """`law`: reads a temperature, which comes of `heating` with the `thermal` numbers; those in
    `found` are free, beside the law's own. Its inputs are the law's, with the time, in s, instead
    of the temperature. `most`: the largest warm_temperature."""

    law: LawCurve
    heating: Heating
    thermal: Mapping[str, float]
    found: tuple[str, ...]
    most: float

    @property
    def family(self) -> str:
        return self.law.family

    @property
    def kind(self) -> str:
        return self.law.kind

    @property
    def free(self) -> tuple[str, ...]:
        return (*self.law.free, *self.found)

    @property
    def inputs(self) -> tuple[str, ...]:
        return tuple("time" if name == "temperature" else name for name in self.law.inputs)

    @property
    def settings(self) -> Mapping[str, float]:
        return {**self.law.settings, **self.thermal}

    @property
    def nominal(self) -> Array:
        own = [_inside(name, self.thermal[name]) for name in self.found]
        return np.asarray(np.r_[self.law.nominal, own])

    @property
    def bounds(self) -> tuple[Array, Array]:
        low, high = (bound.copy() for bound in self.law.bounds)
        if "warm_temperature" in self.law.free:
            k = self.law.free.index("warm_temperature")
            low[k], high[k] = self.law.settings["cold_temperature"] + 1.0, self.most
        ends = [self._limits(name) for name in self.found]
        return np.r_[low, [one[0] for one in ends]], np.r_[high, [one[1] for one in ends]]

    @property
    def units(self) -> tuple[str, ...]:
        return (*self.law.units, *(_UNITS[name] for name in self.found))

    @property
    def linear(self) -> tuple[bool, ...]:
        return (*self.law.linear, *(False for _ in self.found))

    @property
    def raised(self) -> Array:
        """Thermal numbers stand for themselves."""
        return np.asarray(block_diag(self.law.raised, np.eye(len(self.found))))

    def torque(self, inputs: Array, numbers: Array) -> Array:
        own, thermal = self._parted(numbers)
        return self.law.torque(self._given(inputs, thermal), own)

    def jacobian(self, inputs: Array, numbers: Array) -> Array:
        own, thermal = self._parted(numbers)
        slopes = [self.law.jacobian(self._given(inputs, thermal), own)]
        for name in self.found:
            ends = []
            for way in (_STEP, -_STEP):
                moved = {**thermal, name: _outside(name, _inside(name, thermal[name]) + way)}
                ends.append(self.law.torque(self._given(inputs, moved), own))
            slopes.append(((ends[0] - ends[1]) / (2 * _STEP))[:, None])
        return np.hstack(slopes)

    def changed(self, numbers: Array) -> HeatedCurve:
        own, thermal = self._parted(np.clip(numbers, *self.bounds))
        return replace(self, law=self.law.changed(own), thermal=thermal)

    def holding(self, name: str, value: float) -> HeatedCurve:
        """The same with a thermal number that is not free any more."""
        left = tuple(one for one in self.found if one != name)
        return replace(self, thermal={**self.thermal, name: value}, found=left)

    def temperature(self, time: Array) -> Array:
        return self.heating.temperature(time, self.thermal)

    def _limits(self, name: str) -> tuple[float, float]:
        """Of a time constant: what a log of this length could show at all."""
        if name != "time_constant":
            return -np.inf, np.inf
        return float(np.log(self.heating.step)), float(np.log(_LONGEST * self.heating.lasting))

    def _parted(self, numbers: Array) -> tuple[Array, dict[str, float]]:
        count = len(self.law.free)
        own = zip(self.found, numbers[count:].tolist(), strict=True)
        return numbers[:count], {**self.thermal, **{n: _outside(n, x) for n, x in own}}

    def _given(self, inputs: Array, thermal: Mapping[str, float]) -> Array:
        place = self.inputs.index("time")
        found = inputs.copy()
        found[:, place] = self.heating.temperature(inputs[:, place], thermal)
        return found


def _inside(name: str, value: float) -> float:
    return float(np.log(value)) if name in _LOGARITHMIC else value


def _outside(name: str, value: float) -> float:
    return float(np.exp(np.clip(value, -50.0, 50.0))) if name in _LOGARITHMIC else value
