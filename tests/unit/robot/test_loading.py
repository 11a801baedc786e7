from __future__ import annotations

import subprocess
import sys

import pytest

import armwright.robot
from armwright.errors import InputError
from armwright.robot import library_names, load

TINY = "name = 'tiny'\n[[links]]\nname = 'only'\n"


def test_library_robots_load_by_name():
    assert {"puma560", "manutec_r3", "panda"} <= set(library_names())
    for name in library_names():
        assert load(name).name == name


def test_files_load_by_suffix(tmp_path):
    (tmp_path / "a.toml").write_text(TINY)
    (tmp_path / "b.URDF").write_text("<robot name='tiny'><link name='only'/></robot>")
    assert load(tmp_path / "a.toml") == load(str(tmp_path / "b.URDF"))


def test_unknown_name_offers_close_ones():
    with pytest.raises(InputError, match=r"got 'puma56'.*Did you mean 'puma560'"):
        load("puma56")
    with pytest.raises(InputError, match=r"got 'qwxz', expected one of .*, or a file\)$"):
        load("qwxz")


def test_bad_paths(tmp_path):
    with pytest.raises(InputError, match=r"no such file$"):
        load(tmp_path / "none.toml")
    with pytest.raises(InputError, match=r"is a folder, not a file"):
        (tmp_path / "dir.toml").mkdir()
        load(tmp_path / "dir.toml")
    with pytest.raises(InputError, match=r"not a kind of file that can be read \(got suffix '.md'"):
        load("robot.md")
    (tmp_path / "latin.toml").write_bytes(b"name = '\xe9'")
    with pytest.raises(InputError, match=r"not a text file \(got byte 0xe9 at position 8"):
        load(tmp_path / "latin.toml")
    for nonsense in ("", "a\0b"):
        with pytest.raises(InputError, match="not a robot's name or file"):
            load(nonsense)


def test_importing_robots_is_light():
    """The readers' dependencies are imported when a file is read, not before."""
    code = (
        "import sys, armwright.robot.loading\n"
        "print([m for m in ('pydantic', 'lxml', 'yourdfpy', 'casadi') if m in sys.modules])"
    )
    # armwright itself may import more; the package under test must not.
    stub = (
        "import sys, types\npackage = types.ModuleType('armwright')\n"
        f"package.__path__ = [{str(armwright.__path__[0])!r}]\nsys.modules['armwright'] = package\n"
    )
    out = subprocess.run([sys.executable, "-c", stub + code], capture_output=True, text=True)
    assert out.stdout.strip() == "[]", out.stderr
