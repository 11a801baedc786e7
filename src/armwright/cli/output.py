"""Standard output and error of a command, which do not end its work."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self, TextIO

from armwright.progress import Tell, silence
from armwright.transliteration import TRANSLITERATE

if TYPE_CHECKING:
    from rich.progress import ProgressColumn


@contextmanager
def progress_bar(doing: str, total: float, done: str) -> Iterator[Callable[[float, str], None]]:
    """Takes how much is completed, and words that stand beside it. `done`: what is completed, as a
    format of `task`. Like that of `telling`, it does not stand with the results."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (
        TextColumn(doing),
        BarColumn(),
        TextColumn(done),
        TextColumn("{task.fields[words]}"),
    )
    out = Console(stderr=True)
    with Progress(*columns, console=out, disable=not out.is_terminal) as bar:
        task = bar.add_task(doing, total=total, words="")
        yield lambda completed, words: bar.update(task, completed=completed, words=words)


@contextmanager
def telling(quiet: bool = False) -> Iterator[Tell]:
    """A progress bar beside words for what is being done; not with the results, which may go to a
    file."""
    if quiet:
        yield silence
        return
    from rich.console import Console
    from rich.progress import Progress

    out, columns = Console(stderr=True), bar_columns()
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda what, done: bar.update(task, description=what, completed=done, refresh=True)


def bar_columns() -> tuple[ProgressColumn, ...]:
    """A bar, which part is done, and what is being done."""
    from rich.progress import BarColumn, TextColumn
    from rich.table import Column

    return (
        BarColumn(bar_width=24),
        TextColumn("{task.percentage:3.0f} %"),
        TextColumn(
            "{task.description}",
            markup=False,
            table_column=Column(no_wrap=True, overflow="ellipsis"),
        ),
    )


class PatientOutput:
    """While it is open, a reader that leaves, or a full disk, costs what is printed and no more.

    `armwright simulate … | head` writes its files all the same.
    """

    def __enter__(self) -> Self:
        self._before = sys.stdout, sys.stderr
        self._out, sys.stdout = _patient(sys.stdout)
        _, sys.stderr = _patient(sys.stderr)
        return self

    def __exit__(self, *_: object) -> None:
        self.flush()
        sys.stdout, sys.stderr = self._before

    def flush(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()

    @property
    def failure(self) -> OSError | None:
        """Why something could not be printed; a reader that has left wanted no more."""
        failure = self._out.failure if self._out else None
        return None if isinstance(failure, BrokenPipeError) else failure


class _Patient(io.FileIO):
    """Takes everything, and remembers what went wrong first."""

    failure: OSError | None = None

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        try:
            return super().write(data)
        except OSError as error:
            self.failure = self.failure or error
            return memoryview(data).nbytes


def _patient(stream: TextIO) -> tuple[_Patient | None, TextIO]:
    """A terminal stays as it is, but shows other characters for one that it cannot show."""
    if not isinstance(stream, io.TextIOWrapper):
        return None, stream
    stream.reconfigure(errors=TRANSLITERATE)
    try:
        number, terminal = stream.fileno(), stream.isatty()
    except OSError:  # a test's, or another program's
        return None, stream
    if terminal:
        return None, stream
    stream.flush()
    raw = _Patient(number, "wb", closefd=False)
    text = io.TextIOWrapper(
        io.BufferedWriter(raw),  # type: ignore[type-var]
        encoding=stream.encoding,
        errors=TRANSLITERATE,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
    return raw, text
