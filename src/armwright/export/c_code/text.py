"""Names, comments and numbers in C."""

from __future__ import annotations

import math
import re
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence

#: Longer ones are cut: C99 promises no more than 63 characters.
_LONGEST = 60
#: Words of C and C++, and names that the headers we include may define as macros.
_TAKEN = frozenset(
    (
        *("alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break"),
        *("case", "catch", "char", "char16_t", "char32_t", "char8_t", "class", "compl", "concept"),
        *("const", "const_cast", "consteval", "constexpr", "constinit", "continue", "co_await"),
        *("co_return", "co_yield", "decltype", "default", "delete", "do", "double", "dynamic_cast"),
        *("else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend"),
        *("goto", "if", "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not"),
        *("not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public"),
        *("register", "reinterpret_cast", "requires", "restrict", "return", "short", "signed"),
        *("sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template"),
        *("this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename"),
        *("typeof", "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t"),
        *("while", "xor", "xor_eq", "errno", "linux", "unix", "NAN", "INFINITY", "NULL"),
    )
)


def identifier(name: str) -> str:
    """The name with what C does not allow replaced: `six-axis/line` is `six_axis_line`."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    word = re.sub(r"[^0-9A-Za-z]+", "_", letters).strip("_")[:_LONGEST].rstrip("_")
    if not word:
        word = "model"
    return f"x{word}" if word[0].isdigit() else f"{word}_" if word in _TAKEN else word


def identifiers(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """An identifier for each name, all different, and none of those that are `taken`."""
    used, found = set(taken), {}
    for name in dict.fromkeys(names):
        word, number = identifier(name), 1
        while word in used:
            number += 1
            word = f"{identifier(name)}_{number}"
        used.add(word)
        found[name] = word
    return found


_WIDTH = 96


def comment(*paragraphs: str, indent: str = "") -> list[str]:
    """A block comment. Nothing in it can end it."""
    lines: list[str] = []
    for paragraph in paragraphs:
        for line in plain(paragraph).split("\n"):
            lines += textwrap.wrap(line, _WIDTH - len(indent)) or [""]
    if len(lines) == 1:
        return [f"{indent}/* {lines[0]} */"]
    first, *rest = lines
    inside = [f"{indent} * {line}".rstrip() for line in rest]
    return [f"{indent}/* {first}", *inside, f"{indent} */"]


def lacking(parts: Sequence[str]) -> list[str]:
    """Paragraphs on what of the robot's description is not in the code."""
    return ["", *(f"Left out: {part}" for part in parts)] if parts else []


def plain(text: str) -> str:
    """Without what C could stumble over: ends of comments, trigraphs, letters beyond ASCII."""
    for symbol, spelled in _SYMBOLS.items():
        text = text.replace(symbol, spelled)
    text = "".join(map(_ascii, unicodedata.normalize("NFKD", text)))
    text = text.replace("\\", "|").replace("??", "? ?")
    return text.replace("*/", "* /").replace("/*", "/ *")


def literal(value: float) -> str:
    """A number as C has it: the shortest that is read as the same double."""
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    return repr(float(value))


def negative(a: str) -> str:
    """−a; two signs would be read as a decrement."""
    return f"-({a})" if a.startswith("-") else f"-{a}"


def numbers(values: Iterable[float], indent: str) -> list[str]:
    """Values of an initialiser, wrapped."""
    text = ", ".join(map(literal, values))
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent)


def table(rows: Sequence[Sequence[float]], indent: str) -> list[str]:
    """Rows of an initialiser, one in a line, in braces."""
    return [f"{indent}{{{', '.join(map(literal, row))}}}," for row in rows]


_SYMBOLS = {
    "²": "^2",
    "³": "^3",
    "½": "1/2",
    "·": " ",
    "×": "x",
    "−": "-",
    "–": "-",
    "→": "->",
    "∫": "integral of ",
}
_MARKS = {"\u0307": "'", "\u0308": "''"}


def _ascii(letter: str) -> str:
    """Greek letters by name, time derivatives with strokes, other accents left out."""
    if letter == "\n" or " " <= letter <= "~":
        return letter
    if unicodedata.combining(letter):
        return _MARKS.get(letter, "")
    name = unicodedata.name(letter, "?")
    return name.split()[-1].lower() if name.startswith("GREEK") else "?"
