"""How long work tells what it is doing."""

from __future__ import annotations

from typing import Protocol


class Tell(Protocol):
    """Told before each piece of work: what it is, and which part of the whole is done."""

    def __call__(self, what: str, done: float) -> None: ...


def silence(what: str, done: float) -> None:
    """For who does not want to be told."""
