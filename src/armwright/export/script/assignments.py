"""A Program as assignments, one for each value, in words that Python and Octave share.

Also names in comments, and as names of files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from armwright.compiler import Port, Program
from armwright.errors import InputError, UnsupportedOperation

#: Operations; {0}, {1} are the operands.
_TEMPLATES = {
    "add": "{0} + {1}",
    "sub": "{0} - {1}",
    "mul": "{0} * {1}",
    "div": "{0} / {1}",
    "neg": "-{0}",
    "inv": "1.0 / {0}",
    "sq": "{0} * {0}",
    "twice": "{0} + {0}",
    "sin": "sin({0})",
    "cos": "cos({0})",
}


@dataclass(frozen=True)
class ScriptLanguage:
    """What languages differ in: how to read an element of an argument, and how a line ends."""

    element: Callable[[Port, int], str]
    end: str = ""


@dataclass(frozen=True)
class Assignments:
    """`values`: the expressions of all results, by port and row by row."""

    lines: tuple[str, ...]
    values: dict[str, list[str]]


def assignments(program: Program, language: ScriptLanguage) -> Assignments:
    known: list[str] = []
    lines: list[str] = []
    for index, (operation, *rest) in enumerate(program.code):
        if operation == "constant":
            known.append(number(rest[0]))
        elif operation == "input":
            known.append(language.element(program.inputs[rest[0]], rest[1]))
        elif operation in _TEMPLATES:
            expression = _TEMPLATES[operation].format(*(known[k] for k in rest))
            lines.append(f"t{index} = {expression}{language.end}")
            known.append(f"t{index}")
        else:
            raise UnsupportedOperation(
                f"function '{program.name}': operation '{operation}' cannot be exported"
            )
    values = {port.name: ["0.0"] * port.size for port in program.outputs}
    for store in program.stores:
        values[program.outputs[store.port].name][store.element] = known[store.value]
    return Assignments(tuple(lines), values)


def number(value: float) -> str:
    """The shortest text that is read as the same double; negative ones stand in parentheses."""
    text = repr(float(value))
    return f"({text})" if text.startswith("-") else text


def in_comment(text: str) -> str:
    """One line of plain characters: a name may not end the comment that it stands in."""
    line = "".join(c if c.isprintable() else " " for c in text)
    line = line.replace("²", "^2").replace("−", "-")
    return line.encode("ascii", "replace").decode()


def identifier_of(path: Path, taken: Collection[str], longest: int = 60) -> str:
    """The file's name without its suffix: it is the name of what is in the file."""
    word = path.stem
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", word) or word in taken or len(word) > longest:
        raise InputError(
            "not a valid name for what the file defines",
            where=str(path),
            got=repr(word),
            expected=f"a letter, then letters, digits and _, no word of the language, "
            f"at most {longest} characters",
        )
    return word
