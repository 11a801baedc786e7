"""`armwright log`: what is in a log, what is wrong with it, and the files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import armwright as aw

Run = Callable[..., tuple[int, str, str]]
TABLE = "time,joint_position.lift,joint_position.turn,joint_torque.lift,joint_torque.turn,dust\n"


def written(folder: Path, last: str = "") -> None:
    rows = [f"{k / 100},{k},{2 * k},{-k},{'' if k == 3 else 5},0\n" for k in range(20)]
    (folder / "arm.csv").write_text(TABLE + "".join(rows) + last)


def test_it_tells_signals_units_sides_ranges_and_rate(run: Run, tmp_path: Path) -> None:
    written(tmp_path)
    code, out, err = run("log", "arm.csv")
    assert (code, err) == (0, "")
    assert out.startswith("arm.csv: 20 samples in 0.19 s, from 0 s, at 100 Hz\n")
    lines = [line.split() for line in out.splitlines()]
    assert ["joint_position", "lift,", "turn", "joint", "rad", "0", "38"] in lines
    assert ["joint_torque", "lift,", "turn", "joint", "N", "m", "-19", "5", "2.5", "%"] in lines
    assert "warning  arm.csv: columns that no signal is made of\n" in out
    assert "got       'dust'\n" in out
    assert [one.name for one in tmp_path.iterdir()] == ["arm.csv"]


def test_errors_in_it_are_exit_code_1(run: Run, tmp_path: Path) -> None:
    written(tmp_path, last="0.2,1,2\n")
    code, out, _ = run("log", "arm.csv")
    assert code == 1
    assert "error    arm.csv: rows with another number of cells are left out\n" in out
    assert "got       1, the first in line 22\n" in out


def test_with_out_it_writes_the_log_and_a_picture_of_each_signal(run: Run, tmp_path: Path) -> None:
    written(tmp_path)
    code, out, err = run("log", "arm.csv", "--out", "found", "--every", "2", "--first", "0.1")
    assert (code, err) == (0, "")
    names = {one.name for one in (tmp_path / "found").iterdir() if one.name[0] != "."}
    assert names == {"log.nc", "joint_position.png", "joint_torque.png"}
    assert "written to found: log.nc, joint_position.png, joint_torque.png\n" in out
    log = aw.read_log(tmp_path / "found" / "log.nc")
    assert log.time.tolist() == [0.1, 0.12, 0.14, 0.16, 0.18]


def test_what_cannot_be_read_is_one_line_and_exit_code_2(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("[signals.joint_position]\ncolumns = 'arm*'\n")
    written(tmp_path)
    code, out, err = run("log", "arm.csv", "--columns", "bad.toml")
    assert (code, out) == (2, "")
    assert err.startswith("error: bad.toml: signals.joint_position.columns: no such column")
    assert err.count("\n") == 1
    assert run("log", "none.csv") == (2, "", "error: none.csv: no such file\n")
