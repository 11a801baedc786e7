"""What S4's section 3.2 says of a coupled wrist, beside a train with its gears and springs."""

from __future__ import annotations

import numpy as np

from armwright.robot.train_springs import shares
from armwright.studies.claim import Claim, Statement, at_least, at_most, near, observed
from armwright.studies.gearbox.measures import (
    coupling,
    frequencies,
    modes_off,
    printed_ratios,
    response_off,
    rms,
    stiffest_shares,
    tool_off,
)
from armwright.studies.gearbox.runs import (
    CONDENSED,
    DIAGONAL,
    DOMINANT,
    FULL,
    PRINTED,
    SOFTENED,
    TESTED,
    WristModels,
)
from armwright.studies.gearbox.source import CHOSEN
from armwright.studies.wording import fixed, scientific, short

_EXACT = "teeth are whole numbers: rounding alone"
RATIOS = Statement(
    "ratios",
    "S4, (3.7)",
    "n45 = (1 + r45)/(r4 r52) and n5 = 1/(r45 r51 r52), by w_c = w_a (1 + r) − w_p r",
    "number",
    {
        "n45": near("n45 over that of Willis' equation", 1.0, 1e-9, "", _EXACT),
        "n5": near("n5 over that of Willis' equation", 1.0, 1e-9, "", _EXACT),
    },
)
SHARE = Statement(
    "share",
    "S4, (3.12)",
    "K/ΣK of a shaft's springs says which of them to keep",
    "kind",
    {
        "same": at_least(
            "shafts on which it names the spring that twists most", 3.0, "", "all three shafts"
        )
    },
)
CHOICE = Statement(
    "choice",
    "S4, table 3.1",
    "K41, K52 and K65 are kept",
    "number",
    {
        "same": at_least(
            "shafts on which these twist most, by (1/K)/Σ(1/K)", 3.0, "", "all three shafts"
        )
    },
)
MATRIX = Statement(
    "matrix",
    "S4, (3.13)",
    "K of joints 4 and 5: n4² k4 + n45² k5, n45 n5 k5, n5² k5",
    "number",
    {
        "apart": at_most(
            "largest difference from the train with these springs, k6 rigid to motor 6's side left "
            "out, of the largest entry",
            1e-9,
            "",
            "rounding: the same springs and teeth",
        )
    },
)
SIXTH = Statement(
    "sixth",
    "S4, (3.13)",
    "k6, at its joint, is not coupled with joints 4 and 5",
    "kind",
    {
        "k46": at_most("|K46|/√(K44 K66) of the train", 0.05, "", "a twentieth of what can be"),
        "k56": at_most("|K56|/√(K55 K66) of the train", 0.05, "", "a twentieth of what can be"),
    },
)
ENOUGH = Statement(
    "enough",
    "S4, 3.2",
    "the springs that twist most can stand for their shafts",
    "kind",
    {
        "frequency": at_most(
            "four lowest frequencies, off those of the full train",
            0.05,
            "",
            "springs are identified to a tenth, frequencies go with the root",
        ),
    },
)
CONDENSES = Statement(
    "condenses",
    "S4, 3.2",
    "a matrix K at the joints can stand for the full gear train (3.8)",
    "kind",
    {
        "frequency": at_most(
            "four lowest frequencies, off those of the full train",
            0.05,
            "",
            "springs are identified to a tenth, frequencies go with the root",
        ),
        "tool": at_most(
            "distance of the tool on the line, rms", 1e-4, "m", "what a calibrated arm repeats"
        ),
    },
)
DIAGONALS = Statement(
    "diagonals",
    "S4, 2.2.4, 3.2",
    "the stiffness of a coupled wrist is no diagonal matrix; what one would cost is left open",
    "kind",
    {
        "frequency": at_least(
            "four lowest frequencies with the diagonal that load tests give, off",
            0.05,
            "",
            "what a full matrix may miss",
        ),
        "tool": at_least(
            "distance of the tool then, over that with the full matrix, rms",
            5.0,
            "",
            "plainly more",
        ),
        "response": at_least(
            "response of the motors then, off, over that with the full matrix",
            2.0,
            "",
            "plainly more",
        ),
    },
)


def wrist_claims(found: WristModels) -> list[Claim]:
    return [_ratios(found), *_springs(found), *_matrix(found), *_models(found)]


