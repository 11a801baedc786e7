"""What S3 says of its stiff integrator, beside schemes on the same equations."""

from __future__ import annotations

import numpy as np

from armwright.studies.claim import Claim, Statement, at_least, at_most
from armwright.studies.rx90b.solvers import BORNE, Solvers
from armwright.studies.wording import percent, scientific

STIFF = Statement(
    "stiff-scheme",
    "S3, section 7",
    "a stiff integration scheme is needed: ode23tb, with steps of 0.25 ms or less",
    "kind",
    {
        "explicit": at_least(
            "largest error of an explicit scheme with such steps, of the largest δq",
            1,
            "",
            "nothing is left of the motion",
        ),
        "stiff": at_most(
            "the same of the stiff scheme", 0.01, "", "not seen in S3's figures of the path"
        ),
    },
)
PRESLIDING = Statement(
    "presliding",
    "S3, section 7",
    "the stiff scheme is needed due to the high equivalent stiffness in the pre-sliding part of "
    "friction",
    "kind",
    {
        "rest": at_least(
            "fastest rate of change at rest, times 0.25 ms",
            BORNE,
            "",
            "what an explicit scheme of fourth order does not bear",
        )
    },
)
ACCURATE = Statement(
    "accurate-solver",
    "S3, sections 6, 7",
    "the full model is integrated from sample to sample, as accurately as the integrator requires",
    "number",
    {
        "apart": at_most(
            "largest distance of the tools: armwright's step of 0.25 ms from CVODES' BDF",
            1e-7,
            "m",
            "a thousandth of what a laser needs",
        ),
        "solvers": at_most(
            "the same of CVODES' Adams", 1e-9, "m", "both within a tolerance of 1e−10"
        ),
        "order": at_least(
            "what half the step leaves the error less, as a factor", 3, "", "second order: 4"
        ),
    },
)


def solver_claims(found: Solvers) -> list[Claim]:
    lost = found.perturbed["Runge-Kutta, explicit", 1]
    stiff = found.perturbed["TR-BDF2, as S3", 1]
    one, two = (found.tools["armwright's step", steps] for steps in (1, 2))
    adams = found.tools["CVODES, Adams", 0]
    return [
        STIFF.judged(
            f"TR-BDF2, the scheme of ode23tb, is within {percent(stiff, 3)} of the largest δq; the "
            + (
                f"explicit one is off by {lost:.1g}"
                if np.isfinite(lost)
                else "explicit one is lost"
            ),
            explicit=lost,
            stiff=stiff,
        ),
        PRESLIDING.judged(
            f"the fastest rate of change is {found.rest:.2f} per tick at rest, "
            f"{found.sliding:.1f} in sliding; an explicit scheme bears {BORNE:.1f}",
            "What is stiff is sliding: bristles relax with |q̇|/g, and g is small because c⁰ is "
            "large. In pre-sliding the same c⁰ swings with the links' inertia, which is slower.",
            rest=found.rest,
        ),
        ACCURATE.judged(
            f"one step of ours per tick is {scientific(one, 1)} m from CVODES' BDF at most, two "
            f"are {scientific(two, 1)} m; CVODES' Adams is {scientific(adams, 1)} m",
            apart=one,
            solvers=adams,
            order=one / two,
        ),
    ]
