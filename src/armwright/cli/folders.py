"""Folders that commands write into."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from armwright.errors import InputError


@contextmanager
def folder_for(path: Path) -> Iterator[Path]:
    """Made before the work begins, so that nobody waits for what cannot be written.

    If the work fails and has left nothing in it, what was made is removed again.
    """
    made = [folder for folder in (path, *path.parents) if not folder.exists()]
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"the folder cannot be made: {error.strerror}", where=f"--out {path}"
        ) from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise InputError("nothing can be written into the folder", where=f"--out {path}")
    try:
        yield path
    except BaseException:
        with suppress(OSError):
            for folder in made:
                folder.rmdir()
        raise
