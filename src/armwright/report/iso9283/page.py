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

#: Factors and units in which values are told: the first in which a value is not below a tenth.
_SHOWN = {
    "m": ((1e3, "mm"), (1e6, "µm"), (1e9, "nm")),
    "rad": ((180 / math.pi, "°"), (180e3 / math.pi, "m°"), (180e6 / math.pi, "µ°")),
    "s": ((1.0, "s"), (1e3, "ms")),
    "m/s": ((1e3, "mm/s"), (1e6, "µm/s")),
    "m/N": ((1e6, "µm/N"), (1e9, "nm/N")),
    "": ((100.0, "%"),),
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
    that were not made, and why. `band`: the limit band, m. `about`: sentences for the head."""

    title: str
    results: Mapping[str, IsoResult]
    facts: Sequence[tuple[str, str]]
    band: float
    left_out: Mapping[str, str] = field(default_factory=dict)
    about: str = ""

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
    choices = _SHOWN[unit]
    least = choices[-1] if value else choices[0]
    size, name = next((one for one in choices if abs(one[0] * value) >= 0.1), least)
    text = f"{size * value:.3g}"
    return f"{text if 'e' not in text else '0.000'} {name}".replace("-", "\N{MINUS SIGN}")


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
    words += f"{report.about} " if report.about else ""
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
                _cycles(row),
            )
            for row in chosen
        ],
        "The largest value of each characteristic.",
        marks=["" if row.enough else "fair" for row in chosen],
        notes=[row.note for row in chosen],
    )


def _poses(report: IsoReport) -> list[Chapter]:
    parts: list[ReportPart] = []
    for name, caption in (
        ("poses", "Accuracy AP and repeatability RP of each pose."),
        ("distance", "Distances."),
        ("approaches", "Variation with the direction of approach."),
        ("drift", "Drift."),
        ("exchangeability", "Exchangeability."),
    ):
        if name in report.results:
            parts.append(_table(report.results[name].rows, caption))
    if "poses" in report.results:
        says = "Attained positions about their barycentre, in all cycles."
        parts[1:1] = _picture("poses", poses_figure(report.results["poses"]), says)
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
    return ReportTable(
        ("", "characteristic", "clause", "at", "value:", "cycles"),
        [
            (
                row.symbol.replace("_", " "),
                row.measure.name,
                row.measure.clause,
                row.where,
                shown(row.value, row.unit),
                _cycles(row),
            )
            for row in rows
        ],
        marks=["" if row.enough else "fair" for row in rows],
    )


def _table(rows: Sequence[Characteristic], caption: str) -> ReportTable:
    """A row for each place, a column for each symbol; what is noted of all stands above."""
    symbols = list(dict.fromkeys(row.symbol for row in rows))
    places = list(dict.fromkeys(row.where for row in rows))
    found = {(row.where, row.symbol): row for row in rows}
    body, marks, notes = [], [], []
    for place in places:
        mine = [found[place, symbol] for symbol in symbols if (place, symbol) in found]
        cells = [
            shown(found[place, symbol].value, found[place, symbol].unit)
            if (place, symbol) in found
            else ""
            for symbol in symbols
        ]
        body.append((place, *cells, _cycles(mine[0])))
        marks.append("" if all(row.enough for row in mine) else "fair")
        notes.append("; ".join(dict.fromkeys(row.note for row in mine if row.note)))
    if len(set(notes)) == 1:
        said = f"{notes[0][:1].upper()}{notes[0][1:]}."
        caption, notes = (f"{caption} {said}" if notes[0] else caption), []
    head = ("", *(f"{symbol.replace('_', ' ')}:" for symbol in symbols), "cycles")
    return ReportTable(head, body, caption[:1].upper() + caption[1:], marks, notes)


def _cycles(row: Characteristic) -> str:
    return f"{row.cycles}" if row.enough else f"{row.cycles} of {row.measure.cycles}"


def _picture(name: str, figure: Figure | None, caption: str) -> list[ReportPart]:
    return [] if figure is None else [Picture(name, figure, caption)]
