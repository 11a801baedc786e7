"""A reference from a CSV file."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from armwright import InputError, load_scenario
from armwright.blocks.references import REFERENCES
from tests.support.references import Motion, site_of, tabled

RATE = 100.0


def prepared(path: Path | str, rate: float = RATE, robot: str = "two_axis", **given: Any) -> Motion:
    block = REFERENCES["csv"](name="log", file=str(path), rate=rate, **given)
    return tabled(block, site_of(robot, rate=rate))


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
    expected = tabled(samples, site_of("two_axis", rate=RATE))
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


def test_no_content_is_told(tmp_path: Path) -> None:
    """A scenario of somebody else's may name any file."""
    for text in ("root:secret\n", "1,2\n1,secret\n", "secret,joint2\n1,2\n", "1,2\nsecret\n"):
        with pytest.raises(InputError) as caught:
            prepared(written(tmp_path, text))
        assert "secret" not in str(caught.value)


def test_what_comes_after_the_run_takes_no_memory(tmp_path: Path) -> None:
    """A log of a year, of which ten seconds are wanted; where it goes on, the arm stays."""
    t = np.array([0.0, 4.0, 8.0, 12.0, 3e7])
    found = prepared(written(tmp_path, rows(t, curve(t))))
    assert found.position.shape == (10 * RATE + 3, 2)
    whole = prepared(written(tmp_path, rows(t[:4], curve(t[:4]))))
    assert whole.position.shape == (10 * RATE + 3, 2)
    assert found.position[-1].tolist() == found.position[-2].tolist()
    assert not found.velocity[-1].any() and found.velocity[-2].any()


@pytest.mark.parametrize("per_second", [1e3, 1e6, 1e9])
def test_times_that_are_not_in_seconds(tmp_path: Path, per_second: float) -> None:
    t = np.linspace(0.0, 5.0, 200) * per_second
    with pytest.raises(InputError) as caught:
        prepared(written(tmp_path, rows(t, curve(t))))
    assert str(caught.value).endswith(
        f"log.csv: the run ends before the second row (got {t[1]:g} s from the first row to the "
        "second, and a run of 10 s, expected times in s). If they are in ms, µs or ns, divide them "
        "by 1e3, 1e6 or 1e9."
    )


def test_tables_that_memory_cannot_hold(tmp_path: Path) -> None:
    path = written(tmp_path, "time,joint1,joint2\n0,1,2\n9e8,1,2\n")
    csv = {"kind": "csv", "file": str(path)}
    sines = {"kind": "fourier", "frequency": 1.0, "cosine": [[1.0]] * 2, "sine": [[1.0]] * 2}
    for given in (csv, sines, {"kind": "filter", "source": csv}):
        settings = {key: value for key, value in given.items() if key != "kind"}
        block = REFERENCES[str(given["kind"])](name="log", rate=1e4, **settings)
        with pytest.raises(InputError, match=r"^block 'log': not enough memory for the 9000000000"):
            block.tables(site_of("two_axis", rate=1e4, duration=9e8))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes and devices in the file system")
def test_only_regular_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in ("/dev/zero", tmp_path / "pipe"):
        with pytest.raises(InputError, match=f"block 'log', {path}: is not a regular file"):
            prepared(path)


def test_big_files(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    with path.open("wb") as file:
        file.truncate(10**9)
    with pytest.raises(InputError, match=r"file is too big \(got 1000000000 bytes, expected"):
        prepared(path)


def test_splines_that_overflow(tmp_path: Path) -> None:
    path = written(tmp_path, "0,1e308,0\n1e-9,-1e308,0\n2e-9,1e308,0\n")
    with pytest.raises(InputError, match="block 'log': there is no finite motion through"):
        prepared(path)
    samples = REFERENCES["samples"](name="log", positions=[[1e308, 0], [-1e308, 0]] * 2, rate=RATE)
    with pytest.raises(InputError, match="block 'log': there is no finite motion through"):
        tabled(samples, site_of("two_axis", rate=RATE))


def test_a_path_from_the_scenarios_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, "1,2\n3,4\n")
    text = "robot = 'two_axis'\nduration = 1\n[reference]\nkind = 'csv'\nrate = 1\nfile = {!r}\n"
    scenario = tmp_path / "scenario.toml"
    for name in ("log.csv", str(tmp_path / "log.csv"), f"../{tmp_path.name}/log.csv"):
        scenario.write_text(text.format(name))
        found = load_scenario(scenario)
        assert found.blocks.reference is not None
        assert tabled(found.blocks.reference, site_of("two_axis", rate=1)).position[0].tolist() == [
            1,
            2,
        ]
    source = "kind = 'filter'\nrate = 1\n[reference.source]\nkind = 'csv'\nfile = 'log.csv'\n"
    scenario.write_text(text.split("kind")[0] + source)
    found = load_scenario(scenario)
    assert found.blocks.reference is not None
    assert tabled(found.blocks.reference, site_of("two_axis", rate=1)).position[0].tolist() == [
        1,
        2,
    ]
    before = found.blocks.reference.stamp()
    written(tmp_path, "1,2\n3,4\n5,6\n")
    assert found.blocks.reference.stamp() != before
    scenario.write_text(text.format("~/log.csv"))
    monkeypatch.setenv("HOME", str(tmp_path))
    found = load_scenario(scenario)
    assert (
        found.blocks.reference is not None
        and found.blocks.reference.values["file"] == tmp_path / "log.csv"
    )


def test_nobodys_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOME", raising=False)
    with pytest.raises(InputError, match="block 'log', 'file': the home folder '~' is not known"):
        REFERENCES["csv"](name="log", file="~nobody_at_all/log.csv", rate=1)


def test_a_path_from_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, "1,2\n3,4\n")
    monkeypatch.chdir(tmp_path)
    assert prepared("log.csv").position.tolist() == [[1, 2], [3, 4], [3, 4]]


WRONG: dict[str, tuple[str, str]] = {
    "empty": ("", ": there are no rows (expected a row for each time)"),
    "names only": ("joint1,joint2\n", ": there are no rows (expected a row for each time)"),
    "ragged": (
        "1,2\n\n1,2,3\n",
        ", line 3: this row and the first differ in length (got 3 columns, expected 2)",
    ),
    "ragged below names": (
        "joint1,joint2\n1\n",
        ", line 2: this row and the first differ in length (got 1 columns, expected 2)",
    ),
    "no number": ("1,2\n1,2_a\n", ", line 2, column 2: not a finite number"),
    "no number, named": (
        "joint1,joint2\n1,__import__('os')\n",
        ", line 2, column 2: not a finite number",
    ),
    "not finite": ("1,2\nnan,2\n", ", line 2, column 1: not a finite number"),
    "missing number": ("1,2\n1,\n", ", line 2, column 2: not a finite number"),
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
        ": no column is named 'joint2' (got 2 names in its first line, expected joint1, joint2, "
        "and perhaps time)",
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
        (tmp_path / "none.csv", "no such file"),
        (tmp_path, "is a folder, not a file"),
    ):
        with pytest.raises(InputError) as caught:
            prepared(path)
        assert str(caught.value) == f"block 'log', {path}: {message}"
    binary = tmp_path / "log.bin"
    binary.write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(
        InputError, match=r"log\.bin: not a text file \(got byte 0xff at position 0, expected UTF-8"
    ):
        prepared(binary)


def test_it_needs_a_rate() -> None:
    with pytest.raises(InputError) as caught:
        REFERENCES["csv"](file="log.csv")
    assert str(caught.value) == (
        "block 'csv': keeps 'position_table' from sample to sample but has no rate (expected "
        "rate = … (Hz))"
    )
