"""Scenarios that differ in nothing but where their arms swing, simulated together: the same machine
code, several arms at a time.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import casadi as cs
import numpy as np

from armwright.block.declarations import Parameter
from armwright.block.quantities import Quantities
from armwright.blocks.references.multisine import RandomMultisine
from armwright.compiler.machine import host_cpu
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.simulation.accuracy import accurate
from armwright.simulation.budget import check_records
from armwright.simulation.recall import content_of

_PATH = "reference.middle"


class MovedMultisine(RandomMultisine):
    """A multisine about a position that is a number, so that runs may differ in it."""

    kind = "moved_multisine"

    middle = Parameter("rad", "joint positions about which the arm swings", size="joint")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        found = dict(super().equations(x))
        found["reference_joint_position"] = found["reference_joint_position"] + x.middle
        return found


def simulated(scenarios: Sequence[Scenario]) -> Iterator[tuple[int, Run]]:
    """The run of each, and its place among the scenarios, whose references are multisines; not in
    their order."""
    groups: list[tuple[list[Any], list[int]]] = []
    for place, scenario in enumerate(scenarios):
        content = content_of(_moved(scenario, np.zeros(len(_reference(scenario).centre))))
        for known, places in groups:
            if known == content:
                places.append(place)
                break
        else:
            groups.append((content, [place]))
    for _, places in groups:
        if len(places) == 1:
            yield places[0], scenarios[places[0]].simulate()
        else:
            yield from _in_lanes(scenarios, places)


def _in_lanes(scenarios: Sequence[Scenario], places: Sequence[int]) -> Iterator[tuple[int, Run]]:
    """Of places whose scenarios differ in their centre and seed alone."""
    first = scenarios[places[0]]
    ready = _moved(first, _reference(first).centre).prepare(free=[_PATH])
    width = host_cpu().lanes
    check_records(ready.loop, min(width, len(places)))
    for begin in range(0, len(places), width):
        some = places[begin : begin + width]
        centres = np.array([_reference(scenarios[place]).centre for place in some])
        seeds = np.array([scenarios[place].seed for place in some])
        data = accurate(ready.loop, ready.ensemble({_PATH: centres}, seeds)).run.data
        for k, place in enumerate(some):
            yield place, Run(data.isel(run=k, drop=True) if "run" in data.dims else data)


def _reference(scenario: Scenario) -> RandomMultisine:
    found = scenario.blocks.reference
    assert isinstance(found, RandomMultisine)
    return found


def _moved(scenario: Scenario, middle: Any) -> Scenario:
    own = _reference(scenario)
    options = {**own.values, "centre": None}
    reference = MovedMultisine(name=own.name, rate=own.rate, middle=list(middle), **options)
    return dataclasses.replace(
        scenario, blocks=dataclasses.replace(scenario.blocks, reference=reference)
    )
