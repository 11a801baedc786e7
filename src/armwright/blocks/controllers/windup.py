"""Integrators that respect the limits of the output."""

from __future__ import annotations

import casadi as cs

from armwright.block.declarations import Option

CONDITIONAL, BACK_CALCULATION, NONE = "conditional", "back_calculation", "none"


def anti_windup_option() -> Option:
    return Option(
        str,
        "what the integral does at a limit: 'conditional' (it does not grow further), "
        "'back_calculation' (it goes back within the tracking time) or 'none' (it goes on)",
        default=CONDITIONAL,
        choices=(CONDITIONAL, BACK_CALCULATION, NONE),
    )


def integrand(
    anti_windup: str,
    error: cs.SX,
    *,
    wanted: cs.SX,
    output: cs.SX,
    limited: cs.SX,
    gain: cs.SX,
    tracking_time: cs.SX,
) -> cs.SX:
    """What to integrate. `wanted`: the output before it is limited; `gain`: of the integral in it.

    Åström and Hägglund 1995, section 3.5: conditional integration takes 0 for an error that would
    drive a limited output further; back-calculation takes e + (output − wanted)/(gain · T_t).
    """
    if anti_windup == CONDITIONAL:
        further = cs.logic_and(limited, error * wanted > 0)
        return cs.if_else(further, 0.0, error)
    if anti_windup == BACK_CALCULATION:
        acts = gain > 0
        return error + acts * (output - wanted) / (cs.if_else(acts, gain, 1.0) * tracking_time)
    return error
