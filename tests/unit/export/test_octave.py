"""The exported m-files, run by GNU Octave."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from armwright import Arm, InputError, Robot, load
from armwright.export.script.octave import octave
from tests.support.comparison import relative
from tests.support.evaluation import by_interpreter
from tests.support.full_robot import full_robot, hostile_robot
from tests.support.random_robots import random_state, random_tree

OCTAVE = shutil.which("octave-cli") or shutil.which("octave")
needs_octave = pytest.mark.skipif(OCTAVE is None, reason="GNU Octave is not installed")
ROBOTS = {
    **{name: load(name) for name in ("scara", "puma560", "cart_pendulum")},
    "hostile": hostile_robot(),
    "tree": random_tree(3, 6),
}


def run(folder: Path, script: str) -> list[np.ndarray]:
    """What the script prints by `out`, one array for each call."""
    (folder / "out.m").write_text(
        "function out(x)\nprintf('%d %d', rows(x), columns(x));\nprintf(' %.17g', x.');\n"
        "printf('\\n');\nend\n"
    )
    (folder / "script.m").write_text("1;\n" + script)
    assert OCTAVE is not None
    command = [OCTAVE, "--no-gui", "--norc", "--quiet", "script.m"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    assert not done.returncode and "warning" not in done.stderr, done.stderr
    found = []
    for line in done.stdout.splitlines():
        rows, columns, *numbers = line.split()
        found.append(np.array(numbers, dtype=float).reshape(int(rows), int(columns)))
    return found


def column(vector: np.ndarray) -> str:
    return "[" + "; ".join(repr(float(x)) for x in vector) + "]"


@needs_octave
@pytest.mark.parametrize("robot", ROBOTS.values(), ids=ROBOTS.keys())
def test_dynamics(robot: Robot, tmp_path: Path) -> None:
    octave(robot, tmp_path / "arm.m")
    q, v, tau = random_state(robot, 3)
    script = f"q = {column(q)}; v = {column(v)}; tau = {column(tau)};\n"
    script += "[M, c, g] = arm(q, v); out(M); out(c); out(g); out(arm_acceleration(q, v, tau));\n"
    M, c, g, a = run(tmp_path, script)
    evaluate = by_interpreter(robot)
    (expected,) = evaluate("mass_matrix", (), (q,))
    assert relative(M, expected) < 1e-12
    (gravity,) = evaluate("gravity", (), (q,))
    assert relative(g.ravel(), gravity) < 1e-12
    (bias,) = evaluate("inverse_dynamics", (), (q, v, 0 * q))
    assert relative(c.ravel() + g.ravel(), bias) < 1e-12
    (expected,) = evaluate("forward_dynamics", (), (q, v, tau))
    assert a.shape == (len(q), 1) and relative(a.ravel(), expected) < 1e-9


@needs_octave
def test_s_function(tmp_path: Path) -> None:
    """A simulation as Simulink does it: sizes and start, then derivatives and outputs."""
    robot = load("scara")
    octave(robot, tmp_path / "arm.m")
    q, v, tau = np.array([0.3, -0.5, 0.1]), np.array([1.0, 2.0, -0.5]), np.array([5.0, -3.0, 60.0])
    start = f"{column(q)}, {column(v)}"
    script = f"""
[sys, x, str, ts] = arm_sfunction(0, [], [], 0, {start});
out(sys); out(x); out(ts); out(str);
[sys, rest] = arm_sfunction(0, [], [], 0); out(rest);
u = {column(tau)}; h = 1e-3;
f = @(x) arm_sfunction(0, x, u, 1);
for k = 1:100
  k1 = f(x); k2 = f(x + h / 2 * k1); k3 = f(x + h / 2 * k2); k4 = f(x + h * k3);
  x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
end
out(arm_sfunction(0, x, u, 3));
for flag = [2, 4, 9], out(arm_sfunction(0, x, u, flag)); end
try, arm_sfunction(0, x, u, 7); catch e, out(any(strfind(e.message, 'unknown flag'))); end
try, arm([1; 2], [1; 2; 3]); catch e, out(any(strfind(e.message, 'q must have 3'))); end
"""
    sizes, x0, ts, nothing, rest, end, *empty, unknown, wrong = run(tmp_path, script)
    assert sizes.ravel().tolist() == [6, 0, 6, 3, 0, 0, 1]
    assert x0.ravel().tolist() == [*q, *v] and not rest.any() and ts.ravel().tolist() == [0, 0]
    assert nothing.size == 0 and all(part.size == 0 for part in empty)
    assert unknown.item() == wrong.item() == 1
    arm = Arm(robot, lanes=1)

    def rate(x: np.ndarray) -> np.ndarray:
        return np.concatenate([x[3:], arm.forward_dynamics(x[:3], x[3:], tau)])

    x, h = np.array([*q, *v]), 1e-3
    for _ in range(100):
        k1 = rate(x)
        k2 = rate(x + h / 2 * k1)
        k3 = rate(x + h / 2 * k2)
        k4 = rate(x + h * k3)
        x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    assert np.abs(x - end.ravel()).max() < 1e-9


def test_same_robot_same_bytes(tmp_path: Path) -> None:
    """In plain characters, whatever the names."""
    for folder in ("a", "b"):
        octave(hostile_robot(), tmp_path / folder / "arm.m")
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert files == ["arm.m", "arm_acceleration.m", "arm_sfunction.m"]
    for name in files:
        text = (tmp_path / "a" / name).read_bytes()
        assert text == (tmp_path / "b" / name).read_bytes() and text.isascii()


def test_what_is_left_out_is_told_with_its_path(tmp_path: Path) -> None:
    lost = octave(full_robot(), tmp_path / "arm.m")
    assert [line.partition(":")[0].partition(" (")[0] for line in lost] == [
        "inertia of the rotors",
        "couplings of the rotors with the links that they ride on",
        "friction",
        "springs of the gears",
        "water around the links",
    ]
    assert "friction: joints.elbow.drive.friction" in lost
    text = (tmp_path / "arm.m").read_text()
    assert "% Left out: friction: joints.elbow.drive.friction" in text
    assert "kg m^2" in text and "?" not in text


@pytest.mark.parametrize(
    "name", ["endif.m", "my-arm.m", "3d.m", "_arm.m", "sin.m", "x" * 49 + ".m"]
)
def test_functions_that_could_not_be_called(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a valid name for what the file defines"):
        octave(load("scara"), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_where_it_goes(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"suffix '\.py', expected \.m"):
        octave(load("scara"), tmp_path / "a.py")
    (tmp_path / "file").write_text("in the way of a folder")
    with pytest.raises(InputError, match="cannot be written"):
        octave(load("scara"), tmp_path / "file" / "a.m")
