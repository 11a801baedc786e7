"""The report of a sweep as one HTML file."""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import xarray as xr

from armwright.arrays import Array
from armwright.files import write_whole
from armwright.report.html import Chapter, Document, ReportTable, render
from armwright.report.sweeps.distributions import distributions
from armwright.report.sweeps.importance import Importance
from armwright.report.sweeps.influence import influence
from armwright.report.sweeps.noteworthy import diverged_runs, worst_runs
from armwright.report.sweeps.sweep import Sweep, counted, quantities

_DESIGNS = {
    "random": "drawn at random",
    "latin": "a Latin hypercube",
    "sobol": "a Sobol sequence",
    "grid": "a grid",
    "list": "a list",
}


def write_sweep_report(data: xr.Dataset, path: Path, *, command: Callable[[int], str]) -> Path:
    """Write the report of a sweep to `path`, one file that needs nothing else.

    `data`: by `run`, with parameters and figures (`attrs["kind"]`) and `diverged_at`. `command`:
    what simulates a run, by its number, again in full.
    """
    return write_whole(path, render(document(Sweep.of(data), command)).html)


def document(sweep: Sweep, command: Callable[[int], str]) -> Document:
    importances = [Importance.of(sweep, figure) for figure in sweep.figures]
    chapters = [
        distributions(sweep),
        influence(sweep, importances),
        worst_runs(sweep, importances, command),
        diverged_runs(sweep, command),
        _varied(sweep),
    ]
    name = str(sweep.known.get("scenario") or "")
    title = f"Sweep of {name}" if name else "Sweep"
    return Document(title, headline(sweep), _facts(sweep), [one for one in chapters if one])


def headline(sweep: Sweep) -> str:
    """How many runs there are, how many diverged, and what the steps cost in accuracy."""
    count, diverged = sweep.runs.size, int(sweep.diverged.sum())
    begin = counted(count, "run")
    if sweep.known.get("complete") is not None and not sweep.known["complete"]:
        planned = _float(sweep.known.get("runs"))
        of = f" of {planned:.0f}" if planned > count else ""
        begin = f"The sweep is not complete: {begin}{of}"
    varied = len(sweep.parameters)
    if varied:
        begin += f", in which {counted(varied, 'parameter varies', 'parameters vary')}"
    sentences = [begin]
    if not count:
        return f"{begin}."
    if not diverged:
        sentences.append("None diverged" if count > 1 else "It did not diverge")
    elif diverged == count:
        sentences.append("All diverged" if count > 1 else "It diverged")
    else:
        sentences.append(f"{diverged} diverged and {'is' if diverged == 1 else 'are'} left out")
    sentences += _accuracy(sweep)
    return ". ".join(sentences) + "."


def _accuracy(sweep: Sweep) -> list[str]:
    error, tolerance = (_float(sweep.known.get(key)) for key in ("step_error", "step_tolerance"))
    if not math.isfinite(error):
        return []
    off = f"put joints off by about {error:.1g} rad (or m)"
    if not math.isfinite(tolerance):
        return [f"The steps of the integrator {off}"]
    if error > tolerance:
        return [f"The steps of the integrator seem too long: they {off}; {tolerance:g} are allowed"]
    return [f"The steps of the integrator {off}; {tolerance:g} are allowed"]


def _facts(sweep: Sweep) -> list[tuple[str, str]]:
    known = sweep.known
    design = str(known.get("design") or "")
    facts = [
        ("scenario", str(known.get("scenario") or "")),
        ("robot", str(known.get("robot") or "")),
        ("design", _DESIGNS.get(design, design)),
        ("seed", "" if known.get("seed") is None else str(known["seed"])),
        ("armwright", version("armwright")),
    ]
    return [(name, value) for name, value in facts if value]


def _varied(sweep: Sweep) -> Chapter | None:
    """What was varied, and within which limits; None if nothing was."""
    if not sweep.parameters:
        return None
    rows = [
        (one.name, one.meaning, *quantities([one.nominal, *_ends(one.values)], one.unit))
        for one in sweep.parameters
    ]
    head = ("parameter", "meaning", "nominal:", "smallest:", "largest:")
    definitions = [(one.name, one.expression) for one in sweep.figures if one.expression]
    tables = [ReportTable(head, rows, "The values of all runs, of those that diverged as well.")]
    if definitions:
        tables.append(ReportTable(("figure", "computed as"), definitions))
    return Chapter("What was varied and computed", tables)


def _ends(values: Array) -> tuple[float, float]:
    return (float(values.min()), float(values.max())) if values.size else (math.nan, math.nan)


def _float(value: object) -> float:
    return float(value) if isinstance(value, int | float) else math.nan
