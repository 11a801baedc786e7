"""Files in and out: read with a size limit, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
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


def write_text(path: Path, text: str) -> None:
    """Write the whole file or nothing: a crash half way leaves what was there before."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise InputError(f"cannot be written: {error}", where=str(path)) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes files private; a description is as public as any new file.
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError | UnicodeEncodeError):
            raise InputError(f"cannot be written: {error}", where=str(path)) from None
        raise


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
