"""Folders that commands write into."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from armwright.cli.folders import folder_for
from armwright.errors import InputError


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
