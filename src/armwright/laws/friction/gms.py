"""Generalised Maxwell slip: springs side by side, each of which sticks or slips by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import casadi as cs
import numpy as np

from armwright.block.declarations import Declared, Parameter, State
from armwright.block.quantities import Quantities, Site
from armwright.laws.friction.friction import Friction
from armwright.laws.friction.stribeck import stribeck


class MaxwellSlip(Friction):
    """τ = Σ (σᵢ zᵢ + σ₁ᵢ νᵢ żᵢ) + α₂ v + α₃|v| v, in which element i
    sticks, żᵢ = v, until |zᵢ| = νᵢ g(v)/σᵢ, and then
    slips, żᵢ = Cᵢ νᵢ/σᵢ (sgn v − σᵢ zᵢ/(νᵢ g(v))), until v passes zero.

    Al-Bender, Lampaert, Swevers 2005; S4 (2.19)-(2.21), whose Cᵢ, σ₁ᵢ are Cᵢ νᵢ/σᵢ, σ₁ᵢ νᵢ here.
    Unless given by themselves they are C and σ₁ in all elements. g is that of LuGre.
    Minor loops of presliding close, and a load that swings without breaking the contact makes no
    drift. Of the shares νᵢ only ratios count: they are divided by their sum. Unless given otherwise
    all springs are equally stiff and νᵢ grows as i: under a first load friction rises from 0 with
    the slope σ₀, along a parabola (in straight pieces) that ends at x = 2 N/(N + 1) F/σ₀.

    With F_s > F_c it may give back up to Σ ((F_s − F_c) νᵢ)²/(2σᵢ) more than it got in every cycle:
    an element that slips and is slowed down stretches its spring without any way gone.
    """

    elements: ClassVar[int] = 0

    coulomb = Parameter("N m", "F_c", directed=True, above=0.0, size="channel")
    static = Parameter("N m", "F_s", default="coulomb", directed=True, above=0.0, size="channel")
    stribeck_velocity = Parameter("rad/s", "v_s", default=0.01, above=0.0, size="channel")
    stribeck_exponent = Parameter("", "δ", default=2.0, above=0.0, size="channel")
    stiffness = Parameter(
        "N m/rad", "σ₀, of all springs that are not given by themselves", above=0.0, size="channel"
    )
    attraction = Parameter(
        "N m/s", "C, how fast slipping elements follow g(v)", above=0.0, size="channel"
    )
    damping = Parameter(
        "N m s/rad", "σ₁, of all elements", default=0.0, at_least=0.0, size="channel"
    )
    viscous = Parameter("N m s/rad", "α₂", default=0.0, at_least=0.0, size="channel")
    quadratic = Parameter(
        "N m s²/rad²", "α₃; negative for friction that flattens", default=0.0, size="channel"
    )

    def known(self, site: Site) -> Mapping[str, Any]:
        """The springs from all of them together, or the other way round."""
        names = [f"stiffness_{i}" for i in self._numbers()]
        if "stiffness" in self.values:
            return dict.fromkeys(names, np.asarray(self.values["stiffness"]) / self.elements)
        if all(name in self.values for name in names):
            return {"stiffness": sum(np.asarray(self.values[name]) for name in names)}
        return {}

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        """The state after x.step at a held velocity, which is exact: an element that begins to
        slip has then reached where it slips to."""
        v, h = x.velocity, x.step
        s, speed = cs.sign(v), cs.fabs(v)
        Fc, Fs = x.directed("coulomb", v), x.directed("static", v)
        g = stribeck(v, Fc, Fs, x.stribeck_velocity, x.stribeck_exponent)
        shares = [getattr(x, f"share_{i}") for i in self._numbers()]
        whole = 1.0 / sum(shares[1:], start=shares[0])
        torque = x.viscous * v + x.quadratic * speed * v
        results: dict[str, cs.SX | float] = {}
        for i, weight in zip(self._numbers(), shares, strict=True):
            z, slip, sigma = (getattr(x, f"{k}_{i}") for k in ("deflection", "slip", "stiffness"))
            relaxation = getattr(x, f"attraction_{i}") * (1.0 / g)
            fading = cs.exp(-relaxation * h)
            share = weight * whole
            limit = share * g * (1.0 / sigma)
            slips_on, stretch = slip * s > 0, s * z
            begin = cs.if_else(cs.logic_or(slips_on, stretch > limit), stretch, limit)
            slips = cs.logic_or(slips_on, stretch + speed * h >= limit)
            slipped = s * (limit + (begin - limit) * fading)
            results[f"deflection_{i}"] = cs.if_else(slips, slipped, z + v * h)
            results[f"slip_{i}"] = cs.if_else(slips, s, 0.0)
            rate = cs.if_else(slips_on, relaxation * (s * limit - z), v)
            torque = torque + sigma * z + getattr(x, f"damping_{i}") * share * rate
        return {"torque": torque, **results}

    def bent(self, x: Quantities) -> cs.SX | float:
        """Σ σᵢ zᵢ / Σ σᵢ: a stiff element counts more."""
        springs = [getattr(x, f"stiffness_{i}") for i in self._numbers()]
        pulls = [
            sigma * getattr(x, f"deflection_{i}")
            for i, sigma in zip(self._numbers(), springs, strict=True)
        ]
        return sum(pulls[1:], start=pulls[0]) / sum(springs[1:], start=springs[0])

    def _numbers(self) -> range:
        return range(1, self.elements + 1)


def maxwell_slip(kind: str, elements: int) -> type[MaxwellSlip]:
    """The law with so many elements, under the name that files shall use."""
    own: dict[str, Declared] = {}
    for i in range(1, elements + 1):
        default = 2.0 * i / (elements * (elements + 1))
        own |= {
            f"share_{i}": Parameter(
                "", f"ν of element {i}: its part of g", default=default, above=0.0, size="channel"
            ),
            f"stiffness_{i}": Parameter(
                "N m/rad", f"σ of element {i}; an equal part of σ₀", above=0.0, size="channel"
            ),
            f"attraction_{i}": Parameter(
                "N m/s",
                f"C of element {i}",
                default="attraction",
                above=0.0,
                size="channel",
            ),
            f"damping_{i}": Parameter(
                "N m s/rad",
                f"σ₁ of element {i}",
                default="damping",
                at_least=0.0,
                size="channel",
            ),
            f"deflection_{i}": State("rad", f"z of element {i}", size="channel", stepped=True),
            f"slip_{i}": State(
                "",
                f"direction in which element {i} slips; 0: it sticks",
                size="channel",
                stepped=True,
            ),
        }
    about = {"__doc__": MaxwellSlip.__doc__, "__module__": __name__, "__qualname__": kind.upper()}
    return type(kind.upper(), (MaxwellSlip,), {"kind": kind, "elements": elements, **about, **own})


GMS = maxwell_slip("gms", 4)
GMS10 = maxwell_slip("gms10", 10)
