"""The errors a user can meet. Every message says what, where, got, expected, and what to try."""

from __future__ import annotations

import difflib
import re
import reprlib
from collections.abc import Iterable

#: Control characters, halves of characters, and marks that turn the direction of writing: they move
#: the cursor of a terminal, show a text other than it is, or have no place in XML.
UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
#: Characters of a message's parts; names of files and lists of choices may be long.
_LONGEST = {"what": 1000, "where": 1000, "got": 300, "expected": 4000, "hint": 1000}


class ArmwrightError(Exception):
    """Base of all errors that armwright raises on purpose; the command line exits with code 2."""


class InputError(ArmwrightError, ValueError):
    """Something that was given to the library cannot be right.

    The message is built from parts, so that no part is forgotten and tests can look at each:
    `where: what (got …, expected …). try`. It is one line that a terminal can show, whatever the
    parts are made of.
    """

    def __init__(
        self,
        what: str,
        *,
        where: str = "",
        got: object = None,
        expected: object = None,
        hint: str = "",
    ) -> None:
        self.what, self.where, self.hint = what, where, hint
        self.got, self.expected = got, expected
        super().__init__(_message(what, where, got, expected, hint))

    def at(self, before: str) -> InputError:
        """The same error, with `before` in front of where it is."""
        return InputError(
            self.what,
            where=before + self.where,
            got=self.got,
            expected=self.expected,
            hint=self.hint,
        )

    def hinted(self, more: str) -> InputError:
        """The same error, with more to try."""
        return InputError(
            self.what,
            where=self.where,
            got=self.got,
            expected=self.expected,
            hint=f"{self.hint} {more}".strip(),
        )


class NonFiniteError(ArmwrightError, ArithmeticError):
    """A result contains NaN or infinity, and the caller did not ask to see it."""


class UnsupportedOperation(ArmwrightError):
    """An expression contains an operation that cannot be turned into machine code."""


def did_you_mean(name: str, known: Iterable[str], most: int = 1, cutoff: float = 0.6) -> str:
    """A hint at the names that are most like the one that was given; empty if none is."""
    # Capitals are a common mistake of their own.
    written = {one.lower(): one for one in known}
    near = difflib.get_close_matches(name.lower(), written, n=most, cutoff=cutoff)
    return f"Did you mean {' or '.join(repr(written[one]) for one in near)}?" if near else ""


def printable(text: str) -> str:
    """The text on one line, with an escape (`\\x1b`) for what a terminal must not be sent."""
    return UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class _Shown(reprlib.Repr):
    """Short, however deep or long the value is."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxstring, self.maxother = 4, 60, 60
        self.maxlist = self.maxtuple = self.maxdict = 6

    def repr_int(self, x: int, level: int) -> str:
        # Python refuses to write out, and takes long for, integers of thousands of digits.
        return super().repr_int(x, level) if x.bit_length() < 1000 else "a very long integer"


def shown(value: object) -> str:
    """A value that may be anything, for a message."""
    return _Shown().repr(value)


def _message(what: str, where: str, got: object, expected: object, hint: str) -> str:
    facts = [f"got {_part('got', got)}"] if got is not None else []
    if expected is not None:
        facts.append(f"expected {_part('expected', expected)}")
    what = _part("what", what)
    text = f"{_part('where', where)}: {what}" if where else what
    if facts:
        text += f" ({', '.join(facts)})"
    return f"{text}. {_part('hint', hint)}" if hint else text


def _part(name: str, value: object) -> str:
    text = value if isinstance(value, str) else _told(value)
    longest = _LONGEST[name]
    return printable(text if len(text) <= longest else f"{text[: longest - 1]}…")


def _told(value: object) -> str:
    try:
        return str(value)
    except (ValueError, RecursionError):
        return shown(value)