def _ratios(found: WristModels) -> Claim:
    n45, n5 = (abs(value) for value in found.train.ratios[1, :2])
    said = printed_ratios()
    return RATIOS.judged(
        f"n45 = {short(n45)}, n5 = {short(n5)} by Willis' equation; (3.7) has {short(said[0])} and "
        f"{short(said[1])}",
        "With the centre wheel on the motor's side n45 is right and n5 is off by r45²; with the "
        "planet there n5 is right and n45 off by r45. No choice makes both right.",
        n45=said[0] / n45,
        n5=said[1] / n5,
    )


def _springs(found: WristModels) -> list[Claim]:
    own = shares(found.train)
    soft = [max(line, key=lambda name: line[name]) for line in own.values()]
    stiff = []
    for joint in own:
        printed = stiffest_shares(joint)
        stiff.append(max(printed, key=lambda name: printed[name]))
    same = sum(a == b for a, b in zip(soft, stiff, strict=True))
    chosen = sum(a == b for a, b in zip(soft, CHOSEN, strict=True))
    return [
        SHARE.judged(
            f"it names {', '.join(stiff)}; {', '.join(soft)} twist most",
            "Springs in series carry one torque: the share of the deflection is (1/K)/Σ(1/K). "
            "Table 3.1 fits that, and not the formula.",
            same=same,
        ),
        CHOICE.judged(f"{', '.join(soft)} twist most", same=chosen),
    ]


def _matrix(found: WristModels) -> list[Claim]:
    K, printed = found.stiffness[DOMINANT], found.stiffness[PRINTED]
    ratios = found.train.ratios
    row = ratios[2] / ratios[2, 2]
    rest = K - printed[2, 2] * np.outer(row, row)
    apart = float(np.abs(rest[:2, :2] - printed[:2, :2]).max() / np.abs(printed).max())
    k46, k56 = coupling(K, 0, 2), coupling(K, 1, 2)
    return [
        MATRIX.judged(f"the same within {scientific(apart)}", apart=apart),
        SIXTH.judged(
            f"|K46|/√(K44 K66) = {fixed(k46, 2)}, |K56|/√(K55 K66) = {fixed(k56, 2)}",
            "The matrix is lost in the text; these zeros are what its note suggests. A spring at "
            "the joint twists by q6 + (n46 q4 + n56 q5 − θ6)/n6: it knows of joints 4 and 5 as "
            "long as motor 6 does.",
            k46=k46,
            k56=k56,
        ),
    ]


def _models(found: WristModels) -> list[Claim]:
    lowest = {name: _listed(frequencies(found, name)[:4]) for name in found.models}
    tool = {name: rms(tool_off(found, name)) for name in found.runs}
    off = {name: response_off(found, name) for name in found.models}
    true = f"{lowest[FULL]} of the full train"
    return [
        ENOUGH.judged(
            f"{lowest[DOMINANT]} instead of {true}",
            "They leave out what the others give way. Made as soft as their whole lines, they give "
            f"{lowest[SOFTENED]}.",
            frequency=modes_off(found, DOMINANT),
        ),
        CONDENSES.judged(
            f"{lowest[CONDENSED]} instead of {true}; the tool is off by "
            f"{fixed(1e6 * tool[CONDENSED], 0)} µm rms",
            "K is what the joints feel with the motors held, all eleven springs at work.",
            frequency=modes_off(found, CONDENSED),
            tool=tool[CONDENSED],
        ),
        DIAGONALS.judged(
            f"{lowest[TESTED]} instead of {true}; the tool is off by "
            f"{fixed(1e6 * tool[TESTED], 0)} µm rms, {fixed(1e6 * tool[CONDENSED], 0)} µm with the "
            f"matrix; responses by {fixed(off[TESTED], 1)} and {fixed(off[CONDENSED], 1)} dB rms",
            "The diagonal of K itself, stiffer by what the other joints hold, gives "
            f"{lowest[DIAGONAL]} and {fixed(1e6 * tool[DIAGONAL], 0)} µm.",
            frequency=modes_off(found, TESTED),
            tool=tool[TESTED] / tool[CONDENSED],
            response=off[TESTED] / off[CONDENSED],
        ),
        observed(
            "complexity",
            "S4, 3.2",
            "the full gear train (3.8) is too complex",
            f"{len(found.models[FULL].state_names)} states instead of "
            f"{len(found.models[CONDENSED].state_names)}, vibrations up to "
            f"{fixed(frequencies(found, FULL)[-1], 0)} Hz; it is one key of a robot's file here",
            "Its inertias and springs would have to be identified: S4 rejects it for that, too.",
        ),
    ]


def _listed(values: list[float]) -> str:
    return f"{', '.join(fixed(value, 1) for value in values)} Hz"
