"""All studies in processes of their own, and the page in front of their reports."""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
import time
import warnings
from multiprocessing import Pipe
from pathlib import Path
from types import SimpleNamespace

import pytest

from armwright.errors import InputError
from armwright.progress import Tell
from armwright.studies import registry
from armwright.studies.all_studies import Ended, Progressed, Warned, _UnderWay, run_all
from armwright.studies.claim import Tally, tally
from armwright.studies.index import index_contents
from tests.unit.report.html.reading import Reader
from tests.unit.studies import small


def work(name: str, folder: Path, tell: Tell) -> Tally:
    """In another process: does what the study is called."""
    tell("working", 0.5)
    match name:
        case "refused":
            raise InputError("no such arm", where="study")
        case "broken":
            raise IndexError("a run is too short")
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "long":
            time.sleep(60)
        case "sound":
            warnings.warn("steps are too long", stacklevel=1)
    folder.mkdir(parents=True)
    return tally(small.CLAIMS)


def test_one_that_fails_spoils_no_other(tmp_path: Path) -> None:
    names = ["sound", "refused", "broken", "killed"]
    news = list(run_all(names, tmp_path, at_a_time=2, work=work))
    endings = {one.study: one for one in news if isinstance(one, Ended)}
    assert {name: one.failure for name, one in endings.items()} == {
        "sound": "",
        "refused": "study: no such arm",
        "broken": "IndexError: a run is too short",
        "killed": "its process ended without a word: SIGKILL",
    }
    assert endings["sound"].tally == tally(small.CLAIMS)
    assert endings["broken"].tally == tally([])
    assert {path.name for path in tmp_path.iterdir()} == {"sound"}
    assert Progressed("broken", "working", 0.5) in news
    assert Warned("sound", "steps are too long") in news


@pytest.mark.skipif(os.name != "posix", reason="signals end processes")
@pytest.mark.parametrize(("number", "name"), [(signal.SIGKILL, "SIGKILL"), (60, "signal 60")])
def test_a_process_that_ends_in_the_middle_of_a_word_is_told(number: int, name: str) -> None:
    """As when there is no memory left: all that comes of its message is the beginning."""
    process = SimpleNamespace(join=lambda: None, exitcode=-number)
    line, theirs = Pipe(duplex=False)
    os.write(theirs.fileno(), struct.pack("!i", 100) + b"half a")
    theirs.close()
    news = _UnderWay("one", process, line, 0.0).heard()  # type: ignore[arg-type]
    assert isinstance(news, Ended)
    assert news.failure == f"its process ended without a word: {name}"


def test_whoever_stops_listening_ends_what_is_under_way(tmp_path: Path) -> None:
    begun = time.perf_counter()
    news = run_all(["long"], tmp_path, work=work)
    assert next(news) == Progressed("long", "starting", 0.0)
    assert next(news) == Progressed("long", "working", 0.5)
    news.close()  # type: ignore[attr-defined]
    assert time.perf_counter() - begun < 30


@pytest.fixture
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "STUDIES", ("small-study", "broken"))
    for name in ("small_study", "broken"):
        monkeypatch.setitem(sys.modules, f"armwright.studies.{name}", small)


@pytest.mark.usefixtures("_registered")
def test_the_index_counts_verdicts_and_leads_to_the_reports() -> None:
    endings = [
        Ended("small-study", 2.0, tally(small.CLAIMS)),
        Ended("broken", 1.0, tally([]), "IndexError: a run is <too> short"),
    ]
    contents = index_contents(endings)
    read = Reader(str(contents["index.html"]))
    assert [one["href"] for one in read.all("a")] == ["small-study/report.html"]
    numbers = [cell for cell in read.text("td") if cell.isdigit() or cell == "–"]
    assert numbers == ["1", "1", "1", "1", "2", *"––––", "1", "1", "1", "1", "1"]
    assert "broken failed to run: IndexError: a run is <too> short" in read.text("p")
    summary = json.loads(str(contents["summary.json"]))
    assert [one["failure"] for one in summary["studies"]] == ["", endings[1].failure]
    assert summary["studies"][0]["claims"] == dict(endings[0].tally)


@pytest.mark.usefixtures("_registered")
def test_in_the_summary_for_programs_times_have_no_place() -> None:
    first, second = (
        index_contents([Ended("small-study", seconds, tally(small.CLAIMS))])
        for seconds in (2.0, 3.0)
    )
    assert first["summary.json"] == second["summary.json"]
