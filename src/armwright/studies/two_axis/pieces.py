"""The pieces of a study's work: what is told of them, and how long they take."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from armwright.studies.study import Tell


class Pieces:
    """`seconds`: what each took, by its name."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self.seconds: dict[str, float] = {}

    @contextmanager
    def piece(self, name: str, begin: float, end: float) -> Iterator[Callable[[str, float], None]]:
        """From `begin` to `end` of the whole; gives what tells of its own parts."""

        def told(what: str, done: float) -> None:
            self._tell(what, begin + done * (end - begin))

        told(name, 0.0)
        since = clock.perf_counter()
        yield told
        self.seconds[name] = clock.perf_counter() - since
