"""${…} and $(…) in the texts of a xacro file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from armwright.errors import InputError
from armwright.robot.formats.expressions import XacroValue, evaluate
from armwright.robot.formats.packages import find_package, is_package, named_package

LONGEST = 10_000
#: Characters of all filled texts together.
MOST_TEXT = 20_000_000
_PIECE = re.compile(r"\$\$(?=[{(])|\$\{([^{}]*)\}|\$\(([^()]*)\)")
_WORDS: Mapping[str, bool] = {"true": True, "True": True, "false": False, "False": False}
Lookup = Callable[[str], str | None]


class XacroText:
    """Fills in texts; knows the file's arguments and where packages are."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        #: Packages that texts have asked for: those that the user or the environment has named, and
        #: those around the description.
        self.named: set[Path] = set()
        self.around: set[Path] = set()
        self._arguments: dict[str, str] = {}
        self._total = 0

    def argument(self, name: str, attributes: Mapping[str, str]) -> None:
        if "default" in attributes:
            self._arguments.setdefault(name, attributes["default"])

    def filled(self, text: str, names: Lookup, where: str) -> str:
        def value(match: re.Match[str]) -> str:
            if match[1] is not None:
                result = evaluate(match[1], lambda name: _typed(names(name)), where)
                return result if isinstance(result, str) else repr(result)
            return "$" if match[2] is None else self._substituted(match[2], where)

        if "$" not in text:
            return text
        result = _PIECE.sub(value, text)
        self._total += len(result)
        if len(result) > LONGEST or self._total > MOST_TEXT:
            limit = LONGEST if len(result) > LONGEST else MOST_TEXT
            raise InputError("text gets too long", where=where, expected=f"at most {limit}")
        return result

    def truth(self, text: str, names: Lookup, where: str) -> bool:
        filled = self.filled(text, names, where).strip()
        if filled in _WORDS:
            return _WORDS[filled]
        return bool(evaluate(filled, lambda name: _typed(names(name)), where))

    def _substituted(self, text: str, where: str) -> str:
        command, _, rest = text.strip().partition(" ")
        if command == "arg":
            if rest.strip() not in self._arguments:
                raise InputError(
                    "argument has no default value", where=where, got=repr(rest.strip())
                )
            return self._arguments[rest.strip()]
        if command == "find":
            return self._package(rest.strip())
        raise InputError(
            f"$({command} …) is refused",
            where=where,
            expected="$(arg NAME) or $(find PACKAGE)",
            hint="A description may not look at the machine it is read on.",
        )

    def _package(self, name: str) -> str:
        """Its folder; if there is none, what meshes call it, which need not be there."""
        found = find_package(name, self._folder)
        if found is None:
            return f"package://{name}"
        if found == named_package(name):
            self.named.add(found)
        elif is_package(found):
            self.around.add(found)
        return str(found)


def _typed(text: str | None) -> XacroValue | None:
    """A property as the number or truth value that its text stands for."""
    if text is None or text in _WORDS:
        return None if text is None else _WORDS[text]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
