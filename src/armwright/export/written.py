"""What an export has written, and what of the source is not in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Written:
    """`lost`: one sentence for each thing that the format has no place for."""

    files: tuple[Path, ...]
    lost: tuple[str, ...] = ()
