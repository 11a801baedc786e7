"""`armwright study` and `armwright studies`: what is printed, written and returned."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer

import armwright.studies
from armwright.studies import Outcome, Tell, all_studies, registry
from armwright.studies.all_studies import Ended, News, Progressed, Warned
from armwright.studies.claim import tally
from tests.unit.studies.small import CLAIMS, STUDY, outcome

Run = Callable[..., tuple[int, str, str]]
Register = Callable[[Callable[[Tell], Outcome]], None]
NAMES = ("small-study", "other-study")


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Register:
    """Make `small-study` do something else."""

    def register(work: Callable[[Tell], Outcome]) -> None:
        package = SimpleNamespace(STUDY=replace(STUDY, run=work))
        monkeypatch.setitem(sys.modules, "armwright.studies.small_study", package)

    return register


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch, register: Register) -> None:
    for place in (registry, armwright.studies):
        monkeypatch.setattr(place, "STUDIES", NAMES)
    other = SimpleNamespace(STUDY=replace(STUDY, name="other-study"))
    monkeypatch.setitem(sys.modules, "armwright.studies.other_study", other)
    register(STUDY.run)


def test_studies_are_listed(run: Run) -> None:
    code, out, err = run("studies")
    assert (code, err) == (0, "")
    assert re.findall(r"^ (\S+) +A small study +N\. Body", out, re.MULTILINE) == list(NAMES)


def test_study_prints_claims_and_writes_the_report(run: Run, tmp_path: Path) -> None:
    code, out, err = run("study", "small-study")
    assert (code, err) == (0, "")
    folder = tmp_path / "armwright-study-small-study"
    assert {path.name for path in folder.iterdir()} == {
        ".armwright-files",
        "report.html",
        "claims.json",
        "figures",
        "runs",
    }
    assert "S9, table 1" in out and "2.9999 kg" in out and "Note: Nobody knows why." in out
    assert re.search(
        r"^2 of 3 agree: 1 in number, 1 in kind; 1 differs; 1 more observed, not judged\n"
        r"\d+\.\d s in all\n"
        r"report: armwright-study-small-study/report\.html\n\Z",
        out,
        re.MULTILINE,
    )
    assert "\x1b" not in out
    assert len(json.loads((folder / "claims.json").read_text(encoding="utf-8"))["claims"]) == 4


def test_without_claims_there_is_no_table(run: Run, register: Register) -> None:
    register(lambda tell: Outcome((), (), {}))
    code, out, _ = run("study", "small-study", "--out", "a/b")
    assert code == 0
    assert re.fullmatch(r"\d+\.\d s in all\nreport: a/b/report.html\n", out)


def test_progress_is_shown_on_a_terminal_unless_quiet(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    _, out, err = run("study", "small-study")
    assert "simulating [part two]" in err and "50 %" in err
    assert "drawing the report" in err and "100 %" in err
    assert "simulating" not in out
    assert run("study", "small-study", "--quiet")[2] == ""


def test_open_starts_the_browser(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(typer, "launch", lambda path: opened.append(path) or 0)
    assert run("study", "small-study", "--open", "--out", "out")[0] == 0
    assert opened == ["out/report.html"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["small-stud"], "unknown study (got 'small-stud', expected one of small-study, other"),
        (
            ["small-study", "--out", "/dev/null/x"],
            "--out /dev/null/x: the folder cannot be created",
        ),
        (["small-study", "--out", "file"], "--out file: the folder cannot be created: File exists"),
    ],
)
def test_bad_input_is_one_line_before_any_work(
    run: Run, tmp_path: Path, register: Register, arguments: list[str], message: str
) -> None:
    (tmp_path / "file").write_text("")
    register(lambda tell: pytest.fail("it was run"))
    code, out, err = run("study", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("error: ") and err.count("\n") == 1
    assert message in err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def interrupted() -> None:
    """Ctrl-C, swallowed, as simulations do that keep what there is."""
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        return
    pytest.fail("the signal did not arrive")


def ends(_: Tell) -> Outcome:
    interrupted()
    return outcome()


def breaks(_: Tell) -> Outcome:
    interrupted()
    raise IndexError("a run is too short")


def test_ctrl_c_ends_the_study_at_its_next_piece_of_work(run: Run, register: Register) -> None:
    reached = []

    def goes_on(tell: Tell) -> Outcome:
        interrupted()
        reached.append("the end of the simulation")
        tell("next", 0.5)
        reached.append("the next piece of work")
        return outcome()

    register(goes_on)
    assert run("study", "small-study", "--quiet")[0] == 130
    assert reached == ["the end of the simulation"]


@pytest.mark.parametrize("work", [ends, breaks])
def test_ctrl_c_ends_the_study_even_if_a_simulation_takes_it(
    run: Run, tmp_path: Path, register: Register, work: Callable[[Tell], Outcome]
) -> None:
    before = signal.getsignal(signal.SIGINT)
    register(work)
    code, out, err = run("study", "small-study", "--quiet", "--out", "new/folder")
    assert (code, out, err) == (130, "", "error: stopped; nothing was written\n")
    assert list(tmp_path.iterdir()) == []
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_while_the_report_is_drawn_leaves_the_one_before(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("study", "small-study", "--quiet", "--out", "out")[0] == 0
    report = tmp_path / "out" / "report.html"
    before = report.read_bytes()

    def stop(_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("armwright.report.html.page.png", stop)
    assert run("study", "small-study", "--quiet", "--out", "out")[0] == 130
    assert report.read_bytes() == before


def test_an_error_of_the_study_leaves_no_empty_folder(
    run: Run, tmp_path: Path, register: Register
) -> None:
    def wrong(_: Tell) -> Outcome:
        raise armwright.InputError("no such arm", where="study")

    register(wrong)
    code, _, err = run("study", "small-study", "--quiet", "--out", "new/folder")
    assert (code, err) == (2, "error: study: no such arm\n")
    assert list(tmp_path.iterdir()) == []


def ending(name: str, failure: str = "") -> Ended:
    return Ended(name, 2.0, tally([] if failure else CLAIMS), failure)


@pytest.mark.parametrize("failure", ["", "IndexError: a run is too short"])
def test_all_studies_have_one_table_and_one_page(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: str
) -> None:
    def run_all(names: tuple[str, ...], folder: Path) -> Iterator[News]:
        assert (names, folder) == (NAMES, Path("out"))
        yield Progressed("other-study", "working", 0.5)
        yield ending("other-study", failure)
        yield Warned("small-study", "steps are too long")
        yield ending("small-study")

    monkeypatch.setattr(all_studies, "run_all", run_all)
    code, out, err = run("study", "all", "--out", "out")
    assert code == (1 if failure else 0)
    rows = re.findall(r"^ (\S+) +(\d|–) +(\d|–) +(\d|–) +(\d|–)", out, re.MULTILINE)
    sums, other = ("1", "–") if failure else ("2", "1")
    assert rows == [("small-study", *"1111"), ("other-study", *4 * other), ("all", *4 * sums)]
    assert out.endswith("reports: out/index.html\n")
    told = "2 of 3 agree: 1 in number, 1 in kind; 1 differs; 1 more observed, not judged"
    assert f"small-study, 2 s: {told}\n" in err
    assert "warning: small-study: steps are too long\n" in err
    assert (f"error: other-study failed to run: {failure}\n" in err) == bool(failure)
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        ".armwright-files",
        "index.html",
        "summary.json",
    }


def test_ctrl_c_says_which_studies_are_written(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_all(*_: object) -> Iterator[News]:
        yield ending("small-study")
        raise KeyboardInterrupt

    monkeypatch.setattr(all_studies, "run_all", run_all)
    code, out, err = run("study", "all", "--quiet")
    assert (code, out, err) == (130, "", "error: stopped; written: small-study\n")
