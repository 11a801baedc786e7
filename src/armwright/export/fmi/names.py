"""Names of variables by FMI's structured convention: `controller.velocity_gain[2]`.

What is not an identifier is quoted, and a number in a path is an index: `joints.2.friction.coulomb`
is `joints[2].friction.coulomb`.
"""

from __future__ import annotations

import re
import unicodedata

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
#: What may stand in a quoted name beside letters and digits.
_QUOTED = frozenset(" !#$%&()*+,-./:;<>=?@[]^_{}|~")


def variable_name(path: str) -> str:
    """The name of a whole vector."""
    found = ""
    for part in path.split("."):
        if part.isdecimal() and found and not found.endswith("]"):
            found += f"[{int(part)}]"
        else:
            found += f".{_part(part)}" if found else _part(part)
    return found


def element_name(name: str, element: int, size: int) -> str:
    """Of one element, counted from 1; a vector of one has no index."""
    if size == 1:
        return name
    if name.endswith("]"):
        return f"{name[:-1]},{element}]"
    return f"{name}[{element}]"


def derivative_name(name: str) -> str:
    return f"der({name})"


def _part(text: str) -> str:
    if _IDENTIFIER.fullmatch(text):
        return text
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "replace").decode()
    inside = "".join(letter if _may_stand(letter) else "?" for letter in plain)
    return f"'{inside}'"


def _may_stand(letter: str) -> bool:
    return letter.isalnum() or letter in _QUOTED
