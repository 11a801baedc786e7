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
        (["check", "."], "not a kind of file that can be read"),
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
    (tmp_path / "folder.toml").mkdir()
    for suffix in ("toml", "urdf", "xml", "xacro", "stl"):
        (tmp_path / f"binary.{suffix}").write_bytes(bytes(range(256)))
    before = set(tmp_path.iterdir())
    code, _, err = run(*arguments)
    assert code == 2
    assert err.startswith("error: ")
    assert message in err
    assert err.count("\n") == 1
    assert set(tmp_path.iterdir()) == before
