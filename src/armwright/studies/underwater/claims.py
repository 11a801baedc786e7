"""What S2 says of arms under water, beside what was simulated."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.studies.claim import Claim, Statement, at_least, at_most, near, observed
from armwright.studies.underwater.runs import (
    ADDED,
    AXIAL,
    BOTH,
    DRAG,
    DROPPED,
    DRY,
    ONE,
    ArmMotion,
    Underwater,
    determinants,
)
from armwright.studies.underwater.source import DETERMINANT
from armwright.studies.underwater.vehicle.claims import vehicle_claims
from armwright.studies.underwater.vehicle.runs import STILL, STREAM
from armwright.studies.wording import fixed, percent, scientific, span

MORE_MASS = Statement(
    "more-mass",
    "S2, figures 7.5 and 7.6",
    "added mass acts like more mass",
    "kind",
    {"slower": at_most("largest speed of the links, of the dry arm's", 0.9, "", "seen in a plot")},
)
SMALL_CORIOLIS = Statement(
    "small-coriolis",
    "S2, section 7.4",
    "the Coriolis part of the added mass is small beside its inertia part",
    "kind",
    {
        "moved": at_most(
            "what leaving it out moves link 2 after 10 s", 0.1, "rad", "a tenth of the motion"
        )
    },
)
STOPS = Statement(
    "stops",
    "S2, figures 7.7 and 7.8",
    "with drag the links stop",
    "kind",
    {"left": at_most("speed after 20 s, of the largest", 0.02, "", "not seen in a plot")},
)
AT_ONCE = Statement(
    "at-once",
    "S2, figures 7.5 to 7.8",
    "the difference to the dry arm appears at once and is large",
    "kind",
    {"apart": at_least("angles after 1 s, of the dry arm's", 0.2, "", "seen in a plot")},
)
LESS_THAN_DRAG = Statement(
    "less-than-drag",
    "S2, figures 7.9 and 7.10",
    "added mass has less effect than drag, and neither may be left out",
    "kind",
    {
        "ratio": at_most("effect of added mass, of that of drag", 1.0, "", "as said"),
        "least": at_least("the smaller of the two effects", 0.1, "rad", "seen in a plot"),
    },
)
POSITIVE = Statement(
    "positive",
    "S2, (7.18)",
    "the added mass matrix is positive definite",
    "number",
    {"least": at_least("least eigenvalue of its symmetric part", 1e-3, "kg m²", "above rounding")},
)
CONSTANT = Statement(
    "constant",
    "S2, (7.20)",
    f"the determinant of the added mass is {fixed(DETERMINANT, 4)} kg² m⁴, whatever the angle",
    "number",
    {
        "printed": at_most("variation of the printed matrix's", 1e-9, "kg² m⁴", "rounding"),
        "value": near("of the printed matrix", DETERMINANT, 1e-9, "kg² m⁴", "rounding"),
        "consistent": at_most("variation of the consistent matrix's, of it", 0.01, "", "constant"),
    },
)
EQUATIONS = Statement(
    "equations",
    "S2, (7.18) to (7.39)",
    "(7.18) to (7.39) are the equations of the arm with added mass and drag",
    "number",
    {
        "end": at_most(
            "where the links end, from the consistent model's", 0.02, "rad", "2 % of the motion"
        ),
        "energy": at_most("drift of the energy, nothing acting", 0.01, "", "none but rounding"),
    },
)
GENERATED = Statement(
    "generated",
    "S2, chapter 8",
    "automatic modelling of underwater arms is future work: a module for DADS or AUTOLEV",
    "kind",
    {
        "energy": at_most("drift of the generated arm's energy", 1e-4, "", "that of the steps"),
        "closed": at_least("falling energy with drag: share of samples", 1.0, "", "always"),
    },
)
TRACKING = Statement(
    "tracking",
    "S2, figures 7.12 and 7.13",
    "tracking errors are negligible",
    "kind",
    {
        "first": at_most("largest error of link 1", 0.01, "rad", "1 % of the step"),
        "second": at_most("largest error of link 2", 0.01, "rad", "1 % of the step"),
    },
)
FINAL = Statement(
    "final",
    "S2, figure 7.13",
    "the links get to their references",
    "kind",
    {"left": at_most("error after 10 s", 0.01, "rad", "1 % of the step")},
)
INTERACTION = Statement(
    "interaction",
    "S2, figure 7.12",
    "interactions between the links are not visible",
    "kind",
    {
        "largest": at_most(
            "how far one link moves while the other is told to", 0.02, "rad", "a line's width"
        )
    },
)
LIMITER = Statement(
    "limiter",
    "S2, figures 7.16 and 7.17",
    "what the limiter changes cannot be seen, and goes to zero",
    "kind",
    {
        "largest": at_most("largest difference of the angles", 0.01, "rad", "1 % of the step"),
        "last": at_most("difference after 10 s", 1e-3, "rad", "none is left"),
    },
)


def claims(found: Underwater) -> list[Claim]:
    return [
        *_open_loop(found),
        *_model(found),
        *_control(found),
        *_beyond(found),
        *vehicle_claims(found.vehicle),
    ]


def _open_loop(found: Underwater) -> list[Claim]:
    dry, added, drag, both = (found.generated[case] for case in (DRY, ADDED, DRAG, BOTH))
    slower = float((_fastest(added) / _fastest(dry)).max())
    left = float((np.abs(both.v[-1]) / _fastest(both)).max())
    apart = float((np.abs(both.at(1.0) - dry.at(1.0)) / np.abs(dry.at(1.0))).min())
    effects = [_distance(drag, both), _distance(added, both)]
    moved = float(abs(found.printed[DROPPED].at(10.0)[1] - found.printed[ADDED].at(10.0)[1]))
    return [
        MORE_MASS.judged(f"largest speeds are {percent(slower)} of the dry arm's", slower=slower),
        SMALL_CORIOLIS.judged(
            f"without it link 2 is {fixed(moved, 2)} rad elsewhere after 10 s, by S2's equations",
            "The claim is wrong already in the source's own equations.",
            moved=moved,
        ),
        STOPS.judged(f"{percent(left, 1)} of the largest speed is left after 20 s", left=left),
        AT_ONCE.judged(f"angles differ by {percent(apart)} or more after 1 s", apart=apart),
        LESS_THAN_DRAG.judged(
            f"leaving out added mass moves the links by {fixed(effects[0], 2)} rad in the mean, "
            f"leaving out drag by {fixed(effects[1], 2)}",
            ratio=effects[0] / effects[1],
            least=min(effects),
        ),
    ]


def _model(found: Underwater) -> list[Claim]:
    printed, consistent, least = determinants()
    variation = float(np.ptp(consistent) / consistent.min())
    end = np.abs(found.printed[BOTH].q[-1] - found.generated[BOTH].q[-1])
    drift = {name: float(np.ptp(e) / e[0]) for name, (_, e) in found.energy.items()}
    ends = [found.printed[BOTH].q[-1], found.generated[BOTH].q[-1]]
    told = [" and ".join(fixed(v, 3) for v in one) for one in ends]
    energy = found.runs[f"pushed {BOTH}"].data
    late = energy["kinetic_energy"].values.ravel()[energy["time"].values > 6.0]
    falling = float((np.diff(late) <= 0).mean())
    return [
        POSITIVE.judged(
            f"{fixed(float(least.min()), 3)} kg m² at least; it is not symmetric, though",
            least=float(least.min()),
        ),
        CONSTANT.judged(
            f"so it is, as printed; that of the consistent matrix is {span(consistent, 3)}",
            "A symmetric matrix of the same flow has K²(1/9 + cos²θ₂/12).",
            printed=float(np.ptp(printed)),
            value=float(printed[0]),
            consistent=variation,
        ),
        EQUATIONS.judged(
            f"the links end at {told[0]} rad, those of the consistent model at {told[1]}; nothing "
            f"acting, the energy goes up and down by {percent(drift['as printed'])}",
            "A lever arm and a power of x are wrong, see the chapter on energy.",
            end=float(end.max()),
            energy=drift["as printed"],
        ),
        GENERATED.judged(
            "any arm of the library whose links have hulls; energy is kept to "
            f"{scientific(drift['consistent'])}",
            energy=drift["consistent"],
            closed=falling,
        ),
        observed(
            "axial",
            "S2, appendix D",
            "the axial added mass K' of link 2 may be left out",
            "with K' on, S2's links end "
            f"{fixed(_end_apart(found.printed[AXIAL], found.printed[BOTH]), 4)} rad elsewhere",
        ),
        observed(
            "coefficient",
            "S2, appendix D",
            "C_a is 2",
            "a cylinder that moves in water at rest has 1: the links then end "
            f"{fixed(_end_apart(found.generated[ONE], found.generated[BOTH]), 3)} rad elsewhere",
            "2 is the inertia coefficient of a cylinder at rest in accelerating water.",
        ),
    ]


def _control(found: Underwater) -> list[Claim]:
    wide, tight, free = found.loops.values()
    largest = np.abs(wide.error).max(axis=0)
    last = float(np.abs(wide.error[-1]).max())
    difference = np.abs(tight.q - free.q)
    return [
        TRACKING.judged(
            f"{fixed(largest[0], 3)} and {fixed(largest[1], 3)} rad of steps of 1 rad",
            "In the transient; only the final errors are negligible.",
            first=float(largest[0]),
            second=float(largest[1]),
        ),
        FINAL.judged(f"{fixed(last, 4)} rad are left after 10 s", left=last),
        INTERACTION.judged(
            f"link 2 moves by {fixed(found.alone[0], 3)} rad, link 1 by {fixed(found.alone[1], 3)}",
            largest=max(found.alone),
        ),
        LIMITER.judged(
            f"limits of 4 and 10 N m change the angles by {span(difference.max(axis=0), 3)} rad; "
            f"{scientific(float(difference[-1].max()))} are left after 10 s",
            largest=float(difference.max()),
            last=float(difference[-1].max()),
        ),
    ]


def _beyond(found: Underwater) -> list[Claim]:
    errors = {water: float(error.max()) for water, (_, error, _) in found.space.items()}
    return [
        observed(
            "in-space",
            "beyond S2, chapter 8",
            "a test with an arm in three dimensions is future work",
            "Reach Alpha 5 on pick and place, its controller unaware of drag: the tool is off by "
            f"{fixed(errors[STILL], 1)} mm at most in {STILL}, {fixed(errors[STREAM], 1)} mm in a "
            f"{STREAM}",
        ),
    ]


def _fastest(motion: ArmMotion) -> Array:
    return np.asarray(np.abs(motion.v).max(axis=0))


def _distance(one: ArmMotion, two: ArmMotion) -> float:
    """Of the links, in the mean over the motion."""
    return float(np.abs(one.q - two.q).mean())


def _end_apart(one: ArmMotion, two: ArmMotion) -> float:
    return float(np.abs(one.q[-1] - two.q[-1]).max())
