"""What the set-ups of S0's table 4.1 do to an estimate of the tool's position."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.studies.claim import Claim, in_kind
from armwright.studies.two_axis.estimates import Found

_NOTE = (
    "The source reports no estimates; the set-ups are for later work, of which this is the task."
)


def estimation_claims(every: Mapping[str, Mapping[str, Found]]) -> list[Claim]:
    """`every`: by set-up and by the way to look for the tool."""
    return [_arm(every["Sim1"]), _sensor(every), _model(every)]


def _arm(first: Mapping[str, Found]) -> Claim:
    rigid, motors, both = (_rms(first[way]) for way in ("rigid", "motors", "trusted"))
    return in_kind(
        "S0, section 4",
        "these paths and configurations are used during later work",
        f"used here to find the tool; Sim1: to {rigid:.0f} µm by rigid kinematics of the motor "
        f"angles, to {motors:.0f} µm by a filter that knows the gears, to {both:.0f} µm with the "
        "accelerometer",
        both < 0.7 * motors and motors < 0.05 * rigid,
        _NOTE,
    )


def _sensor(every: Mapping[str, Mapping[str, Found]]) -> Claim:
    sims = [every[name] for name in ("Sim3", "Sim4")]
    alone, trusted, drift = (
        [_rms(one[way]) for one in sims] for way in ("motors", "trusted", "drift")
    )
    best = _rms(every["Sim1"]["trusted"])
    return in_kind(
        "S0, section 2",
        "when modelling the accelerometer it is important to include a drift term",
        f"Sim3 and Sim4: a filter without it is off by {trusted[0]:.0f} and {trusted[1]:.0f} µm, "
        f"more than without accelerometer ({alone[0]:.0f}); with it by {drift[0]:.0f} and "
        f"{drift[1]:.0f}",
        all(bad > free for bad, free in zip(trusted, alone, strict=True))
        and max(drift) < 1.2 * best,
        _NOTE,
    )


def _model(every: Mapping[str, Mapping[str, Found]]) -> Claim:
    errors = {name: _rms(ways["drift"]) for name, ways in every.items()}
    worst = errors.pop("Sim2, the controller's model")
    return in_kind(
        "S0, section 4",
        "the model errors can be seen as the worst case",
        f"a filter with the model errors of Sim2 is off by {worst:.0f} µm, and in all other "
        f"set-ups by at most {max(errors.values()):.0f} µm",
        worst > 10 * max(errors.values()),
        _NOTE,
    )


def _rms(found: Found) -> float:
    return 1e6 * found.size.rms
