"""What comes from outside is read within bounds."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from armwright import InputError
from armwright.inputs import (
    DEEPEST,
    check_name,
    check_names,
    check_value,
    from_home,
    inside,
    parse_toml,
    read_bytes,
    read_text,
)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfabc")
    assert read_bytes(path, 6) == b"\xef\xbb\xbfabc"
    assert read_text(path, 6) == "abc"
    with pytest.raises(
        InputError, match=r"a.txt: file is too big \(got 6 bytes, expected at most 5"
    ):
        read_bytes(path, 5)
    with pytest.raises(InputError, match=r"^log: no such file$"):
        read_bytes(tmp_path / "none", 5, "log")
    with pytest.raises(InputError, match="is a folder, not a file"):
        read_bytes(tmp_path, 5)
    for name in ("x" * 300, "a\0b"):
        with pytest.raises(InputError, match="cannot be read: "):
            read_bytes(tmp_path / name, 5)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes and devices in the file system")
def test_only_regular_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(InputError, match=f"{path}: is not a regular file"):
            read_bytes(path, 10)
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(tmp_path / "s"))
        with pytest.raises(InputError, match="cannot be read: "):
            read_bytes(tmp_path / "s", 10)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_a_file_that_hides_its_size() -> None:
    """Those of /proc say that they are empty."""
    with pytest.raises(InputError, match=r"file is too big \(got 11 bytes, expected at most 10"):
        read_bytes(Path("/proc/self/status"), 10)


def test_includes_stay_below_their_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "link").symlink_to(tmp_path)
    assert inside(tmp_path / "in", "a/b", "here") == tmp_path / "in" / "a" / "b"
    for name in ("../a", "/etc/passwd", "link/a", "a\0b"):
        with pytest.raises(InputError, match=r"^here: included file does not belong to the descr"):
            inside(tmp_path / "in", name, "here")


def test_depth_of_values() -> None:
    for kind in ("[{}]", "{{a={}}}"):
        text = "1"
        for _ in range(DEEPEST - 1):
            text = kind.format(text)
        assert parse_toml(f"x = {text}", "here")
        for levels in (2, 3000):
            deep = text
            for _ in range(levels):
                deep = kind.format(deep)
            with pytest.raises(InputError, match=r"^here: lists and tables are nested too deeply"):
                parse_toml(f"x = {deep}", "here")


def test_digits_of_values() -> None:
    check_value([10**300, -(10**300), 1e300], "here")
    for value in (10**301, [-(10**301)], {"a": (1, {"b": 10**5000})}):
        with pytest.raises(InputError, match=r"^here: an integer has too many digits"):
            check_value(value, "here")
    for count in (400, 5000):
        with pytest.raises(InputError, match=r"^here: an integer has too many digits"):
            parse_toml(f"x = {'9' * count}", "here")


@pytest.mark.parametrize("name", ["", " ", "x" * 201, "a\x1b[31m", "a\nb", "\u202eb", 3])
def test_what_is_no_name(name: object) -> None:
    with pytest.raises(InputError, match=r"^here: .*name"):
        check_name(name, "link", "here")
    check_name("Glied 1 (π)", "link", "here")


def test_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert from_home("~/a", "here") == tmp_path / "a"
    assert from_home("a", "here") == Path("a")
    with pytest.raises(InputError, match=r"^here: the home folder '~' is not known \(got '~no"):
        from_home("~nobody_/a", "here")


def test_names_that_are_asked_for() -> None:
    assert check_names("joint_position", "x") == ("joint_position",)
    assert check_names(["a", "b"], "x") == ("a", "b")
    for wrong in ([1], 3, None, [["a"]]):
        with pytest.raises(InputError, match=r"^x: not names \(got .*, expected a list of names"):
            check_names(wrong, "x")
