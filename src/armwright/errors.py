"""The errors a user can meet. Every message says what, where, got, expected, and what to try."""

from __future__ import annotations


class ArmwrightError(Exception):
    """Base of all errors that armwright raises on purpose; the command line exits with code 2."""


class InputError(ArmwrightError, ValueError):
    """Something that was given to the library cannot be right.

    The message is built from parts, so that no part is forgotten and tests can look at each:
    `where: what (got …, expected …). try`.
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


class NonFiniteError(ArmwrightError, ArithmeticError):
    """A result contains NaN or infinity, and the caller did not ask to see it."""


class UnsupportedOperation(ArmwrightError):
    """An expression contains an operation that cannot be turned into machine code."""


def _message(what: str, where: str, got: object, expected: object, hint: str) -> str:
    facts = [f"got {got}"] if got is not None else []
    if expected is not None:
        facts.append(f"expected {expected}")
    text = f"{where}: {what}" if where else what
    if facts:
        text += f" ({', '.join(facts)})"
    return f"{text}. {hint}" if hint else text
