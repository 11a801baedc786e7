"""`armwright export` to formats that cannot hold everything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from armwright import load
from armwright.export.writers import write_urdf

Run = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize(
    "to, files",
    [
        ("urdf", ["scara.urdf"]),
        ("mjcf", ["scara.xml"]),
        ("python", ["scara.py"]),
        ("octave", ["scara.m", "scara_acceleration.m", "scara_sfunction.m"]),
    ],
)
def test_what_is_written_and_what_it_lacks(
    to: str, files: list[str], run: Run, tmp_path: Path
) -> None:
    code, out, err = run("export", "scara", "--to", to)
    assert (code, err) == (0, "")
    written, heading, *sentences = out.splitlines()
    assert written == f"written to .: {', '.join(files)}"
    assert sorted(path.name for path in tmp_path.iterdir()) == files
    assert heading == "what it leaves out or does differently:"
    assert sentences and all(line.startswith("  ") for line in sentences)
    if to == "urdf":
        lost = write_urdf(load("scara"), tmp_path / "b.urdf").lost
        assert [line.strip() for line in sentences] == list(lost)


def test_a_scenario_goes_to_mujoco_alone(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("export", "pendulum/flexible", "--to", "mjcf", "--out", "there/a.xml")
    assert code == 0 and out.startswith("written to there: a.xml")
    for to in ("urdf", "python", "octave"):
        code, out, err = run("export", "pendulum/flexible", "--to", to)
        assert code == 2 and err.count("\n") == 1
        assert "wrong kind of source (got a scenario, expected a robot)" in err
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


@pytest.mark.parametrize("to", ["urdf", "mjcf", "python", "octave"])
def test_bad_places(to: str, run: Run, tmp_path: Path) -> None:
    code, _, err = run("export", "scara", "--to", to, "--out", "a.step")
    assert code == 2 and "not the kind of file that this export writes" in err
    assert not list(tmp_path.iterdir())
