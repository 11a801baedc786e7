"""The chapters of the report."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version

from matplotlib.figure import Figure

from armwright.measures.iso9283 import UNCONFIRMED, Characteristic, IsoResult
from armwright.report.html import (
    Chapter,
    Document,
    Fold,
    Paragraph,
    Picture,
    ReportPart,
    ReportTable,
)
from armwright.report.iso9283.figures import (
    compliance_figure,
    corners_figure,
    paths_figure,
    poses_figure,
    settling_figure,
)

#: Factors and units in which values are told.
_SHOWN = {
    "m": (1e3, "mm"),
    "rad": (180e3 / math.pi, "m°"),
    "s": (1.0, "s"),
    "m/s": (1e3, "mm/s"),
    "m/N": (1e6, "µm/N"),
    "": (100.0, "%"),
}
#: The parts of measures that stand in the table at the beginning, each with its largest value.
_FIRST = (
    "AP_p",
    "RP_l",
    "vAP_p",
    "AD_p",
    "RD",
    "t_s",
    "OV",
    "dAP_p",
    "dRP_l",
    "E",
    "AT_p",
    "RT_p",
    "ATr_p",
    "CR",
    "CO",
    "AV",
    "RV",
    "FV",
    "t_p",
    "C",
    "WS",
    "WF",
)


@dataclass(frozen=True, eq=False)
class IsoReport:
    """`results`: by the names of the tests. `facts`: for the head of the page. `left_out`: tests
    that were not made, and why. `band`: the limit band, m."""

    title: str
    results: Mapping[str, IsoResult]
    facts: Sequence[tuple[str, str]]
    band: float
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> list[Characteristic]:
        return [row for result in self.results.values() for row in result.rows]


def iso_document(report: IsoReport) -> Document:
    chapters = [
        Chapter("Results", [_largest(report.rows)]),
        *_poses(report),
        *_settling(report),
        *_paths(report),
        *_corners(report),
        *_compliance(report),
        _doubts(report),
        Chapter("All numbers", [Fold("Every characteristic", [_every(report.rows)])]),
    ]
    facts = (*report.facts, ("armwright", version("armwright")))
    return Document(report.title, _summary(report), facts, chapters)


def shown(value: float, unit: str) -> str:
    """With its unit, as people read it."""
    size, name = _SHOWN[unit]
    return f"{size * value:.3g} {name}".replace("-", "\N{MINUS SIGN}")


def first_rows(rows: Sequence[Characteristic]) -> list[Characteristic]:
    """Of each measure the largest value."""
    found = []
    for symbol in _FIRST:
        mine = [row for row in rows if row.symbol == symbol]
        if mine:
            found.append(max(mine, key=lambda row: abs(row.value)))
    return found


def _summary(report: IsoReport) -> str:
    short = [row for row in report.rows if not row.enough]
    words = "Characteristics as ISO 9283:1998 defines them, as far as public sources tell. "
    if short:
        words += "Some come from fewer cycles than the standard asks for, and are marked. "
    if report.left_out:
        words += f"Not tested: {', '.join(report.left_out)}. "
    return words.strip()


def _largest(rows: Sequence[Characteristic]) -> ReportTable:
    chosen = first_rows(rows)
    return ReportTable(
        ("", "characteristic", "clause", "largest at", "value:", "cycles"),
        [
            (
                row.symbol.replace("_", " "),
                row.measure.name,
                row.measure.clause,
                row.where,
                shown(row.value, row.unit),
                f"{row.cycles} of {row.measure.cycles}" if not row.enough else f"{row.cycles}",
            )
            for row in chosen
        ],
        "The largest value of each characteristic.",
        marks=["" if row.enough else "fair" for row in chosen],
        notes=[row.note for row in chosen],
    )


def _poses(report: IsoReport) -> list[Chapter]:
    parts: list[ReportPart] = []
    result = report.results.get("poses")
    if result is not None:
        names = list(dict.fromkeys(row.where for row in result.rows))
        found = {(row.where, row.symbol): row for row in result.rows}
        symbols = [f"AP_{part}" for part in "pxyzabc"] + [f"RP_{part}" for part in "labc"]
        have = [symbol for symbol in symbols if (names[0], symbol) in found]
        parts.append(
            ReportTable(
                ("pose", *(f"{symbol.replace('_', ' ')}:" for symbol in have)),
                [
                    (name, *(shown(found[name, s].value, found[name, s].unit) for s in have))
                    for name in names
                ],
                "Accuracy AP and repeatability RP of each pose; 1 m° is a thousandth of a degree.",
            )
        )
        says = "Attained positions about their barycentre, in all cycles."
        parts += _picture("poses", poses_figure(result), says)
    for name, says in (("distance", "Distances."), ("approaches", "Directions of approach.")):
        if name in report.results:
            parts.append(_table(report.results[name].rows, says))
    if "drift" in report.results:
        parts.append(_table(report.results["drift"].rows, "Drift."))
    if "exchangeability" in report.results:
        parts.append(_table(report.results["exchangeability"].rows, "Exchangeability."))
    return [Chapter("Poses", parts)] if parts else []


def _settling(report: IsoReport) -> list[Chapter]:
    parts: list[ReportPart] = []
    for name in ("settling", "posing"):
        if name in report.results:
            parts.append(_table(report.results[name].rows, f"{name.capitalize()}."))
    if "settling" in report.results:
        says = "How the tool comes to rest, in the last cycle."
        drawn = settling_figure(report.results["settling"], report.band)
        parts += _picture("settling", drawn, says)
    return [Chapter("Settling and posing time", parts)] if parts else []


def _paths(report: IsoReport) -> list[Chapter]:
    names = ("line", "circle", "small circle", "reorientation", "weaving")
    mine = {name: report.results[name] for name in names if name in report.results}
    if not mine:
        return []
    parts: list[ReportPart] = [_table(one.rows, f"{name}.") for name, one in mine.items()]
    says = "Deviations along the paths, in planes across the commanded one."
    parts[:0] = _picture("paths", paths_figure(mine), says)
    return [Chapter("Paths", parts)]


def _corners(report: IsoReport) -> list[Chapter]:
    mine = {name: one for name, one in report.results.items() if one.test == "corners"}
    if not mine:
        return []
    says = "Each corner of the rectangle, in the last cycle; the tool comes from the left."
    parts: list[ReportPart] = [_table(one.rows, f"{name}.") for name, one in mine.items()]
    return [Chapter("Corners", [*_picture("corners", corners_figure(mine), says), *parts])]


def _compliance(report: IsoReport) -> list[Chapter]:
    result = report.results.get("compliance")
    if result is None:
        return []
    says = "Displacement of the tool under a force, while the controller holds P1."
    table = _table(result.rows, "Static compliance.")
    return [
        Chapter(
            "Static compliance", [table, *_picture("compliance", compliance_figure(result), says)]
        )
    ]


def _doubts(report: IsoReport) -> Chapter:
    measures = {row.measure.symbol: row.measure for row in report.rows}
    table = ReportTable(
        ("", "characteristic", "clause", "its definition here"),
        [(one.symbol, one.name, one.clause, one.basis) for one in measures.values()],
    )
    said = [Paragraph(f"{words}") for words in UNCONFIRMED]
    intro = Paragraph(
        "The text of the standard was not at hand. Formulas and cycles are those on which public "
        "editions and programs of test laboratories agree. No public source confirms the "
        "following."
    )
    parts: list[ReportPart] = [intro, *said]
    if report.left_out:
        rows = list(report.left_out.items())
        parts.append(ReportTable(("not tested", "why"), rows))
    return Chapter("What is not confirmed", [*parts, Fold("Sources of each definition", [table])])


def _every(rows: Sequence[Characteristic]) -> ReportTable:
    return _table(rows, "", clause=True)


def _table(rows: Sequence[Characteristic], caption: str, *, clause: bool = False) -> ReportTable:
    head = ("", "characteristic", "at", "value:", *(("clause",) if clause else ()), "cycles")
    body = []
    for row in rows:
        cycles = f"{row.cycles}" if row.enough else f"{row.cycles} of {row.measure.cycles}"
        body.append(
            (
                row.symbol.replace("_", " "),
                row.measure.name,
                row.where,
                shown(row.value, row.unit),
                *((row.measure.clause,) if clause else ()),
                cycles,
            )
        )
    marks = ["" if row.enough else "fair" for row in rows]
    return ReportTable(head, body, caption.capitalize(), marks)


def _picture(name: str, figure: Figure | None, caption: str) -> list[ReportPart]:
    return [] if figure is None else [Picture(name, figure, caption)]
