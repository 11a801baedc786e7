"""Parameters with which a friction law would drive the motion instead of braking it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from armwright.block.declarations import Parameter
from armwright.block.quantities import Site
from armwright.laws.friction.balance import (
    SAME,
    Contact,
    driving_speed,
    enough_viscous,
    passive,
    sliding_speed,
)
from armwright.laws.friction.friction import Friction
from armwright.laws.friction.gms import MaxwellSlip
from armwright.laws.friction.lugre import LuGre
from armwright.laws.friction.tustin import Tustin
from armwright.laws.friction.varied import Varied

#: Between cold and warm; the worst need not be at an end.
_TEMPERATURES = 5
#: Dry friction under a load that counts as more than any, beside F_s.
_HEAVY = 1e6
_PRECISE = 1e-3


def passivity_warnings(
    law: Friction, site: Site, fastest: float = math.inf, heaviest: float = math.inf
) -> tuple[str, ...]:
    """What is wrong with the law's numbers; nothing, for most. `fastest`: the highest speed that
    counts, rad/s. `heaviest`: the highest load, N m; if none is known, what it may be is told.

    Laws without a state are passive as long as they brake when sliding: of friction that flattens,
    α₃ < 0, nothing is left at some speed (S4, section 5.1). Dahl, and LuGre without σ₁ and with
    α₃ ≥ 0, are passive under any load: σ₀z²/2 is never more than what went in. With σ₁ the bristles
    of LuGre spring back when a slow motion becomes fast or a load falls, and σ₁ż then pushes; α₂
    must outweigh it, see `enough_viscous` and `driving_speed`. What Maxwell slip with F_s > F_c
    gives back is not told; its class says how much.
    """
    if fastest <= 0:
        return ()
    numbers = law.parameters(site)
    plain = _plain(law)
    found: list[str] = []
    for k in range(site.sizes["channel"]):
        one = {key: float(value[k]) for key, value in numbers.items()}
        states = _temperatures(law, one)
        if plain is LuGre:
            found += _lugre(states, one.get("load_coefficient", 0.0), fastest, heaviest)
        elif issubclass(plain, Tustin | MaxwellSlip):
            found += _flattening(states, fastest, presliding=issubclass(plain, MaxwellSlip))
    return tuple(dict.fromkeys(found))


def _lugre(
    states: Sequence[Mapping[str, float]], mu: float, fastest: float, heaviest: float
) -> list[str]:
    free = _contacts(states)
    speed = driving_speed(free, fastest)
    mu_load = mu * heaviest if mu else 0.0
    if speed < fastest:
        known = math.isfinite(mu_load)
        remedy = _remedy(_contacts(states, mu_load) if known else free, fastest)
        return [_fast(speed, remedy if known else f"{remedy}, as long as there is no load")]
    allowed = _passive_load(states, mu_load, fastest)
    if allowed >= mu_load:
        return []
    return [_falling(states, mu, allowed / mu, fastest, heaviest)]


def _passive_load(states: Sequence[Mapping[str, float]], most: float, fastest: float) -> float:
    """Up to which μL, at most `most`, no motion and no change of the load draw energy."""
    base = max(max(*one.coulomb, *one.static) for one in _contacts(states))
    high = min(most, _HEAVY * base)
    if high <= 0 or passive(_contacts(states, high), fastest):
        return most
    # Evenly in the logarithm of F_s + μL: it may be a little or a lot.
    low, high = math.log(base), math.log(base + high)
    while high - low > _PRECISE:
        middle = (low + high) / 2
        brakes = passive(_contacts(states, math.exp(middle) - base), fastest)
        low, high = (middle, high) if brakes else (low, middle)
    return math.exp(low) - base


def _fast(speed: float, remedy: str) -> str:
    fast = f"more than {speed:.3g} rad/s" if speed > 0 else "any higher speed"
    return (
        f"LuGre friction can drive the motion: one that alternates between creeping and {fast} can "
        f"get more energy out than it puts in; {remedy}"
    )


def _falling(
    states: Sequence[Mapping[str, float]], mu: float, load: float, fastest: float, heaviest: float
) -> str:
    begin = (
        "LuGre friction can drive the motion when its load falls: bristles that were bent under "
        f"load push when it is gone. Loads up to {_down(load, 3)} N m cannot cause that"
    )
    if heaviest < math.inf:
        need = _remedy(_contacts(states, mu * heaviest), fastest)
        return f"{begin}, but the joint's limit of effort is {heaviest:.4g} N m; {need}"
    need = "damping (static + load_coefficient load − coulomb)/coulomb"
    falling = min(one["quadratic"] for one in states)
    more = f" + {-falling * fastest:.4g} N m s/rad" if falling < 0 else ""
    return (
        f"{begin}, and the joint has no limit of effort; if it carries more, give viscous ≥ "
        f"{need}{more}, or damping = 0"
    )


def _remedy(contacts: Sequence[Contact], fastest: float) -> str:
    """What to change, and to what."""
    viscous, quadratic = (
        min(getattr(one, name) for one in contacts) for name in ("viscous", "quadratic")
    )
    damping = max(one.damping for one in contacts)
    if quadratic < 0 and math.isinf(fastest):
        return (
            f"quadratic = {quadratic:.4g} N m s²/rad² allows that at some speed for any viscous: "
            "limit the joint's velocity, or give quadratic ≥ 0"
        )
    enough = enough_viscous(contacts, fastest)
    text = f"viscous = {viscous:.4g} N m s/rad is too little, {_up(enough)} is enough"
    if quadratic < 0:
        text += f" up to the joint's {fastest:.4g} rad/s with quadratic = {quadratic:.4g}"
    unit = enough_viscous([one._replace(damping=1.0, quadratic=0.0) for one in contacts], 0.0)
    least = viscous + (quadratic * fastest if quadratic < 0 else 0.0)
    if damping > 0 and unit > 0 and least >= 0:
        text += f"; or damping = {_down(least / unit)} instead of {damping:.4g}"
    return text


def _flattening(
    states: Sequence[Mapping[str, float]], fastest: float, *, presliding: bool
) -> list[str]:
    """Where sliding no longer brakes, F_c + α₂v + α₃v² < 0; with springs that stick at first, where
    (σ₁ + α₂)v + α₃v² < 0: back to where they were, slowly, they return all that they took. A load
    helps, and is not there always."""
    contacts = _contacts(states)
    speed = sliding_speed(contacts, fastest)
    if presliding:
        flat = [one for one in contacts if one.quadratic < 0]
        speed = min([speed, *(-(one.damping + one.viscous) / one.quadratic for one in flat)])
    if speed >= fastest:
        return []
    quadratic = min(one.quadratic for one in contacts)
    limit = f", or limit the joint's velocity to {_down(speed)} rad/s" if speed else ""
    return [
        f"friction drives the motion when it is fast: above {speed:.4g} rad/s quadratic = "
        f"{quadratic:.4g} N m s²/rad² outweighs the rest; give quadratic closer to 0{limit}"
    ]


def _up(value: float) -> str:
    """Four digits, not less than the value."""
    return f"{-_rounded_down(-value):.4g}"


def _down(value: float, digits: int = 4) -> str:
    """Not more than the value."""
    return f"{_rounded_down(value, digits):.4g}"


def _rounded_down(value: float, digits: int = 4) -> float:
    unit = 10.0 ** (math.floor(math.log10(abs(value))) + 1 - digits) if value else 1.0
    return math.floor(value / unit + SAME * abs(value / unit)) * unit


def _contacts(states: Sequence[Mapping[str, float]], more: float = 0.0) -> list[Contact]:
    """The law without load, and with one that makes dry friction so much `more`."""
    return [Contact.of(one, part) for one in states for part in ((0.0, more) if more else (0.0,))]


def _plain(law: Friction) -> type[Friction]:
    """The law inside all that varies it."""
    kind = type(law)
    while issubclass(kind, Varied):
        kind = kind.inner
    return kind


def _temperatures(law: Friction, numbers: Mapping[str, float]) -> list[Mapping[str, float]]:
    """The numbers; of a law with a temperature, from the cold to the warm ones. Bristles may be
    bent at one of them and spring back at another: at rest they stay as they are."""
    if "warm_temperature" not in law.of(Parameter):
        return [numbers]
    warm = {key.replace("_warm", "", 1): value for key, value in numbers.items() if "_warm" in key}
    return [
        {**numbers, **{key: numbers[key] + share * (warm[key] - numbers[key]) for key in warm}}
        for share in np.linspace(0.0, 1.0, _TEMPERATURES)
    ]
