"""Where an export goes, what it has written, and what of the source is not in it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from armwright.errors import InputError


def with_suffix(path: str | os.PathLike[str], suffix: str) -> Path:
    """The path, refused unless it ends in the suffix."""
    found = Path(path)
    if found.suffix != suffix:
        raise InputError(
            "not the kind of file that this export writes",
            where=str(path),
            got=f"suffix '{found.suffix}'",
            expected=suffix,
        )
    return found


@dataclass(frozen=True)
class Written:
    """`lost`: one sentence for each thing that the format has no place for."""

    files: tuple[Path, ...]
    lost: tuple[str, ...] = ()
