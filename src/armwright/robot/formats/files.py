"""Files in: read with a size limit, and only where a description may look."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from armwright.errors import InputError


def read_bytes(path: Path, largest: int) -> bytes:
    """The file's content; a missing, unreadable or oversized file is an InputError."""
    where = str(path)
    try:
        if not path.is_file():
            what = "is a folder, not a file" if path.is_dir() else "no such file"
            raise InputError(what, where=where)
        size = path.stat().st_size
        if size > largest:
            raise InputError(
                "file is too big", where=where, got=f"{size} bytes", expected=f"at most {largest}"
            )
        with path.open("rb") as file:
            return file.read(largest + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"cannot be read: {error}", where=where) from None


def read_text(path: Path, largest: int) -> str:
    try:
        return read_bytes(path, largest).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            "not a text file",
            where=str(path),
            got=f"byte {error.object[error.start]:#04x} at position {error.start}",
            expected="UTF-8",
        ) from None


def inside(folder: Path | None, name: str, where: str, start: Path | None = None) -> Path:
    """The file `name`, seen from `start`; refused unless it is in `folder` or below.

    A description must not reach for other files of the machine.
    """
    path = None if folder is None else ((start or folder) / name).resolve()
    if folder is None or path is None or not path.is_relative_to(folder.resolve()):
        raise InputError(
            "included file does not belong to the description", where=where, got=repr(name)
        )
    return path


@contextmanager
def locating(where: str) -> Iterator[None]:
    """Put the file's name in front of the place that an error inside names."""
    try:
        yield
    except InputError as error:
        place = f"{where}: {error.where}" if error.where else where
        raise InputError(
            error.what, where=place, got=error.got, expected=error.expected, hint=error.hint
        ) from None
