"""What every format gives: the columns of a file by name, and their values piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType

from armwright.arrays import Array
from armwright.errors import InputError, did_you_mean
from armwright.robot.finding import Finding

#: Rows of a piece, about: small enough for a file of any size, large enough to be quick.
ROWS = 100_000
MOST_COLUMNS = 20_000

#: Some rows of the columns that were asked for, one array each.
Rows = Mapping[str, Array]


@dataclass(frozen=True)
class ColumnReader:
    """`rows`: how many there are, about. `pieces`: all rows of some columns, in order.

    `columns`: what the file itself says of its columns: a columns file's text or content. `clocks`:
    columns that are times, whether they are used or not. `findings`: what is wrong with the file,
    complete once all its pieces are read.
    """

    names: tuple[str, ...]
    rows: int
    pieces: Callable[[Sequence[str]], Iterator[Rows]]
    columns: Mapping[str, object] | str | None = None
    clocks: tuple[str, ...] = ()
    findings: list[Finding] = field(default_factory=list)


@contextmanager
def refusing(what: str, where: str, *errors: type[Exception]) -> Iterator[None]:
    """What a library says of a file that it cannot read, as our own error."""
    try:
        yield
    except InputError:
        raise
    except errors as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"cannot be read as {what}: {reason[:200]}", where=where) from None


def needed(module: str, where: str) -> ModuleType:
    """A library that only this format needs."""
    try:
        return import_module(module)
    except ImportError:
        raise InputError(
            f"the package '{module.partition('.')[0]}' is needed to read or write this file",
            where=where,
            hint="Try: pip install 'armwright[logs]'",
        ) from None


def no_such_column(name: str, names: Sequence[str], where: str) -> InputError:
    return InputError(
        "no such column",
        where=where,
        got=repr(name),
        expected="one of " + ", ".join(map(repr, names)),
        hint=did_you_mean(name, names, most=3, cutoff=0.5),
    )
