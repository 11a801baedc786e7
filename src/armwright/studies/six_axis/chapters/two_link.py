"""The two-link arm, and what S1 tried before it simulated the six-axis one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from armwright.equations import Equations as Derived
from armwright.report.html.parts import Chapter, Paragraph, Picture, Preformatted, ReportTable
from armwright.signals import Run
from armwright.studies.six_axis.figures.two_link import validation_figure
from armwright.studies.six_axis.runs import CompiledMatrix
from armwright.studies.six_axis.source import TWO_LINK_EQUATIONS
from armwright.studies.wording import short


def two_link_chapter(runs: Mapping[str, Run], derived: Derived) -> Chapter:
    return Chapter(
        "The two-link arm",
        [
            Paragraph(
                "A box, the arm, tilts on top of a turning cylinder. S1 derives its equations of "
                "motion by hand, as an example of Lagrange's method, and validates them by three "
                "runs from the level arm at rest."
            ),
            Preformatted(
                TWO_LINK_EQUATIONS, "The equations of motion, S1 (2.37), with q for its θ"
            ),
            Preformatted(derived.text(), "The same, derived from the robot's description"),
            Picture(
                "two-link",
                validation_figure(runs),
                "The three validation runs, and a fourth: S1's figure 2.6.",
                "Four panels with both joint angles over time.",
            ),
        ],
    )


def implementation_chapter(built: Sequence[CompiledMatrix]) -> Chapter:
    rows = [
        (
            one.symbol,
            f"{one.instructions}",
            short(one.written_out),
            f"{1e3 * one.to_build:.0f}",
            f"{1e3 * one.to_compile:.0f}",
        )
        for one in built
    ]
    head = ("matrix", "instructions:", "written out:", "to build, ms:", "to compile, ms:")
    return Chapter(
        "From equations to machine code",
        [
            Paragraph(
                "S1 first derives the matrices of its six-axis arm symbolically, and gives up: "
                "they are too long to be compiled (section 4.1). The Robotics Toolbox, its "
                "second choice, is slow, the more so the more links there are, does not check "
                "the inertias that it is given, and generates no code (section 4.2). It ends "
                "with a commercial toolbox. Here the same matrices are expressions that are "
                "compiled when they are needed. How long the runs of this study take stands at "
                "its end."
            ),
            ReportTable(
                head, rows, "The matrices of the six-axis arm. Times are measured in this run"
            ),
        ],
    )
