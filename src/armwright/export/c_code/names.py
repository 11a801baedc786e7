"""Names of robots, scenarios, signals and blocks as identifiers of C."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

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
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    word = re.sub(r"[^0-9A-Za-z]+", "_", plain).strip("_")[:_LONGEST].rstrip("_")
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
