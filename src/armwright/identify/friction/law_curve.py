"""A law as a curve: friction at a steady velocity, or a spring at a deflection, with some of its
numbers free. The equations are the law's own; nothing is written down a second time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Input, Parameter
from armwright.block.quantities import Site
from armwright.errors import InputError
from armwright.laws.catalogue import find_law
from armwright.plant.law import Channel, Element, element, law
from armwright.plant.values import Values

CurveFamily = Literal["friction", "spring"]
_OWN = {"friction": "velocity", "spring": "deflection"}
_HEAD = "law"


@dataclass(frozen=True, eq=False)
class LawCurve:
    """`settings`: all numbers of the law `kind`; `free`: the names of those that are to be found,
    as in the settings; `tied`: others that are the same as one of them, by name. Curves are
    functions of `inputs`, the velocity (or deflection) first, then what else the law reads:
    temperature, load."""

    family: CurveFamily
    kind: str
    settings: Mapping[str, float]
    free: tuple[str, ...]
    tied: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in (*self.free, *self.tied):
            if name not in self.settings:
                raise InputError(
                    "not a number of this law that is given",
                    where=f"{self.family} law '{self.kind}'",
                    got=repr(name),
                    expected="one of " + ", ".join(self.settings),
                )

    @property
    def inputs(self) -> tuple[str, ...]:
        own = ("velocity", "deflection", "deflection_rate")
        others = [name for name in find_law(self.family, self.kind).of(Input) if name not in own]
        return (_OWN[self.family], *others)

    @property
    def nominal(self) -> Array:
        """(p,) of the free numbers."""
        return np.array([float(self.settings[name]) for name in self.free])

    @cached_property
    def bounds(self) -> tuple[Array, Array]:
        """(p,) and (p,): what the law allows."""
        declared = {
            key: one
            for one in find_law(self.family, self.kind).of(Parameter).values()
            for key in (one.name, *one.keys)
        }
        low = []
        for name in self.free:
            least, above = declared[name].at_least, declared[name].above
            scale = abs(float(self.settings[name])) or 1.0
            low.append(least if least is not None else -np.inf)
            if above is not None:
                low[-1] = above + 1e-9 * scale
        return np.array(low, dtype=np.float64), np.full(len(low), np.inf)

    @cached_property
    def raised(self) -> Array:
        """(p, p): the free numbers from what each of them adds. Static friction adds to Coulomb
        friction; every other number is what it adds."""
        found = np.eye(len(self.free))
        for k, name in enumerate(self.free):
            if self.family == "friction" and name.startswith("static"):
                own = name.replace("static", "coulomb", 1)
                for below in (own, own.replace("_warm", "")):
                    if below in self.free:
                        found[k, self.free.index(below)] = 1.0
                        break
        return found

    @cached_property
    def units(self) -> tuple[str, ...]:
        declared = find_law(self.family, self.kind).of(Parameter)
        found = {key: one.unit for one in declared.values() for key in (one.name, *one.keys)}
        return tuple(found[name] for name in self.free)

    def torque(self, inputs: Array, numbers: Array) -> Array:
        """(N,) at `inputs` (N, k)."""
        return np.asarray(self._mapped(0, len(inputs))(inputs.T, numbers)).ravel()

    def jacobian(self, inputs: Array, numbers: Array) -> Array:
        """(N, p): by the free numbers."""
        found = np.asarray(self._mapped(1, len(inputs))(inputs.T, numbers))
        slopes: Array = found.reshape(len(inputs), len(self.free))
        return slopes

    @cached_property
    def linear(self) -> tuple[bool, ...]:
        """Which of the free numbers the torque is linear in, the others held."""
        _, theta, torque = self._expressions
        found = []
        for k in range(len(self.free)):
            slope = cs.jacobian(torque, theta[k])
            found.append(not cs.depends_on(slope, theta[k]))
        return tuple(found)

    def changed(self, numbers: Array) -> LawCurve:
        """With these values of the free numbers."""
        own = dict(zip(self.free, np.clip(numbers, *self.bounds).tolist(), strict=True))
        own |= {name: own[same] for name, same in self.tied.items()}
        other = LawCurve(self.family, self.kind, {**self.settings, **own}, self.free, self.tied)
        # Free numbers are arguments: the expressions are the same.
        other.__dict__["_expressions"] = self._expressions
        other.__dict__["_functions"] = self._functions
        other.__dict__["_maps"] = self._maps
        return other

    def _mapped(self, which: int, count: int) -> cs.Function:
        """The torque or its slopes at so many inputs; made once, as searches ask for it again."""
        if (which, count) not in self._maps:
            self._maps[which, count] = self._functions[which].map(count)
        return self._maps[which, count]

    @cached_property
    def _maps(self) -> dict[tuple[int, int], cs.Function]:
        return {}

    @cached_property
    def _functions(self) -> tuple[cs.Function, cs.Function]:
        """The torque, and its slopes by the free numbers."""
        x, theta, torque = self._expressions
        slopes = cs.densify(cs.jacobian(torque, theta))
        given = [x, theta]
        return cs.Function("curve", given, [torque]), cs.Function("slopes", given, [slopes])

    @cached_property
    def _expressions(self) -> tuple[cs.SX, cs.SX, cs.SX]:
        block = find_law(self.family, self.kind)
        found = law(self.family, block, [Channel(_HEAD, self.settings, _HEAD, "joint", 0)])
        unknown = (*self.free, *self.tied)
        values = Values(found.numbers, frozenset(f"{_HEAD}.{name}" for name in unknown))
        own = block.made(dict(self.settings), name=_HEAD)
        others = {name: cs.SX.sym(name) for name in self.inputs[1:]}
        signals = {own.signal(name): symbol for name, symbol in others.items()}
        part = element(found, ({0: 1.0},), values, Site.of_laws(), signals)
        first = part.velocity if self.family == "friction" else part.displacement
        torque = steady(part) if self.family == "friction" else _still(part)
        theta = cs.SX.sym("numbers", len(self.free))
        back = cs.SX.zeros(values.symbol.shape[0])
        for name in unknown:
            place = values.places[f"{_HEAD}.{name}"].start
            back[place] = theta[self.free.index(self.tied.get(name, name))]
        return (
            cs.vertcat(first, *others.values()),
            theta,
            cs.substitute(torque, values.symbol, back),
        )


def steady(part: Element) -> cs.SX:
    """Friction long after the velocity was set: dry friction as it slides, bristles at rest."""
    v, torque = part.velocity, part.torque
    if part.limits is not None:
        up, down, *_ = part.limits
        torque = torque + cs.if_else(v > 0, up, 0.0) - cs.if_else(v < 0, down, 0.0)
    if part.stateful:
        if part.linear is None:
            raise InputError(
                "its steady friction is not an expression",
                where=f"law '{part.law.block.kind}'",
                hint="Take 'tustin', which has the same curve.",
            )
        decay, drive = part.linear
        torque = cs.substitute(torque, part.state, -drive / decay)
    return torque


def _still(part: Element) -> cs.SX:
    """A spring that does not move."""
    return cs.substitute(part.torque, part.velocity, cs.SX.zeros(part.velocity.shape[0]))
