"""What S4 says of the couplings of rotors and links, beside what there is in the elbow arm."""

from __future__ import annotations

import numpy as np

from armwright.studies.claim import (
    Claim,
    Statement,
    at_least,
    at_most,
    between,
    near,
    observed,
)
from armwright.studies.couplings import measures
from armwright.studies.couplings.runs import CoupledArm
from armwright.studies.couplings.source import CORIOLIS, ROWS
from armwright.studies.wording import fixed, percent, scientific, short

_ZERO = "rounding: the element is not there, or does not change"
_SIZE = "three times as large or small: the arm's numbers are not published"

PATTERN = Statement(
    "pattern",
    "S4, (3.2)",
    "motors 1 and 3 ride on the links that they drive, motor 2 on link 1, motors 4 to 6 on link 3: "
    "S has six elements, which depend on joints 2 and 3 alone; rows 2 and 3 do not depend on any",
    "number",
    {
        "others": at_most("largest of the other elements, of the largest", 1e-12, "", _ZERO),
        "elsewhere": at_most(
            "change of row 1 with joints 1, 4, 5 and 6, of the largest", 1e-12, "", _ZERO
        ),
        "lower": at_most("change of rows 2 and 3, of the largest", 1e-12, "", _ZERO),
    },
)
TRIANGULAR = Statement(
    "triangular",
    "S4, 2.2.3",
    "S is strictly upper triangular",
    "number",
    {"diagonal": at_most("largest element on the diagonal, of the largest", 1e-12, "", _ZERO)},
)
WORST = Statement(
    "worst",
    "S4, (3.5)",
    f"row 1 with the arm straight up: {percent(ROWS[0, 0], 2)} of M₁₁ by motor 1, "
    f"{percent(ROWS[0, 3:].min(), 2)} to {percent(ROWS[0, 3:].max(), 2)} by motors 4 to 6; about "
    "1 % is the worst there is",
    "kind",
    {
        "first": between("S₁₁ η : M₁₁", ROWS[0, 0] / 3, ROWS[0, 0] * 3, "", _SIZE),
        "wrist": between(
            "the largest of motors 4 to 6, of motor 1's",
            ROWS[0, 3:].max() / ROWS[0, 0] / 3,
            ROWS[0, 3:].max() / ROWS[0, 0] * 3,
            "",
            _SIZE,
        ),
        "worst": at_most("the largest of all rows", 0.02, "", "“about 1 %”, generously"),
    },
)
LOWER = Statement(
    "lower-rows",
    "S4, (3.5)",
    f"rows 2 and 3 with the arm folded: {percent(ROWS[1, 2], 2)} of M₂₂ and "
    f"{percent(ROWS[2, 2], 2)} of M₃₃, both by motor 3",
    "kind",
    {
        "second": between("S₂₃ η : M₂₂", ROWS[1, 2] / 3, ROWS[1, 2] * 3, "", _SIZE),
        "third": between("S₃₃ η : M₃₃", ROWS[2, 2] / 3, ROWS[2, 2] * 3, "", _SIZE),
    },
)
EXTREMES = Statement(
    "extremes",
    "S4, 3.1",
    "straight up M₁₁ is smallest and row 1 of S largest; folded M₂₂ is smallest",
    "kind",
    {
        "row": at_least(
            "row 1 : M₁₁ straight up, of the largest anywhere", 0.9, "", "within a tenth"
        ),
        "mass": at_least("the smallest M₂₂ anywhere, of M₂₂ folded", 0.9, "", "within a tenth"),
    },
)
FOLDING = Statement(
    "folding",
    "S4, (3.5)",
    f"motor 3 couples equally with joints 2 and 3: then M₂₂ is {ROWS[2, 2] / ROWS[1, 2]:.2f} of "
    "M₃₃, which takes a folded arm",
    "kind",
    {
        "folded": between("M₂₂ : M₃₃ folded", 0.4, 1.0, "", "M₂₂ is the smaller one"),
        "up": at_least("M₂₂ : M₃₃ straight up", 1.0, "", "there it cannot be"),
    },
)
JOINT_2 = Statement(
    "coriolis-joint-2",
    "S4, fig. 3.1",
    "on fast sinusoids the Coriolis torque of the couplings is at most 0.1 % of joint 2's largest "
    "torque",
    "kind",
    {"share": at_most("Coriolis torque by rotors, of the largest torque", CORIOLIS, "", "0.1 %")},
)
ALL_JOINTS = Statement(
    "coriolis-all-joints",
    "S4, 3.1",
    "on fast sinusoids the Coriolis torque of the couplings is at most 0.1 % in all joints",
    "kind",
    {
        "share": at_most(
            "Coriolis torque by rotors, of the largest torque, worst joint", CORIOLIS, "", "0.1 %"
        )
    },
)
RULE = Statement(
    "rule",
    "S4, 3.1",
    "S η is to ηᵀ M_m η as η⁻ᵀ",
    "number",
    {
        "reflected": near(
            "largest S η : ηᵀ M_m η, times the gear ratio", 1.0, 1e-9, "", "axes are parallel there"
        ),
        "exponent": near(
            "p, the worst coupling goes as (gear ratio)ᵖ", -1.0, 1e-9, "", "as the rule says"
        ),
    },
)


