"""What is written of a fit: the report, tables, and the robot with its new numbers."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from armwright.files import Content, write_results
from armwright.fit import Fit
from armwright.report.data import Data
from armwright.report.fits.page import fit_document
from armwright.report.fits.tables import (
    COMBINATION,
    PARAMETER,
    combinations_data,
    parameters_data,
)
from armwright.report.html import render
from armwright.robot.formats import toml_write, urdf_write


def write_fit(fit: Fit, folder: str | os.PathLike[str]) -> list[Path]:
    """`report.html` and its pictures, `combinations.csv`, `covariance.csv`, `parameters.csv`,
    `robot.toml` and `robot.urdf`; all of them or none."""
    return write_results(folder, fit_contents(fit))


def fit_contents(fit: Fit) -> dict[str, Content]:
    page, known = render(fit_document(fit)), fit.combinations
    return {
        "report.html": page.html,
        "combinations.csv": _csv(COMBINATION, combinations_data(fit)),
        "covariance.csv": table_text(known.names, known.covariance),
        "parameters.csv": _csv(PARAMETER, parameters_data(fit)),
        "robot.toml": toml_write.text(fit.robot),
        "robot.urdf": urdf_write.text(fit.robot),
        **{f"figures/{name}.png": png for name, png in page.pictures.items()},
    }


def _csv(columns: Sequence[str], data: Data) -> str:
    return table_text(columns, ([row[name] for name in columns] for row in data.rows))


def table_text(head: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_word(one) for one in row] for row in rows)
    return text.getvalue()


def _word(value: object) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)
