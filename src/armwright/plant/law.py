"""Laws of an arm's drives: friction and springs, all channels of one law taken together.

A channel is one direction in which a law acts: a joint, a motor, a spring between the two, an
elastic axis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block, as_name
from armwright.block.declarations import Input, Parameter, State
from armwright.block.mistakes import evaluated
from armwright.block.quantities import Quantities, Site
from armwright.errors import InputError
from armwright.laws.friction import Friction, StickingFriction
from armwright.laws.transmission import CoupledSprings
from armwright.multibody.rows import Row, combination
from armwright.multibody.spatial import Scalar
from armwright.plant.values import Values
from armwright.robot.drive import Side

Family = Literal["friction", "spring"]
#: Where (eˣ − 1)/x is taken instead of at 0: half of the digits are right on both sides.
_NEAR_ZERO = 1e-8
#: (e^y − 1)/y as a series in y: its first terms.
_SERIES = (1.0, 1.0 / 2.0, 1.0 / 6.0, 1.0 / 24.0)


@dataclass(frozen=True)
class Channel:
    """`name`: of its joint, motor or axis. `path`: where the registry has its numbers. `side`: of
    the gear, on which displacement and torque count. `joint`: whose load and temperature it feels;
    None if it belongs to none. `own`: it acts along a direction of its own, not at one joint."""

    name: str
    settings: Mapping[str, Any]
    path: str
    side: Side
    joint: int | None = None
    motor: int | None = None
    own: bool = False


@dataclass(frozen=True)
class Law:
    """A law of one kind with all its channels. `paths`: parameter → for each channel the path of
    its number. `tangent`: replaced by its tangent at rest. `places`: which of the elements at the
    paths are meant; all if it is empty."""

    family: Family
    block: Block
    channels: tuple[Channel, ...]
    numbers: Mapping[str, Array]
    paths: Mapping[str, tuple[str, ...]]
    tangent: bool = False
    places: tuple[int, ...] = ()

    @property
    def sticks(self) -> bool:
        return isinstance(self.block, StickingFriction)

    @property
    def coupled(self) -> bool:
        """Whether its channels pull on each other: it is linear then."""
        return isinstance(self.block, CoupledSprings)

    @property
    def key(self) -> str:
        """What messages call it."""
        return f"{self.family}.{self.block.kind}"


def law(
    family: Family,
    kind: type[Block],
    channels: Sequence[Channel],
    *,
    tangent: bool = False,
) -> Law:
    """The law `kind` with the settings that each of its channels has of it."""
    numbers: dict[str, Array] = {}
    paths: dict[str, tuple[str, ...]] = {}
    for channel in channels:
        name = as_name(f"{family}.{kind.kind} of joint '{channel.name}'")
        settings = tuple(channel.settings.items())
        # mypy takes the hash of a class for that of its objects.
        for key, source, value in _read(kind, settings, name):  # type: ignore[arg-type]
            path = f"{channel.path}.{source}"
            numbers[path] = value
            paths[key] = (*paths.get(key, ()), path)
    key = f"{family}.{kind.kind}"
    return Law(family, kind(name=as_name(key)), tuple(channels), numbers, paths, tangent)


def coupled_springs(
    path: str, numbers: Mapping[str, Array], channels: Sequence[Channel], kept: Sequence[int]
) -> Law:
    """Those springs of a matrix, in its order, that there are: the others do not give way.
    `numbers`: stiffness and damping, on and above the diagonal."""
    size = int(np.sqrt(2 * numbers["stiffness"].size))
    rows, columns = np.triu_indices(size)
    places = np.flatnonzero(np.isin(rows, kept) & np.isin(columns, kept)).tolist()
    block = CoupledSprings(name=as_name(f"spring.{CoupledSprings.kind}"))
    return Law(
        "spring",
        block,
        tuple(channels),
        {f"{path}.{key}": value for key, value in numbers.items()},
        {key: (f"{path}.{key}",) for key in numbers},
        places=tuple(places),
    )


@lru_cache(maxsize=4096)
def _read(
    kind: type[Block], settings: tuple[tuple[str, Any], ...], name: str
) -> tuple[tuple[str, str, Array], ...]:
    """What the equations see of a channel's settings: parameter, the name under which it is given,
    value. Kept, for the runs of a sweep have most of them in common."""
    block = kind.made(dict(settings), name=name)
    values = block.parameters(narrowed(Site.of_laws(), 1))
    for value in values.values():
        value.setflags(write=False)
    return tuple(
        (key, block.source(parameter, key), values[key])
        for parameter in kind.of(Parameter).values()
        for key in parameter.keys
    )


@dataclass(frozen=True)
class Element:
    """A law as expressions of the displacement, velocity and state of its channels.

    `torque` opposes displacement and velocity. `after` is the state when the velocity has been held
    for `step`, whatever its length; `soon` is the same to fourth order in a short step, and
    `response` how that depends on the velocity, ∂soon/∂v. A state that is linear in itself follows
    ż = a z + b, `linear` = (a, b); it is None for others. `limits`: sliding +, sliding −,
    holding +, holding − of dry friction.
    """

    law: Law
    rows: tuple[Row, ...]
    displacement: cs.SX
    velocity: cs.SX
    state: cs.SX
    step: cs.SX
    torque: cs.SX
    after: cs.SX
    soon: cs.SX
    response: cs.SX
    linear: tuple[cs.SX, cs.SX] | None
    limits: tuple[cs.SX, ...] | None
    #: what a spring stores; None for friction
    energy: cs.SX | None
    #: how far the bristles of friction are bent; None for springs
    bent: cs.SX | None

    @property
    def size(self) -> int:
        return len(self.rows)

    @property
    def stateful(self) -> bool:
        return bool(self.state.shape[0])

    def along(self, coordinates: list[Scalar]) -> cs.SX:
        """The displacement (or velocity) of each channel."""
        return cs.vertcat(*(combination(row, coordinates) for row in self.rows))

    def at(
        self, expressions: list[cs.SX], displacement: cs.SX, velocity: cs.SX, state: cs.SX
    ) -> list[cs.SX]:
        """Expressions of this element for other arguments."""
        found: list[cs.SX] = cs.substitute(
            expressions,
            [self.displacement, self.velocity, self.state],
            [displacement, velocity, state],
        )
        return found

    def stepped(self, expression: cs.SX, velocity: cs.SX, h: cs.SX | float) -> cs.SX:
        """`after`, `soon` or `response` for a step of h."""
        symbols, values = [self.velocity, self.step], [velocity, cs.SX(h)]
        return cs.substitute([expression], symbols, values)[0]

    def slope(self, by: cs.SX) -> cs.SX:
        """∂torque/∂by, channel by channel."""
        if self.law.coupled:
            return cs.densify(cs.diag(cs.jacobian(self.torque, by)))
        return diagonal(self.torque, by, self.law.key)

    def cross_slopes(self, by: cs.SX) -> dict[tuple[int, int], cs.SX]:
        """∂torque/∂by between different channels, below the diagonal of what is symmetric."""
        if not self.law.coupled:
            return {}
        matrix = cs.jacobian(self.torque, by)
        pairs = zip(*matrix.sparsity().get_triplet(), strict=True)
        return {(i, j): matrix[i, j] for i, j in pairs if i > j}


def element(
    found: Law,
    rows: tuple[Row, ...],
    values: Values,
    site: Site,
    inputs: Mapping[str, cs.SX],
) -> Element:
    """The law's equations, with its parameters from `values`. What it reads beside displacement and
    velocity are elements of `inputs`, one for each joint, those of its channels' joints."""
    block, size = found.block, len(rows)
    d, v, step = cs.SX.sym("displacement", size), cs.SX.sym("velocity", size), cs.SX.sym("step")
    states = {name: cs.SX.sym(name, size) for name in block.of(State)}
    arguments = {"velocity": v, "deflection": d, "deflection_rate": v, **states}
    for name in block.of(Input):
        if name not in arguments:
            joints = [channel.joint or 0 for channel in found.channels]
            arguments[name] = inputs[block.signal(name)][joints]
    parameters = {name: values.column(paths) for name, paths in found.paths.items()}
    if found.places:
        own_entries = list(found.places)
        parameters = {name: column[own_entries] for name, column in parameters.items()}
    own = narrowed(site, size)
    nothing = cs.SX(0)
    x = Quantities({**arguments, **parameters}, own, nothing, nothing, nothing, "", step)
    result = evaluated(block, x)
    if found.tangent:
        states, result = {}, _tangent(result["torque"], d, v, states)
    z = cs.vertcat(*states.values()) if states else cs.SX(0, 1)
    z_result = cs.vertcat(*(result[name] for name in states)) if states else cs.SX(0, 1)
    linear = None
    if states and all(declared.stepped for declared in block.of(State).values()):
        after = soon = z_result
        response = cs.jacobian(z_result, v)
    else:
        decay, drive = linear = _linear(z_result, z, found)
        rate = decay * z + drive
        after, reach = relaxed(z, rate, decay, step), step * _settling(-step * decay)
        soon = z + reach * rate
        # Of the rate, not of `drive` alone: a bristle that slips stays as bent at any speed.
        response = cs.mtimes(cs.diag(reach), cs.jacobian(rate, v))
    limits = None
    if found.sticks:
        sides = ("sliding_positive", "sliding_negative", "holding_positive", "holding_negative")
        limits = tuple(result[name] for name in sides)
    torque = result["torque"]
    energy = result.get("energy")
    bent = cs.SX.ones(size) * block.bent(x) if isinstance(block, Friction) else None
    return Element(
        found, rows, d, v, z, step, torque, after, soon, response, linear, limits, energy, bent
    )


