"""All studies, several side by side, each in a process of its own: one that fails takes no other
with it."""

from __future__ import annotations

import os
import signal
import time as clock
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from armwright.errors import ArmwrightError
from armwright.progress import Tell
from armwright.studies.claim import Tally, tally
from armwright.studies.registry import find
from armwright.studies.writing import write

#: The long ones first, so that no processor waits for one of them in the end.
FIRST = ("friction", "elastic", "puma-validation", "formulations", "six-axis", "rx90b", "two-axis")

#: What is done for the study of a name: it is run, and written into a folder.
Work = Callable[[str, Path, Tell], Tally]


@dataclass(frozen=True)
class Progressed:
    """What a study is doing, and which part of it is done."""

    study: str
    what: str
    done: float


@dataclass(frozen=True)
class Warned:
    study: str
    words: str


@dataclass(frozen=True)
class Ended:
    """`failure`: why there are no claims to count, or ""."""

    study: str
    seconds: float
    tally: Tally
    failure: str = ""


News = Progressed | Warned | Ended


def perform(name: str, folder: Path, tell: Tell) -> Tally:
    study = find(name)
    outcome = study.run(tell)
    tell("drawing the report", 1.0)
    write(study, outcome, folder)
    return tally(outcome.claims)


def run_all(
    names: Iterable[str],
    folder: Path,
    *,
    at_a_time: int | None = None,
    work: Work = perform,
) -> Iterator[News]:
    """Each study into the folder of its name inside `folder`; gives what there is to tell, as it
    happens. `at_a_time`: processes; as many as there are processors. Whoever stops listening ends
    what is under way."""
    waiting = sorted(names, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
    most = at_a_time or os.cpu_count() or 1
    under_way: dict[Connection, _UnderWay] = {}
    try:
        while waiting or under_way:
            while waiting and len(under_way) < most:
                one = _UnderWay.start(waiting.pop(0), folder, work)
                under_way[one.line] = one
                yield Progressed(one.study, "starting", 0.0)
            for line in wait(list(under_way)):
                assert isinstance(line, Connection)
                one = under_way[line]
                news = one.heard()
                if isinstance(news, Ended):
                    del under_way[line]
                yield news
    finally:
        for one in under_way.values():
            one.process.terminate()
            one.process.join()


@dataclass(frozen=True)
class _UnderWay:
    study: str
    process: BaseProcess
    line: Connection
    since: float

    @classmethod
    def start(cls, study: str, folder: Path, work: Work) -> _UnderWay:
        # A forked process would have the locks of threads that it does not have.
        context = get_context("spawn")
        line, theirs = context.Pipe(duplex=False)
        process = context.Process(
            target=_work, args=(study, folder / study, work, theirs), daemon=True
        )
        process.start()
        theirs.close()
        return cls(study, process, line, clock.perf_counter())

    def heard(self) -> News:
        try:
            news: News | str | Tally = self.line.recv()
        except (EOFError, OSError):  # it may end in the middle of a word, too
            self.process.join()
            code = self.process.exitcode or 0
            known = {int(one): one.name for one in signal.Signals}
            how = known.get(-code, f"signal {-code}") if code < 0 else f"exit code {code}"
            news = f"its process ended without a word: {how}"
        if isinstance(news, Progressed | Warned):
            return news
        self.process.join()
        self.line.close()
        seconds = clock.perf_counter() - self.since
        if isinstance(news, str):
            return Ended(self.study, seconds, tally([]), news)
        assert not isinstance(news, Ended)
        return Ended(self.study, seconds, news)


def _work(study: str, folder: Path, work: Work, line: Connection) -> None:
    """In the process of its own: sends news, then its tally, or what went wrong in words."""
    # Ctrl-C is for the process that waits for this one, which then ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def warned(message: Warning | str, *_: object, **__: object) -> None:
        line.send(Warned(study, str(message)))

    warnings.showwarning = warned
    try:
        found = dict(
            work(study, folder, lambda what, done: line.send(Progressed(study, what, done)))
        )
    except ArmwrightError as error:
        line.send(str(error))
    except Exception as error:
        if os.environ.get("ARMWRIGHT_TRACEBACK"):
            traceback.print_exc()
        line.send(f"{type(error).__name__}: {error}")
    else:
        line.send(found)
