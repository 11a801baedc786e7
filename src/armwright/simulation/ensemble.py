"""Runs of the same machine code: what differs between them, and where each begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.simulation.budget import check_memory
from armwright.simulation.start import Starter
from armwright.system.setup import Setup
from armwright.system.structure import check_same_structure
from armwright.system.system import System, model_of, numbers, plant_of


@dataclass(frozen=True, eq=False)
class Ensemble:
    """One or more setups of one system. `start`: the first values, (size,) or (runs, size)."""

    setups: tuple[Setup, ...]
    system: System
    start: Mapping[str, Array]


def ensemble(setups: Sequence[Setup], *, open_step: bool = False) -> Ensemble:
    """What differs between the setups stays an input; runs with their own numbers have their own
    first values. `open_step`: the length of steps stays an input, too."""
    if len(setups) == 1:
        system, tables = System(setups[0], open_step=open_step), []
    else:
        plants = [plant_of(setup) for setup in setups]
        check_same_structure(setups, plants)
        # All have the same model, or they would not have the same structure.
        model = model_of(setups[0])
        tables = [numbers(s, plant, model) for s, plant in zip(setups, plants, strict=True)]
        system = System(setups[0], _differing(tables), open_step=open_step)
    check_memory(system, len(setups))
    starter = Starter(system)
    if any(free.symbol.shape[0] for free in system.free_numbers.values()):
        found = [starter.values(_own(system, table)) for table in tables]
        start = {name: np.stack([one[name] for one in found]) for name in found[0]}
    else:
        start = starter.values()
    start["seed"] = np.array([[float(setup.seed)] for setup in setups])
    return Ensemble(tuple(setups), system, start)


def _differing(tables: Sequence[Mapping[str, Array]]) -> list[str]:
    first = tables[0]
    for table in tables:
        if table.keys() != first.keys() or any(table[k].shape != first[k].shape for k in first):
            raise InputError(
                "runs of a sweep may differ in numbers only, not in structure", where="sweep"
            )
    found = [k for k in first if any(not np.array_equal(t[k], first[k]) for t in tables)]
    return found


def _own(system: System, numbers: Mapping[str, Array]) -> dict[str, Array]:
    """The free numbers of one run."""
    return {name: free.vector(numbers) for name, free in system.free_numbers.items()}
