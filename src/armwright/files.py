"""Files are written whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from armwright.errors import InputError


def write_whole(
    path: str | os.PathLike[str], content: bytes | str | Callable[[BinaryIO], object]
) -> Path:
    """Put `content` into the file `path`; a failure half way leaves what was there before.

    Text is written as UTF-8; a callable gets the open binary file to write into. Folders that are
    missing are made. Readers and other writers at the same time see one whole version or another.
    """
    path = Path(path)
    if not path.name or "\0" in path.name:
        raise InputError("not the name of a file", where="write", got=repr(str(path)))
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("xb") as file:
                if callable(content):
                    content(file)
                else:
                    file.write(content.encode() if isinstance(content, str) else content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"cannot be written: {reason}", where=str(path)) from error
    return path