def coupling_claims(found: CoupledArm) -> list[Claim]:
    rows = measures.rows(found)
    row, mass = measures.worst_row(found)
    shares = measures.coriolis_shares(found)
    folded, up = measures.mass_ratio(found.folded), measures.mass_ratio(found.up)
    worst = float(np.abs(np.vstack([found.up.normalised[0], found.folded.normalised[0]])).max())
    others = measures.outside_pattern(found)
    elsewhere = measures.spread(found.wrist, slice(0, 1))
    lower = measures.spread(found.anywhere, slice(1, 3))
    on_diagonal = measures.diagonal(found)
    return [
        PATTERN.judged(
            f"elements elsewhere {scientific(others)}, changes {scientific(max(elsewhere, lower))} "
            "of the largest, in 200 configurations",
            others=others,
            elsewhere=elsewhere,
            lower=lower,
        ),
        TRIANGULAR.judged(
            f"the largest element on the diagonal is {short(on_diagonal)} times the largest of all",
            "S₁₁ and S₃₃ are there because motors 1 and 3 ride on the links that they drive, as in "
            "(3.5). The text would be right of motors that ride on the link before their joint.",
            diagonal=on_diagonal,
        ),
        WORST.judged(
            f"{percent(rows[0, 0], 2)} of M₁₁ by motor 1, {percent(rows[0, 3:].min(), 2)} to "
            f"{percent(rows[0, 3:].max(), 2)} by motors 4 to 6",
            "The arm is assumed, so that only the size means something.",
            first=rows[0, 0],
            wrist=rows[0, 3:].max() / rows[0, 0],
            worst=worst,
        ),
        LOWER.judged(
            f"{percent(rows[1, 2], 2)} and {percent(rows[2, 2], 2)}",
            second=rows[1, 2],
            third=rows[2, 2],
        ),
        EXTREMES.judged(
            f"row 1 is {percent(row, 0)} of the largest there is; M₂₂ anywhere at least "
            f"{percent(mass, 0)} of that folded",
            row=row,
            mass=mass,
        ),
        FOLDING.judged(
            f"{fixed(folded, 2)} folded, {fixed(up, 2)} straight up", folded=folded, up=up
        ),
        JOINT_2.judged(f"{percent(shares[1], 3)}", share=shares[1]),
        ALL_JOINTS.judged(
            "joints 1 to 6: " + ", ".join(percent(share, 3) for share in shares),
            "Joints 1 to 3 stay far below. What motors 4 to 6 take because the elbow turns under "
            "them is multiplied by their gears, and the torques of the wrist are small. S4 "
            "publishes neither frequencies nor amplitudes; here every joint reaches its "
            "largest velocity.",
            share=shares.max(),
        ),
        RULE.judged(
            f"times the gear ratio {fixed(measures.reflected(found), 6)}; exponent "
            f"{fixed(measures.exponent(found), 6)}",
            "Gears of 10 instead of 100 make ten times as much of it.",
            reflected=measures.reflected(found),
            exponent=measures.exponent(found),
        ),
        *_observed(found),
    ]


def _observed(found: CoupledArm) -> list[Claim]:
    apart = measures.tool_difference(found)
    added = measures.added_shares(found)
    return [
        observed(
            "all-that-rotors-add",
            "S4, 3.1",
            "couplings of 1 % need not be modelled",
            "accelerations included, of the largest torque, joints 1 to 6: "
            + ", ".join(percent(share, 2) for share in added),
            "On the same sinusoids.",
        ),
        observed(
            "tool",
            "S4, 3.1",
            "what it does to the tool is not said",
            f"{short(1e6 * apart.max())} µm at most between the tools of both models, "
            f"{short(1e6 * apart[-1])} µm at the end",
            "A point-to-point motion in closed loop, elastic gears, LuGre friction; the controller "
            "knows nothing of couplings.",
        ),
    ]
