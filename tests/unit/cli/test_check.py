"""`armwright check`: findings and exit codes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Run = Callable[..., tuple[int, str, str]]

SWAPPED = """
name = "swapped"
[[links]]
name = "base"
[[links]]
name = "arm"
mass = 1
centre = [0.2, 0, 0]
inertia = [0.01, 0.02, 0.02]
[[joints]]
name = "turn"
kind = "revolute"
parent = "base"
child = "arm"
limits = { lower = 1, upper = -1, velocity = 0 }
"""


def test_check_tells_what_where_got_expected_and_try(run: Run, tmp_path: Path) -> None:
    (tmp_path / "swapped.toml").write_text(SWAPPED)
    code, out, err = run("check", "swapped.toml")
    assert (code, err) == (1, "")
    assert out.startswith(
        "swapped.toml: 1 error, 1 warning\n"
        "  error    joint 'turn': limits are swapped\n"
        "           got       lower 1, upper -1\n"
        "           expected  lower below upper\n"
        "           try       "
    )
    assert "\n  warning  joint 'turn': velocity limit is zero\n" in out


def test_check_looks_for_meshes_beside_the_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    shape = 'shapes = [{ kind = "mesh", mesh = "arm.stl" }]'
    text = SWAPPED.replace("mass = 1", f"{shape}\nmass = 1")
    (tmp_path / "sub" / "arm.toml").write_text(text)
    assert "mesh file is missing" in run("check", "sub/arm.toml")[1]
    (tmp_path / "sub" / "arm.stl").write_text("")
    assert "mesh" not in run("check", "sub/arm.toml")[1]


def test_exit_codes_of_check(run: Run, tmp_path: Path) -> None:
    (tmp_path / "swapped.toml").write_text(SWAPPED)
    assert run("check", "panda")[:2] == (0, "panda: nothing found\n")
    assert run("check", "panda", "--strict")[0] == 0
    code, out, _ = run("check", "manutec_r3")
    assert (code, out.splitlines()[0]) == (0, "manutec_r3: 1 warning")
    assert run("check", "manutec_r3", "--strict")[0] == 1
    assert run("check", "swapped.toml", "panda")[0] == 1
    code, out, err = run("check", "swapped.toml", "missing.toml", "panda")
    assert code == 2
    assert "swapped.toml: 1 error" in out
    assert "panda: nothing found" in out
    assert err.startswith("error: missing.toml: ")
    assert "Exit code" in run("check", "--help")[1]


def test_scenarios_are_checked_with_their_robots(run: Run, tmp_path: Path) -> None:
    (tmp_path / "swapped.toml").write_text(SWAPPED.replace("lower = 1, upper = -1", "lower = -1"))
    text = 'robot = "swapped.toml"\nduration = 1\n[start]\njoint_position = [-2]\n'
    (tmp_path / "beyond.toml").write_text(text)
    code, out, err = run("check", "beyond.toml")
    assert (code, err) == (0, "")
    assert "\n  warning  joint 'turn': velocity limit is zero\n" in out
    assert "\n  note     the arm starts at −2 rad" in out


def test_a_scenario_that_cannot_be_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('robot = "six_axis"\nduration = -1\n')
    code, out, err = run("check", "bad.toml", "pendulum/swing")
    assert code == 2
    assert "bad.toml" in err and "duration" in err
    assert out.startswith("pendulum/swing: ")
