"""What is wrong with a command line or its files is one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "puma"], "no robot of that name in the library (got 'puma'"),
        (["show", "missing.urdf"], "missing.urdf: no such file"),
        (["show", "puma560", "--pose", "1 2"], "--pose: wrong number of joint positions (got 2"),
        (["show", "puma560", "--pose", "1 2 x 4 5 6"], "--pose: not numbers"),
        (["show", "puma560", "--pose", "1 2 nan 4 5 6"], "expected 6 finite numbers"),
        (["show", "two_axis", "--out", "a.gif"], "a.gif: this kind of picture cannot be written"),
        (
            ["show", "two_axis", "--out", "/dev/null/a.png"],
            "--out /dev/null: the folder cannot be created",
        ),
        (["show", "puma560", "--dh", "hayati"], "'hayati' is not one of 'standard', 'modified'"),
        (["check", "puma"], "no robot of that name in the library (got 'puma'"),
        (["check", "missing.toml"], "missing.toml: no such file"),
        (["check", "folder.toml"], "folder.toml: "),
        (["check", "."], ".: is a folder, not a robot's file"),
        (["check", "near"], "or a file). Did you mean 'near.toml'?"),
        (["show", "near.toml"], "near.toml: this is a scenario, not a robot. Its robot is 'x'."),
        (["modes", "six-axis-line"], "this is a scenario, not a robot. Its robot is 'six_axis'."),
        (["simulate", "near"], "near: no such file. Did you mean 'near.toml'?"),
        (["simulate", "made"], "made: is a folder, not a scenario. Did you mean 'made/run.nc'?"),
        (["simulate", "folder.toml"], "folder.toml: is a folder, not a file"),
        (["simulate", "folder.nc"], "folder.nc: is a folder, not a file"),
        (["simulate", f"{'x' * 300}.nc"], "cannot be read: File name too long"),
        (["log", f"{'x' * 300}.csv"], "cannot be read: File name too long"),
        (["log", "x" * 300], "cannot be read: File name too long"),
        (["new", "two_axis", "--out", f"{'x' * 300}.toml"], "cannot be written: File name too"),
        (["log", "near.urdf"], "near.urdf: not a kind of log (got suffix '.urdf'"),
        (
            ["log", "near.csv"],
            "By its name it says what the columns of near.csv are; --columns names another.",
        ),
        (["log", "near.csv", "--first", "nan"], "read_log, first: not a time (got nan"),
        (["log", "near.csv", "--last", "nan"], "read_log, last: not a time (got nan"),
        (
            ["motors", "pendulum/swing", "--list", "empty.csv"],
            "empty.csv: motors: too few entries (got 0, expected 1 or more)",
        ),
        (["excite", "two_axis", "--duration", "inf"], "5 harmonics in inf s, expected 2 harmonics"),
        (["excite", "two_axis", "--speed", "nan"], "speed (got nan, expected more than 0 rad/s)"),
        (["excite", "two_axis", "--acceleration", "0"], "acceleration (got 0, expected more"),
        (["excite", "two_axis", "--part", "2"], "part (got 2, expected more than 0, at most 1)"),
        (["excite", "two_axis", "--floor", "nan"], "floor (got nan, expected a height in m)"),
        (["excite", "two_axis", "--cylinder", "-1"], "cylinder (got -1, expected a radius in m)"),
        (["excite", "two_axis", "--iterations", "-1"], "iterations (got -1, expected 0 or more)"),
        (["excite", "two_axis", "--seed", "-1"], "seed (got -1, expected 0 or more)"),
        (["check", ""], "not a robot's name or file"),
        (["check", "binary.toml"], "binary.toml"),
        (["check", "binary.urdf"], "binary.urdf"),
        (["check", "binary.xml"], "binary.xml"),
        (["check", "binary.xacro"], "binary.xacro"),
        (["check", "binary.stl"], "not a kind of file that can be read"),
        (["gallery", "robots", "--out", "a.gif"], "a.gif: this kind of picture"),
        (["gallery", "birds"], "birds"),
        (["--wrong"], "No such option: --wrong"),
        (["shw"], "No such command 'shw'"),
        (["show"], "Missing argument"),
        (["check"], "Missing argument"),
        (
            ["show", "two_axis", "--out", "\x1b[2J.png"],
            "command line: a word has a control character",
        ),
        (
            ["check", "\x9b2J.urdf"],
            "command line: a word has a control character in it (got '\\x9b')",
        ),
        (["check", "x" * 300], "no robot of that name in the library"),
        (["check", f"{'x' * 300}.urdf"], "cannot be read: File name too long"),
        (["show", "puma560", "--no"], "No such option: --no"),
        (["show", "puma560", "panda"], "panda"),
    ],
)
def test_bad_input_is_one_line_and_code_2(
    run: Run, tmp_path: Path, arguments: list[str], message: str
) -> None:
    for folder in ("folder.toml", "folder.nc", "made"):
        (tmp_path / folder).mkdir()
    (tmp_path / "made" / "run.nc").touch()
    (tmp_path / "empty.csv").touch()
    (tmp_path / "near.toml").write_text("robot = 'x'\nduration = 1\n", encoding="utf-8")
    (tmp_path / "near.csv").write_text("time,joint_position.1\n0,1\n", encoding="utf-8")
    for suffix in ("toml", "urdf", "xml", "xacro", "stl"):
        (tmp_path / f"binary.{suffix}").write_bytes(bytes(range(256)))
    before = set(tmp_path.iterdir())
    code, _, err = run(*arguments)
    assert code == 2
    assert err.startswith("error: ")
    assert message in err
    assert err.count("\n") == 1
    assert set(tmp_path.iterdir()) == before
