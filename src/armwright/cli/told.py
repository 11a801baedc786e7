"""What a command tells, in words or as JSON (`--json`): docs/command_line.md has the shape."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from armwright.report.data import Data

Json = Annotated[
    bool, typer.Option("--json", help="Print tables as JSON, and nothing else: for programs.")
]


class Told:
    """Tables, notes and written files of a command; nobody asks for them without `--json`."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted
        self.tables: dict[str, Data] = {}
        self.notes: list[str] = []
        self.files: list[str] = []

    def table(self, name: str, made: Callable[[], Data]) -> None:
        if self._wanted:
            self.tables[name] = made()

    def add_tables(self, made: Callable[[], Mapping[str, Data]]) -> None:
        if self._wanted:
            self.tables.update(made())

    def wrote(self, *paths: Path) -> None:
        self.files += [str(path) for path in paths]


@contextmanager
def told(command: str, wanted: bool) -> Iterator[Told]:
    """With `wanted`, what is printed inside is left out, and JSON takes its place at the end."""
    what = Told(wanted)
    if not wanted:
        yield what
        return
    from armwright import __version__
    from armwright.report.data import as_json

    ending: typer.Exit | None = None
    with redirect_stdout(io.StringIO()):
        try:
            yield what
        except typer.Exit as error:
            ending = error
    # Where standard output is closed, nobody reads it.
    plain = not (getattr(sys.stdout, "encoding", None) or "ascii").lower().startswith("utf")
    print(as_json(command, __version__, what.tables, what.notes, what.files, plain=plain))
    if ending is not None:
        raise ending
