"""The report of a calibration as one HTML page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from armwright.arrays import Array
from armwright.calibrate import Calibration, Circle, CircleCalibration, EffectTrial
from armwright.report.calibration.figures import circles_figure, errors_figure, residuals_figure
from armwright.report.html import Chapter, Document, Paragraph, Picture, ReportTable
from armwright.robot import Robot, dh_table


def poses_document(
    fit: Calibration, trials: Sequence[EffectTrial] = (), held: Array | None = None
) -> Document:
    """`held`: errors (m) at poses that were not fitted."""
    chapters = [_accuracy(fit, held)]
    if trials:
        chapters.append(_effects(trials))
    chapters += [_numbers(fit), _unseen(fit), table_chapter(fit.nominal, fit.robot)]
    last = "" if held is None else f" Poses that were not fitted are off by {_mm(held.mean())} mm."
    return Document(
        f"Calibration of {fit.nominal.name}",
        f"Targets were {_mm(fit.as_found.mean)} mm off on the average, once the base was aligned, "
        f"and are {_mm(fit.fitted.mean)} mm off now.{last}",
        [
            ("poses", str(len(next(iter(fit.weights.values()))))),
            ("measured numbers", str(fit.samples)),
            ("unknowns", str(fit.unknowns)),
            ("noise", ", ".join(_noise(u, v) for u, v in fit.noise.items())),
            ("effects", ", ".join(fit.effect_names) or "none beside the geometry"),
        ],
        chapters,
    )


def circles_document(found: CircleCalibration, points: Mapping[str, Array]) -> Document:
    rows = []
    for name, one in found.features.items():
        if isinstance(one, Circle):
            rows.append(
                (
                    name,
                    f"{1e3 * one.radius:.4f}",
                    f"{1e3 * one.radius_error:.4f}",
                    f"{1e6 * one.tilt_error:.1f}",
                    f"{np.degrees(one.arc):.0f}",
                    f"{1e3 * one.rms:.4f}",
                )
            )
        else:
            rows.append((name, "", "", f"{1e6 * one.tilt_error:.1f}", "", f"{1e3 * one.rms:.4f}"))
    head = ("joint", "radius mm:", "± mm:", "tilt of the axis ± µrad:", "arc °:", "rms mm:")
    parts: list[ReportTable | Picture | Paragraph] = [
        ReportTable(head, rows, "What was found for each joint, with standard errors"),
        Picture(
            "circles",
            circles_figure(found, dict(points)),
            "Distances of the points from their circles and planes.",
            "Dots over the angle, one panel for each joint.",
        ),
    ]
    if found.findings:
        parts.append(
            ReportTable(
                ("what", "where"), [(f.what, f"{f.where}: {f.got}") for f in found.findings]
            )
        )
    return Document(
        f"Axes of {found.nominal.name}",
        "One joint moved at a time; its axis is the line through the centre of its circle.",
        [("joints", str(len(found.features)))],
        [Chapter("Circles", parts), table_chapter(found.nominal, found.robot)],
    )


def _accuracy(fit: Calibration, held: Array | None) -> Chapter:
    before = fit.model.predicted(np.zeros_like(fit.x))
    after = fit.model.predicted(fit.x)
    from armwright.calibrate.calibration import distances

    measured = fit.model.measured
    rows = [
        ("before", *_three(fit.as_found)),
        ("after", *_three(fit.fitted)),
    ]
    if held is not None:
        rows.append(
            (
                "not fitted",
                _mm(held.mean()),
                _mm(float(np.sqrt((held**2).mean()))),
                _mm(held.max()),
            )
        )
    return Chapter(
        "How well it fits",
        [
            ReportTable(("", "mean mm:", "rms mm:", "largest mm:"), rows, "Distances"),
            Picture(
                "errors",
                errors_figure(distances(measured, before), distances(measured, after), held),
                "Share of the targets that are nearer than so much to their prediction.",
                "Rising curves over a logarithmic scale of distances.",
            ),
            Picture(
                "residuals",
                residuals_figure(fit),
                "What is left, in the order of the poses.",
                "Dots around zero.",
            ),
        ],
    )


def _effects(trials: Sequence[EffectTrial]) -> Chapter:
    rows = [
        (
            ", ".join(one.effects) or "geometry alone",
            str(one.unknowns),
            _mm(one.fitted.mean),
            _mm(one.held_back.mean),
            f"{one.criterion:.3f}",
            "taken" if one.taken else "",
        )
        for one in trials
    ]
    return Chapter(
        "What each effect buys",
        [
            Paragraph(
                "Every set of effects was fitted to most of the poses and predicted the others, in "
                "turn. An effect is taken if it makes the held-back measurements more likely, by "
                "more than the standard error of that gain."
            ),
            ReportTable(
                ("effects", "unknowns:", "fitted mm:", "held back mm:", "criterion:", ""),
                rows,
                "Mean distances; the criterion is the negative log likelihood per held-back number",
                marks=["good" if one.taken else "" for one in trials],
            ),
        ],
    )


def _numbers(fit: Calibration) -> Chapter:
    known = fit.combinations
    rows = [
        (name, _value(value, unit), _value(error, unit), _unit(unit))
        for name, value, error, unit in zip(
            known.names, known.values, known.errors, known.units, strict=True
        )
    ]
    return Chapter(
        "What the data saw",
        [
            Paragraph(
                "Numbers of the arm appear in sums where only sums can be told. Places in mm, "
                "turns in degrees; a turn is a correction of the joint's frame."
            ),
            ReportTable(("combination", "value:", "±:", ""), rows, "With standard errors"),
        ],
    )


def _unseen(fit: Calibration) -> Chapter:
    rows = [(one,) for one in fit.left_out]
    return Chapter(
        "What the data does not tell",
        [ReportTable(("direction, and why it stays at its nominal value",), rows)]
        if rows
        else [Paragraph("Everything could be told.")],
    )


def table_chapter(nominal: Robot, robot: Robot) -> Chapter:
    """The D-H table, before and after."""
    rows = []
    for word, one in (("nominal", nominal), ("calibrated", robot)):
        table = dh_table(one)
        for name, row in zip(table.joints, table.rows, strict=True):
            angles = [f"{np.degrees(v):.4f}" for v in (row.theta, row.alpha, row.beta)]
            rows.append(
                (word, name, angles[0], f"{1e3 * row.d:.4f}", f"{1e3 * row.a:.4f}", *angles[1:])
            )
    head = ("", "joint", "θ °:", "d mm:", "a mm:", "α °:", "β °:")
    return Chapter(
        "D-H table",
        [ReportTable(head, rows, "Standard, with Hayati's β where axes are nearly parallel")],
    )


def _three(accuracy: Sequence[float]) -> tuple[str, ...]:
    return tuple(_mm(value) for value in accuracy)


def _mm(value: float) -> str:
    return f"{1e3 * value:.3g}"


def _noise(unit: str, size: float) -> str:
    return f"{_mm(size)} mm" if unit == "m" else f"{np.degrees(size):.2g}°"


def _value(value: float, unit: str) -> str:
    if unit == "m":
        return f"{1e3 * value:.4f}"
    return f"{np.degrees(value):.5f}" if unit == "rad" else f"{value:.3g}"


def _unit(unit: str) -> str:
    return {"m": "mm", "rad": "°"}.get(unit, unit)
