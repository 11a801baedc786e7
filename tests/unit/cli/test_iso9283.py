"""`armwright iso9283`: a run, a scenario, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from armwright.signals import Log, Run
from tests.unit.cli.conftest import Run as Command

RATE = 100.0


def run_of(tmp_path: Path, visits: int) -> Path:
    """A tool that goes to and fro between two places, missing them by known amounts."""
    move = np.linspace(0, 1, 51)[1:, None]
    a, b = np.array([0.3, 0.0, 0.2]), np.array([0.5, 0.1, 0.4])
    there = [a + move * (b - a), np.repeat(b[None], 50, axis=0)]
    back = [b + move * (a - b), np.repeat(a[None], 50, axis=0)]
    command = np.concatenate([np.repeat(a[None], 50, axis=0), *((*there, *back) * visits)])
    records = {
        "reference_tool_position": command[None],
        "tool_position": command[None] + [0.003, 0, 0.004],
        "joint_position": np.zeros((1, len(command), 1)),
    }
    time = np.arange(len(command)) / RATE
    run = Run.from_records(time, records, joints=["one"], single=True)
    return run.save(tmp_path / "run.nc")


def test_a_run_gives_a_report_and_numbers(tmp_path: Path, run: Command) -> None:
    path = run_of(tmp_path, 30)
    code, output, error = run("iso9283", str(path), "--test", "poses", "--test", "distance")
    assert code == 0, error
    assert "AP p   pose accuracy                                      5 mm" in output
    table = json.loads((tmp_path / "iso9283" / "characteristics.json").read_text())
    found = {(row["symbol"], row["where"]): row for row in table["characteristics"]}
    assert found["AP_p", "pose 1"]["value"] == pytest.approx(0.005)
    assert found["AP_p", "pose 1"]["clause"] == "7.2.1"
    assert found["RP_l", "pose 2"]["value"] == pytest.approx(0, abs=1e-12)
    assert found["AD_p", "pose 1 to pose 2"]["value"] == pytest.approx(0, abs=1e-12)
    page = (tmp_path / "iso9283" / "report.html").read_text()
    for words in ("What is not confirmed", "The sizes of the weaving path", "<img"):
        assert words in page


def test_a_log_gives_the_same_numbers_as_its_run(tmp_path: Path, run: Command) -> None:
    path = run_of(tmp_path, 3)
    Log.from_run(Run.load(path)).save(tmp_path / "log.csv")
    for source in ("run.nc", "log.csv"):
        code, _, error = run("iso9283", source, "--out", f"of_{source}")
        assert code == 0, error
    tables = [
        json.loads((tmp_path / f"of_{source}" / "characteristics.json").read_text())
        for source in ("run.nc", "log.csv")
    ]
    assert tables[0]["characteristics"] == tables[1]["characteristics"]


def test_too_few_cycles_are_marked(tmp_path: Path, run: Command) -> None:
    code, output, error = run("iso9283", str(run_of(tmp_path, 3)), "--out", "out")
    assert code == 0, error
    assert "3 of 30 cycles" in output
    assert "fewer cycles than the standard asks for" in (tmp_path / "out/report.html").read_text()


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ((), "iso9283: a run, or a scenario to simulate (expected RUN, or --scenario NAME)"),
        (
            ("RUN", "--scenario", "six-axis-line"),
            "iso9283: a run and a scenario at once (expected RUN, or --scenario NAME)",
        ),
        (("nowhere.nc",), "nowhere.nc: no such file"),
        (("RUN", "--signal", "tcp"), "'tcp': no such signal (expected one of "),
        (("RUN", "--test", "posing", "--band", "-1"), "band: does not fit (got -0.001, expected "),
        (("RUN", "--test", "corners"), "command: the commanded path has no corners with straight "),
        (("RUN", "--rest", "9"), "position: the tool rests nowhere (got "),
        (("--scenario", "six-axis-line", "--cube", "1,2,3"), "--cube: not so many numbers (got "),
        (
            ("--scenario", "six-axis-line", "--cube", "5,0,0,0.3", "--quiet"),
            "block 'reference', P1: pose out of reach (got within ",
        ),
        (("--scenario", "six-axis-line", "--posture", "1,2"), "--posture: not so many numbers "),
        (("--scenario", "six-axis-line", "--velocity", "150"), "velocity: more than the arm can "),
        (("--scenario", "six-axis-line", "--cycles", "1"), "cycles: too few cycles (got 1, "),
        (("--scenario", "six-axis-line", "--test", "poses"), "iso9283: --test is for a run. "),
        (("--scenario", "pendulum/swing"), "scenario 'pendulum/swing': has no controller"),
        (
            ("--scenario", "six-axis-line", "--spread", "joints.*.weight=5%"),
            "joints.J1.weight: there is no single number to spread",
        ),
    ],
)
def test_bad_input_is_one_line(
    words: tuple[str, ...], text: str, tmp_path: Path, run: Command
) -> None:
    given = [str(run_of(tmp_path, 3)) if word == "RUN" else word for word in words]
    code, _, error = run("iso9283", *given, "--out", "out")
    assert code == 2
    assert error.startswith(f"error: {text}"), error
    assert error.count("\n") == 1
    assert not (tmp_path / "out").exists()
