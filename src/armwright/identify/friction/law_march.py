"""A law with bristles along a given velocity: machine code, many sets of numbers in lanes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.quantities import Site
from armwright.compiler import Call, CompiledMarch, March, Play, make_program
from armwright.errors import NonFiniteError
from armwright.laws.catalogue import find_law
from armwright.plant.law import Channel, element, law
from armwright.plant.values import Values

_HEAD = "law"


@dataclass(frozen=True, eq=False)
class LawMarch:
    """`settings`: all numbers of the friction law `kind`; those in `free` differ from run to run.
    The state is stepped exactly, with the velocity held in the middle of each step of `step` s."""

    kind: str
    settings: Mapping[str, float]
    free: tuple[str, ...]
    step: float

    @property
    def nominal(self) -> Array:
        return np.array([float(self.settings[name]) for name in self.free])

    def torque(self, velocity: Array, numbers: Array) -> Array:
        """(runs, N): friction at samples of the velocity (N,), for numbers (runs, p), from relaxed
        bristles on; NaN in all runs if one of them is not finite."""
        middle = np.r_[(velocity[1:] + velocity[:-1]) / 2, velocity[-1]]
        code = self._code.with_table("velocity", np.column_stack([velocity, middle]))
        frames = code.start({"numbers": numbers}, len(numbers))
        try:
            found: Array = code.advance(frames, len(velocity))["torque"][:, :, 0]
        except NonFiniteError:
            return np.full((len(numbers), len(velocity)), np.nan)
        return found

    @cached_property
    def _code(self) -> CompiledMarch:
        channel = Channel(_HEAD, self.settings, _HEAD, "joint", 0)
        found = law("friction", find_law("friction", self.kind), [channel])
        values = Values(found.numbers, frozenset(f"{_HEAD}.{name}" for name in self.free))
        part = element(found, ({0: 1.0},), values, Site.of_laws(), {})
        numbers, velocity = cs.SX.sym("numbers", len(self.free)), cs.SX.sym("velocity", 2)
        ordered = cs.SX.zeros(values.symbol.shape[0])
        for k, name in enumerate(self.free):
            ordered[values.places[f"{_HEAD}.{name}"].start] = numbers[k]
        torque = cs.substitute(part.torque, part.velocity, velocity[0])
        after = part.stepped(part.after, velocity[1], self.step)
        torque, after = cs.substitute([torque, after], [values.symbol], [ordered])
        program = make_program(
            f"march of {self.kind}",
            {"state": part.state, "numbers": numbers, "velocity": velocity},
            {"state": after, "torque": torque},
        )
        march = March(program.name, (Call(program),), ("torque",), 1, 1, (Play("velocity", 2),))
        return CompiledMarch(march, tables={"velocity": np.zeros((1, 2))}, pack=False)


def grid(values: Sequence[Array]) -> Array:
    """Every combination, (runs, p)."""
    return np.stack(np.meshgrid(*values, indexing="ij"), axis=-1).reshape(-1, len(values))
