"""The tables of the study."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.equations import GROUPS, METHODS, derive
from armwright.report.html.parts import ReportTable
from armwright.robot import load
from armwright.studies.formulations.arms import OF_THE_SOURCE
from armwright.studies.formulations.claims import NAMES
from armwright.studies.formulations.comparing import CLOSED, OURS, Comparison, Row
from armwright.studies.formulations.source import LISTINGS, TABLE_3_1

_METHODS = tuple(f"{name}:" for name in NAMES.values())
_WAYS = (*METHODS, CLOSED, OURS)
_HEAD = ("arm", *_METHODS, f"{CLOSED}:", f"{OURS}:")


def products(found: Comparison) -> ReportTable:
    rows = []
    for row in _rows(found):
        by = [row.case.by[method] for method in METHODS]
        rows.append((row.case.title, str(by[0].terms), *(str(one.products) for one in by)))
    return ReportTable(
        ("arm", "terms:", *_METHODS),
        rows,
        "Terms of the closed form with all parameters as symbols, and products of single terms "
        "that each method forms on its way there",
    )


def deriving_times(found: Comparison) -> ReportTable:
    rows = []
    for row in _rows(found):
        by = [row.case.by[method] for method in METHODS]
        seconds = (*(one.to_close for one in by), *(one.to_list for one in by))
        rows.append((row.case.title, *(f"{second:.2f}" for second in seconds)))
    head = ("N-E, closed:", "Lagrange:", "Kane:", "N-E, sequence:", "Lagrange:", "Kane:")
    return ReportTable(
        ("arm", *head),
        rows,
        "Seconds to derive the closed form with symbols, and the sequence of assignments with "
        "numbers; measured in this run",
    )


def torques(found: Comparison) -> ReportTable:
    rows = [(row.case.title, *_counts(row.torque_operations)) for row in _rows(found)]
    return ReportTable(
        _HEAD, rows, "Operations for the torques of a motion; closed forms up to four axes"
    )


def terms(found: Comparison) -> ReportTable:
    rows = [(row.case.title, *_counts(row.operations)) for row in _rows(found)]
    return ReportTable(_HEAD, rows, "Operations for mass matrix, velocity terms and gravity")


def listings() -> ReportTable:
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


def times(found: Comparison) -> ReportTable:
    ways = (*METHODS, CLOSED, OURS)
    rows = [
        (row.case.title, *(_time(row.in_c, way, 1e9) for way in ways), f"{1e9 * row.in_lanes:.0f}")
        for row in _rows(found)
    ]
    missing = "" if found.has_compiler else ". There is no C compiler here"
    return ReportTable(
        (*_HEAD, "in vector lanes:"),
        rows,
        "Nanoseconds for the torques of one of many motions, measured in this run: generated C; "
        f"armwright's machine code, one motion at a time and several at once{missing}",
    )


def python_times(found: Comparison) -> ReportTable:
    ways = (*METHODS, CLOSED)
    rows = [
        (row.case.title, *(_time(row.in_python, way, 1e6) for way in ways)) for row in _rows(found)
    ]
    return ReportTable(_HEAD[:-1], rows, "Microseconds for the same in generated Python")


def falling(found: Comparison) -> ReportTable:
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


def chains(found: Comparison) -> ReportTable:
    rows = [(str(n), str(first), str(second)) for n, (first, second) in found.chains.items()]
    head = ("joints:", "articulated bodies, order n:", "factors of M, order n³:")
    return ReportTable(head, rows, "Operations of forward dynamics")


def _rows(found: Comparison) -> tuple[Row, ...]:
    return (*found.of_source, *found.growing)


def _counts(counts: Mapping[str, int]) -> list[str]:
    return [str(counts[way]) if way in counts else "" for way in _WAYS]


def _time(times: Mapping[str, float], way: str, scale: float) -> str:
    return f"{times[way] * scale:.{0 if scale > 1e8 else 1}f}" if way in times else ""
