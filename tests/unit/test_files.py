"""Files are written whole or not at all, one or several together."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from armwright import files
from armwright.errors import InputError
from armwright.files import LIST, write_results, write_together, write_whole

OLD = {"run.nc": "old run", "summary.txt": "old summary", "figures/spread.png": "old spread"}
NEW = {"run.nc": "new run", "summary.txt": "new summary", "figures/path.png": "new path"}


class Killed(BaseException):
    """As kill -9 does it: nothing is cleaned up."""


def found(folder: Path) -> dict[str, str]:
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name != LIST)
    return {path.relative_to(folder).as_posix(): path.read_text() for path in paths}


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

    for target in (path, tmp_path / "new" / "folder" / "file.txt"):
        with pytest.raises(KeyboardInterrupt):
            write_whole(target, fail)
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
    with pytest.raises(InputError, match="cannot be written: File name too long"):
        write_whole(tmp_path / "new" / ("a" * 300), "")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_longest_name_that_a_file_can_have(tmp_path: Path) -> None:
    assert write_whole(tmp_path / ("a" * 255), "long").read_text() == "long"


def test_folders_and_devices_are_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("folder", "pipe"):
        with pytest.raises(InputError, match=f"{name}: cannot be written: I"):
            write_together(tmp_path, {"other": "", name: ""})
    assert {path.name for path in tmp_path.iterdir()} == {"folder", "pipe"}
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_results_of_an_earlier_time_go_and_files_of_others_stay(tmp_path: Path) -> None:
    assert write_results(tmp_path, OLD) == [tmp_path / name for name in OLD]
    (tmp_path / "notes").write_text("mine")
    write_whole(tmp_path / "run.nc", "by another hand")
    write_results(tmp_path, {"summary.txt": "new summary"})
    assert found(tmp_path) == {"summary.txt": "new summary", "notes": "mine"}
    assert not (tmp_path / "figures").exists()


def test_exports_of_an_earlier_time_stay(tmp_path: Path) -> None:
    write_together(tmp_path, {"a.c": "a", "a.h": "b"})
    write_together(tmp_path, {"b.c": "c"})
    assert found(tmp_path) == {"a.c": "a", "a.h": "b", "b.c": "c"}


@pytest.mark.parametrize("name", ["../precious", "/{}/precious", "link/precious", ".", "", "a\0b"])
def test_no_list_leads_out_of_its_folder(tmp_path: Path, name: str) -> None:
    """Somebody else may have made the folder."""
    folder = tmp_path / "out"
    write_results(folder, OLD)
    (tmp_path / "precious").write_text("mine")
    (folder / "link").symlink_to(tmp_path)
    with (folder / LIST).open("a") as file:
        file.write(name.format(tmp_path) + "\n")
    write_results(folder, NEW)
    assert (tmp_path / "precious").read_text() == "mine"
    assert (folder / "run.nc").read_text() == "new run"


def test_through_a_link_the_same_is_done(tmp_path: Path) -> None:
    write_results(tmp_path / "real", OLD)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_results(tmp_path / "link", NEW)
    assert found(tmp_path / "real") == NEW
    assert (tmp_path / "link").is_symlink()


#: What happens to files and folders, and could be the last that happens.
STEPS = ("mkdir", "fsync", "rename", "replace", "unlink")


def stopping(monkeypatch: pytest.MonkeyPatch, last: int, error: type[BaseException]) -> list[str]:
    """After `last` steps the next one raises; returned are the steps as they are done."""
    done: list[str] = []

    def counted(step: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def count(*words: Any, **more: Any) -> Any:
            if len(done) == last:
                done.append("stop")
                raise error
            if len(done) < last:
                done.append(step)
            return call(*words, **more)

        return count

    for step in STEPS:
        monkeypatch.setattr(os, step, counted(step, getattr(os, step)))
    return done


@pytest.mark.parametrize("last", range(17))
def test_killed_at_any_moment_all_is_old_or_will_be_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: int
) -> None:
    """What is decided is finished by the next program that writes there, whatever it writes."""
    write_results(tmp_path, OLD)
    (tmp_path / "notes").write_text("mine")
    with monkeypatch.context() as patched:
        patched.setattr(shutil, "rmtree", lambda *_, **__: None)
        done = stopping(patched, last, Killed)
        with pytest.raises(Killed):
            write_results(tmp_path, NEW)
    write_whole(tmp_path / "other", "other")
    decided = "rename" in done
    assert found(tmp_path) == {**(NEW if decided else OLD), "notes": "mine", "other": "other"}
    assert not list(tmp_path.glob(".armwright-*-*"))
    write_results(tmp_path, NEW)
    assert found(tmp_path) == {**NEW, "notes": "mine", "other": "other"}


@pytest.mark.parametrize("last", range(17))
def test_ctrl_c_at_any_moment_leaves_the_old_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: int
) -> None:
    write_results(tmp_path, OLD)
    with monkeypatch.context() as patched:
        done = stopping(patched, last, KeyboardInterrupt)
        with pytest.raises(KeyboardInterrupt):
            write_results(tmp_path, NEW)
    assert found(tmp_path) == (NEW if "rename" in done else OLD)
    assert not list(tmp_path.glob(".armwright-*-*"))


def test_there_are_as_many_moments_as_are_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_results(tmp_path, OLD)
    with monkeypatch.context() as patched:
        done = stopping(patched, 1000, Killed)
        write_results(tmp_path, NEW)
    assert len(done) >= 17 and done.count("rename") == 1 and done.count("replace") == 4


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_results(tmp_path, OLD)
    synchronise = os.fsync

    def full(handle: int) -> None:
        if os.fstat(handle).st_size == len("new summary"):
            raise OSError(28, "No space left on device")
        synchronise(handle)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"summary\.txt: cannot be written: No space left"):
        write_results(tmp_path, NEW)
    assert found(tmp_path) == OLD


WRITER = """
import sys
from armwright.files import write_results
def content(file):
    print("writing", flush=True)
    sys.stdin.readline()
    file.write(b"theirs")
write_results(sys.argv[1], {"theirs": content})
"""


def test_one_after_the_other_writes_into_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a program that lives has begun is not taken for what a dead one left."""
    other = subprocess.Popen(
        [sys.executable, "-c", WRITER, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert other.stdin is not None and other.stdout is not None
    assert other.stdout.readline() == b"writing\n"
    monkeypatch.setattr(files, "PATIENCE", 0.0)
    with pytest.raises(InputError, match="another program is writing into the folder"):
        write_results(tmp_path, NEW)
    monkeypatch.undo()
    other.stdin.write(b"\n")
    other.stdin.close()
    write_results(tmp_path, NEW)
    assert other.wait(60) == 0
    assert found(tmp_path) == NEW
    other.stdout.close()
