"""The accelerometer, explained."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.report.html.parts import Chapter, Fold, Paragraph, Picture, Preformatted, ReportTable
from armwright.report.runs.recorded import Recorded
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.two_axis.figures.sensor import remainder_figure, sensor_figure
from armwright.studies.two_axis.measures import (
    MOUNTING_NAMES,
    Reading,
    fit_mounting,
    mounting_in_units,
    mounting_of,
)
from armwright.studies.two_axis.whiteness import BOUND, LAGS
from armwright.studies.wording import fixed, minus, plus_minus

_READING = """\
(2.7)  ρ̈_s = R_sb(q) (J q̈ + J̇ q̇ + G_b) + δ,  G_b = (0, −g)
with the sensor at r = (r_x, r_z) of link 2, turned by β:
       ρ̈_s = R(β) (R_sb(q) (J q̈ + J̇ q̇ + G_b) + α × r − ω² r) + δ,
       ω = q̇₁ + q̇₂, α = q̈₁ + q̈₂"""
SHOWN = "square-sim4"


def sensor_chapter(scenarios: Mapping[str, Scenario], runs: Mapping[str, Run]) -> Chapter:
    """The 16 of table 4.1."""
    reading, recorded = Reading.of(scenarios[SHOWN], runs[SHOWN]), Recorded.of(runs[SHOWN])
    return Chapter(
        "The accelerometer",
        [
            Paragraph(
                "What the sensor shows is compared with what the source's equation gives for the "
                "arm's true motion, the sensor's place and its drift. Rotation by 2° counts most: "
                "it lets gravity into the x axis. The few millimetres hardly matter at these "
                "accelerations. What remains has to be the noise, and nothing else."
            ),
            Picture(
                "sensor",
                sensor_figure(recorded, reading),
                "Top: the reading, and that of a sensor without errors. Middle: their difference "
                "and what it is made of. Bottom: what remains.",
                "Readings along x and z over time, their explained parts, and white noise.",
            ),
            Picture(
                "remainder",
                remainder_figure(recorded, reading),
                f"The remainder is normal, and white: dashed bounds are {BOUND:g} standard errors.",
                "Histogram and autocorrelation of the remainder.",
            ),
            Fold("Statistics of what remains, path by path", [_noise(scenarios, runs)]),
            Paragraph(
                "The other way round, mounting error and drift can be found by least squares from "
                "the reading and the true motion of a single run:"
            ),
            _fits(scenarios, runs),
            Fold("The equation", [Preformatted(_READING)]),
        ],
    )


def _noise(scenarios: Mapping[str, Scenario], runs: Mapping[str, Run]) -> ReportTable:
    found: dict[tuple[str, ...], list[str]] = {}
    sigmas = set()
    for name, run in runs.items():
        reading = Reading.of(scenarios[name], run)
        sigmas.add(f"{1e3 * reading.sigma:g}")
        path, _, sim = name.partition("-")
        for axis, noise in zip("xz", reading.noise, strict=True):
            told = (
                fixed(1e3 * noise.mean, 3),
                fixed(1e3 * noise.deviation, 3),
                fixed(noise.skewness, 3),
                fixed(noise.kurtosis, 3),
                f"{noise.largest_correlation:.3f} of {noise.correlation_bound:.3f}",
                "white" if noise.agrees(reading.sigma) else "not white",
            )
            found.setdefault((path, axis, *told), []).append(sim.capitalize())
    rows = [(row[0], ", ".join(sims), *row[1:]) for row, sims in found.items()]
    marks = ["good" if row[-1] == "white" else "bad" for row in rows]
    head = (
        "path",
        "set-ups",
        "axis",
        "mean, mm/s²:",
        "deviation, mm/s²:",
        "skewness:",
        "excess kurtosis:",
        "correlation:",
        "",
    )
    caption = (
        f"What remains; set is a standard deviation of {' or '.join(sorted(sigmas))} mm/s². "
        f"Correlation: the largest over 1 to {LAGS} samples, and its bound. Noise depends on seed "
        "and time alone: it is the same in all set-ups on a path, and another on every path."
    )
    return ReportTable(head, rows, caption, marks)


def _fits(scenarios: Mapping[str, Scenario], runs: Mapping[str, Run]) -> ReportTable:
    rows = []
    for name in (name for name in runs if name.endswith(("sim3", "sim4"))):
        fit = fit_mounting(scenarios[name], runs[name])
        pairs = zip(fit.value, fit.error, strict=True)
        rows.append((name, *(plus_minus(value, error) for value, error in pairs)))
    for sim in ("sim3", "sim4"):
        given = mounting_in_units(mounting_of(scenarios[f"square-{sim}"]))
        rows.append((f"set in S{sim[1:]}", *(minus(f"{value:g}") for value in given)))
    return ReportTable(
        ("run", *(f"{name}:" for name in MOUNTING_NAMES)), rows, "Found ± standard error."
    )
