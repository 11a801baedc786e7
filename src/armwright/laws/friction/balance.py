"""From which speed on a motion can draw energy from friction."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.laws.friction.stribeck import stribeck

#: Speeds in each power of ten, deflections, and parts into which what is near is then divided.
_SPEEDS, _DEFLECTIONS, _FINER = 24, 120, 16
#: What counts as no speed, and as more than any, beside the speeds that the law's numbers make.
_SLOW, _FAST = 1e-4, 1e15
_PRECISE = 1e-5
#: Numbers that differ by no more than this part of them are meant to be the same.
SAME = 1e-9
_ROUNDING = 1e-12

#: (speeds n, bending m) → (n, m): can energy be drawn there with speeds up to this one?
Draws = Callable[[Array, Array], Array]


class Contact(NamedTuple):
    """What a law is at one load and temperature; F_c and F_s: for v > 0, for v < 0."""

    coulomb: tuple[float, float]
    static: tuple[float, float]
    stribeck_velocity: float
    stribeck_exponent: float
    damping: float
    viscous: float
    quadratic: float

    @staticmethod
    def of(numbers: Mapping[str, float], more: float = 0.0) -> Contact:
        """`more`: what the load adds to F_c and F_s."""
        Fc, Fs = (
            (numbers[f"{name}_positive"] + more, numbers[f"{name}_negative"] + more)
            for name in ("coulomb", "static")
        )
        return Contact(Fc, Fs, *(numbers.get(name, 0.0) for name in Contact._fields[2:]))

    def g(self, speed: Array, way: int) -> Array:
        """(n, 1) the Stribeck curve."""
        shape = (cs.DM(self.stribeck_velocity), cs.DM(self.stribeck_exponent))
        levels = (cs.DM(self.coulomb[way]), cs.DM(self.static[way]))
        return np.array(stribeck(cs.DM(speed), *levels, *shape))

    def fluid(self, speed: Array) -> Array:
        """α₂v + α₃v²."""
        found: Array = (self.viscous + self.quadratic * speed) * speed
        return found


def enough_viscous(contacts: Sequence[Contact], fastest: float) -> float:
    """σ₁ (W − g)/g − min(α₃, 0) v_max: if α₂ is at least that, no motion draws energy, whatever
    load and temperature do. W is the highest and g the lowest of all F_c and F_s of one direction.

    With u = σ₀z/g, τv − d/dt σ₀z²/2 = |v|gu² + v²(α₂ + α₃|v| + σ₁ − σ₁u sgn v) for any g(t), and
    u sgn v ≤ W/g. If α₃ = 0, W = F_s, g = F_c and v has no bound, this is necessary too: Barabanov
    and Ortega, IEEE Trans. Automatic Control 45(4), 2000, 830-832. Where the load falls, z stays
    while g falls: W is F_s + μ L_max then, and g still F_c.
    """
    return max(_enough(contacts, way, fastest) for way in (0, 1))


def driving_speed(contacts: Sequence[Contact], fastest: float = math.inf) -> float:
    """The least speed below `fastest` with which a motion can draw energy from LuGre; ∞ if there is
    none. Load and temperature may jump between the contacts at any time.

    A law is passive if and only if it has a storage function S (Willems 1972), here one of z. With
    w = σ₀z ≥ 0 and p(w) = dS/dw σ₀, τv ≥ Ṡ means
        σ₁v + (w + α₂v + α₃v²)/(1 − w/g(v)) ≥ p where w < g(v), and ≤ p where w > g(v),
        g + α₂v + α₃v² ≥ 0 (steady sliding),
        (w − α₂|v| − α₃v²)/(1 + w/g(v)) − σ₁|v| ≤ p for v < 0.
    There is such a p unless at some w it costs less to bend the bristles than their way back
    yields; then going to and fro between the two draws energy. Cheapest is mostly to creep under
    the highest load, w/(1 − w/F_s), and best to run fast without any. With α₃ < 0 bristles that are
    hardly bent drive as soon as α₂ + σ₁ + α₃v < 0, long before sliding does. σ₀ does not matter.
    """
    found = math.inf
    for draws, bent in _doubtful(contacts, fastest):
        found = min(found, _least(draws, _speeds(contacts, fastest), bent))
    return found


def passive(contacts: Sequence[Contact], fastest: float = math.inf) -> bool:
    """Whether there is no such speed."""
    speeds = _speeds(contacts, fastest)
    return not any(draws(speeds, bent).any() for draws, bent in _doubtful(contacts, fastest))


def sliding_speed(contacts: Sequence[Contact], fastest: float = math.inf) -> float:
    """The least speed below `fastest` at which steady sliding drives, g + α₂v + α₃v² < 0; or ∞."""
    flat = [one for one in contacts if one.quadratic < 0]
    if not flat:
        return math.inf
    speeds = _speeds(flat, fastest)
    return min(_least(_sliding(flat, way), speeds, np.zeros(1)) for way in (0, 1))


def _levels(contacts: Sequence[Contact], way: int) -> tuple[float, float]:
    """The lowest and the highest of F_c and F_s."""
    levels = [level for one in contacts for level in (one.coulomb[way], one.static[way])]
    return min(levels), max(levels)


def _enough(contacts: Sequence[Contact], way: int, fastest: float) -> float:
    low, high = _levels(contacts, way)
    falling = min(one.quadratic for one in contacts)
    bristles = max(one.damping for one in contacts) * (high - low) / low
    return bristles - (falling * fastest if falling < 0 else 0.0)


def _doubtful(contacts: Sequence[Contact], fastest: float) -> Iterator[tuple[Draws, Array]]:
    """Directions in which α₂ is not enough at first sight, with their deflections."""
    same = all(Fs[0] == Fs[1] and Fc[0] == Fc[1] for Fc, Fs, *_ in contacts)
    for way in (0,) if same else (0, 1):
        enough = _enough(contacts, way, fastest)
        if min(one.viscous for one in contacts) < (1.0 - SAME) * enough:
            yield _bristles(contacts, way), _bent(contacts, way)


def _sliding(contacts: Sequence[Contact], way: int) -> Draws:
    def draws(v: Array, w: Array) -> Array:
        drives = np.any([one.g(v, way)[:, 0] + one.fluid(v) < 0 for one in contacts], axis=0)
        return np.repeat(np.logical_or.accumulate(drives)[:, None], w.size, axis=1)

    return draws


def _bristles(contacts: Sequence[Contact], way: int) -> Draws:
    slides = _sliding(contacts, way)

    def draws(v: Array, w: Array) -> Array:
        cost = np.full((v.size, w.size), math.inf)
        gain = -cost
        for one in contacts:
            dashpot, fluid = one.damping * v[:, None], one.fluid(v)[:, None]
            room = 1.0 - w / one.g(v, way)
            away = np.where(room == 0, 1.0, room)
            slope = dashpot + (w + fluid) / away
            back = (w - fluid) / (1.0 + w / one.g(v, 1 - way)) - dashpot
            cost = np.where(room > 0, np.minimum(cost, slope), cost)
            gain = np.maximum(gain, np.where(room < 0, np.maximum(slope, back), back))
        cost = np.minimum.accumulate(cost, axis=0)
        gain = np.maximum.accumulate(gain, axis=0)
        found: Array = (gain - cost > _ROUNDING * (np.abs(gain) + np.abs(w))) | slides(v, w)
        return found

    return draws


def _speeds(contacts: Sequence[Contact], fastest: float) -> Array:
    """From rest to the fastest one, close enough to each other to see what happens."""
    scales = [1.0]
    for one in contacts:
        level = max(*one.coulomb, *one.static)
        scales.append(one.stribeck_velocity)
        scales += [level / d for d in (one.damping, one.viscous) if d > 0]
        if one.quadratic:
            scales.append(math.sqrt(level / abs(one.quadratic)))
            scales += [d / abs(one.quadratic) for d in (one.damping, one.viscous)]
    known = [scale for scale in scales if scale > 0]
    last = min(fastest, _FAST * max(known))
    first = min(_SLOW * min(known), _SLOW * last)
    count = math.ceil(_SPEEDS * math.log10(last / first))
    return np.concatenate([[0.0], np.geomspace(first, last, count)])


def _bent(contacts: Sequence[Contact], way: int) -> Array:
    """Deflections w, with more of them where bristles spring back fast enough to push."""
    low, high = _levels(contacts, way)
    part = np.linspace(0.0, 1.0, _DEFLECTIONS, endpoint=False)
    found = [high * part, np.geomspace(low, high, _DEFLECTIONS, endpoint=False)]
    stiffest = max(one.damping for one in contacts)
    if stiffest > 0:
        push = low * (1.0 + min(one.viscous for one in contacts) / stiffest)
        if push < high:
            found.append(push + (high - push) * part)
    return np.unique(np.concatenate(found))


def _least(draws: Draws, speeds: Array, bent: Array) -> float:
    """The least of these speeds with which energy is drawn, made more precise."""
    before, v, w = speeds, speeds, bent
    while True:
        there = draws(v, w)
        rows = np.flatnonzero(there.any(axis=1))
        if not rows.size:
            return math.inf if v is speeds else float(v[-1])
        i = max(int(rows[0]), 1)
        low, high = float(v[i - 1]), float(v[i])
        if high <= speeds[1]:
            return 0.0
        if high - low <= _PRECISE * high:
            return high
        columns = np.flatnonzero(there[i])
        first, last = max(int(columns[0]) - 1, 0), min(int(columns[-1]) + 1, w.size - 1)
        w = np.union1d(w[columns], np.linspace(w[first], w[last], 4 * _FINER))
        before = before[before <= low]
        v = np.concatenate([before[before < low], np.linspace(low, high, _FINER)])
