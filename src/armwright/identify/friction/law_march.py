"""A law with bristles along a given motion: machine code, many sets of numbers in lanes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Input
from armwright.block.quantities import Site
from armwright.compiler import Call, CompiledMarch, March, Play, make_program
from armwright.errors import NonFiniteError
from armwright.laws.friction import Friction
from armwright.plant.law import Channel, element, law
from armwright.plant.values import Values

_HEAD = "law"


@dataclass(frozen=True, eq=False)
class LawMarch:
    """`settings`: all numbers of the friction law `block`; those in `free` differ from run to run.
    The state is stepped exactly, with the velocity held in the middle of each step of `step` s."""

    block: type[Friction]
    settings: Mapping[str, float]
    free: tuple[str, ...]
    step: float

    @property
    def nominal(self) -> Array:
        return np.array([float(self.settings[name]) for name in self.free])

    @property
    def reads(self) -> tuple[str, ...]:
        """What the law reads beside the velocity: temperature, load."""
        return tuple(name for name in self.block.of(Input) if name != "velocity")

    def torque(self, velocity: Array, numbers: Array, *others: Array) -> Array:
        """(runs, N): friction at samples of the velocity (N,) and of what else the law `reads`, for
        numbers (runs, p), from relaxed bristles on; NaN in all runs if one of them is not
        finite."""
        middle = np.r_[(velocity[1:] + velocity[:-1]) / 2, velocity[-1]]
        code = self._code.with_table("motion", np.column_stack([velocity, middle, *others]))
        frames = code.start({"numbers": numbers}, len(numbers))
        try:
            found: Array = code.advance(frames, len(velocity))["torque"][:, :, 0]
        except NonFiniteError:
            return np.full((len(numbers), len(velocity)), np.nan)
        return found

    @cached_property
    def _code(self) -> CompiledMarch:
        channel = Channel(_HEAD, self.settings, _HEAD, "joint", 0)
        found = law("friction", self.block, [channel])
        values = Values(found.numbers, frozenset(f"{_HEAD}.{name}" for name in self.free))
        own = self.block.made(dict(self.settings), name=_HEAD)
        motion = cs.SX.sym("motion", 2 + len(self.reads))
        signals = {own.signal(name): motion[2 + k] for k, name in enumerate(self.reads)}
        part = element(found, ({0: 1.0},), values, Site.of_laws(), signals)
        numbers = cs.SX.sym("numbers", len(self.free))
        ordered = cs.SX.zeros(values.symbol.shape[0])
        for k, name in enumerate(self.free):
            ordered[values.places[f"{_HEAD}.{name}"].start] = numbers[k]
        torque = cs.substitute(part.torque, part.velocity, motion[0])
        after = part.stepped(part.after, motion[1], self.step)
        torque, after = cs.substitute([torque, after], [values.symbol], [ordered])
        program = make_program(
            f"march of {self.block.kind}",
            {"state": part.state, "numbers": numbers, "motion": motion},
            {"state": after, "torque": torque},
        )
        size = motion.shape[0]
        march = March(program.name, (Call(program),), ("torque",), 1, 1, (Play("motion", size),))
        return CompiledMarch(march, tables={"motion": np.zeros((1, size))}, pack=False)


def grid(values: Sequence[Array]) -> Array:
    """Every combination, (runs, p)."""
    return np.stack(np.meshgrid(*values, indexing="ij"), axis=-1).reshape(-1, len(values))
