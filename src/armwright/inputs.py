"""What comes from outside: files and values, within bounds.

Every file that armwright is told to read is read here, and every value that was nested freely by
someone else passes `check_value`.
"""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from armwright.errors import UNPRINTABLE, InputError, shown

#: Tables in tables, lists in lists: no file of ours needs a tenth of it.
DEEPEST = 50
#: Beyond this no number fits a float with room to calculate.
LARGEST_INTEGER = 10**300
LONGEST_NAME = 200


def read_bytes(path: Path, largest: int, where: str = "") -> bytes:
    """The file's content; `where` is named in errors, or else the path."""
    where = where or str(path)
    with opened(path, where) as file:
        size = os.fstat(file.fileno()).st_size
        content = file.read(largest + 1) if size <= largest else b""
    if max(size, len(content)) > largest:
        raise InputError(
            "file is too big",
            where=where,
            got=f"{max(size, len(content))} bytes",
            expected=f"at most {largest}",
        )
    return content


@contextmanager
def opened(path: Path, where: str = "") -> Iterator[BinaryIO]:
    """The file, open for reading; `where` is named in errors, or else the path.

    Only regular files are read: a device or a pipe may never end, or never begin.
    """
    where = where or str(path)
    # A pipe that nobody writes into must not make us wait.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        if path.is_dir():  # which Windows refuses to open, with other words
            raise InputError("is a folder, not a file", where=where)
        handle = os.open(path, flags)
    except FileNotFoundError:
        raise InputError("no such file", where=where) from None
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise _unreadable(error, where) from None
    try:
        with open(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise InputError(
                    "is not a regular file",
                    where=where,
                    got="a device, a pipe or a socket",
                    hint="Write its content to a file first.",
                )
            yield file
    except OSError as error:
        raise _unreadable(error, where) from None


def _unreadable(error: OSError | ValueError, where: str) -> InputError:
    reason = getattr(error, "strerror", None) or error
    return InputError(f"cannot be read: {reason}", where=where)


def read_text(path: Path, largest: int, where: str = "") -> str:
    try:
        return read_bytes(path, largest, where).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            "not a text file",
            where=where or str(path),
            got=f"byte {error.object[error.start]:#04x} at position {error.start}",
            expected="UTF-8",
        ) from None


def source_date() -> datetime | None:
    """What SOURCE_DATE_EPOCH (seconds since 1970) says, if it is in the environment."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    try:
        return None if given is None else datetime.fromtimestamp(int(given), UTC)
    except (ValueError, OverflowError, OSError):
        raise InputError(
            "this is not a date",
            where="environment, SOURCE_DATE_EPOCH",
            got=repr(given),
            expected="seconds since 1970, a whole number, or no such variable",
        ) from None


def exists(path: Path) -> bool:
    """Whether there is anything of that name; no file system may have room for it."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def inside(folder: Path | None, name: str, where: str, start: Path | None = None) -> Path:
    """The file `name`, seen from `start`; refused unless it is in `folder` or below.

    A description must not reach for other files of the machine.
    """
    try:
        path = None if folder is None else ((start or folder) / name).resolve()
    except (OSError, ValueError):  # a name that no file system takes
        path = None
    if folder is None or path is None or not path.is_relative_to(folder.resolve()):
        raise InputError(
            "included file does not belong to the description", where=where, got=shown(name)
        )
    return path


def from_home(name: str, where: str) -> Path:
    """The path that `name` means: `~` is the user's own folder."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise InputError(
            "the home folder '~' is not known", where=where, got=shown(name), expected="a full path"
        ) from None


@contextmanager
def locating(where: str) -> Iterator[None]:
    """Put the file's name in front of the place that an error inside names."""
    try:
        yield
    except InputError as error:
        raise error.at(f"{where}: " if error.where else where) from None


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """The tables that a TOML text holds."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise too_deep(where) from None
    except ValueError:
        # Python refuses to read integers of thousands of digits.
        raise InputError("an integer has too many digits", where=where) from None
    check_value(table, where)
    return table


def check_value(value: object, where: str) -> None:
    """Refuse what is nested without end, and integers that no float can hold."""
    todo: list[tuple[object, int]] = [(value, 0)]
    while todo:
        item, depth = todo.pop()
        if depth > DEEPEST:
            raise too_deep(where)
        if isinstance(item, Mapping):
            todo += [(one, depth + 1) for one in item.values()]
        elif isinstance(item, list | tuple):
            todo += [(one, depth + 1) for one in item]
        elif isinstance(item, int) and abs(item) > LARGEST_INTEGER:
            raise InputError("an integer has too many digits", where=where, expected="at most 300")


def too_deep(where: str) -> InputError:
    return InputError(
        "lists and tables are nested too deeply", where=where, expected=f"at most {DEEPEST} levels"
    )


def check_name(name: object, what: str, where: str) -> None:
    """Refuse what cannot be a name: terminals, pictures and XML files would be spoilt by it."""
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME:
        expected = f"1 to {LONGEST_NAME} characters"
        raise InputError(
            f"not a name for a {what}", where=where, got=shown(name), expected=expected
        )
    check_text(name, f"the name of a {what}", where)


def check_names(names: object, where: str) -> tuple[str, ...]:
    """Of signals or paths that were asked for: several, or one alone."""
    if isinstance(names, str):
        return (names,)
    found = tuple(names) if isinstance(names, Iterable) else (names,)
    if not all(isinstance(one, str) for one in found):
        raise InputError("not names", where=where, got=shown(names), expected="a list of names")
    return found


def check_text(text: str, what: str, where: str, *, lines: bool = False) -> None:
    """Refuse control characters; with `lines`, line ends and tabs may be there."""
    for found in UNPRINTABLE.finditer(text):
        if not (lines and found[0] in "\n\r\t"):
            raise InputError(
                f"{what} has a control character in it",
                where=where,
                got=ascii(found[0]),
                hint="Take it out.",
            )
