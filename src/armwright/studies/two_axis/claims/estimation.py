"""What the set-ups of S0's table 4.1 do to an estimate of the tool's position."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.studies.claim import Claim, Statement, at_least, at_most
from armwright.studies.two_axis.estimates import EstimateErrors

_NOTE = (
    "The source reports no estimates; the set-ups are for later work, of which this is the task."
)

KNOWING_THE_GEARS = Statement(
    "estimation-arm",
    "beyond S0",
    "a filter that knows the gears finds the tool better than rigid kinematics of the motor "
    "angles does, and better still with the accelerometer",
    "kind",
    {
        "both": at_most("RMS error with the accelerometer, of that without", 0.7, "", "clearly"),
        "motors": at_most("RMS error without, of rigid kinematics", 0.05, "", "clearly"),
    },
)
DRIFT = Statement(
    "estimation-drift",
    "S0, section 2",
    "when modelling the accelerometer it is important to include a drift term",
    "kind",
    {
        "trusted": at_least(
            "RMS error without it, times that without accelerometer, least of Sim3 and Sim4",
            1,
            "",
            "then such an accelerometer does harm",
        ),
        "drift": at_most(
            "RMS error with it, times Sim1's, larger of Sim3 and Sim4", 1.2, "", "nearly as good"
        ),
    },
)
WORST = Statement(
    "estimation-model-errors",
    "beyond S0",
    "of all errors of table 4.1 those of the model do most harm to an estimate of the tool",
    "kind",
    {"worse": at_least("RMS error of Sim2, times the largest of all others", 2, "", "clearly")},
)


def estimation_claims(every: Mapping[str, Mapping[str, EstimateErrors]]) -> list[Claim]:
    """`every`: by set-up and by the way to look for the tool."""
    return [_arm(every["Sim1"]), _sensor(every), _model(every)]


def _arm(first: Mapping[str, EstimateErrors]) -> Claim:
    rigid, motors, both = (_rms(first[way]) for way in ("rigid", "motors", "trusted"))
    return KNOWING_THE_GEARS.judged(
        f"Sim1: to {rigid:.0f} µm by rigid kinematics of the motor angles, to {motors:.0f} µm by a "
        f"filter that knows the gears, to {both:.0f} µm with the accelerometer",
        _NOTE,
        both=both / motors,
        motors=motors / rigid,
    )


def _sensor(every: Mapping[str, Mapping[str, EstimateErrors]]) -> Claim:
    sims = [every[name] for name in ("Sim3", "Sim4")]
    alone, trusted, drift = (
        [_rms(one[way]) for one in sims] for way in ("motors", "trusted", "drift")
    )
    best = _rms(every["Sim1"]["trusted"])
    return DRIFT.judged(
        f"Sim3 and Sim4: a filter without it is off by {trusted[0]:.0f} and {trusted[1]:.0f} µm, "
        f"with it by {drift[0]:.0f} and {drift[1]:.0f} µm, without accelerometer by "
        f"{alone[0]:.0f} and {alone[1]:.0f} µm",
        _NOTE,
        trusted=min(bad / free for bad, free in zip(trusted, alone, strict=True)),
        drift=max(drift) / best,
    )


def _model(every: Mapping[str, Mapping[str, EstimateErrors]]) -> Claim:
    errors = {name: _rms(ways["drift"]) for name, ways in every.items()}
    worst = errors.pop("Sim2, the controller's model")
    return WORST.judged(
        f"a filter with the model errors of Sim2 is off by {worst:.0f} µm, and in all other "
        f"set-ups by at most {max(errors.values()):.0f} µm",
        _NOTE,
        worse=worst / max(errors.values()),
    )


def _rms(found: EstimateErrors) -> float:
    return 1e6 * found.size.rms
