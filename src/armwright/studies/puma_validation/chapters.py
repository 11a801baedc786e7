"""The chapters of the report, in the order of `study.py`."""

from __future__ import annotations

from armwright.report.html.parts import Chapter, Paragraph, Picture, ReportTable
from armwright.studies.puma_validation.figures import (
    currents_figure,
    deflection_figure,
    distortion_figure,
)
from armwright.studies.puma_validation.runs import HOLDS, MotorLinkRuns, OtherRuns, PumaRuns
from armwright.studies.puma_validation.source import (
    GEAR,
    GIVEN,
    GIVES_WAY,
    HELD,
    NAMES,
    TOGETHER,
    TORQUE_CONSTANT,
    WITH_NOISE,
)
from armwright.studies.wording import alike, fixed, minus


def motor_link_chapter(found: MotorLinkRuns) -> Chapter:
    return Chapter(
        "One motor and link",
        [
            Paragraph(
                "n k i = I θ̈ + B θ̇ + Mgl sin θ + f₁ or − f₂, all at the link. Both sides are "
                "integrated, or pass a filter, so that nobody needs accelerations. Where the "
                "velocity passes zero between two samples is read off the curves on both sides of "
                "it; where the joint sticks, or noise hides the passage, samples are left out."
            ),
            _table_5_1(found),
            Paragraph(
                "With a second link that its controller holds, the method finds both as one body. "
                "While the hold is soft, friction comes out wrong. Rows from S2's equations have "
                "another trajectory and other gains: how the errors grow is what agrees."
            ),
            _held_table(found),
        ],
    )


def _table_5_1(found: MotorLinkRuns) -> ReportTable:
    clean, noisy = found.clean["integrated"].combinations, found.noisy[0].combinations
    filtered = found.clean["filtered"].combinations
    rows = [
        (
            name,
            fixed(GIVEN[k], 4),
            fixed(float(clean.values[k]), 4),
            fixed(float(filtered.values[k]), 4),
            f"{fixed(float(noisy.values[k]), 4)} ± {fixed(float(noisy.errors[k]), 4)}",
            fixed(WITH_NOISE[k], 4),
        )
        for k, name in enumerate(NAMES.values())
    ]
    head = ("", "true:", "integrated:", "filtered:", "with noise:", "S2, with noise:")
    return ReportTable(head, rows, "Table 5.1; SI units, at the link. Noise: 0.05 rad/s, assumed.")


def _held_table(found: MotorLinkRuns) -> ReportTable:
    rows = [("both locked together", *(minus(f"{one:.3f}") for one in TOGETHER))]
    for gain in HOLDS:
        way = f"gives way by {found.gives_way[gain]:.3f} rad"
        values = found.held[gain].combinations.values
        rows.append((way, *(minus(f"{one:.3f}") for one in values)))
    for moved, row in zip(GIVES_WAY, HELD, strict=True):
        told = (minus(f"{one:.3f}") for one in row)
        rows.append((f"from S2's equations: {moved:g} rad", *told))
    return ReportTable(("joint 2", *(f"{name}:" for name in NAMES.values())), rows)


def puma_chapter(found: PumaRuns) -> Chapter:
    names = [
        (one.element, *alike((one.value, one.error), one.error), one.knowledge)
        for one in found.tuned.parameters.values()
    ]
    wrong = found.distortions["wrong"]
    changes = {name: wrong.changes[:, k] / wrong.scale[k] for k, name in enumerate(wrong.elements)}
    return Chapter(
        "The PUMA 560",
        [
            Paragraph(
                "One joint after the other turns by up to 180° and back, as in S2's tests. Truth "
                "is the arm of appendix C.1 with its tuned friction; gains and speeds are assumed."
            ),
            Picture(
                "friction",
                currents_figure(
                    {"with friction": found.truth, "without": found.without},
                    "Friction shows in the currents of the joint that moves, and hardly elsewhere.",
                    "Currents with and without friction",
                ),
                "S2, figures 5.8 to 5.19.",
            ),
            ReportTable(("number", "found:", "standard error:", "known"), names),
            Picture(
                "vertical",
                currents_figure(
                    {"without play": found.top[0], "with play": found.top[1]},
                    "Joint 2 carries the stretched arm over the vertical at about 2 s.",
                    "Backlash in the currents",
                    (1.6, 2.7),
                ),
                "S2, figures 5.12 to 5.15: teeth change sides where the gear's torque passes zero.",
            ),
            Picture("distortion", distortion_figure(wrong.times, changes), "After Butterfield."),
        ],
    )


def others_chapter(found: OtherRuns) -> Chapter:
    known = found.scara.combinations
    rows = [
        (name, fixed(value, 4), fixed(true, 4), unit)
        for name, (value, true), unit in zip(
            known.names, found.composites.tolist(), known.units, strict=True
        )
    ]
    return Chapter(
        "A SCARA, and a gear with play",
        [
            ReportTable(("sum", "found:", "true:", "unit"), rows, "Outer link first, no noise."),
            Picture(
                "deflection",
                deflection_figure(found.pushed, GEAR, TORQUE_CONSTANT),
                "A link that is pushed against a work piece, slowly; S2, figure 4.6.",
            ),
        ],
    )
