"""The cache: used when whole, ignored when not, shared by processes, safe when killed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest

from armwright.compiler import cache

JOB = """
import numpy as np, armwright as aw
arm = aw.compile("puma560")
print(repr(arm.forward_dynamics(np.arange(6.0), np.ones(6), np.ones(6)).tolist()))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "of the user" / "cache"
    monkeypatch.setenv("ARMWRIGHT_CACHE", str(path))
    monkeypatch.setattr(cache, "_told", set())
    return path


def run(folder: Path, job: str = JOB) -> subprocess.Popen[str]:
    environment = {**os.environ, "ARMWRIGHT_CACHE": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-c", job], env=environment, stdout=subprocess.PIPE, text=True
    )


def result(process: subprocess.Popen[str]) -> str:
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return output


def test_read_what_was_written(folder: Path) -> None:
    assert cache.read("key") is None
    cache.write("key", b"payload")
    assert cache.read("key") == b"payload"
    assert [path.name for path in folder.iterdir()] == ["key.code"]


@pytest.mark.parametrize("damage", [b"", b"x", b"armwright object code 2\n"])
def test_damaged_file_counts_as_absent(folder: Path, damage: bytes) -> None:
    cache.write("key", b"payload")
    (folder / "key.code").write_bytes(damage)
    assert cache.read("key") is None


def test_every_flipped_byte_and_every_cut_is_noticed(folder: Path) -> None:
    cache.write("key", b"payload")
    path = folder / "key.code"
    whole = path.read_bytes()
    for k in range(len(whole)):
        path.write_bytes(whole[:k] + bytes([whole[k] ^ 1]) + whole[k + 1 :])
        assert cache.read("key") is None
        path.write_bytes(whole[:k])
        assert cache.read("key") is None


@pytest.mark.crosscheck
def test_damaged_code_is_compiled_again(folder: Path) -> None:
    expected = result(run(folder))
    (stored,) = folder.glob("*.code")
    content = stored.read_bytes()
    stored.write_bytes(content[: len(content) // 2])
    assert result(run(folder)) == expected
    assert stored.read_bytes() == content


def test_two_processes_at_once(folder: Path) -> None:
    first, second = run(folder), run(folder)
    assert result(first) == result(second)
    assert len(list(folder.iterdir())) == 1


@pytest.mark.crosscheck
def test_killed_while_working(folder: Path) -> None:
    for delay in (0.4, 0.55, 0.7, 0.85):
        process = run(folder)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert "[" in result(run(folder))


def test_code_of_another_key_is_not_run(folder: Path) -> None:
    cache.write("one", b"payload")
    (folder / "one.code").rename(folder / "other.code")
    assert cache.read("other") is None


@pytest.mark.crosscheck
def test_renamed_code_is_compiled_again(folder: Path) -> None:
    """Machine code of another robot, whole and of this version, under this one's name."""
    expected = result(run(folder))
    (wanted,) = folder.glob("*.code")
    result(run(folder, JOB.replace("puma560", "two_axis").replace("6", "2")))
    (other,) = set(folder.glob("*.code")) - {wanted}
    other.replace(wanted)
    assert result(run(folder)) == expected


only_posix = pytest.mark.skipif(os.name == "nt", reason="Windows knows no owners and modes")


@only_posix
def test_folder_of_others_is_not_used(folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    with pytest.warns(UserWarning, match="not used as cache, because other users can write"):
        cache.write("key", b"payload")
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # once is enough
        assert cache.read("key") is None
    assert not list(folder.iterdir())


@only_posix
def test_folder_that_others_replaced_is_not_used(folder: Path) -> None:
    """It was fine when it was used first."""
    cache.write("key", b"payload")
    planted = (folder / "key.code").read_bytes()
    shutil.rmtree(folder)
    folder.mkdir()
    folder.chmod(0o777)
    (folder / "key.code").write_bytes(planted)
    (folder / "key.code").chmod(0o600)
    with pytest.warns(UserWarning, match="other users can write"):
        assert cache.read("key") is None


@only_posix
def test_folder_of_another_user(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.write("key", b"payload")
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    with pytest.warns(UserWarning, match="other users can write"):
        assert cache.read("key") is None


@only_posix
def test_folder_is_private_whatever_the_umask(folder: Path) -> None:
    before = os.umask(0)
    try:
        cache.write("key", b"payload")
        shutil.rmtree(folder.parent)
        cache.write("key", b"payload")
    finally:
        os.umask(before)
    modes = [path.stat().st_mode & 0o777 for path in (folder, folder.parent, folder / "key.code")]
    assert modes == [0o700, 0o700, 0o600]
    assert cache.read("key") == b"payload"


@only_posix
def test_file_that_others_can_write_is_not_run(folder: Path) -> None:
    cache.write("key", b"payload")
    (folder / "key.code").chmod(0o620)
    assert cache.read("key") is None
    cache.write("key", b"payload")
    assert cache.read("key") == b"payload"


@only_posix
def test_links_are_not_followed(folder: Path) -> None:
    cache.write("key", b"payload")
    (folder / "key.code").rename(folder / "elsewhere")
    (folder / "key.code").symlink_to(folder / "elsewhere")
    assert cache.read("key") is None
    folder.rename(folder.with_name("real"))
    folder.symlink_to(folder.with_name("real"))
    with pytest.warns(UserWarning, match="not used as cache, because it is a link"):
        cache.write("other", b"payload")
    assert not (folder / "other.code").exists()


@only_posix
def test_pipe_does_not_hold_up_the_reader(folder: Path) -> None:
    cache.write("key", b"payload")
    (folder / "key.code").unlink()
    os.mkfifo(folder / "key.code", 0o600)
    assert cache.read("key") is None


def test_user_without_home(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ARMWRIGHT_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)

    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", home)
    monkeypatch.setattr(cache, "_told", set())
    with pytest.warns(UserWarning, match="the user has no home: .* set ARMWRIGHT_CACHE"):
        cache.write("key", b"payload")
    assert cache.read("key") is None


def test_unwritable_place_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ARMWRIGHT_CACHE", str(tmp_path / "file" / "cache"))
    cache.write("key", b"payload")
    assert cache.read("key") is None


def test_oldest_files_go_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for k in range(4):
        cache.write(f"key{k}", bytes(1000))
        os.utime(folder / f"key{k}.code", (1000 + k, 1000 + k))
    abandoned = folder / ".key9.code.0123456789ab"
    abandoned.write_bytes(b"left by a killed process")
    os.utime(abandoned, (1, 1))
    monkeypatch.setattr(cache, "SIZE_LIMIT", 3500)
    cache.write("key4", bytes(1000))
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["key2.code", "key3.code", "key4.code"]


def test_files_of_the_user_stay(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """He may have chosen a folder that is not empty."""
    folder.mkdir(parents=True)
    for name in ("notes.txt", ".profile", "my notes.code.old"):
        (folder / name).write_text("mine")
        os.utime(folder / name, (1, 1))
    monkeypatch.setattr(cache, "SIZE_LIMIT", 0)
    cache.write("key", b"payload")
    assert sorted(path.name for path in folder.iterdir()) == [
        ".profile",
        "my notes.code.old",
        "notes.txt",
    ]