def _tangent(torque: cs.SX, d: cs.SX, v: cs.SX, states: Mapping[str, cs.SX]) -> dict[str, cs.SX]:
    """A spring's law near its rest: stiffness and damping there; of hysteresis, in the middle of
    its loop."""
    rest = [d, v, *states.values()]
    slopes = [diagonal(torque, by, "spring") for by in (d, v)]
    k, damping = cs.substitute(slopes, rest, [cs.SX.zeros(one.shape[0]) for one in rest])
    return {"torque": k * d + damping * v, "energy": 0.5 * k * d**2}


def _linear(rate: cs.SX, state: cs.SX, found: Law) -> tuple[cs.SX, cs.SX]:
    """a and b of ż = a z + b."""
    decay = diagonal(rate, state, found.key)
    if cs.depends_on(decay, state):
        raise InputError(
            f"the state of '{found.key}' is not linear in itself",
            where=f"block '{type(found.block).__name__}'",
            expected="ż = a z + b with a and b free of z, or a state that is stepped",
        )
    return decay, cs.substitute(rate, state, cs.SX.zeros(state.shape[0]))


def phi(x: cs.SX) -> cs.SX:
    """(eˣ − 1)/x, which is 1 at 0."""
    away = cs.if_else(cs.fabs(x) < _NEAR_ZERO, _NEAR_ZERO, x)
    return (cs.exp(away) - 1.0) / away


