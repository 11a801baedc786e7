"""Places that commands write into, looked at before the work begins."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from armwright.errors import InputError
from armwright.files import check_replaceable, making


@contextmanager
def folder_for(path: Path) -> Iterator[Path]:
    """Made before the work begins, so that nobody waits for what cannot be written.

    If the work fails and has left nothing in it, what was made is removed again.
    """
    with ExitStack() as made:
        try:
            made.enter_context(making(path))
        except OSError as error:
            raise InputError(
                f"the folder cannot be made: {error.strerror}", where=f"--out {path}"
            ) from None
        if not os.access(path, os.W_OK | os.X_OK):
            raise InputError("nothing can be written into the folder", where=f"--out {path}")
        yield path


@contextmanager
def file_for(path: Path) -> Iterator[Path]:
    """Its folder, and a name that it can have there."""
    with folder_for(path.parent):
        try:
            check_replaceable(path)
        except OSError as error:
            raise InputError(
                f"cannot be written: {error.strerror}", where=f"--out {path}"
            ) from None
        yield path
