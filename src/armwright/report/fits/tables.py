"""A fit as tables for programs; the files of a fit have some of them, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from armwright.fit import Fit
from armwright.report.data import Data, findings_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from armwright.identify.frequency.structures import StructureCandidate

#: Columns.
PARAMETER = ("number", "value", "standard_error", "known", "described", "unit")
COMBINATION = ("combination", "value", "standard_error", "unit")


def fit_data(fit: Fit, source: str) -> dict[str, Data]:
    """`source`: the logs, which findings are about."""
    about = {
        "robot": fit.robot.name,
        "method": fit.method,
        "verdict": fit.verdict,
        "success": fit.success,
        "samples": fit.samples,
        "effective_samples": fit.effective_samples,
        "condition": fit.condition,
    }
    validations = [
        {
            "purpose": one.purpose,
            "signal": one.signal,
            "of": name,
            "off_by_share_of_variation": figure,
            "limit": one.limits[name],
            "valid": name not in one.failing,
        }
        for one in fit.validations
        for name, figure in one.figures.items()
    ]
    return {
        "fit": Data([about]),
        "parameters": parameters_data(fit),
        "combinations": combinations_data(fit),
        "unseen": Data([{"combination": one} for one in fit.unseen]),
        "validations": Data(validations),
        "findings": Data(findings_rows(source, fit.findings)),
    }


def parameters_data(fit: Fit) -> Data:
    """What the data is silent about has no finite standard error."""
    rows = (
        (one.element, one.value, one.error, one.knowledge, one.nominal, one.unit)
        for one in fit.parameters.values()
    )
    return Data([dict(zip(PARAMETER, row, strict=True)) for row in rows])


def combinations_data(fit: Fit) -> Data:
    known = fit.combinations
    rows = zip(known.names, known.values, known.errors, known.units, strict=True)
    return Data([dict(zip(COMBINATION, row, strict=True)) for row in rows])


def structures_data(ranked: Sequence[StructureCandidate]) -> Data:
    """The best first."""
    rows = [
        {
            "robot": one.name,
            "numbers": one.numbers,
            "misfit": one.fit.misfit,
            "expected_misfit": one.fit.expected_misfit,
            "cost": one.cost,
            "criterion": one.criterion,
            "tool_error": one.tool_error,
        }
        for one in ranked
    ]
    return Data(rows, {"tool_error": "m"})
