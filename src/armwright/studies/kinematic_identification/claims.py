"""What S2 says of kinematic identification, beside what was simulated and fitted."""

from __future__ import annotations

from armwright.studies.claim import Claim, Statement, at_least, at_most, between, near, observed
from armwright.studies.kinematic_identification.runs import S2_WAY, Identified
from armwright.studies.kinematic_identification.source import (
    AFTER,
    BEFORE,
    EXPERIMENT,
    IMPROVEMENT,
)
from armwright.studies.wording import fixed, scientific, span

_PLACE = "the cube's place and the tool are not published; other cubes in reach give 18 to 22 mm"
CUBE = Statement(
    "cube",
    "S2, table 6.3",
    f"with nominal numbers the five points are {span(BEFORE, 3)} mm off",
    "kind",
    {"mean": between("mean at the five points", 15.0, 24.0, "mm", _PLACE)},
)
METHOD = Statement(
    "method",
    "S2, table 6.3",
    f"identification from circles makes the five points {IMPROVEMENT} % better",
    "kind",
    {
        "better": at_least(
            "mean at the five points, better", IMPROVEMENT, "%", "at least as good as reported"
        )
    },
)
REMAINDER = Statement(
    "remainder",
    "S2, tables 6.2 and 6.3",
    f"with the estimated numbers of table 6.2, {span(AFTER, 3)} mm remain",
    "number",
    {
        "mean": near(
            "mean that table 6.2 leaves", 3.1, 1.0, "mm", "the altered arm is table 6.2, rounded"
        )
    },
)
FULL_FIT = Statement(
    "full-fit",
    "beyond S2, table 6.3",
    f"{IMPROVEMENT} % is what identification reached there; a fit of all poses at once should be "
    "limited by the noise alone",
    "kind",
    {
        "noisy": at_most(
            "mean error of fresh poses, 200 poses with 0.1 mm noise",
            0.05,
            "mm",
            "half of the noise: 27 unknowns from 600 numbers leave a fifth to a third",
        ),
        "exact": at_least("better without noise", 99.9, "%", "nothing is left but rounding"),
    },
)
_SWEEP = "the target beyond the wrist is not published: 26.7 to 29.9 mm for 0 to 56 mm"
JOINT_2, JOINT_3 = (
    Statement(
        joint.replace(" ", "-"),
        "S2, table 6.1 and the experiment after it",
        f"the real arm is {before} mm off in the sweep of {joint}",
        "kind",
        {"mean": near("nominal against table 6.1*", before, 3.0, "mm", _SWEEP)},
    )
    for joint, before, _ in EXPERIMENT
)


def claims(found: Identified) -> list[Claim]:
    before = 1e3 * found.before.mean
    s2 = found.method(S2_WAY)
    better = 100 * (1 - s2.mean / found.before.mean)
    exact = 100 * (1 - found.fresh_exact / found.fresh_before)
    table = 1e3 * found.table.mean
    return [
        CUBE.judged(
            f"{span(1e3 * found.before.errors, 3)} mm, {fixed(before, 1)} on the average",
            mean=before,
        ),
        METHOD.judged(
            f"{fixed(better, 1)} %: its circles have no noise, and the rounded table is met to "
            f"{scientific(1e3 * s2.mean)} mm",
            "The altered arm is not printed: the rounded table 6.2 is assumed.",
            better=better,
        ),
        REMAINDER.judged(
            f"{fixed(table, 2)} mm",
            "Table 6.2 and the rounded truth differ by thousandths of degrees and hundredths of "
            "millimetres. The 3 mm cannot come from these numbers: they come from what the table "
            "does not have.",
            mean=table,
        ),
        observed(
            "causes",
            "S2, table 6.3",
            f"what remains is {fixed(max(AFTER) / min(AFTER), 2)} times as large at the worst of "
            "the five points as at the best",
            "; ".join(f"{cause}: {fixed(ratio, 2)}" for cause, ratio in found.causes.items()),
            "A wrong target, tool or length is as long everywhere; a wrong angle grows with the "
            "reach. A target that is mounted 3 mm off leaves 3 mm with S2's method, which takes it "
            "from the drawing.",
        ),
        FULL_FIT.judged(
            f"all poses at once: {fixed(1e3 * found.fresh_noisy, 3)} mm at fresh poses; without "
            f"noise {scientific(1e3 * found.fresh_exact)} mm, of "
            f"{fixed(1e3 * found.fresh_before, 1)} mm before",
            noisy=1e3 * found.fresh_noisy,
            exact=exact,
        ),
        *(
            statement.judged(
                f"{fixed(1e3 * found.sweeps[joint], 1)} mm between nominal and table 6.1*",
                mean=1e3 * found.sweeps[joint],
            )
            for statement, (joint, _, _) in zip((JOINT_2, JOINT_3), EXPERIMENT, strict=True)
        ),
        *(
            observed(
                f"{joint.replace(' ', '-')}-after",
                "S2, experiment",
                f"sweep of {joint}: {before} mm before, {after} mm after identification",
                "the measured points are not published, so nothing can be compared",
            )
            for joint, before, after in EXPERIMENT
        ),
    ]
