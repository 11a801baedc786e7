"""Many variants on one path: they share the linearisation, and run in lanes."""

from __future__ import annotations

import numpy as np

from armwright.studies.claim import Claim, Statement, at_least, at_most
from armwright.studies.rx90b.runs import FAR, GAINS, INTEGRALS, SAMPLES, Variants
from armwright.studies.rx90b.source import EVERYWHERE

FRICTIONS = Statement(
    "variants",
    "beyond S3",
    "variants on one nominal path share the linearisation",
    "kind",
    {"apart": at_most("largest distance of any two tools", EVERYWHERE, "m", "as S3 for one arm")},
)
TUNING = Statement(
    "tuning",
    "beyond S3",
    "good for tuning: the gains that are best by the method are the best of the full model, too",
    "kind",
    {
        "worse": at_most(
            "what the full model loses with them, beside its own best pair",
            0.01,
            "",
            "pairs next to each other differ by more",
        ),
        "apart": at_most(
            "largest difference of both methods over pairs that stay within 1 mm",
            0.01,
            "",
            "of the full model's deviation; the method is one of small departures",
        ),
    },
)
GAIN_LIMIT = Statement(
    "gain-limit",
    "beyond S3",
    "higher gains follow the line better, up to a limit",
    "kind",
    {
        "gained": at_least(
            "deviation with the scenario's gain, times that at the optimum",
            2,
            "",
            "clearly better, not just the least of many",
        ),
        "lost": at_least(
            "deviation with the largest gain, times that at the optimum",
            10,
            "",
            "clearly worse: the loop fails",
        ),
    },
)


def variants_claims(found: Variants) -> list[Claim]:
    row, column = found.best
    predicted, checked = float(found.tuning[row, column]), float(found.checked[row, column])
    small = found.checked < 1e-3
    apart = np.abs(found.tuning / found.checked - 1)[small].max()
    best = int(found.far.argmin())
    return [
        FRICTIONS.judged(
            f"{SAMPLES} arms with up to 20 % other friction: at most "
            f"{1e6 * found.difference:.2f} µm from the full model of each",
            apart=found.difference,
        ),
        TUNING.judged(
            f"of {found.tuning.size} pairs {GAINS[row]:g}/s and {INTEGRALS[column]:g}/s² leave "
            f"{1e6 * predicted:.1f} µm, by the full model {1e6 * checked:.1f} µm, where its own "
            f"best pair leaves {1e6 * found.checked.min():.1f} µm; before {1e6 * found.before:.1f} "
            "µm",
            worse=checked / found.checked.min() - 1,
            apart=apart,
        ),
        GAIN_LIMIT.judged(
            f"of {len(FAR)} proportional gains by the full model {FAR[best]}/s leaves least, "
            f"{1e6 * found.far[best]:.1f} µm; {FAR[0]}/s leaves {1e6 * found.far[0]:.1f} µm, "
            f"{FAR[-1]}/s {1e3 * found.far[-1]:.1f} mm",
            "A real arm bends, and its sensors are noisy, which lowers the limit. Neither is in "
            "here; what is in here are samples at 1 and 4 kHz and a current loop that lags.",
            gained=found.before / found.far[best],
            lost=found.far[-1] / found.far[best],
        ),
    ]
