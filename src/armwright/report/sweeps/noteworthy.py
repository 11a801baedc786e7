"""Runs to look at: the worst ones by each figure, and those that diverged, with the command that
simulates each of them again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from armwright.measures.sensitivity import is_constant, rank_correlations
from armwright.report.html import (
    Chapter,
    Fold,
    Paragraph,
    Preformatted,
    ReportPart,
    ReportTable,
)
from armwright.report.sweeps.importance import NAMED, Importance
from armwright.report.sweeps.sweep import Sweep, SweptFigure, counted, listed, quantity, signed

#: Runs in a table.
WORST, MOST_DIVERGED = 5, 20
#: Lines of what happened to runs that diverged.
_MOST_LINES = 200

Command = Callable[[int], str]


def worst_runs(sweep: Sweep, importances: list[Importance], command: Command) -> Chapter | None:
    """The runs with the largest values of each figure; None if no run has a figure."""
    parts: list[ReportPart] = []
    for figure, importance in zip(sweep.figures, importances, strict=True):
        parts += _worst(sweep, figure, importance, command)
    return Chapter("The worst runs", parts) if parts else None


def _worst(
    sweep: Sweep, figure: SweptFigure, importance: Importance, command: Command
) -> list[ReportPart]:
    known = np.isfinite(figure.largest) & ~sweep.diverged
    order = np.argsort(np.where(known, -figure.largest, np.inf), kind="stable")
    places = [int(k) for k in order[: min(WORST, int(known.sum()))]]
    if not places or (len(places) > 1 and is_constant(figure.largest[known])):
        return []
    columns = importance.matter[:NAMED]
    head = ["run:", f"{figure.title}:", *([] if figure.scalar else ["element"])]
    rows = []
    for place in places:
        row = [str(sweep.runs[place]), quantity(float(figure.largest[place]), figure.unit)]
        if not figure.scalar:
            row.append(figure.elements[int(np.nanargmax(figure.values[place]))])
        rows.append([*row, *_parameters(sweep, columns, place)])
    head += [f"{sweep.parameters[k].name}:" for k in columns]
    what = "The run" if len(places) == 1 else f"The {len(places)} runs"
    caption = f"{what} with the largest {figure.name}" + (
        ", and the parameters that matter to it." if columns else "."
    )
    return [ReportTable(head, rows, caption), _commands(sweep, places, command)]


def diverged_runs(sweep: Sweep, command: Command) -> Chapter | None:
    """None if there are none."""
    places = np.flatnonzero(sweep.diverged)
    if not places.size:
        return None
    found = rank_correlations(sweep.table, sweep.diverged.astype(np.float64))
    strongest = np.argsort(-np.abs(np.nan_to_num(found.value)), kind="stable")
    columns = [int(k) for k in strongest if found.distinguishable[k]][:NAMED]
    parts: list[ReportPart] = [Paragraph(_why(sweep, columns, found.value))]
    shown = [int(k) for k in places[:MOST_DIVERGED]]
    rows = [
        [
            str(sweep.runs[place]),
            f"{sweep.diverged_at[place]:.6g} s",
            *_parameters(sweep, columns, place),
        ]
        for place in shown
    ]
    head = ["run:", "diverged at:", *(f"{sweep.parameters[k].name}:" for k in columns)]
    caption = "" if len(shown) == places.size else f"The first {len(shown)} of {places.size}."
    parts += [ReportTable(head, rows, caption), _commands(sweep, shown, command)]
    lines = str(sweep.known.get("diverged_runs") or "").splitlines()
    if lines:
        more = len(lines) - _MOST_LINES
        text = "\n".join(lines[:_MOST_LINES] + ([f"… and {more} more"] if more > 0 else []))
        parts.append(Fold("What happened to them", [Preformatted(text)]))
    return Chapter("Runs that diverged", parts)


def _why(sweep: Sweep, columns: Sequence[int], correlation: Sequence[float] | np.ndarray) -> str:
    count = int(sweep.diverged.sum())
    was = f"{counted(count, 'run')} went out of bounds before the end"
    if count == 1:
        was = "1 run went out of bounds before its end"
    if not columns:
        return (
            f"{was}; the figures are those of the other runs."
            if count < sweep.runs.size
            else (f"{was}: there are no figures.")
        )
    ways = [
        f"{'large' if correlation[k] > 0 else 'small'} {sweep.parameters[k].name} "
        f"(rank correlation {signed(float(correlation[k]))})"
        for k in columns
    ]
    return f"{was}. Runs diverge with {listed(ways)}."


def _parameters(sweep: Sweep, columns: Sequence[int], place: int) -> list[str]:
    return [
        quantity(float(sweep.parameters[k].values[place]), sweep.parameters[k].unit)
        for k in columns
    ]


def _commands(sweep: Sweep, places: Sequence[int], command: Command) -> Preformatted:
    lines = [" ".join(command(int(sweep.runs[place])).split("\n")) for place in places]
    again = (
        "To simulate it again in full:" if len(lines) == 1 else "To simulate them again in full:"
    )
    return Preformatted("\n".join(lines), again)
