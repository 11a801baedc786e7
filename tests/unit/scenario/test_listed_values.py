"""Values of runs from the columns of a CSV file."""

from __future__ import annotations

from pathlib import Path

import pytest

from armwright import InputError, Scenario
from armwright.scenario import design_of, listed_values

MASS = "links.link2.mass"
GOOD = f"{MASS},encoder.noise\n100,1e-4\n\n 110 , 2e-4\n120,3e-4\n"


def written(folder: Path, text: str) -> Path:
    path = folder / "values.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_all_columns_of_a_file(small: Scenario, tmp_path: Path) -> None:
    found = listed_values(written(tmp_path, GOOD))
    assert {path: values.tolist() for path, values in found.items()} == {
        MASS: [100, 110, 120],
        "encoder.noise": [1e-4, 2e-4, 3e-4],
    }
    design = design_of(small, found, None, 1, "list")
    assert (design.runs, design.paths) == (3, (MASS, "encoder.noise"))
    assert design.values(1, 3)[MASS].tolist() == [110, 120]


def test_one_column_of_a_file(
    small: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen from the working directory, from anywhere, from home."""
    written(tmp_path, GOOD)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for text in ("list values.csv", f" list  {tmp_path / 'values.csv'}", "list ~/values.csv"):
        design = design_of(small, {MASS: text, "encoder.noise": "5%"}, None, 1)
        assert design.values(0, 3)[MASS].tolist() == [100, 110, 120]


def test_the_content_is_that_of_the_values(small: Scenario, tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    listed = design_of(small, {MASS: [100, 110, 120]}, 3, 1).content()
    assert design_of(small, {MASS: f"list {path}"}, 3, 1).content() == listed
    written(tmp_path, GOOD.replace("110", "111"))
    assert design_of(small, {MASS: f"list {path}"}, 3, 1).content() != listed


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": there are no rows (expected a row for each run)"),
        (f"{MASS}\n", ": there are no rows (expected a row for each run)"),
        ("1,2\n3,4\n", ", line 1: the first line has no paths (expected a path for each column"),
        (f"{MASS},{MASS}\n1,2\n", f", line 1, column 2: two columns are named '{MASS}'"),
        (f"{MASS},\n1,2\n", ", line 1, column 2: a column has no path"),
        (f"{MASS},x\n1,2\n3\n", ", line 3: this row and the first differ in length"),
        (f"{MASS},x\n1,2\n3,nan\n", ", line 3, column 2: not a finite number"),
        (f"{MASS},x\n1,2\n\n3,much\n", ", line 4, column 2: not a finite number"),
        (f"{MASS},x\n1,2\n,3\n", ", line 3, column 1: not a finite number"),
    ],
)
def test_files_that_are_no_lists(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InputError) as error:
        listed_values(path)
    assert str(error.value).startswith(f"list of values, {path}{message}")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^list of values, .*gone\.csv: no such file$"):
        listed_values(tmp_path / "gone.csv")


def test_a_column_that_is_not_there(small: Scenario, tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    with pytest.raises(InputError) as error:
        design_of(small, {"links.link1.mass": f"list {path}"}, 3, 1)
    assert str(error.value) == (
        f"list of values, {path}, line 1: no column is named 'links.link1.mass' "
        f"(got {MASS}, encoder.noise)"
    )


def test_too_few_rows(small: Scenario, tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    with pytest.raises(InputError) as error:
        design_of(small, {MASS: f"list {path}"}, 5, 1)
    assert str(error.value) == (
        f"list of values, {path}: wrong number of rows (got 3, expected 5, one for each run)"
    )
