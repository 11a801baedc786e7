"""The perturbation method beside the full model on the welding line: S3, figure 10."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_least, at_most, observed
from armwright.studies.rx90b.measures import Track, distance
from armwright.studies.rx90b.source import EVERYWHERE, MOST, MOSTLY

_FIGURE = "S3, section 7, figure 10"
LARGEST = Statement(
    "largest-difference",
    _FIGURE,
    "with 400 points the path of the perturbation method stays well below 10 µm from that of the "
    "non-linear model",
    "number",
    {"apart": at_most("largest distance of the tools", EVERYWHERE, "m", "S3's own limit")},
)
USUAL = Statement(
    "usual-difference",
    _FIGURE,
    "it is mostly less than 2 µm",
    "number",
    {"most": at_most("what 90 % of the time is below", MOSTLY, "m", "S3's limit; “mostly”: 90 %")},
)
CURRENTS_MOVING = Statement(
    "currents-moving",
    "S3, section 7",
    "the motor currents of both agree well, especially when the manipulator is in motion",
    "kind",
    {"apart": at_most("largest difference, of the largest current", 0.01, "", "a line's width")},
)
CURRENTS_RESTING = Statement(
    "currents-resting",
    "S3, section 7",
    "at rest, where joints stick, the torques of both show some differences",
    "kind",
    {"apart": at_least("largest difference, of the largest current", 0.01, "", "a line's width")},
)
TENTH = Statement(
    "tenth-of-the-time",
    "S3, section 7",
    "the perturbation method takes about a tenth of the time",
    "kind",
    {
        "ratio": at_least(
            "time of the full model, times that of the method",
            5,
            "",
            "“about a factor 10”: at least half of it",
            lasting=False,
        )
    },
)


def perturbation_claims(full: Run, perturbed: Run) -> list[Claim]:
    apart = distance(full, perturbed)
    most = float(np.quantile(apart, MOST))
    return [
        LARGEST.judged(
            f"{perturbed.data.attrs['points']} points: at most {1e6 * apart.max():.3f} µm",
            apart=apart.max(),
        ),
        USUAL.judged(
            f"less than {1e6 * most:.4f} µm for {100 * MOST:.0f} % of the time", most=most
        ),
        *_currents(full, perturbed),
    ]


def _currents(full: Run, perturbed: Run) -> list[Claim]:
    moving = Track.of(full).speed > 0
    a, b = (run.data["motor_current"].values for run in (full, perturbed))
    apart = np.abs(a - b)
    scale = np.abs(a).max()
    there, here = apart[moving].max(), apart[~moving].max()
    return [
        CURRENTS_MOVING.judged(
            f"within {1e3 * there:.2g} mA in motion, of {scale:.1f} A", apart=there / scale
        ),
        CURRENTS_RESTING.judged(
            f"within {1e3 * here:.2g} mA at rest, of {scale:.1f} A",
            "Friction's bristles are the same in both methods here, and sticking joints carry the "
            "same torque. S3 does not say how its method starts them.",
            apart=here / scale,
        ),
    ]


def speed_claims(times: Mapping[str, float], wall: float) -> list[Claim]:
    """`times`: of `run_times`; `wall`: s, all that a first run of the full model takes. Seconds
    differ each time, and stand with the computing times only."""
    ratio = times["full"] / times["perturbation"]
    tenth = TENTH.limits["ratio"].hold(ratio)
    return [
        observed(
            "wall-time",
            "S3, section 7",
            "70 minutes for the trajectory with the non-linear model",
            f"{'less' if wall < 60 else 'more'} than a minute, with all that it takes to run",
            "S3: a 2.4 GHz Pentium 4 of 2004, and a position that is found by iteration. Machines "
            "of other times tell nothing about either model.",
        ),
        TENTH.judged(
            f"{'about a tenth' if tenth else 'less, but not a tenth' if ratio > 1 else 'more'}",
            "In our full model the arm's equations are less than half of the cost; friction, "
            "drives and controller the method leaves as they are. See the computing times.",
            ratio=ratio,
        ),
    ]