def _settling(y: cs.SX) -> cs.SX:
    """(1 − e^−y)/y with e^−y as 1/(1 + y + y²/2 + y³/6 + y⁴/24), Padé's approximant (0, 4). As e^−y
    it lies between 0 and 1 and falls to 0 for y > 0, so that a bristle never bends beyond where it
    would come to rest. It has no pole anywhere, and needs neither an exponential nor a case of its
    own at 0."""
    series = cs.SX(_SERIES[-1])
    for term in reversed(_SERIES[:-1]):
        series = term + y * series
    return series / (1.0 + y * series)


def relaxed(state: cs.SX, rate: cs.SX, decay: cs.SX, h: cs.SX | float) -> cs.SX:
    """The exact solution of ż = decay · z + b after h; `rate` is ż at the beginning."""
    return state + h * phi(h * decay) * rate


def diagonal(expression: cs.SX, by: cs.SX, where: str) -> cs.SX:
    """The derivative of each element by its own argument; it may not depend on others."""
    if not by.shape[0]:
        return cs.SX(0, 1)
    matrix = cs.jacobian(expression, by)
    rows, columns = matrix.sparsity().get_triplet()
    if any(row != column for row, column in zip(rows, columns, strict=True)):
        raise InputError(
            "the channels of a law depend on each other",
            where=f"'{where}'",
            expected="equations that hold for each joint by itself",
        )
    return cs.densify(cs.diag(matrix))


def narrowed(site: Site, size: int) -> Site:
    """The site of a law that `size` joints share."""
    return replace(site, sizes={**site.sizes, "channel": size})
