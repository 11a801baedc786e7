"""What is wrong with a scenario, or with how it is called, is one line and exit code 2."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from armwright.report.canvas import Figures
from tests.unit.scenario.small import TEXT

Run = Callable[..., tuple[int, str, str]]

#: What stands in the file instead of what, and what is said about it.
EDITS = [
    (
        "duration = 0.1",
        "duratoin = 0.1",
        "duratoin: unknown key. Did you mean 'duration'? This file has",
    ),
    ("duration = 0.1", "duration = 0.1\ndrives = 1", "drives: unknown key"),
    ("position_gain", "positoin_gain", "block 'controller': unknown setting (got 'positoin_gain'"),
    ("position_gain", "positoin_gain", "Did you mean 'position_gain'?"),
    ("noise = 1e-4", "noice = 1e-4", "block 'encoder': unknown setting (got 'noice'"),
    ("[reference]", "[fidelity]\nfrction = true\n[reference]", "fidelity.frction: unknown key"),
    ("[reference]", "[fidelity]\njoints = 'stiff'\n[reference]", "fidelity.joints: input should"),
    ("[reference]", "[links.link1]\nmass = -1\n[reference]", "links.link1.mass: a mass cannot be"),
    ("[reference]", "[links.link9]\nmass = 1\n[reference]", "links.link9.mass: unknown link"),
    ("[reference]", "[joints.3]\ndamping = 1\n[reference]", "joints.3.damping: unknown joint"),
    (
        "[reference]",
        "[integration]\nsteps = 0\n[reference]",
        "integration.steps (got 0, expected 1",
    ),
    ("[reference]", "[integration]\nsteps = 1.5\n[reference]", "integration.steps: input should"),
    ("[reference]", "[recording]\nrate = 333\n[reference]", "the rate of recording does not div"),
    ("[reference]", "[recording]\nsignals = ['x']\n[reference]", "there is no signal 'x' to rec"),
    ("[reference]", "[start]\njoint_position = [1]\n[reference]", "start.joint_position has the w"),
    (
        "[reference]",
        "[spreads]\n'links.link1.mass' = 'big'\n[reference]",
        "not a spread (got 'big'",
    ),
    (
        "[reference]",
        "[spreads]\n'links.link1.mass' = 5\n[reference]",
        "links.link1.mass: a plain number can be read as two different spreads "
        "(got '5', expected 5% or ±5 kg)",
    ),
    (
        "[reference]",
        "[spreads]\n'joints.*.motor_inertia' = '1e3'\n[reference]",
        "(got '1e3', expected 1e3% or ±1e3 kg m²)",
    ),
    (
        "[reference]",
        "[spreads]\n'elastic.*.stiffness' = '5'\n[reference]",
        "(got '5', expected 5% or ±5)",
    ),
    (
        "[reference]",
        "[spreads]\n'links.link1.mass' = true\n[reference]",
        "should be a valid string",
    ),
    ("[reference]", "[gravity]\nz = -9.81\n[reference]", "gravity"),
    ('"two_axis"', '"two_axes"', "no robot of that name in the library (got 'two_axes'"),
    ('"two_axis"', '"mine.urdf"', "mine.urdf: no such file"),
    ('"two_axis"', "3", "robot: input should be a robot's name or file, or its tables (got 3)"),
    ("duration = 0.1", "duration = -1", "duration (got -1.0, expected more than 0 s)"),
    ("duration = 0.1", "duration = 'long'", "duration: input should be a valid number"),
    ("duration = 0.1", "duration = nan", "duration: input should be a finite number"),
    ("tick = 0.001", "tick = 0", "tick (got 0.0, expected more than 0 s)"),
    ("position_gain = 20", "position_gain = 'high'", "'position_gain' is not a number (got 'high'"),
    ("[0.6, 0.4]", "[0.6, 0.4, 0.2]", "'velocity_gain' has the wrong length (got [3], expected o"),
    ("[0.3, 0.2]", "[0.3]", "'end' does not fit (got (0.3,), expected 2 numbers, one for each of"),
    ("[0.3, 0.2]", "'home'", "block 'reference': 'end' is of the wrong kind (got 'home'"),
    ("speed = 3", "speed = -3", "'speed' is too small (got -3, expected more than 0 rad/s)"),
    ('"cascade"', '"cascad"', "unknown kind of controller (got 'cascad', expected one of pid, ca"),
    ('kind = "encoder"\nrate = 1000', 'kind = "encoder"', "block 'encoder': keeps 'last_position'"),
    ("[[sensors]]", "[sensors]", "sensors: "),
    ("force_z = -50", "force_w = -50", "block 'tool_force': unknown setting (got 'force_w'"),
    (
        "rate = 1000\nposition_gain",
        "rate = 300\nposition_gain",
        "block 'controller.position' does not divide that of the clock (got 300 Hz and 1000 Hz",
    ),
    (
        "[reference]",
        "[integration]\nmethod = 'rk4'\n"
        "[joints.1]\nfriction = { law = 'coulomb', coulomb = 1 }\n[reference]",
        "rk4 cannot hold joints that stick",
    ),
    (
        "[reference]",
        "[joints.1]\nfriction = { law = 'lugree', coulomb = 1 }\n[reference]",
        "unknown kind of friction (got 'lugree'",
    ),
    ("robot =", "robot", "not valid TOML: "),
    pytest.param("duration = 0.1", "duration = '0.1'", "duration", id="number in quotes"),
    pytest.param(
        "[reference]",
        "[fidelity]\ngravity = 'yes'\n[reference]",
        "fidelity.gravity",
        id="yes for true",
    ),
    pytest.param(
        "[reference]",
        "[joints.1]\nfriction = { law = 'lugre' }\n[reference]",
        "coulomb",
        id="a law without its parameters",
    ),
    pytest.param(
        "[reference]",
        "[spreads]\n'links.link1.mss' = '5%'\n[reference]",
        "links.link1.mss",
        id="a spread of nothing",
    ),
    pytest.param(
        "[reference]",
        "[joints.1]\ngear_ratio = 0\n[reference]",
        "gear",
        id="no gear",
    ),
    pytest.param(
        "[reference]",
        "[recording]\nrate = 0\n[reference]",
        "recording.rate",
        id="recording never",
    ),
    pytest.param(
        "[reference]",
        "[integration]\nsteps = 99999999999\n[reference]",
        "integration.steps",
        id="too many steps",
    ),
    pytest.param(
        "position_gain = 20",
        "position_gain = 20\nself = 1",
        "unknown setting (got 'self'",
        id="self",
    ),
    pytest.param(
        "position_gain = 20",
        f"position_gain = {'9' * 400}",
        "an integer has too many digits",
        id="400 digits",
    ),
    pytest.param(
        "position_gain = 20\n",
        "position_gain = 20\nconnect = { commanded_motor_current = 'time' }\n",
        "block 'controller.velocity', output 'commanded_motor_current'",
        id="a name that runs keep for themselves",
    ),
    pytest.param(
        "position_gain = 20\n",
        "position_gain = 20\nconnect = { commanded_motor_current = '''a\tb''' }\n",
        "port 'commanded_motor_current': the name of a signal has a control character in it",
        id="a signal with a control character",
    ),
    pytest.param(
        "duration = 0.1",
        'duration = 0.1\ndescription = "\\u001b[2J"',
        "bad.toml: scenario 'bad': the description has a control character in it (got '\\x1b')",
        id="a description with a control character",
    ),
    pytest.param(
        "position_gain = 20",
        f"position_gain = {'[' * 3000}{']' * 3000}",
        "bad.toml: lists and tables are nested too deeply",
        id="3000 lists in each other",
    ),
    pytest.param("duration = 0.1", "duration = 0.1\nseed = nan", "seed: input should", id="seed"),
    pytest.param("tick = 0.001", "tick = 1e-320", "too many ticks", id="tick"),
    pytest.param(
        'kind = "cascade"\n',
        "",
        "controller.kind: is missing",
        id="kind is missing",
    ),
    pytest.param(
        "duration = 0.1",
        "duratoin = 0.1",
        "duratoin",
        id="the misspelt key is named",
    ),
]


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armwright.report.runs.draw_run", lambda run: Figures({}))


def refused(run: Run, tmp_path: Path, *arguments: str) -> str:
    """The one line that comes out."""
    code, _, err = run("simulate", *arguments, "--quiet")
    assert code == 2
    assert err.startswith("error: ") and err.count("\n") == 1
    left = [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".toml"]
    assert not left
    return err


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("old", "new", "message"), EDITS)
def test_mistakes_in_a_file(run: Run, tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in TEXT
    (tmp_path / "bad.toml").write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    assert message in refused(run, tmp_path, "bad.toml")


LINE = """
[reference]
kind = "cartesian_line"
rate = 1000
posture = [0.1, 0.1]
end = [5.0, 0.0, 1.0]
speed = 0.5
acceleration = 2
"""


def test_a_path_out_of_reach(run: Run, tmp_path: Path) -> None:
    head, rest = TEXT.split("[reference]")
    text = head + LINE + rest[rest.index("[controller]") :]
    (tmp_path / "far.toml").write_text(text, encoding="utf-8")
    said = refused(run, tmp_path, "far.toml")
    assert "block 'reference', at " in said and "of the path" in said
    assert "out of reach" in said or "singularity" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["six-axis-lin"],
            "unknown scenario (got 'six-axis-lin', expected a .toml file, a run's .nc file, or ",
        ),
        (["six-axis-lin"], "Did you mean 'six-axis-line'?"),
        (["missing.toml"], "missing.toml: no such file"),
        (["folder.toml"], "folder.toml: "),
        (["."], ".: is a folder, not a scenario"),
        ([""], "unknown scenario"),
        (["binary.toml"], "binary.toml"),
        (["good.toml", "--set", "nothing"], "--set nothing: not a path and a value"),
        (["good.toml", "--set", "=3"], "--set =3: not a path and a value"),
        (["good.toml", "--set", "duration="], "--set duration=: not a path and a value"),
        (["good.toml", "--set", "durtion=3"], "Did you mean 'duration'?"),
        (["good.toml", "--set", "controller.rate=0"], "rate (got 0, expected more than 0 Hz)"),
        (["good.toml", "--set", "seed=nan"], "seed: not a whole number (got nan)"),
        (["good.toml", "--set", "seed=inf"], "seed: not a whole number (got inf)"),
        (["good.toml", "--set", "tick=nan"], "tick: not a number (got nan)"),
        (["good.toml", "--set", "tick=1e-320"], "scenario 'good': too many ticks (got 0.1 s in t"),
        (["good.toml", "--set", "controller.rate=1e-320"], "is too low (got 9.99989e-321 Hz and"),
        (
            ["good.toml", "--set", f"duration={'9' * 400}"],
            "--set duration: an integer has too many digits",
        ),
        (
            ["good.toml", "--set", f"duration={'9' * 5000}"],
            "--set duration: an integer has too many digits",
        ),
        (
            ["good.toml", "--set", f"reference.end={'[' * 3000}{']' * 3000}"],
            "--set reference.end: lists and tables are nested too deeply (expected at most 50",
        ),
        (["good.toml", "--spread", "links.link1.mass=5%"], "--spread needs --runs"),
        (["good.toml", "--runs", "1", "--spread", "links.link1.mass=5%"], "--spread needs --runs"),
        (
            ["good.toml", "--runs", "2", "--spread", "links.link1.mass"],
            "--spread links.link1.mass:",
        ),
        (["good.toml", "--runs", "2", "--spread", "links.link1.mass=lots"], "not a spread"),
        (
            ["good.toml", "--runs", "2", "--spread", "links.link1.mass=5"],
            "links.link1.mass: a plain number can be read as two different spreads "
            "(got '5', expected 5% or ±5 kg)",
        ),
        (
            ["good.toml", "--runs", "2", "--spread", "links.link1.mss=5%"],
            "links.link1.mss: there is",
        ),
        (
            ["good.toml", "--runs", "5", "--set", "fidelity.noise=false"],
            "all 5 runs would be the same",
        ),
        (["good.toml", "--runs", "0"], "Invalid value for '--runs'"),
        (["good.toml", "--runs", "many"], "Invalid value for '--runs'"),
        (["good.toml", "--out", "good.toml"], "--out good.toml: the folder cannot be created"),
        (["good.toml", "--out", "/dev/null/x"], "--out /dev/null/x: the folder cannot be created"),
        (["good.toml", "--nope"], "No such option: --nope"),
        (["good.toml", "bad.toml"], "bad.toml"),
        ([], "Missing argument"),
    ],
)
def test_bad_command_lines(run: Run, tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "good.toml").write_text(TEXT, encoding="utf-8")
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)))
    (tmp_path / "folder.toml").mkdir()
    assert message in refused(run, tmp_path, *arguments)


def test_a_refused_scenario_leaves_no_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(TEXT.replace("[0.3, 0.2]", "[0.3]"), encoding="utf-8")
    refused(run, tmp_path, "bad.toml")
    assert [path.name for path in tmp_path.iterdir()] == ["bad.toml"]


def test_a_run_without_anything_to_draw_is_fine(run: Run, tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(TEXT, encoding="utf-8")
    setting = 'recording.signals=["joint_velocity"]'
    assert run("simulate", "good.toml", "--quiet", "--set", setting)[0] == 0
