"""From values at paths of a scenario to the numbers of its machine code, for many runs at once.

Most values are numbers of the code themselves: that is seen by trying. Mass, centre and inertia of
a link make up ten numbers by the parallel-axis theorem. What else depends on a value (the inertia
about a link's centre on its first moment, or what a block computes from its settings) is asked of
the changed scenario, run by run.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.quantities import Site
from armwright.errors import InputError
from armwright.multibody.parameters import PHYSICAL
from armwright.plant.registry import Number
from armwright.robot.changing import canonical
from armwright.robot.spring_matrix import from_triangle, semidefinite
from armwright.scenario.changing import changed
from armwright.scenario.registry import number_at, parameter_at
from armwright.system import Setup, numbers
from armwright.system.structure import check_same_structure, differences
from armwright.system.system import model_of, plant_of, site_of

#: By how much values are changed when it is tried what depends on them.
_TRIAL = 1e-3
_UPPER = np.triu_indices(3)
#: Where the moments of inertia are among its elements, and what they belong to.
_DIAGONAL = [0, 3, 5]
_PRINCIPAL = re.compile(r"links\..+\.inertia")
#: Symmetric matrices without negative eigenvalues, as their entries on and above the diagonal.
_MATRIX = re.compile(r"spring_matrices\..+|links\..+\.hull\.added_mass")


class _Direct(NamedTuple):
    """Element `element` of the number `key` is element `source` of the value at `path`."""

    key: str
    element: int
    path: str
    source: int


def _is_semidefinite(entries: Array) -> bool:
    return bool(np.isfinite(entries).all()) and semidefinite(from_triangle(entries))


def _gentle(path: str, size: int) -> Array:
    """How much of a trial each element takes: of a matrix, what is off the diagonal takes little,
    so that it stays without negative eigenvalues."""
    if not _MATRIX.fullmatch(path):
        return np.ones(size)
    i, j = np.triu_indices(round((np.sqrt(8 * size + 1) - 1) / 2))
    return np.where(i == j, 1.0, 0.01)


class NumberMap:
    """For values at `paths`, each of which is one number or a few; `keys`: the numbers of the
    scenario's machine code that depend on them (see `numbers`)."""

    def __init__(self, scenario: Setup, paths: Sequence[str]) -> None:
        self._scenario = scenario
        self.numbers: dict[str, Number] = {path: number_at(scenario, path) for path in paths}
        self._nominal = numbers(scenario)
        tried, table = self._tried()
        self._links = self._links_of(paths)
        self._direct: list[_Direct] = []
        #: asked of the changed scenario
        self._asked: set[str] = set()
        places = _places(tried)
        bodies = self._bodies({path: value[None] for path, value in tried.items()})
        for key, value in table.items():
            differing = np.flatnonzero(value != self._nominal[key]).tolist()
            for element in differing:
                place = places.get(float(value[element]))
                if place is not None:
                    self._direct.append(_Direct(key, element, *place))
                elif key not in bodies or not np.allclose(bodies[key][0], value, 1e-12, 0.0):
                    self._asked.add(key)
        direct = {one.key for one in self._direct}
        self._bodies_kept = set(bodies) - self._asked
        self.keys = frozenset(direct | self._asked | self._bodies_kept)
        self._judges = self._judging_blocks()

    def __call__(self, values: Mapping[str, Array]) -> dict[str, Array]:
        """Of every run the numbers `keys`, (runs, size); `values` at all of the paths: (runs,), or
        (runs, size) where a path has several numbers."""
        given = self._checked(values)
        runs = len(next(iter(given.values()))) if given else 0
        found = {key: np.tile(self._nominal[key], (runs, 1)) for key in self.keys}
        bodies = self._bodies(given)
        found |= {key: bodies[key] for key in self._bodies_kept}
        for one in self._direct:
            found[one.key][:, one.element] = given[one.path][:, one.source]
        for run in range(runs if self._asked else 0):
            asked = numbers(changed(self._scenario, _own(given, run)))
            for key in self._asked:
                found[key][run] = asked[key]
        return found

    def _tried(self) -> tuple[dict[str, Array], dict[str, Array]]:
        """Values at the paths, each of which has its own, and the numbers that they lead to."""
        sizes = [number.value.size for number in self.numbers.values()]
        parts = np.linspace(1.0, 2.0, sum(sizes) + 1)[1:] * _TRIAL
        for sign in (1.0, -1.0):  # a value may stand at a limit
            tried, end = {}, 0
            for (path, number), size in zip(self.numbers.items(), sizes, strict=True):
                own = sign * parts[end : end + size] * _gentle(number.path, size)
                tried[path] = np.where(number.value == 0, own, number.value * (1.0 + own))
                end += size
            try:
                other = changed(self._scenario, _own({p: v[None] for p, v in tried.items()}, 0))
                break
            except InputError:
                if sign < 0:
                    raise
        plants = [plant_of(self._scenario), plant_of(other)]
        check_same_structure([self._scenario, other], plants)
        return tried, numbers(other, plants[1])

    def _links_of(self, paths: Sequence[str]) -> dict[str, dict[str, str]]:
        """Links whose bodies are changed: by part, the path that changes it."""
        found: dict[str, dict[str, str]] = {}
        for path in paths:
            owner, _, part = canonical(self._scenario.robot, path).rpartition(".")
            if owner.startswith("links.") and part in PHYSICAL:
                found.setdefault(owner, {})[part] = path
        return found

    def _bodies(self, given: Mapping[str, Array]) -> dict[str, Array]:
        """The ten numbers of the links that are changed, in three."""
        found: dict[str, Array] = {}
        for owner, parts in self._links.items():
            own = {
                part: given[parts[part]]
                if part in parts
                else number_at(self._scenario, f"{owner}.{part}").value[None]
                for part in PHYSICAL
            }
            runs = max(len(value) for value in own.values())
            mass, c = own["mass"], own["centre"]
            moment = mass * c
            square = (c * c).sum(axis=1)[:, None, None] * np.eye(3) - c[:, :, None] * c[:, None, :]
            inertia = own["inertia"] + mass * square[:, _UPPER[0], _UPPER[1]]
            for part, value in (
                ("mass", mass),
                ("first_moment", moment),
                ("inertia_at_origin", inertia),
            ):
                found[f"{owner}.{part}"] = np.broadcast_to(value, (runs, value.shape[1])).copy()
        return found

    def _judging_blocks(self) -> dict[str, Site]:
        """Blocks that check their parameters against each other or against their rate, and where
        they work; of those whose parameters are changed."""
        names = {key.rpartition(".")[0] for key in self.keys}
        plant, model = plant_of(self._scenario), model_of(self._scenario)
        return {
            block.name: site_of(self._scenario, plant, model, block)
            for block in self._scenario.blocks
            if block.name in names and type(block).parameters is not Block.parameters
        }

    def _ask_blocks(self, given: Mapping[str, Array], runs: int) -> None:
        """Refuses what blocks refuse: a filter above half its rate, limits in the wrong order."""
        own = {p: v for p, v in given.items() if parameter_at(self._scenario, p) is not None}
        for run in range(runs if self._judges else 0):
            for block in changed(self._scenario, _own(own, run)).blocks:
                if block.name in self._judges:
                    block.parameters(self._judges[block.name])

    def check(self, values: Mapping[str, Array], first: int = 0) -> None:
        """Refuses values that make no sense, or another machine. `first`: the number of the first
        run."""
        self._checked(values, first)

    def _checked(self, values: Mapping[str, Array], first: int = 0) -> dict[str, Array]:
        """(runs, size), by path."""
        given = {path: _rows(values[path], number) for path, number in self.numbers.items()}
        runs = len(next(iter(given.values()))) if given else 0
        for path, own in given.items():
            number = self.numbers[path]
            if own.shape[0] != runs:
                got = f"{len(own)} values"
                raise InputError(
                    "not a value for every run", where=path, got=got, expected=f"{runs} values"
                )
            good = np.isfinite(own)
            expected = "finite numbers"
            if number.above is not None:
                good &= own > number.above
                expected = f"more than {number.above:g} {number.unit}".rstrip()
            elif number.at_least is not None:
                good &= own >= number.at_least
                expected = f"at least {number.at_least:g} {number.unit}".rstrip()
            if _PRINCIPAL.fullmatch(number.path):
                good[:, _DIAGONAL] &= own[:, _DIAGONAL] >= 0
                expected = "moments of inertia of 0 kg m² or more"
            if _MATRIX.fullmatch(number.path):
                good &= np.array([[_is_semidefinite(one)] for one in own])
                expected = "a symmetric matrix, positive semidefinite"
            for run, element in np.argwhere(~good).tolist():
                changed(self._scenario, {path: _own({path: own}, run)[path]})  # says it better
                raise InputError(
                    "not a value that it can have",
                    where=f"{path}, run {first + run}",
                    got=float(own[run, element]),
                    expected=expected,
                )
            # A stiffness of zero is no spring: such a run may be of another structure.
            for run in np.flatnonzero(((own == 0) & (number.value != 0)).any(axis=1)).tolist():
                for what in differences(self._scenario, changed(self._scenario, _own(given, run))):
                    raise InputError(
                        f"runs of a sweep cannot differ in {what}",
                        where=f"{path}, run {first + run}",
                        got=0.0,
                        hint="Simulate the variants one by one.",
                    )
        self._ask_blocks(given, runs)
        return given


def _places(tried: Mapping[str, Array]) -> dict[float, tuple[str, int]]:
    """Where each value comes from; without those that two places have by chance."""
    every = [
        (float(one), (path, k)) for path, value in tried.items() for k, one in enumerate(value)
    ]
    times = Counter(value for value, _ in every)
    return {value: place for value, place in every if times[value] == 1}


def _rows(values: Array, number: Number) -> Array:
    array = np.asarray(values, dtype=np.float64)
    size = number.value.size
    if array.ndim == 1:
        return np.repeat(array[:, None], size, axis=1)
    if array.ndim != 2 or array.shape[1] != size:
        raise InputError(
            "wrong shape",
            where=number.path,
            got=array.shape,
            expected="(runs,)" if size == 1 else f"(runs, {size})",
        )
    return array


def _own(given: Mapping[str, Array], run: int) -> dict[str, object]:
    """The values of one run, as `changed` takes them."""
    return {
        path: float(values[run, 0]) if values.shape[1] == 1 else values[run].tolist()
        for path, values in given.items()
    }
