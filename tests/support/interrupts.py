"""Commands stopped at random moments, by Ctrl-C and by kill -9: what is left, and what is told.

`python -m tests.support.interrupts 100 --forked` stops commands 100 times in each way, and prints a
table. Forked, they need not be imported again each time, and are stopped in their own work only.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from armwright.errors import InputError
from armwright.files import LIST
from armwright.signals import Run

ROOT = str(Path(__file__).parent.parent.parent)
#: By name: what is typed after `armwright`, with its output in `out`.
COMMANDS = {
    "run": "simulate pendulum/swing --quiet --out out --set duration={}",
    "sweep": "simulate six-axis-line --quiet --out out --set duration={} "
    "--runs 8 --spread joints.2.friction.coulomb=5%",
    "study": "study small-study --quiet --out out",
    "c": "export pendulum/swing --to c --out out/arm.c --set duration={}",
    "fmu": "export pendulum/swing --to fmu2 --out out/arm.fmu --set duration={}",
}
EXPORTED = {"arm.c", "arm.h", "arm_test.c", "arm.fmu"}
#: A command of its own, so that a study is one that takes no time.
START = """
import sys
from armwright.cli import main
if "small-study" in sys.argv:
    try:
        from armwright.studies import registry
        from tests.unit.studies import small
    except KeyboardInterrupt:
        sys.exit(130)
    sys.modules["armwright.studies.small_study"] = small
    registry.STUDIES = ("small-study",)
