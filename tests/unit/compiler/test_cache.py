"""The cache: used when whole, ignored when not, shared by processes, safe when killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
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
    path = tmp_path / "cache"
    monkeypatch.setenv("ARMWRIGHT_CACHE", str(path))
    cache._usable_folder.cache_clear()
    return path


def run(folder: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "ARMWRIGHT_CACHE": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-c", JOB], env=environment, stdout=subprocess.PIPE, text=True
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


@pytest.mark.parametrize("damage", [b"", b"x", b"armwright object code 1\n"])
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


def test_killed_while_working(folder: Path) -> None:
    for delay in (0.4, 0.55, 0.7, 0.85):
        process = run(folder)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert "[" in result(run(folder))


def test_folder_of_others_is_not_used(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.warns(UserWarning, match="not used as cache, because other users can write"):
        cache.write("key", b"payload")
    assert cache.read("key") is None
    assert not list(folder.iterdir())


def test_unwritable_place_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ARMWRIGHT_CACHE", str(tmp_path / "file" / "cache"))
    cache.write("key", b"payload")
    assert cache.read("key") is None


def test_oldest_files_go_first(folder: Path) -> None:
    for k in range(4):
        cache.write(f"key{k}", bytes(1000))
        os.utime(folder / f"key{k}.code", (1000 + k, 1000 + k))
    abandoned = folder / ".key9.code.1234"
    abandoned.write_bytes(b"left by a killed process")
    os.utime(abandoned, (1, 1))
    cache._tidy(folder, limit=2500)
    assert sorted(path.name for path in folder.iterdir()) == ["key2.code", "key3.code"]
