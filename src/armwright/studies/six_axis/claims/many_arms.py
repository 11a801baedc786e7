"""S1, sections 5.3 and 6.1: errors of the model that it leaves out, and combinations of them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.studies.claim import Claim, Statement, at_most, near
from armwright.studies.six_axis.many_arms import ARMS, CENTRES_WRONG, WRONG, ManyArms
from armwright.studies.wording import fixed, percent

CENTRES = Statement(
    "centres-of-gravity",
    "beyond S1, section 5.3",
    "what S1 tests matters most: a wrong payload first, wrong inertias second, and less than both "
    "centres of gravity, which it leaves out",
    "kind",
    {
        "inertias": at_most("error due to inertias, of that due to the payload", 1, "", "second"),
        "centres": at_most("due to centres of gravity, of that due to inertias", 1, "", "last"),
    },
)
COMBINED = Statement(
    "half-moon-combined",
    "beyond S1, section 6.1",
    "the error stays below S1's 0.01 rad on the half moon with noise and wrong models together, "
    "too, which S1 leaves for later",
    "kind",
    {"usual": at_most("largest error, of 95 % of the arms", 0.01, "rad", "S1's own limit")},
)
ESTIMATED = Statement(
    "half-moon-estimated",
    "S1, sections 5.4 and 6.2",
    "the error stays below 0.01 rad on the half moon; a robust controller would reduce the effect "
    "of inaccurate properties: here of a payload that is estimated",
    "kind",
    {
        "usual": at_most("largest error, of 95 % of the arms", 0.01, "rad", "S1's own limit"),
        "ratio": at_most("of that without an estimate", 0.7, "", "clearly less"),
    },
)
ADD_UP = Statement(
    "half-moon-added",
    "beyond S1, section 5.3.1",
    "errors are linear in what is wrong, as S1 finds for the payload: those of wrong payload, "
    "inertias and centres add up",
    "kind",
    {
        "ratio": near(
            "deviation of all together, of the root of the squares of each, joint farthest off",
            1.0,
            0.15,
            "",
            f"independent errors that add up; of {ARMS} arms by chance {percent(ARMS**-0.5)}",
        )
    },
)


def many_arms_claims(many: Mapping[str, ManyArms]) -> list[Claim]:
    return [_centres(many), _combined(many), _estimated(many), _add_up(many)]


def _centres(many: Mapping[str, ManyArms]) -> Claim:
    payload, inertia, centres = (many[name].usual for name in ("payload", "inertia", "centres"))
    tools = {name: one.tool_usual for name, one in many.items()}
    return CENTRES.judged(
        f"95 % of {ARMS} arms stay below {fixed(1e3 * payload, 1)} mrad with a payload that is "
        f"wrong by up to {fixed(100 * WRONG, 0)} %, below {fixed(1e3 * inertia, 1)} mrad with such "
        f"inertias, below {fixed(1e3 * centres, 1)} mrad with centres of gravity that are off by "
        f"up to {fixed(1e3 * CENTRES_WRONG, 0)} mm along each axis",
        f"{fixed(1e3 * CENTRES_WRONG * payload / centres, 2)} mm would do as much as that "
        "payload. About the axes of UA and OS the arm has little inertia, and B K_P holds little "
        "torque: a payload on these axes does not load them, a centre of gravity beside them "
        "does. It turns the tool more than it moves it: 95 % of the tools are within "
        f"{fixed(1e3 * tools['centres'], 1)} mm, with a wrong payload within "
        f"{fixed(1e3 * tools['payload'], 1)} mm.",
        inertias=inertia / payload,
        centres=centres / inertia,
    )


def _combined(many: Mapping[str, ManyArms]) -> Claim:
    quiet, loud = many["all"], many["all-noise"]
    return COMBINED.judged(
        f"95 % of the arms stay below {fixed(loud.usual, 3)} rad with all of it and noise, below "
        f"{fixed(quiet.usual, 3)} rad without noise; their tools are within "
        f"{fixed(1e3 * loud.tool_usual, 1)} mm",
        "Of an exact model S1's limit holds, as above; of the payload alone it nearly does. Noise "
        "adds little to what a wrong model does.",
        usual=loud.usual,
    )


def _estimated(many: Mapping[str, ManyArms]) -> Claim:
    before, after = many["payload"], many["payload-estimated"]
    later = after.time >= 2.0
    left = float(np.quantile(np.abs(after.errors[:, later]).max(axis=(1, 2)), 0.95))
    return ESTIMATED.judged(
        f"95 % of the arms stay below {fixed(1e3 * after.usual, 1)} mrad, without an estimate "
        f"below {fixed(1e3 * before.usual, 1)} mrad; from 2 s on below {fixed(1e3 * left, 1)} mrad",
        "The estimate begins with no payload, and the arm gives way until it is found.",
        usual=after.usual,
        ratio=after.usual / before.usual,
    )


def _add_up(many: Mapping[str, ManyArms]) -> Claim:
    parts = [many[name].deviation for name in ("payload", "inertia", "centres")]
    ratios = many["all"].deviation / np.sqrt(np.sum(np.square(parts), axis=0))
    farthest = float(ratios[np.abs(ratios - 1).argmax()])
    return ADD_UP.judged(
        f"the deviation of all together is {fixed(ratios.min(), 3)} to {fixed(ratios.max(), 3)} "
        "times the root of the sum of squares, by joint; "
        f"{fixed(float(np.mean(ratios)), 3)} in the mean",
        ratio=farthest,
    )
