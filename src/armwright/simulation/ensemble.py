"""Runs of the same machine code: what differs between them, and where each begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.simulation.start import Starter
from armwright.simulation.start_code import StartCode
from armwright.system.names import SEED
from armwright.system.setup import Setup
from armwright.system.system import System


@dataclass(frozen=True, eq=False)
class Ensemble:
    """One or more runs of a system. `start`: the first values, (size,) or (runs, size). `setup`:
    that of all of them but for their numbers and seeds. `single`: one run, not one of many.
    `first`: the number of the first run, where they are a part of more."""

    setup: Setup
    system: System
    start: Mapping[str, Array]
    runs: int = 1
    single: bool = True
    first: int = 0


class OpenSystem:
    """A setup whose runs may differ in some numbers: its system with these left open (`free`, see
    `System`), and first values for whatever they are. `open_step`: the length of steps stays an
    input, too."""

    def __init__(self, setup: Setup, free: Iterable[str] = (), *, open_step: bool = False) -> None:
        self.system = System(setup, frozenset(free), open_step=open_step)
        self._starter = Starter(self.system)

    @cached_property
    def _start_code(self) -> StartCode:
        return StartCode(self._starter)

    @cached_property
    def nominal(self) -> dict[str, Array]:
        """First values of the setup's own run, without its seed."""
        return self._starter.values()

    def alone(self, setup: Setup, numbers: Mapping[str, Array] | None = None) -> Ensemble:
        """A single run; `numbers`: all of its numbers, if they are not the nominal ones. `setup`:
        its own, which may differ in them, in its seed, and in how many steps it takes."""
        own = {key: value[None] for key, value in (numbers or {}).items()}
        first = self._first(own)
        return Ensemble(setup, self.system, {**first, SEED: np.array([float(setup.seed)])})

    def many(
        self,
        setup: Setup,
        numbers: Mapping[str, Array],
        seeds: NDArray[np.integer],
        *,
        first: int = 0,
        threads: int = 1,
    ) -> Ensemble:
        """Runs with free numbers and seeds of their own: `numbers` (runs, size), by name. `setup`:
        as in `alone`, for all of them."""
        start = {**self._first(numbers, threads), SEED: seeds[:, None].astype(np.float64)}
        single = len(seeds) == 1
        return Ensemble(setup, self.system, start, len(seeds), single=single, first=first)

    def _first(self, numbers: Mapping[str, Array], threads: int = 1) -> dict[str, Array]:
        """(runs, size), or (size,) for all runs alike."""
        vectors = {
            name: np.concatenate([numbers[path] for path in free.places], axis=1)
            for name, free in self.system.free_numbers.items()
            if free.places and numbers
        }
        return self._start_code.values(vectors, threads) if vectors else self.nominal
