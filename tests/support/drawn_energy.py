"""A search for motions, with load and temperature, that draw energy from a law with one state."""

from __future__ import annotations

from typing import NamedTuple

import casadi as cs
import numpy as np

from armwright.laws.friction import LAWS
from tests.support.blocks import expressions, site

Array = np.ndarray


class Bounds(NamedTuple):
    """What the search may use. `way`: of a bristle, about F_s/σ₀."""

    fastest: float
    slowest: float
    way: float
    load: float = 0.0
    temperatures: tuple[float, float] = (293.15, 293.15)


class Cycles(NamedTuple):
    """(n, k) each: n motions of k parts, repeated for ever; speed and way of a part are > 0."""

    sign: Array
    speed: Array
    way: Array
    load: Array
    temperature: Array

    def rows(self, chosen: Array) -> Cycles:
        return Cycles(*(one[chosen] for one in self))


class Law:
    """Its equations as they are, evaluated for many states at once."""

    def __init__(self, kind: str, **numbers: float) -> None:
        block = LAWS[kind](**numbers)
        symbols, results, _ = expressions(block, site(), constants=True)
        names = ("velocity", "deflection", "load", "temperature")
        inputs = [symbols.get(name, cs.SX.sym(name)) for name in names]
        outputs = [results["torque"], results["deflection"]]
        self._function = cs.Function("law", inputs, outputs)

    def __call__(self, v: Array, z: Array, load: Array, temperature: Array) -> tuple[Array, Array]:
        arguments = (cs.DM(one.ravel()[None]) for one in (v, z, load, temperature))
        found = self._function.map(v.size)(*arguments)
        torque, rate = (np.array(one).reshape(v.shape) for one in found)
        return torque, rate

    def work(self, cycles: Cycles) -> Array:
        """(n,) ∫ τv dt of a cycle once z repeats itself, over the sum of |∫| of its parts: exact,
        for τ and ż are linear in z while v, load and temperature are held."""
        v = cycles.sign * cycles.speed
        far = np.full(v.shape, 1e-6)
        others = (cycles.load, cycles.temperature)
        (t0, b), (t1, b1) = self(v, 0 * v, *others), self(v, far, *others)
        time = cycles.way / cycles.speed
        decay, slope = (b1 - b) / far, (t1 - t0) / far
        end = -b / decay
        fade = np.exp(decay * time)
        shift = np.zeros(len(v))
        for i in range(v.shape[1]):
            shift = shift * fade[:, i] + end[:, i] * (1 - fade[:, i])
        z = shift / -np.expm1(np.sum(decay * time, axis=1))
        swing = np.expm1(decay * time) / decay
        parts = []
        for i in range(v.shape[1]):
            swept = end[:, i] * time[:, i] + (z - end[:, i]) * swing[:, i]
            parts.append(v[:, i] * (t0[:, i] * time[:, i] + slope[:, i] * swept))
            z = end[:, i] + (z - end[:, i]) * fade[:, i]
        found: Array = np.sum(parts, axis=0) / np.sum(np.abs(parts), axis=0)
        return found


def least_work(
    law: Law, bounds: Bounds, *, turns: bool, seed: int = 0, count: int = 2000, rounds: int = 25
) -> float:
    """The least relative work of a cycle of two parts that was found: < 0 if one draws energy. The
    better ones of random cycles are varied again and again, less and less. `turns`: motions may
    go to and fro; among them are all those, free of loss, that hardly bend a spring."""
    shape = (count, 2)
    rng = np.random.default_rng(seed)
    cycles = Cycles(
        rng.choice([-1.0, 1.0], shape if turns else (count, 1)) * np.ones(shape),
        np.exp(rng.uniform(np.log(bounds.slowest), np.log(bounds.fastest), shape)),
        bounds.way * 10 ** rng.uniform(-4.0, 1.0, shape),
        bounds.load * rng.integers(0, 2, shape),
        rng.choice(bounds.temperatures, shape),
    )
    work = law.work(cycles)
    for k in range(rounds):
        best = np.argsort(work)[: count // 20]
        parents = rng.choice(best, count - best.size)
        children = _varied(cycles.rows(parents), bounds, 2.0 * 0.8**k, turns, rng)
        cycles = Cycles(*(np.concatenate(p) for p in zip(cycles.rows(best), children, strict=True)))
        work = np.concatenate([work[best], law.work(children)])
    return float(work.min())


def _varied(
    cycles: Cycles, bounds: Bounds, much: float, turns: bool, rng: np.random.Generator
) -> Cycles:
    shape = cycles.speed.shape
    speed = cycles.speed * np.exp(much * rng.normal(size=shape))
    other = rng.random(shape) < 0.1
    low, high = bounds.temperatures
    return Cycles(
        np.where(turns & (rng.random(shape) < 0.05), -cycles.sign, cycles.sign),
        np.clip(speed, bounds.slowest, bounds.fastest),
        cycles.way * np.exp(much * rng.normal(size=shape)),
        np.where(other, bounds.load - cycles.load, cycles.load),
        np.where(rng.random(shape) < 0.1, low + high - cycles.temperature, cycles.temperature),
    )
