"""The report of a fit."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from armwright.fit import Fit
from armwright.identify.friction import BristleFit, FrictionFit
from armwright.report.fits.figures import (
    certainty,
    correlations,
    magnitudes,
    relative_errors,
    torques,
)
from armwright.report.fits.friction import friction_curves, friction_over_time, search_ends
from armwright.report.html import Chapter, Document, Fold
from armwright.report.html.parts import Paragraph, Picture, ReportPart, ReportTable
from armwright.signals.log import MEASURED

_WORDS = {
    "seen": "by itself",
    "partly": "in sums with others",
    "prior": "as described",
}


def fit_document(fit: Fit) -> Document:
    known = fit.combinations
    facts = (
        ("robot", fit.nominal.name),
        ("method", fit.method),
        ("combinations", f"{len(known.names)} of {len(known.elements)} numbers"),
        ("condition", f"{fit.condition:.3g}"),
        ("rows", f"{fit.samples}, worth {fit.effective_samples:.0f} independent ones"),
    )
    chapters = (
        Chapter("What it is good for", list(_verdict(fit))),
        Chapter("What the data saw", list(_combinations(fit))),
        Chapter("The numbers of the robot", list(_numbers(fit))),
    )
    return Document(f"Identification of {fit.nominal.name}", fit.verdict, facts, chapters)


def _verdict(fit: Fit) -> Iterator[ReportPart]:
    for one in fit.validations:
        rows = [
            [name, f"{100 * figure:.3g} %", f"{100 * one.limits[name]:.3g} %"]
            for name, figure in one.figures.items()
        ]
        marks = ["bad" if name in one.failing else "good" for name in one.figures]
        yield ReportTable(
            ("", "difference:", "limit:"),
            rows,
            f"Data that was held back: {one.purpose}. Difference: rms of measured minus predicted "
            "against the variation of what was measured.",
            marks,
        )
    if fit.findings:
        found = [[one.severity, one.where, one.what, str(one.got)] for one in fit.findings]
        yield ReportTable(("", "where", "what", "got"), found, "What the check of the data found.")
    yield from _friction(fit)
    for name in map(str, fit.residuals.data_vars):
        if f"{MEASURED}{name}" in fit.residuals:
            yield Picture(
                "torques",
                torques(fit.residuals, name),
                "Measured and predicted, filtered alike; gaps where a joint may stick.",
                "One panel for each channel, measured and predicted over time.",
            )
    if "log_magnitude" in fit.residuals:
        yield Picture(
            "responses",
            magnitudes(fit.residuals),
            "Magnitudes of responses, motor torque to motor acceleration, first configuration.",
            "One panel for each pair of motors, measured and fitted over frequency.",
        )
    if fit.unseen:
        yield Fold(
            f"{len(fit.unseen)} combinations that this motion hardly shows",
            [Paragraph(name) for name in fit.unseen],
        )


def _friction(fit: Fit) -> Iterator[ReportPart]:
    """Curves, and what bristles look like."""
    if isinstance(fit, BristleFit):
        yield Picture("scatter", search_ends(fit), "Where the searches ended; how the cost rises.")
        yield Picture("prediction", friction_over_time(fit), "Some seconds of friction.")
        rows = [[name, f"{low:.4g}", f"{high:.4g}"] for name, (low, high) in fit.intervals.items()]
        told = "Between these values the cost rises by less than noise explains (95 %)."
        yield ReportTable(("number", "from:", "to:"), rows, told)
    elif isinstance(fit, FrictionFit):
        yield Picture("friction", friction_curves(fit), "Friction forwards and backwards.")
        rows = [
            [motor, law, f"{score:.1f}"]
            for motor, choices in fit.choices.items()
            for law, score in choices.items()
        ]
        told = (
            "Bayes' criterion of each law, those with a Stribeck curve only if friction falls with "
            "speed; the smallest is taken."
        )
        yield ReportTable(("motor", "law", "criterion:"), rows, told)
        if fit.ripple:
            yield ReportTable(
                ("motor", "of friction's variation:"),
                [[motor, f"{100 * part:.2g} %"] for motor, part in fit.ripple.items()],
                "What the filter of positions takes off the torques, rms: too fast for any law.",
            )


def _combinations(fit: Fit) -> Iterator[ReportPart]:
    known = fit.combinations
    part = relative_errors(known)
    rows = [
        [name, _digits(value, error), f"{error:.2g}", f"{100 * p:.3g} %", unit]
        for name, value, error, p, unit in zip(
            known.names, known.values, known.errors, part, known.units, strict=True
        )
    ]
    yield Picture(
        "certainty",
        certainty(known),
        "Standard errors of the combinations; red: above half of the value.",
        "Bars from the best known combination to the least.",
    )
    yield ReportTable(
        ("combination", "value:", "standard error:", "of it:", "unit"),
        rows,
        "Standard errors count that residuals of neighbouring samples are alike.",
        ["" if p < 0.5 else "fair" for p in part],
    )
    yield Fold(
        "How they hang together",
        [
            Picture(
                "correlations",
                correlations(known),
                "Correlations: pairs near 1 or −1 can hardly be told apart.",
                "A matrix of all combinations against each other.",
            )
        ],
    )


def _numbers(fit: Fit) -> Iterator[ReportPart]:
    yield Paragraph(
        "The set that bodies can have, nearest to the description where the data is silent. Only "
        "what is known by itself has a standard error."
    )
    rows = [
        [
            one.element,
            _digits(one.value, one.error),
            "" if math.isinf(one.error) else f"{one.error:.2g}",
            f"{one.nominal:.4g}",
            one.unit,
            _WORDS[one.knowledge],
        ]
        for one in fit.parameters.values()
    ]
    marks = [
        {"seen": "good", "partly": "fair", "prior": ""}[p.knowledge]
        for p in fit.parameters.values()
    ]
    head = ("number", "value:", "standard error:", "described:", "unit", "known")
    yield ReportTable(head, rows, "", marks)


def _digits(value: float, error: float) -> str:
    """As many as the standard error makes sense of."""
    if not math.isfinite(error) or error <= 0 or value == 0:
        return f"{value:.4g}"
    digits = int(np.clip(math.floor(math.log10(abs(value) / error)) + 2, 1, 6))
    return f"{value:.{digits}g}"
