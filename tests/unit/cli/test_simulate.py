"""`armwright simulate` and `armwright scenarios`: what is printed and written."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

import armwright as aw
from armwright.report.canvas import Figures
from armwright.report.html import HtmlPage
from armwright.signals import Run as SavedRun
from tests.unit.scenario.small import TEXT

Run = Callable[..., tuple[int, str, str]]
TEXTS = {"run.nc", "scenario.toml", "summary.txt", "summary.json"}
WRITTEN = TEXTS | {"path.png", "tracking.png", "torques.png"}


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures take most of the time."""
    monkeypatch.setattr("armwright.report.runs.draw_run", lambda run: Figures({}))


def names(folder: Path) -> set[str]:
    """Without the list of them."""
    return {path.name for path in folder.iterdir()} - {".armwright-files"}


def test_nobody_waits_for_what_the_first_simulation_does_not_need(tmp_path: Path) -> None:
    """Each of these takes longer to import than the run takes."""
    heavy = "scipy", "sympy", "trimesh", "zarr"
    # Where Dask is installed, xarray imports it, and with it SciPy.
    code = (
        "import atexit, sys\nsys.modules['dask'] = None\nfrom armwright.cli import main\n"
        f"atexit.register(lambda: print([m for m in {heavy!r} if m in sys.modules]))\nmain()"
    )
    command = [sys.executable, "-c", code, "simulate", "six-axis-line", "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[]"
    assert names(tmp_path) == WRITTEN


def test_scenarios_are_listed_on_a_line_each(run: Run) -> None:
    code, out, err = run("scenarios")
    assert (code, err) == (0, "")
    lines = out.strip().splitlines()[2:]
    assert [line.split()[0] for line in lines] == list(aw.scenario_names())


def test_the_list_tells_what_the_scenarios_themselves_say(run: Run) -> None:
    lines = run("scenarios")[1].strip().splitlines()[2:]
    assert not any("…" in line for line in lines)
    for line, name in zip(lines, aw.scenario_names(), strict=True):
        scenario = aw.load_scenario(name)
        assert line.split()[1:4] == [scenario.robot.name, f"{scenario.duration:g}", "s"]


def test_a_scenario_of_the_library_can_be_copied(run: Run, tmp_path: Path) -> None:
    folders = {name: tmp_path / name for name in ("robots/pendulum", "pendulum/swing")}
    for name, path in folders.items():
        code, out, err = run("scenarios", name, "--show")
        assert (code, err) == (0, "")
        path.parent.mkdir()
        path.with_suffix(".toml").write_text(out)
    copied = aw.load_scenario(tmp_path / "pendulum" / "swing.toml")
    assert copied.robot.links == aw.load_scenario("pendulum/swing").robot.links


def test_show_needs_the_name_of_a_scenario(run: Run) -> None:
    for words in (["--show"], ["pendulum/swing"]):
        code, out, err = run("scenarios", *words)
        assert (code, out) == (2, "")
        assert "a name and --show belong together" in err
    assert "Did you mean 'pendulum/swing'?" in run("scenarios", "pendulum/swung", "--show")[2]


@pytest.mark.usefixtures("undrawn")
def test_csv_has_a_row_for_each_time_and_units_in_its_header(
    run: Run, tmp_path: Path, small: Path
) -> None:
    assert run("simulate", "small.toml", "--quiet", "--csv", "--out", "o")[0] == 0
    table = pd.read_csv(tmp_path / "o" / "run.csv")
    data = SavedRun.load(tmp_path / "o" / "run.nc").data
    joint = str(data["joint"].values[0])
    assert np.array_equal(table["time [s]"], data["time"])
    expected = data["joint_position"].sel(joint=joint)
    assert np.array_equal(table[f"joint_position.{joint} [rad]"], expected)


def test_simulate_prints_the_summary_and_writes_everything(
    run: Run, tmp_path: Path, small: Path
) -> None:
    code, out, err = run("simulate", "small.toml", "--quiet", "--out", "new/folder")
    assert (code, err) == (0, "")
    folder = tmp_path / "new" / "folder"
    assert names(folder) == WRITTEN
    saved = SavedRun.load(folder / "run.nc")
    assert saved.data.attrs["complete"] is True
    text = (folder / "summary.txt").read_text(encoding="utf-8")
    assert out.startswith(text.rstrip("\n"))
    assert "tracking error of the joints" in text and "NOT COMPLETE" not in text
    assert all(name in out for name in WRITTEN)
    figures = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    assert figures["provenance"]["scenario"] == "small"
    assert figures["joint_error"]["joint1"]["max"] > 0
    for name in ("path.png", "tracking.png", "torques.png"):
        assert (folder / name).read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("undrawn")
def test_the_summary_fits_into_80_columns(run: Run, small: Path) -> None:
    out = run("simulate", "small.toml", "--quiet")[1]
    summary = out.split("written")[0]
    assert max(map(len, summary.splitlines())) <= 80


@pytest.mark.usefixtures("undrawn")
def test_without_out_the_folder_is_called_after_the_scenario(
    run: Run, tmp_path: Path, small: Path
) -> None:
    assert run("simulate", "small.toml", "--quiet")[0] == 0
    assert (tmp_path / "armwright-small" / "run.nc").exists()
    changes = ["--set", "duration=0.02", "--set", "integration.steps=2"]
    assert run("simulate", "r3/one-axis", "--quiet", *changes)[0] == 0
    assert (tmp_path / "armwright-r3-one-axis" / "run.nc").exists()


@pytest.mark.crosscheck
@pytest.mark.usefixtures("undrawn")
def test_the_perturbation_method(run: Run, tmp_path: Path, small: Path) -> None:
    options = ["--quiet", "--method", "perturbation", "--points", "20"]
    code, out, err = run("simulate", "small.toml", *options)
    assert (code, err) == (0, "")
    assert re.search(r"linearised at \d+ points; .* off by about \d+ µm", out)
    saved = SavedRun.load(tmp_path / "armwright-small" / "run.nc").data.attrs
    assert saved["method"] == "perturbation" and saved["second_order_error"] > 0


def test_methods_that_cannot_be(run: Run, small: Path) -> None:
    for options, message in (
        (["--points", "9"], "--points needs --method perturbation"),
        (["--method", "linear"], "method (got 'linear', expected 'full' or 'perturbation')"),
    ):
        code, _, err = run("simulate", "small.toml", "--quiet", *options)
        assert code == 2 and message in err


@pytest.mark.usefixtures("undrawn")
def test_set_changes_values(run: Run, tmp_path: Path, small: Path) -> None:
    settings = [
        "duration=0.05",
        "joints.2.friction.fc=3.1",
        "controller.velocity_gain=[0.5, 0.3]",
        "fidelity.joints=rigid",
        "fidelity.gravity=false",
        "reference.end=[0.1, 0.1]",
        "encoder.velocity_from=difference",
    ]
    options = [word for setting in settings for word in ("--set", setting)]
    code, _, err = run("simulate", "small.toml", "--quiet", "--out", "out", *options)
    assert (code, err) == (0, "")
    data = SavedRun.load(tmp_path / "out" / "run.nc").data
    assert data.attrs["duration"] == pytest.approx(0.05)
    expected = aw.load_scenario(small).changed(
        {
            "duration": 0.05,
            "joints.2.friction.fc": 3.1,
            "controller.velocity_gain": [0.5, 0.3],
            "fidelity.joints": "rigid",
            "fidelity.gravity": False,
            "reference.end": [0.1, 0.1],
            "encoder.velocity_from": "difference",
        }
    )
    assert (expected.simulate().data.joint_position.values == data.joint_position.values).all()


@pytest.mark.usefixtures("undrawn")
def test_runs_with_spreads(run: Run, tmp_path: Path, small: Path) -> None:
    options = ["--runs", "3", "--spread", "links.*.mass=5%", "--spread", "encoder.noise=normal 5%"]
    code, out, err = run("simulate", "small.toml", "--quiet", "--out", "out", *options)
    assert (code, err) == (0, "")
    data = SavedRun.load(tmp_path / "out" / "run.nc").data
    assert data.sizes["run"] == 3
    assert {"links.link1.mass", "links.link2.mass", "encoder.noise"} <= set(data.coords)
    assert re.search(r"median +5 % +95 % +worst +in run", out)


@pytest.mark.usefixtures("undrawn")
def test_notes_come_before_the_summary(run: Run, small: Path) -> None:
    far = ["--set", "start.joint_position=[10, 0]", "--set", "duration=0.01"]
    code, out, err = run("simulate", "small.toml", "--quiet", *far)
    assert (code, err) == (0, "")
    assert out.startswith(
        "note: the arm starts at 10 rad at joint 'joint1' (limits −1.3 to 1.5): "
        "did you mean degrees?\n"
    )


@pytest.mark.usefixtures("undrawn")
def test_progress_is_shown_on_a_terminal_unless_quiet(
    run: Run, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("simulate", "small.toml")[2] == ""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    _, out, err = run("simulate", "small.toml")
    assert "simulating" in err and "simulating" not in out
    assert run("simulate", "small.toml", "--quiet")[2] == ""


def test_a_diverging_run_is_kept(run: Run, tmp_path: Path, small: Path) -> None:
    changes = ["controller.velocity_gain=400", "controller.current_limit=1e9"]
    options = [word for change in changes for word in ("--set", change)]
    code, out, err = run("simulate", "small.toml", "--quiet", "--out", "out", *options)
    assert code == 2
    assert err.startswith("error: scenario 'small': the simulation diverged at t = 0.0")
    assert err.count("\n") == 1 and "of joint 'joint" in err
    assert names(tmp_path / "out") == {"run.nc"}
    assert "out/run.nc" in out
    assert SavedRun.load(tmp_path / "out" / "run.nc").data.attrs["complete"] is False


@pytest.mark.usefixtures("undrawn")
def test_nothing_is_left_half_written(
    run: Run, tmp_path: Path, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full while the run is written: an older run stays as it was."""
    folder = tmp_path / "out"
    assert run("simulate", "small.toml", "--quiet", "--out", "out")[0] == 0
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    code, _, err = run("simulate", "small.toml", "--quiet", "--out", "out", "--set", "seed=2")
    assert code == 2
    assert err == "error: out/run.nc: cannot be written: No space left on device\n"
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_folder_holds_one_run(
    run: Run, tmp_path: Path, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture of many runs does not stay beside a single one; what is not ours does."""

    def drawn(run: SavedRun) -> Figures:
        return Figures({"spread" if "run" in run.data.dims else "path": Figure()})

    monkeypatch.setattr("armwright.report.runs.draw_run", drawn)
    assert run("simulate", "small.toml", "--quiet", "--out", "out", "--runs", "2")[0] == 0
    assert "spread.png" in names(tmp_path / "out")
    (tmp_path / "out" / "notes.txt").write_text("mine")
    assert run("simulate", "small.toml", "--quiet", "--out", "out")[0] == 0
    rest = TEXTS | {"notes.txt"}
    assert names(tmp_path / "out") == {"path.png", *rest}


def test_ctrl_c_while_pictures_are_drawn_leaves_the_run_before(
    run: Run, tmp_path: Path, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    monkeypatch.setattr("armwright.report.runs.draw_run", lambda run: Figures({"a": Figure()}))
    assert run("simulate", "small.toml", "--quiet", "--out", "out")[0] == 0
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    def stop(_: object) -> Figures:
        raise KeyboardInterrupt

    monkeypatch.setattr("armwright.report.runs.draw_run", stop)
    change = ["--set", "seed=2"]
    code, _, err = run("simulate", "small.toml", "--quiet", "--out", "out", *change)
    assert (code, err.strip()) == (130, "error: stopped")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.usefixtures("undrawn")
def test_ctrl_c_while_files_are_written_comes_too_late(
    run: Run, tmp_path: Path, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, synchronise = signal.getsignal(signal.SIGINT), os.fsync

    def stop(handle: int) -> None:
        signal.raise_signal(signal.SIGINT)
        synchronise(handle)

    monkeypatch.setattr(os, "fsync", stop)
    code, out, err = run("simulate", "small.toml", "--quiet", "--out", "out")
    assert (code, err) == (0, "") and "written to out" in out
    assert names(tmp_path / "out") == TEXTS
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.crosscheck
def test_ctrl_c_keeps_what_there_is(tmp_path: Path, small: Path) -> None:
    command = [Path(sys.executable).with_name("armwright"), "simulate", "small.toml"]
    settings = ["--set", "duration=2000", "--set", "integration.steps=20"]
    signals = ["--set", 'recording.signals=["joint_position"]', "--set", "recording.rate=10"]
    process = subprocess.Popen(
        [*command, "--out", "out", *settings, *signals],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1", "FORCE_COLOR": "1", "TERM": "xterm"},
    )
    assert process.stderr is not None
    begun = time.monotonic()
    while "× real time" not in process.stderr.readline():
        assert time.monotonic() - begun < 60
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode in (0, 130), err
    assert "Traceback" not in err
    assert "NOT COMPLETE" in out and "stopped early" in out
    assert names(tmp_path / "out") == TEXTS | {"tracking.png"}
    data = SavedRun.load(tmp_path / "out" / "run.nc").data
    assert data.attrs["complete"] is False
    assert 0 < data.attrs["duration"] < 2000


@pytest.mark.usefixtures("undrawn")
def test_a_run_is_repeated_from_its_file(run: Run, small: Path, tmp_path: Path) -> None:
    change = ("--set", "controller.position_gain=21")
    assert run("simulate", str(small), "--quiet", *change, "--out", "one")[0] == 0
    small.unlink()
    code, out, err = run("simulate", "one/run.nc", "--quiet")
    assert (code, err) == (0, "")
    assert out.endswith("\nthe same bits as in one/run.nc\n")
    assert names(tmp_path / "armwright-run-again") == TEXTS
    whole = [Path(name, "scenario.toml").read_text() for name in ("one", "armwright-run-again")]
    assert whole[0] == whole[1] and "position_gain = 21.0" in whole[0]
    other = ("--set", "controller.position_gain=22")
    assert "the same bits" not in run("simulate", "one/run.nc", "--quiet", *other)[1]


@pytest.mark.usefixtures("undrawn")
def test_a_run_that_comes_out_otherwise_says_so(run: Run, small: Path) -> None:
    first = aw.load_scenario(small).simulate()
    off = first.data.assign(joint_position=first.data["joint_position"] + 1e-9)
    first.with_data(off.assign_attrs(casadi_version="1.0")).save("other.nc")
    out = run("simulate", "other.nc", "--quiet")[1]
    assert "not the same as in other.nc: joint_position by up to 1e-09 rad; it was made w" in out
    assert "casadi 1.0, now" in out


@pytest.mark.usefixtures("undrawn")
def test_a_report_on_demand(
    run: Run, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = HtmlPage("<html></html>", {})
    monkeypatch.setattr("armwright.report.runs.report.run_page", lambda run: page)
    assert run("simulate", str(small), "--quiet", "--out", "out", "--report")[0] == 0
    assert names(tmp_path / "out") == TEXTS | {"report.html"}
    assert run("simulate", str(small), "--quiet", "--out", "out")[0] == 0
    assert names(tmp_path / "out") == TEXTS


def test_a_robot_in_place_of_a_scenario(run: Run, tmp_path: Path) -> None:
    aw.load("two_axis").save(tmp_path / "mine.toml")
    for name in ("mine.urdf", "mine.toml", "puma560"):
        code, out, err = run("simulate", name)
        assert (code, out) == (2, "")
        assert f"this is a robot, not a scenario (got '{name}'). `armwright new {name}` writ" in err
