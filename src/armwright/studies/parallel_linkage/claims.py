"""What S4 says of an arm with a parallel linkage, beside what our arm of that kind does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_least, at_most, between, observed
from armwright.studies.parallel_linkage.measures import apart, friction_at_reversals, largest
from armwright.studies.parallel_linkage.responses import ConfigurationResponses
from armwright.studies.parallel_linkage.source import (
    HIGH_SPEED_ERROR,
    PRINTED_MEAN,
    SIMULATED,
    WALL,
)
from armwright.studies.wording import fixed, percent, scientific, short

#: The joints that move the arm in its plane, and the one that moves it sideways.
IN_PLANE, SIDEWAYS = (1, 2), 0

MINIMAL = Statement(
    "minimal-form",
    "S4, 2.2.6 and fig. 6.5",
    "a rigid parallel linkage needs no constraints: in minimal coordinates it is an ordinary arm",
    "number",
    {
        "tool": at_most(
            "distance of the tools, loop and minimal form, on the fast programme",
            1e-9,
            "m",
            "rounding: both are the same mechanism",
        )
    },
)
ROD = Statement(
    "rod",
    "S4, 4.2.2",
    "the rod's spring acts about Y3, just after joint 3, and depends on the configuration",
    "kind",
    {
        "formula": at_most(
            "k_T r² sin² ψ beside the loop's own lever, relative",
            1e-9,
            "",
            "rounding: both are geometry; the source has no formula",
        ),
        "range": at_least(
            "the stiffest configuration by the softest", 1.5, "", "more than a spring's tolerance"
        ),
    },
)
RESPONSES = Statement(
    "responses",
    "S4, 4.2.2",
    "springs of link 2 that are replaced by some outside of the loop should turn with link 2: "
    "that is the largest error, and resonances that depend on the configuration are missed",
    "kind",
    {
        "plane": at_most(
            "joints 2 and 3, loop and replacement, worst configuration, 1 to 60 Hz, rms",
            1.0,
            "dB",
            "12 %, what measured responses scatter by; X2 and Z2 do not act in the plane",
        ),
        "sideways": at_least(
            "joint 1, the same, best configuration", 1.0, "dB", "more than all that is in the plane"
        ),
    },
)
HIGH = Statement(
    "high-speed",
    "S4, 6, figs 6.8 and 6.9",
    "at high speed the error is 1.5 mm at most, from elasticity",
    "kind",
    {
        "largest": between(
            "largest distance beside the path",
            HIGH_SPEED_ERROR / 4,
            HIGH_SPEED_ERROR * 4,
            "m",
            "speed, place, load and stiffness are assumed: within a factor of four",
        ),
        "elastic": at_least(
            "the same by that of the rigid arm", 2.0, "", "elasticity makes most of it"
        ),
    },
)
LOW = Statement(
    "low-speed",
    "S4, 6, figs 6.6 and 6.7",
    "at low speed the error comes from friction, where joints turn around",
    "kind",
    {
        "ratio": at_least(
            "what friction moves the tool by, after joints have turned around and elsewhere, means",
            3.0,
            "",
            "an error that has nothing to do with reversals would have 1",
        ),
        "largest": at_least(
            "what friction moves the tool by, at most", 1e-4, "m", "what a tracker sees"
        ),
    },
)
REPLACED = Statement(
    "replacement",
    "S4, 4.2.2 and 6",
    "the model without a loop stands for the arm",
    "kind",
    {
        "share": at_most(
            "distance of its tool from the arm's on the fast programme, by that of a rigid arm's",
            0.5,
            "",
            "a model that were no better than a rigid one would have 1",
        )
    },
)


def linkage_claims(
    runs: Mapping[str, Run], responses: Sequence[ConfigurationResponses]
) -> list[Claim]:
    same = apart(runs["rigid loop, high"], runs["minimal, high"])
    full, rigid = largest(runs["loop, high"]), largest(runs["rigid loop, high"])
    friction = friction_at_reversals(runs["loop, low"], runs["loop without friction, low"])
    missed = apart(runs["loop, high"], runs["replaced, high"])
    bent = apart(runs["loop, high"], runs["rigid loop, high"])
    formula = max(abs(one.formula / one.rod - 1) for one in responses)
    rods = [one.rod for one in responses]
    plane = max(one.apart(joint) for one in responses for joint in IN_PLANE)
    sideways = [one.apart(SIDEWAYS) for one in responses]
    return [
        MINIMAL.judged(f"tools {scientific(same, 1)} m apart at most", tool=same),
        ROD.judged(
            f"k_T r² sin² ψ to {scientific(formula, 1)}; from {short(min(rods) / 1e6)} to "
            f"{short(max(rods) / 1e6)} MN m/rad over {len(rods)} configurations",
            formula=formula,
            range=max(rods) / min(rods),
        ),
        RESPONSES.judged(
            f"joints 2 and 3 {fixed(plane, 2)} dB apart at most, joint 1 "
            f"{fixed(min(sideways), 1)} to {fixed(max(sideways), 1)} dB",
            "The rod's replacement is as good as the formula for its stiffness; what is missed are "
            "modes in which the arm bends sideways.",
            plane=plane,
            sideways=min(sideways),
        ),
        HIGH.judged(
            f"{fixed(1e3 * full, 2)} mm at most, {fixed(1e3 * rigid, 2)} mm if nothing gives way",
            largest=full,
            elastic=full / rigid,
        ),
        LOW.judged(
            f"friction moves the tool by {fixed(1e3 * friction.after, 3)} mm on average after "
            f"joints have turned around, {fixed(1e3 * friction.elsewhere, 3)} mm elsewhere, "
            f"{fixed(1e3 * friction.largest, 2)} mm at most",
            ratio=friction.after / friction.elsewhere,
            largest=friction.largest,
        ),
        REPLACED.judged(
            f"{fixed(1e3 * missed, 2)} mm from the arm's tool at most, a rigid arm's tool "
            f"{fixed(1e3 * bent, 2)} mm: {percent(missed / bent)}",
            "The rod's stiffness about the elbow is taken as constant, as at the programme's "
            "median angle, though it changes by more than 2 along it.",
            share=missed / bent,
        ),
        _time_of_the_source(),
    ]


def _time_of_the_source() -> Claim:
    mean = float(np.mean(WALL))
    return observed(
        "time",
        "S4, table 6.2",
        f"{SIMULATED:g} s take {PRINTED_MEAN} s on average",
        f"the mean of its five runs is {fixed(mean, 2)} s; the computer was a laptop of 2011",
        "Our own seconds are among the timings. Processor, solver, step and the arm's "
        "elasticity differ or are not published, so that no ratio is given.",
    )
