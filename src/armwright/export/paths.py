"""Where an export goes."""

from __future__ import annotations

import os
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
