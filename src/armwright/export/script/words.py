"""Names in comments and as names of files."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from armwright.errors import InputError


def in_comment(text: str) -> str:
    """One line of plain characters: a name may not end the comment that it stands in."""
    line = "".join(c if c.isprintable() else " " for c in text)
    return line.encode("ascii", "replace").decode()


def identifier_of(path: Path, taken: Collection[str], longest: int = 60) -> str:
    """The file's name without its suffix: it is the name of what is in the file."""
    word = path.stem
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", word) or word in taken or len(word) > longest:
        raise InputError(
            "not a name for what is in the file",
            where=str(path),
            got=repr(word),
            expected=f"a letter, then letters, digits and _, no word of the language, "
            f"at most {longest} characters",
        )
    return word