main()
"""
#: s: two that alternate, so that old files can be told from new ones.
DURATIONS = (0.2, 0.25)
STOPPED = 130
WAYS = (signal.SIGINT, signal.SIGKILL)
#: What commands import when they need it.
SLOW = ("armwright.report.runs", "armwright.scenario", "armwright.simulation", "armwright.export")
#: How often a command is run to its end after it was stopped.
AGAIN = 0.25


@dataclass(frozen=True)
class Stopped:
    """A command that was stopped `after` so many seconds, and what is wrong with that."""

    command: str
    way: signal.Signals
    after: float
    code: int
    faults: tuple[str, ...]


def campaign(
    count: int,
    seed: int,
    names: tuple[str, ...] = tuple(COMMANDS),
    *,
    ways: tuple[signal.Signals, ...] = WAYS,
    forked: bool = False,
) -> Iterator[Stopped]:
    """Each command in turn, `count` times in all by Ctrl-C and as often by kill -9."""
    draw = random.Random(seed)
    with TemporaryDirectory() as root:
        places = {name: Place(Path(root, name), name, forked) for name in names}
        for k in range(count):
            place = places[names[k % len(names)]]
            for way in ways:
                last = k >= count - len(names) and way is ways[-1]
                yield place.stopped(way, draw.random(), again=last or draw.random() < AGAIN)


class Place:
    """A folder with a command's output."""

    def __init__(self, folder: Path, name: str, forked: bool) -> None:
        folder.mkdir()
        self._folder, self._name, self._forked, self._times = folder, name, forked, 0
        self._out = folder / "out"
        self._lasting = min(self._to_its_end() for _ in DURATIONS)

    def stopped(self, way: signal.Signals, part: float, *, again: bool) -> Stopped:
        """`part`: of the time that the command takes. `again`: run it to its end then."""
        after, before = part * self._lasting, self._files()
        # What is compiled anew can be stopped while it is compiled.
        process = self._start(cache=f"cache{self._times}" if self._times % 2 else "cache")
        time.sleep(after)
        os.kill(process, way)
        code, errors = self._ended(process)
        faults = list(self._faults())
        if way is signal.SIGINT:
            faults += _faults_of_ending(code, errors)
            if code not in (0, STOPPED) or "error: stopped" in errors:
                faults += [] if self._files() == before else ["it was stopped, and has written"]
        elif code not in (-signal.SIGKILL, 0):
            faults.append(f"code {code}")
        if again:
            try:
                self._to_its_end()
            except AssertionError as error:
                faults.append(f"the next command fails: {error}")
            faults += [*self._faults(), *(f"left over: {one}" for one in self._leftovers())]
        return Stopped(self._name, way, after, code, tuple(faults))

    def _start(self, cache: str) -> int:
        """The number of the process."""
        self._times += 1
        words = COMMANDS[self._name].format(DURATIONS[self._times % 2]).split()
        number = os.fork()
        if number:
            return number
        try:
            os.chdir(self._folder)
            os.environ["ARMWRIGHT_CACHE"] = str(self._folder.with_name(cache))
            os.environ["PYTHONPATH"] = os.pathsep.join(path for path in (ROOT, *sys.path) if path)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(os.open("errors", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
            # A shell's job in the background would ignore Ctrl-C.
            signal.signal(signal.SIGINT, signal.default_int_handler)
            if not self._forked:
                os.execv(sys.executable, [sys.executable, "-c", START, *words])
            sys.argv = ["armwright", *words]
            exec(START, {})
        except SystemExit as end:
            os._exit(int(end.code or 0))
        except BaseException:
            traceback.print_exc()
        os._exit(1)

    def _ended(self, process: int) -> tuple[int, str]:
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        return code, (self._folder / "errors").read_text()

    def _to_its_end(self) -> float:
        """How long it takes, s."""
        begun = time.monotonic()
        assert self._ended(self._start("cache")) == (0, "")
        return time.monotonic() - begun

    def _files(self) -> dict[str, bytes]:
        found = (path for path in self._out.rglob("*") if path.is_file())
        return {path.relative_to(self._out).as_posix(): path.read_bytes() for path in found}

    def _leftovers(self) -> set[str]:
        files = self._files()
        return set(files) - {LIST, *EXPORTED, *files.get(LIST, b"").decode().splitlines()}

    def _faults(self) -> Iterator[str]:
        """Every file is whole, and they belong together."""
        for path in (path for path in self._out.rglob("*.nc") if ".armwright-" not in str(path)):
            try:
                Run.load(path)
            except InputError as error:
                yield str(error)
        for path in self._out.glob("*.fmu"):
            with zipfile.ZipFile(path) as archive:
                if archive.testzip():
                    yield f"{path.name} is damaged"
        decided = list(self._out.glob(".armwright-decided-*"))
        summary = self._out / "summary.json"
        if summary.exists() and not decided:
            created = Run.load(self._out / "run.nc").data.attrs["created"]
            if str(created) not in summary.read_text():
                yield "the summary is of another run"


def _faults_of_ending(code: int, errors: str) -> Iterator[str]:
    """Until `main` is called, Python ends as it likes."""
    if code in (1, -signal.SIGINT) and "in main" not in errors:
        return
    if code not in (0, STOPPED):
        yield f"code {code}: {errors!r}"
    if code == 0 and errors:
        yield f"it finished, but said {errors!r}"
    if code == STOPPED and errors.strip("\n").count("\n"):
        yield f"more than one line: {errors!r}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=tuple(COMMANDS), choices=COMMANDS)
    parser.add_argument("--forked", action="store_true")
    parser.add_argument("--ways", nargs="*", default=[way.name for way in WAYS])
    chosen = parser.parse_args()
    if chosen.forked:
        for module in (*SLOW, "armwright.cli.commands", "tests.unit.studies.small"):
            import_module(module)
    table: Counter[tuple[str, str, int]] = Counter()
    faults = 0
    ways = tuple(signal.Signals[name] for name in chosen.ways)
    only = tuple(chosen.only)
    for one in campaign(chosen.count, chosen.seed, only, ways=ways, forked=chosen.forked):
        table[one.command, one.way.name, one.code] += 1
        print(".", end="", file=sys.stderr, flush=True)
        if one.faults:
            faults += 1
            print(f"{one.command} {one.way.name} after {one.after:.3f} s: {one.faults}", flush=True)
    for (command, way, code), number in sorted(table.items()):
        print(f"{command:6} {way:8} code {code:4}: {number}")
    print(f"{sum(table.values())} stopped, {faults} with faults")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
