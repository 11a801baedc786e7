"""The chapters of the report."""

from __future__ import annotations

import math

from armwright.report.html.parts import Chapter, Paragraph, Picture, ReportTable
from armwright.studies.kinematic_identification.figures import points_figure
from armwright.studies.kinematic_identification.runs import CIRCLES, FULL, Identified
from armwright.studies.kinematic_identification.source import AFTER, BEFORE, EXPERIMENT
from armwright.studies.wording import fixed


def points_chapter(found: Identified) -> Chapter:
    rows = [
        ("S2, table 6.3: nominal", *(fixed(v, 2) for v in BEFORE)),
        ("S2, table 6.3: identified", *(fixed(v, 2) for v in AFTER)),
        *(
            (one.name, *(fixed(1e3 * v, 3) for v in one.errors))
            for one in (found.before, found.table, *found.methods)
        ),
    ]
    return Chapter(
        "Five points of a cube",
        [
            Paragraph(
                "An altered PUMA moves one joint at a time; planes and centres of the circles give "
                "its axes, and these its D-H numbers. The source prints what it estimated, not the "
                "altered arm, and not where the cube is: the rounded table and a cube in reach are "
                "assumed. With 0.1 mm of noise, circles of 181 points each leave "
                f"{fixed(1e3 * found.method(CIRCLES).mean, 3)} mm on the average, and a fit of "
                f"200 poses at once {fixed(1e3 * found.method(FULL).mean, 3)} mm."
            ),
            Picture(
                "points",
                points_figure(found),
                "Five points by every method. A target mounted 3 mm off leaves what S2 was left.",
                "Curves over five points on a logarithmic scale.",
            ),
            ReportTable(
                ("", "P1, mm:", "P2, mm:", "P3, mm:", "P4, mm:", "P5, mm:"),
                rows,
                "Distance between where a table says the target is and where it is",
            ),
        ],
    )


def tables_chapter(found: Identified) -> Chapter:
    rows = []
    for name, table in found.rows.items():
        for k, row in enumerate(table, 1):
            angles = [fixed(math.degrees(v), 4) for v in (row.theta, row.alpha)]
            lengths = [fixed(1e3 * v, 4) for v in (row.a, row.d)]
            rows.append((name, str(k), *angles, *lengths, fixed(math.degrees(row.beta), 4)))
    return Chapter(
        "Tables",
        [
            ReportTable(
                ("", "link:", "θ, °:", "α, °:", "a, mm:", "d, mm:", "β, °:"),
                rows,
                "D-H numbers, with β and d between the parallel axes 2 and 3: d of rows 2 and 3 "
                "count together",
            )
        ],
    )


def real_chapter(found: Identified) -> Chapter:
    rows = [
        (joint, fixed(before, 2), fixed(after, 2), fixed(1e3 * found.sweeps[joint], 2))
        for joint, before, after in EXPERIMENT
    ]
    return Chapter(
        "The real PUMA",
        [
            ReportTable(
                (
                    "sweep of",
                    "S2, before, mm:",
                    "S2, after, mm:",
                    "nominal against table 6.1*, mm:",
                ),
                rows,
                "Mean distances; the measured points are not published",
            )
        ],
    )
