"""One thing that is wrong, or looks wrong, in a description."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from armwright.errors import InputError

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Finding:
    """An error makes results wrong or impossible; a warning deserves a look.

    Every check fills in all parts; only a file that cannot be read may leave some open.
    """

    severity: Severity
    what: str
    where: str
    got: object
    expected: object
    hint: str

    def __str__(self) -> str:
        message = InputError(
            self.what, where=self.where, got=self.got, expected=self.expected, hint=self.hint
        )
        return f"{self.severity}: {message}"

    @staticmethod
    def of(error: InputError) -> Finding:
        return Finding("error", error.what, error.where, error.got, error.expected, error.hint)
