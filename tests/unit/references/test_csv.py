"""A reference from a CSV file."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from armwright import InputError
from armwright.blocks.references import REFERENCES
from tests.support.references import Motion, setting_of, tabled

RATE = 100.0


def prepared(path: Path | str, rate: float = RATE, robot: str = "two_axis", **given: Any) -> Motion:
    block = REFERENCES["csv"](name="log", file=str(path), rate=rate, **given)
    return tabled(block, setting_of(robot, rate=rate))


def written(folder: Path, text: str) -> Path:
    path = folder / "log.csv"
    path.write_text(text, encoding="utf-8")
    return path


def curve(t: np.ndarray) -> np.ndarray:
    return np.column_stack([np.sin(3 * t), np.cos(2 * t)])


def rows(*columns: np.ndarray) -> str:
    return "\n".join(",".join(map(repr, row)) for row in np.column_stack(columns).tolist()) + "\n"


def test_round_trip_of_samples(tmp_path: Path) -> None:
    """Exactly what was written, with the derivatives of `samples`."""
    t = np.arange(0, 1, 1 / RATE)
    path = written(tmp_path, "joint1,joint2\n" + rows(curve(t)))
    found = prepared(path)
    samples = REFERENCES["samples"](positions=curve(t), rate=RATE)
    expected = tabled(samples, setting_of("two_axis", rate=RATE))
    assert np.abs(found.position - expected.position).max() < 1e-15
    assert np.abs(found.velocity - expected.velocity).max() < 1e-12
    assert np.abs(found.acceleration - expected.acceleration).max() < 1e-9


@pytest.mark.parametrize("rate", [100.0, 333.0, 1000.0])
def test_resampled_at_the_rate_of_the_block(tmp_path: Path, rate: float) -> None:
    t = np.sort(np.random.default_rng(1).uniform(0, 2, 400))
    t[0], t[-1] = 0, 2
    found = prepared(written(tmp_path, "time,joint1,joint2\n" + rows(t + 7, curve(t))), rate)
    at = np.arange(int(2 * rate + 1e-9) + 1) / rate
    assert found.position.shape == (len(at) + 1, 2)
    assert np.abs(found.position[:-1] - curve(at)).max() < 1e-4
    inner = slice(20, -20)
    assert np.abs(found.velocity[:-1, 0] - 3 * np.cos(3 * at))[inner].max() < 1e-3
    assert np.abs(found.acceleration[:-1, 1] + 4 * np.cos(2 * at))[inner].max() < 0.2
    assert np.abs(found.position[-1] - curve(t[-1:])[0]).max() < 1e-12
    assert not found.velocity[-1].any() and not found.acceleration[-1].any()


def test_columns_by_name_and_by_order(tmp_path: Path) -> None:
    t = np.arange(0, 0.5, 0.02)
    a, b = curve(t).T
    plain = prepared(written(tmp_path, rows(t, a, b))).position
    named = "joint2, note ,t,joint1\n" + rows(b, 0 * t, t, a)
    assert np.array_equal(prepared(written(tmp_path, named), time_column="t").position, plain)
    quoted = '\ufeff"joint1";"joint2";"time"\r\n\r\n' + rows(a, b, t).replace(",", ";")
    found = prepared(written(tmp_path, quoted), separator=";").position
    assert np.array_equal(found, plain)


def test_degrees_and_slides(tmp_path: Path) -> None:
    """The second joint of the aa300 slides."""
    found = prepared(written(tmp_path, "90,-0.5,180\n"), robot="aa300", degrees=True)
    assert found.position.tolist() == [[math.pi / 2, -0.5, math.pi]] * 2
    assert not found.velocity.any()


def test_a_path_from_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, "1,2\n3,4\n")
    monkeypatch.chdir(tmp_path)
    assert prepared("log.csv").position.tolist() == [[1, 2], [3, 4], [3, 4]]


WRONG: dict[str, tuple[str, str]] = {
    "empty": ("", ": there are no rows (expected a row for each time)"),
    "names only": ("joint1,joint2\n", ": there are no rows (expected a row for each time)"),
    "ragged": (
        "1,2\n\n1,2,3\n",
        ", line 3: this row is of another length than the first (got 3 columns, expected 2)",
    ),
    "ragged below names": (
        "joint1,joint2\n1\n",
        ", line 2: this row is of another length than the first (got 1 columns, expected 2)",
    ),
    "no number": ("1,2\n1,2_a\n", ", line 2, column 2: not a finite number (got '2_a')"),
    "no number, named": (
        "joint1,joint2\n1,__import__('os')\n",
        ", line 2, column 'joint2': not a finite number (got \"__import__('os')\")",
    ),
    "not finite": ("1,2\nnan,2\n", ", line 2, column 1: not a finite number (got 'nan')"),
    "missing number": ("1,2\n1,\n", ", line 2, column 2: not a finite number (got '')"),
    "few columns": (
        "1\n2\n",
        ": wrong number of columns (got 1, expected 2, for joint1, joint2, or 3 with the time "
        "before them)",
    ),
    "many columns": (
        "1,2,3,4\n",
        ": wrong number of columns (got 4, expected 2, for joint1, joint2, or 3 with the time "
        "before them)",
    ),
    "no such name": (
        "joint1,joint3\n1,2\n",
        ": no column is named 'joint2' (got joint1, joint3, expected joint1, joint2, and perhaps "
        "time)",
    ),
    "name twice": ("joint1,joint2,joint1\n1,2,3\n", ": two columns are named 'joint1'"),
    "time stands still": (
        "time,joint1,joint2\n0,1,2\n0.5,1,2\n0.5,3,4\n",
        ", line 4: times do not rise (got 0.5 s after 0.5 s, expected each time later than the "
        "one before)",
    ),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG.keys())
def test_errors_say_what_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InputError) as caught:
        prepared(path)
    assert str(caught.value) == f"block 'log', {path}{message}"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path, message in (
        (tmp_path / "none.csv", "cannot be read: No such file or directory"),
        (tmp_path, "cannot be read: Is a directory"),
    ):
        with pytest.raises(InputError) as caught:
            prepared(path)
        assert str(caught.value) == f"block 'log', {path}: {message}"
    binary = tmp_path / "log.bin"
    binary.write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(InputError, match=r"log\.bin: is not a text file with columns \(got"):
        prepared(binary)


def test_it_needs_a_rate() -> None:
    with pytest.raises(InputError) as caught:
        REFERENCES["csv"](file="log.csv")
    assert str(caught.value) == (
        "block 'csv' keeps 'position_table' from sample to sample, and has no rate (expected "
        "rate = … (Hz))"
    )
