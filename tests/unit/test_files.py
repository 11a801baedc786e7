"""Files are written whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import pytest

from armwright.errors import InputError
from armwright.files import write_whole


@pytest.mark.parametrize(
    "content", [b"gr\xc3\xbcn", "grün", lambda file: file.write(b"gr\xc3\xbcn")]
)
def test_writes_bytes_text_and_by_callable(tmp_path: Path, content: object) -> None:
    path = write_whole(tmp_path / "new" / "file.txt", content)  # type: ignore[arg-type]
    assert path.read_text(encoding="utf-8") == "grün"
    assert [entry.name for entry in path.parent.iterdir()] == ["file.txt"]


def test_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = write_whole(tmp_path / "file.txt", "old")

    def fail(file: BinaryIO) -> None:
        file.write(b"half of the n")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(path, fail)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_of_the_content_is_not_blamed_on_the_file(tmp_path: Path) -> None:
    def fail(file: BinaryIO) -> None:
        raise ValueError("wrong inside")

    with pytest.raises(ValueError, match=r"^wrong inside$"):
        write_whole(tmp_path / "file.txt", fail)


def test_new_files_get_the_usual_permissions(tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.touch()
    assert write_whole(tmp_path / "file", b"").stat().st_mode == usual.stat().st_mode


def test_says_which_file_and_why(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"file/below: cannot be written: .*"):
        write_whole(tmp_path / "file" / "below", "")
    with pytest.raises(InputError, match="not the name of a file"):
        write_whole("", "")
    with pytest.raises(InputError, match="not the name of a file"):
        write_whole("a\0b", "")
