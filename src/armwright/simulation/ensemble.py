"""Runs of the same machine code: what differs between them, and where each begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from armwright.block.block import Array
from armwright.errors import InputError
from armwright.simulation.likeness import check_same_structure
from armwright.simulation.start import Starter
from armwright.system.setup import Setup
from armwright.system.system import System, numbers


@dataclass(frozen=True, eq=False)
class Ensemble:
    """One or more setups of one system. `start`: the first values, (size,) or (runs, size)."""

    setups: tuple[Setup, ...]
    system: System
    start: Mapping[str, Array]


def ensemble(setups: Sequence[Setup]) -> Ensemble:
    """What differs between the setups stays an input; runs with their own numbers have their own
    first values."""
    for setup in setups[1:]:
        check_same_structure(setups[0], setup)
    if len(setups) == 1:
        system, tables = System(setups[0]), []
    else:
        tables = [numbers(setup) for setup in setups]
        system = System(setups[0], frozenset(_differing(tables)))
    starter = Starter(system)
    if tables and (system.values.places or system.free_links.names):
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
    if "gear" in found and any(np.any((t["gear"] == 0) != (first["gear"] == 0)) for t in tables):
        raise InputError(
            "runs of a sweep may not differ in which joints are coupled", where="sweep"
        )
    return found


def _own(system: System, numbers: Mapping[str, Array]) -> dict[str, Array]:
    """The free numbers of one run."""
    links = [numbers[name] for name in system.free_links.names]
    return {
        "parameters": system.values.vector(numbers),
        "link_parameters": np.concatenate(links) if links else np.zeros(0),
    }
