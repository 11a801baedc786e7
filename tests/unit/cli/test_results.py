"""Folders that commands write into."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from armwright.cli.results import file_for, folder_for
from armwright.errors import InputError

Run = Callable[..., tuple[int, str, str]]
LONG = "a" * 300


def test_it_is_made_and_stays(tmp_path: Path) -> None:
    with folder_for(tmp_path / "a" / "b") as folder:
        assert folder.is_dir()
    assert folder == tmp_path / "a" / "b" and folder.is_dir()


def test_after_a_failure_what_was_made_is_gone(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(KeyboardInterrupt), folder_for(tmp_path / "a" / "b" / "c"):
        raise KeyboardInterrupt
    assert list(tmp_path.rglob("*")) == [tmp_path / "a"]


def test_what_was_there_or_was_written_stays(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), folder_for(tmp_path / "new" / "one") as folder:
        (folder / "kept").write_text("")
        raise RuntimeError
    assert (tmp_path / "new" / "one" / "kept").exists()
    (tmp_path / "empty").mkdir()
    with pytest.raises(RuntimeError), folder_for(tmp_path / "empty"):
        raise RuntimeError
    assert (tmp_path / "empty").is_dir()


def test_a_folder_for_reading_only_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    with (
        pytest.raises(InputError, match=r"--out .*: nothing can be written into the folder"),
        folder_for(tmp_path),
    ):
        pytest.fail("the work began")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("folder", "--out .*folder: cannot be written: Is a directory"),
        ("file/below", "--out .*file: the folder cannot be created"),
        (LONG, "--out .*: cannot be written: File name too long"),
        (f"{LONG}/below", "--out .*: the folder cannot be created: File name too long"),
    ],
)
def test_a_file_that_cannot_be_is_refused_at_once(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=message), file_for(tmp_path / name):
        pytest.fail("the work began")


@pytest.mark.parametrize(
    ("command", "work"),
    [
        ("show two_axis --out {}.png", "armwright.report.save_picture"),
        ("gallery robots --out {}.png", "armwright.report.save_figure"),
        ("gallery friction --out {}.png", "armwright.report.save_figure"),
        ("gallery references --out {}.png", "armwright.report.save_figure"),
        ("equations two_axis --out {}.txt", "armwright.equations.derive"),
        ("export two_axis --to c --out {}.c", "armwright.cli.export.export_to"),
        ("simulate pendulum/swing --out {}", "armwright.cli.scenarios._simulated"),
        ("study six-axis --out {}", "armwright.cli.studies._run"),
    ],
)
def test_no_command_works_for_what_cannot_be_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, work: str
) -> None:
    monkeypatch.setattr(work, lambda *_, **__: pytest.fail("the work began"))
    code, out, err = run(*command.format(LONG).split())
    assert (code, out) == (2, "")
    assert err.startswith(f"error: --out {LONG}") and err.endswith("File name too long\n")
    assert list(tmp_path.iterdir()) == []
