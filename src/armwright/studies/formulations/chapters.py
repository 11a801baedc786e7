"""The chapters of the report, in the order of `study.py`; last their tables."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.equations import GROUPS, METHODS, derive
from armwright.report.html.parts import Chapter, Fold, Paragraph, Picture, Preformatted, ReportTable
from armwright.robot import load
from armwright.studies.formulations.figures import operations_figure
from armwright.studies.formulations.runs import CLOSED, METHOD_NAMES, OURS, ComparedArm, Comparison
from armwright.studies.formulations.source import LISTINGS, OF_THE_SOURCE, TABLE_3_1

_METHOD_HEADS = tuple(f"{name}:" for name in METHOD_NAMES.values())
_WAYS = (*METHODS, CLOSED, OURS)
_HEAD = ("arm", *_METHOD_HEADS, f"{CLOSED}:", f"{OURS}:")


def derived_chapter(found: Comparison) -> Chapter:
    return Chapter(
        "Three ways to the same equations",
        [
            Paragraph(
                "Newton-Euler goes out along the arm with velocities and accelerations and back "
                "with forces; Lagrange differentiates energies; Kane projects the forces on "
                "partial velocities. Products of sines and cosines are turned into sums at once, "
                "as in the rules that S2 gives its algebra program: so equal expressions look "
                "equal. All three give the same closed forms, term by term."
            ),
            Preformatted(
                derive(load("cart_pendulum"), "kane").text(),
                "The cart with the pendulum, S2 (2.46) and (2.47)",
            ),
            Fold(
                "The PUMA 560 with three links",
                [Preformatted(derive(load("puma560_armstrong3"), "kane").text())],
            ),
            _products_table(found),
            _deriving_times_table(found),
        ],
    )


def evaluated_chapter(found: Comparison) -> Chapter:
    text = (
        "For larger arms nobody wants the closed form. Each method then lists its own "
        "intermediate quantities, and common parts are computed once. Here the arms' numbers are "
        "in the code. Armwright's own path, CasADi expressions in frames and parameters chosen "
        "for short code, stands beside them; its mass matrix and its torques are counted "
        "together where the methods give mass matrix, velocity terms and gravity."
    )
    functions = (
        "The closed form of a small arm takes the fewest operations, for numbers of all links "
        "have been added up in it, but it needs the sines and cosines of more angles, which "
        "take longest."
    )
    return Chapter(
        "What it takes to evaluate them",
        [
            Paragraph(text),
            Picture(
                "operations",
                operations_figure(found.growing),
                "Operations for the first axes of the six-axis arm: additions, multiplications, "
                "sines and cosines.",
                "Two panels with operations on a logarithmic scale over the number of axes. "
                "Lagrange rises steepest, armwright stays lowest.",
            ),
            _torques_table(found),
            _terms_table(found),
            _listings_table(),
            _times_table(found),
            Paragraph(functions),
            _python_times_table(found),
        ],
    )


def falling_chapter(found: Comparison) -> Chapter:
    return Chapter(
        "The double pendulum falls",
        [
            Paragraph(
                "S2 lets the cart with the double pendulum move under its own weight in four "
                "programs, and after that with AUTOLEV's equations compiled and called from "
                "SIMULINK. Where it begins is not said; here both rods start at rest, 0.1 rad off "
                "the upright. The integrator in Python has variable steps and AUTOLEV's tolerance "
                f"of 1e−8: {found.fall.evaluations} evaluations for 5 s. Armwright's simulation "
                "takes steps of 0.25 ms. The machines are not the same, of course: only ratios "
                "within a column of times mean something."
            ),
            _falling_table(found),
        ],
    )


def order_chapter(found: Comparison) -> Chapter:
    return Chapter(
        "Order n and order n³",
        [
            Paragraph(
                "Accelerations from torques, in armwright's own code, for chains of equal links "
                "with crossed axes: by articulated bodies, whose work grows with the number of "
                "joints, and by the mass matrix and its factors."
            ),
            _chains_table(found),
        ],
    )


def _products_table(found: Comparison) -> ReportTable:
    rows = []
    for row in _rows(found):
        by = [row.derived.by[method] for method in METHODS]
        rows.append((row.derived.title, str(by[0].terms), *(str(one.products) for one in by)))
    return ReportTable(
        ("arm", "terms:", *_METHOD_HEADS),
        rows,
        "Terms of the closed form with all parameters as symbols, and products of single terms "
        "that each method forms on its way there",
    )


def _deriving_times_table(found: Comparison) -> ReportTable:
    rows = []
    for row in _rows(found):
        by = [row.derived.by[method] for method in METHODS]
        seconds = (*(one.to_close for one in by), *(one.to_list for one in by))
        rows.append((row.derived.title, *(f"{second:.2f}" for second in seconds)))
    head = ("N-E, closed:", "Lagrange:", "Kane:", "N-E, sequence:", "Lagrange:", "Kane:")
    return ReportTable(
        ("arm", *head),
        rows,
        "Seconds to derive the closed form with symbols, and the sequence of assignments with "
        "numbers; measured in this run",
    )


def _torques_table(found: Comparison) -> ReportTable:
    rows = [(row.derived.title, *_counts(row.torque_operations)) for row in _rows(found)]
    return ReportTable(
        _HEAD, rows, "Operations for the torques of a motion; closed forms up to four axes"
    )


def _terms_table(found: Comparison) -> ReportTable:
    rows = [(row.derived.title, *_counts(row.operations)) for row in _rows(found)]
    return ReportTable(_HEAD, rows, "Operations for mass matrix, velocity terms and gravity")


def _listings_table() -> ReportTable:
    rows = []
    for listing in LISTINGS:
        symbols = GROUPS if listing.symbolic else ()
        own = derive(load(listing.robot), "kane", symbols, form="closed").operations().total
        title = OF_THE_SOURCE[listing.robot]
        kind = "inputs" if listing.symbolic else "numbers"
        rows.append((title, listing.appendix, kind, str(listing.operations), str(own)))
    return ReportTable(
        ("arm", "appendix", "parameters are", "as printed:", "here:"),
        rows,
        "Operations for mass matrix, velocity terms and gravity in the programs that AUTOLEV made, "
        "counted in S2's listings, and in those generated here from the closed form",
    )


def _times_table(found: Comparison) -> ReportTable:
    ways = (*METHODS, CLOSED, OURS)
    rows = [
        (
            row.derived.title,
            *(_time(row.in_c, way, 1e9) for way in ways),
            f"{1e9 * row.in_lanes:.0f}",
        )
        for row in _rows(found)
    ]
    missing = "" if found.has_compiler else ". There is no C compiler here"
    return ReportTable(
        (*_HEAD, "in vector lanes:"),
        rows,
        "Nanoseconds for the torques of one of many motions, measured in this run: generated C; "
        f"armwright's machine code, one motion at a time and several at once{missing}",
    )


def _python_times_table(found: Comparison) -> ReportTable:
    ways = (*METHODS, CLOSED)
    rows = [
        (row.derived.title, *(_time(row.in_python, way, 1e6) for way in ways))
        for row in _rows(found)
    ]
    return ReportTable(_HEAD[:-1], rows, "Microseconds for the same in generated Python")


def _falling_table(found: Comparison) -> ReportTable:
    rows = [
        ("S2", way, f"{seconds:.2f}", f"{seconds / TABLE_3_1[-1][1]:.1f}")
        for way, seconds in TABLE_3_1
    ]
    fastest = min(found.fall.seconds.values())
    rows += [
        ("here", way, f"{seconds:.4f}", f"{seconds / fastest:.1f}")
        for way, seconds in found.fall.seconds.items()
    ]
    return ReportTable(
        ("where", "how", "seconds:", "times the fastest:"),
        rows,
        "Five seconds of the cart with the double pendulum: S2, table 3.1, and this run",
    )


def _chains_table(found: Comparison) -> ReportTable:
    rows = [(str(n), str(first), str(second)) for n, (first, second) in found.chains.items()]
    head = ("joints:", "articulated bodies, order n:", "factors of M, order n³:")
    return ReportTable(head, rows, "Operations of forward dynamics")


def _rows(found: Comparison) -> tuple[ComparedArm, ...]:
    return (*found.of_source, *found.growing)


def _counts(counts: Mapping[str, int]) -> list[str]:
    return [str(counts[way]) if way in counts else "" for way in _WAYS]


def _time(times: Mapping[str, float], way: str, scale: float) -> str:
    return f"{times[way] * scale:.{0 if scale > 1e8 else 1}f}" if way in times else ""
