"""Values that are drawn together, and matrices that say how."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from armwright import InputError, Scenario
from armwright.scenario import design_of
from armwright.scenario.designs import DesignKind

A, B, C = "links.link1.mass", "links.link2.mass", "joints.joint1.friction.fc"
SPREADS = {A: "normal 5%", B: "normal 5.5", C: "lognormal 20%", "encoder.noise": "5%"}
CORRELATION = np.array([[1.0, 0.8, -0.3], [0.8, 1.0, 0.1], [-0.3, 0.1, 1.0]])


def rows(matrix: Any, paths: tuple[str, ...] = (A, B, C)) -> dict[str, dict[str, float]]:
    return {
        path: dict(zip(paths, map(float, row), strict=True))
        for path, row in zip(paths, matrix, strict=True)
    }


def file_of(folder: Path, matrix: Any, paths: tuple[str, ...] = (A, B, C)) -> Path:
    path = folder / "matrix.csv"
    lines = [",".join(paths), *(",".join(repr(float(one)) for one in row) for row in matrix)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def scores(small: Scenario, matrix: Any, kind: DesignKind = "random", runs: int = 20000) -> Any:
    """What the normal numbers behind the three columns are."""
    values = design_of(small, SPREADS, runs, 1, kind, rows(matrix)).values(0, runs)
    nominal = design_of(small, {C: "±0"}, 1, 1).values(0, 1)[C][0]
    return np.array(
        [(values[A] - 90) / 4.5, (values[B] - 110) / 5.5, np.log(values[C] / nominal) / 0.2]
    )


@pytest.mark.parametrize("kind", ["random", "latin", "sobol"])
def test_values_are_correlated_as_the_matrix_says(small: Scenario, kind: DesignKind) -> None:
    """The standard error of a correlation is 1/√20000 = 0.007 or less."""
    found = np.cov(scores(small, CORRELATION, kind))
    np.testing.assert_allclose(found, CORRELATION, atol=0.035)


def test_values_that_follow_from_others(small: Scenario) -> None:
    """Semidefinite: the second is the first, the third its opposite."""
    a, b, c = scores(small, np.outer([1, 1, -1], [1, 1, -1]), runs=50)
    np.testing.assert_allclose(b, a, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(c, -a, rtol=1e-9, atol=1e-9)
    mean = (1 / np.sqrt(2), 1 / np.sqrt(2), 1)
    singular = np.array([[1, 0, mean[0]], [0, 1, mean[1]], mean])
    a, b, c = scores(small, singular, runs=50)
    np.testing.assert_allclose(c, (a + b) / np.sqrt(2), rtol=1e-6, atol=1e-6)


def test_others_are_drawn_as_ever(small: Scenario) -> None:
    """So is the first in the matrix, by which the rest go."""
    alone = design_of(small, SPREADS, 9, 1).values(0, 9)
    together = design_of(small, SPREADS, 9, 1, covariance=rows(CORRELATION)).values(0, 9)
    for path in (A, "encoder.noise"):
        np.testing.assert_array_equal(alone[path], together[path])
    for path in (B, C):
        assert not np.isclose(alone[path], together[path]).any()


def test_covariances_files_and_rows_are_the_same(small: Scenario, tmp_path: Path) -> None:
    """Of lognormal values, the covariance is that of the logarithm."""
    deviations = np.array([4.5, 5.5, 0.2])
    covariance = CORRELATION * np.outer(deviations, deviations)
    first = design_of(small, SPREADS, 9, 1, covariance=rows(CORRELATION)).values(0, 9)
    for other in (
        rows(covariance),
        file_of(tmp_path, covariance),
        str(file_of(tmp_path, CORRELATION)),
    ):
        found = design_of(small, SPREADS, 9, 1, covariance=other).values(0, 9)
        for path in SPREADS:
            np.testing.assert_allclose(found[path], first[path], rtol=1e-12)


def test_a_matrix_may_use_aliases(small: Scenario) -> None:
    aliases = ("joints.1.drive.friction.fc", A)
    matrix = [[1, 0.5], [0.5, 1]]
    found = design_of(small, SPREADS, 9, 1, covariance=rows(matrix, aliases))
    same = design_of(small, SPREADS, 9, 1, covariance=rows(matrix, (C, A)))
    assert found.content() == same.content()


def test_contents_have_the_matrix(small: Scenario) -> None:
    contents = [
        design_of(small, SPREADS, 9, 1, covariance=rows([[1, r], [r, 1]], (A, B))).content()
        for r in (0.0, 0.5, 0.6)
    ]
    assert contents[0] == design_of(small, SPREADS, 9, 1).content()
    assert contents[0] != contents[1] != contents[2]


@pytest.mark.parametrize(
    ("matrix", "paths", "message"),
    [
        (
            [[1, 0.5], [0.4, 1]],
            (A, B),
            f"covariance, '{A}' and '{B}': the matrix is not symmetric (got 0.5 and 0.4, ",
        ),
        (
            [[1, 0.9, -0.9], [0.9, 1, 0.9], [-0.9, 0.9, 1]],
            (A, B, C),
            "covariance: the matrix is not positive semidefinite: no values can be correlated in "
            "this way (got -0.8 as the smallest eigenvalue",
        ),
        ([[1, 1.5], [1.5, 1]], (A, B), "covariance: the matrix is not positive semidefinite"),
        ([[0, 0], [0, 1]], (A, B), f"covariance, '{A}': a variance must be above zero (got 0, "),
        (
            [[25, 0], [0, 30.25]],
            (A, B),
            f"covariance, '{A}': the covariance and the spread do not agree (got standard "
            "deviations of 5 and 4.5, ",
        ),
        (
            [[1, 0.5], [0.5, 1]],
            (A, "encoder.noise"),
            "covariance, 'encoder.noise': a value in the matrix has no normal or lognormal spread "
            "(got a uniform one, expected a spread such as normal 5% or lognormal 10%)",
        ),
        (
            [[1, 0.5], [0.5, 1]],
            (A, "joints.joint2.friction.fc"),
            "covariance, 'joints.joint2.friction.fc': a value in the matrix has no normal or "
            "lognormal spread (got no spread, ",
        ),
        (
            [[1, 0.5], [0.5, 1]],
            (C, "joints.1.friction.fc"),
            "covariance: the path 'joints.1.friction.fc' is listed twice",
        ),
        ([[1, np.nan], [0.5, 1]], (A, B), f"covariance, '{A}', '{B}': not a finite number"),
        ([], (), "covariance: there are no rows"),
    ],
)
def test_matrices_that_make_no_sense(
    small: Scenario, matrix: Any, paths: tuple[str, ...], message: str
) -> None:
    with pytest.raises(InputError) as error:
        design_of(small, SPREADS, 5, 1, covariance=rows(matrix, paths))
    assert str(error.value).startswith(message)


def test_rows_that_lack_a_path(small: Scenario) -> None:
    with pytest.raises(InputError) as error:
        design_of(small, SPREADS, 5, 1, covariance={A: {A: 1.0, B: 0.5}, B: {B: 1.0}})
    assert str(error.value).startswith(f"covariance, '{B}': not a row of the matrix")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": there are no rows (expected a row for each path in the first line)"),
        ("1,0\n0,1\n", ", line 1: the first line has no paths"),
        (f"{A},{B}\n1,0\n", ": the matrix is not square (got 1 rows below 2 paths"),
        (f"{A},{B}\n1,0\n0,x\n", ", line 3, column 2: not a finite number"),
        (f"{A},{B}\n1,0\n0\n", ", line 3: this row and the first differ in length"),
        (f"{A},{A}\n1,0\n0,1\n", f": the path '{A}' is listed twice"),
    ],
)
def test_files_that_are_no_matrices(
    small: Scenario, tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "matrix.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        design_of(small, SPREADS, 5, 1, covariance=path)
    assert str(error.value).startswith(f"covariance, {path}{message}")


def test_grids_and_lists_draw_nothing_together(small: Scenario) -> None:
    with pytest.raises(InputError, match="has no normal or lognormal spread"):
        design_of(small, {A: "grid 1,2"}, None, 1, "grid", rows([[1.0]], (A,)))
