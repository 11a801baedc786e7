"""`armwright motors`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from armwright.studies import aa300
from tests.unit.cli.conftest import Run

MOTORS = Path(aa300.__file__).parent / "motors.toml"


@pytest.mark.crosscheck
def test_what_is_chosen_is_told_and_written(run: Run, tmp_path: Path) -> None:
    words = ("motors", "aa300/manoeuvre", "--list", str(MOTORS), "--quiet", "--out")
    code, out, err = run(*words, str(tmp_path / "out"))
    assert (code, err) == (0, "")
    assert "the motors hold: rerun 2 kept the rules" in out
    assert "slide: L4 with screw 10: heat:" in out
    kept = json.loads((tmp_path / "out" / "motors.json").read_text(encoding="utf-8"))
    assert kept["holds"] and kept["chosen"]["slide"]["motor"] == "L10"
    assert (tmp_path / "out" / "torque_speed.png").stat().st_size > 10_000
    assert (tmp_path / "out" / "rerun.nc").exists()
    code, out, _ = run(*words, str(tmp_path / "none"), "--thermal", "0.01")
    assert code == 1
    assert "no motor of the list will do for column, slide, extension" in out


def test_a_list_that_is_not_there_is_told_before_anything_runs(run: Run, tmp_path: Path) -> None:
    code, _, err = run("motors", "aa300/manoeuvre", "--list", str(tmp_path / "no.toml"))
    assert code == 2
    assert "no such file" in err and err.count("\n") == 1
