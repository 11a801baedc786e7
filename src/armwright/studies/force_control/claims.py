"""What S2 wishes for, beside what there is."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.studies.claim import Claim, Statement, at_least, at_most, observed
from armwright.studies.force_control.measures import Touch, unheld
from armwright.studies.force_control.runs import ADAPTIVE, FAST, FIXED, LEANING, RIGID, SOFT
from armwright.studies.force_control.source import WISH
from armwright.studies.wording import fixed, percent, scientific

_WHERE = "beyond S2, chapter 8"
_NONE = "every one of them has to be held"

ANY_WALL = Statement(
    "any-wall",
    _WHERE,
    f"{WISH}: one setting holds a wall of any stiffness from 1e3 to 1e6 N/m",
    "kind",
    {
        "unheld": at_most("walls of ten that are not held", 0, "", _NONE),
        "overshoot": at_most("largest overshoot of the force", 0.05, "", "5 % of the set force"),
        "settling": at_most("longest settling time", 1.0, "s", "ten times 1/ω_f"),
        "error": at_most("largest mean error of the force", 0.01, "", "1 % of the set force"),
    },
)
SLIDING = Statement(
    "sliding",
    _WHERE,
    "the force holds while the arm slides along the wall",
    "kind",
    {
        "lost": at_most("records without contact", 0, "", "it never leaves the wall"),
        "deviation": at_most(
            "largest deviation of the force", 0.2, "", "joints turn round and stick meanwhile"
        ),
    },
)
ADAPTATION = Statement(
    "adaptation",
    _WHERE,
    "made for the stiffest wall that can be felt, the loop holds all, and soft walls take long; "
    "following the stiffness makes them fast",
    "kind",
    {
        "unheld": at_most("walls of ten that are not held", 0, "", _NONE),
        "slower": at_least(
            "settling time with a fixed loop at 1e3 N/m, times that with a loop that follows",
            2.0,
            "",
            "clearly slower",
        ),
    },
)
RULE = Statement(
    "rule",
    _WHERE,
    "without the rule, at least as fast on the softest wall, the loop overshoots on stiffer ones",
    "kind",
    {
        "soft": at_most("overshoot at 1e3 N/m", 0.05, "", "it was made for that one"),
        "stiff": at_least("largest overshoot", 0.1, "", "more than it may be with the rule"),
    },
)
FLEXIBILITY = Statement(
    "flexibility",
    _WHERE,
    "joint flexibility is of use for force control: it keeps the rotors out of a fast touch",
    "kind",
    {
        "flexible": at_most(
            "peak force at 1e6 N/m and 50 mm/s, of the set force", 1.5, "", "half more"
        ),
        "rigid": at_least("with rigid joints, times that", 1.2, "", "clearly more"),
    },
)


def force_claims(found: Mapping[str, Mapping[float, Touch]], wanted: float) -> list[Claim]:
    """`found`: by case and stiffness. `wanted`: the set force, N."""
    adaptive, still = found[ADAPTIVE], found[FIXED]
    every = list(adaptive.values())
    lost = {case: unheld(walls) for case, walls in found.items()}
    softest, stiffest = min(adaptive), max(adaptive)
    overshoot = max(one.overshoot for one in every)
    settling = max(one.settling for one in every)
    error = max(abs(one.error) for one in every)
    deviation = max(one.sliding for one in every)
    slow, quick = still[softest].settling, adaptive[softest].settling
    beyond = {stiffness: one.overshoot for stiffness, one in found[SOFT].items()}
    worst = max(beyond, key=lambda stiffness: beyond[stiffness])
    peaks = [1.0 + found[case][stiffest].overshoot for case in (FAST, RIGID)]
    lean = max(one.sliding for one in found[LEANING].values())
    return [
        ANY_WALL.judged(
            f"{len(every) - len(lost[ADAPTIVE])} of {len(every)} held: overshoot "
            f"{percent(overshoot, 1)} at most, settled after {fixed(settling, 2)} s, error "
            f"{percent(error, 1)} of {wanted:g} N",
            "S2 has no force control; arm, friction, sensors and limits are assumed here.",
            unheld=len(lost[ADAPTIVE]),
            overshoot=overshoot,
            settling=settling,
            error=error,
        ),
        SLIDING.judged(
            f"at most {percent(deviation, 1)} off while joints turn round at 0.1 m/s",
            lost=sum(one.lost for one in every),
            deviation=deviation,
        ),
        ADAPTATION.judged(
            f"not held: {_named(lost[FIXED])}; at {scientific(softest)} N/m {fixed(slow, 2)} s "
            f"instead of {fixed(quick, 2)} s",
            unheld=len(lost[FIXED]),
            slower=slow / quick,
        ),
        RULE.judged(
            f"{percent(beyond[softest], 1)} at {scientific(softest)} N/m, "
            f"{percent(beyond[worst])} at {scientific(worst)} N/m",
            "Its walls are held, too: the servo's stiffness bounds what any loop feels.",
            soft=beyond[softest],
            stiff=beyond[worst],
        ),
        FLEXIBILITY.judged(
            f"peaks at {scientific(stiffest)} N/m: {fixed(wanted * peaks[0], 0)} N with flexible, "
            f"{fixed(wanted * peaks[1], 0)} N with rigid joints",
            "The wall meets the links first, and the rotors only through the joints' springs.",
            flexible=peaks[0],
            rigid=peaks[1] / peaks[0],
        ),
        observed(
            "leaning",
            _WHERE,
            "what a wall does that leans by 5° against the task frame is not said",
            f"while it slides the force is up to {percent(lean)} off; not held: "
            f"{_named(lost[LEANING])}",
            "The shift follows a ramp with an error: v k̂/ω_f.",
        ),
    ]


def _named(walls: list[float]) -> str:
    return ", ".join(scientific(one) for one in walls) + " N/m" if walls else "none"
