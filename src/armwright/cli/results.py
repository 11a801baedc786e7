"""Files that commands write: their places looked at before the work begins, told at its end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from armwright.errors import InputError
from armwright.files import check_replaceable, making

Open = Annotated[bool, typer.Option("--open", help="Open the picture in the desktop's viewer.")]


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
                f"the folder cannot be created: {error.strerror}", where=f"--out {path}"
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


def finish(path: Path, wanted: bool, what: str = "picture") -> None:
    """Say where it is, and open it if that is wanted."""
    print(f"{what}: {path}")
    if wanted and typer.launch(str(path)):
        raise InputError("no viewer could be started", where=str(path))
