"""Laws between two sides of a joint: friction and springs, joints of one law taken together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import casadi as cs
import numpy as np

from armwright.block.block import Array, Block, as_name
from armwright.block.declarations import Input, Parameter, State
from armwright.block.quantities import Quantities, Setting
from armwright.errors import InputError
from armwright.laws.friction import StickingFriction
from armwright.multibody.spatial import Scalar, plus, times
from armwright.system.values import Values

#: A direction in the space of coordinates: coordinate → coefficient.
Row = dict[int, Scalar]
#: Where (eˣ − 1)/x is taken instead of at 0: half of the digits are right on both sides.
_NEAR_ZERO = 1e-8


def combination(row: Row, coordinates: list[Scalar]) -> Scalar:
    total: Scalar = 0.0
    for k, coefficient in row.items():
        total = plus(total, times(coefficient, coordinates[k]))
    return total


@dataclass(frozen=True)
class Law:
    """A law for some joints, as the description of the arm has it, with its numbers."""

    key: str
    block: Block
    joints: tuple[int, ...]
    numbers: Mapping[str, Array]


def law(
    key: str,
    kind: type[Block],
    settings: Mapping[int, Mapping[str, Any]],
    setting: Setting,
    names: tuple[str, ...],
) -> Law:
    """The law `kind` with the settings that each of its joints has of it."""
    one = narrowed(setting, 1)
    found: list[dict[str, Array]] = []
    for joint, given in settings.items():
        block = kind(name=as_name(f"{key} of joint '{names[joint]}'"), **given)
        found.append(block.parameters(one))
    keys = [key for parameter in kind.of(Parameter).values() for key in parameter.keys]
    numbers = {name: np.concatenate([values[name] for values in found]) for name in keys}
    return Law(key, kind(name=key), tuple(settings), numbers)


@dataclass(frozen=True)
class Element:
    """A law as expressions of the displacement, velocity and state of its channels.

    `torque` opposes displacement and velocity. `after` is the state when the velocity has been held
    for `step`, and `response` how that depends on the velocity, ∂after/∂v. A state that is linear
    in itself follows ż = a z + b, `linear` = (a, b); it is None for others. `limits`: sliding +,
    sliding −, holding +, holding − of dry friction.
    """

    law: Law
    rows: tuple[Row, ...]
    displacement: cs.SX
    velocity: cs.SX
    state: cs.SX
    step: cs.SX
    torque: cs.SX
    after: cs.SX
    response: cs.SX
    linear: tuple[cs.SX, cs.SX] | None
    limits: tuple[cs.SX, ...] | None
    #: what a spring stores; None for friction
    energy: cs.SX | None
    #: further signals that the law reads: symbol and where its value comes from
    extras: tuple[tuple[cs.SX, Callable[[], cs.SX]], ...] = ()

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
        return self._filled(
            expressions,
            [self.displacement, self.velocity, self.state],
            [displacement, velocity, state],
        )

    def stepped(self, expression: cs.SX, velocity: cs.SX, h: float) -> cs.SX:
        """`after` or `response` for a step of h."""
        return self._filled([expression], [self.velocity, self.step], [velocity, cs.SX(h)])[0]

    def _filled(
        self, expressions: list[cs.SX], symbols: list[cs.SX], values: list[cs.SX]
    ) -> list[cs.SX]:
        for symbol, value in self.extras:
            symbols, values = [*symbols, symbol], [*values, value()]
        found: list[cs.SX] = cs.substitute(expressions, symbols, values)
        return found

    def slope(self, by: cs.SX) -> cs.SX:
        """∂torque/∂by, channel by channel."""
        return diagonal(self.torque, by, self.law.key)


def element(
    found: Law,
    rows: tuple[Row, ...],
    values: Values,
    setting: Setting,
    signal: Callable[[str], cs.SX],
) -> Element:
    """The law's equations, with its parameters from `values`. What it reads beside velocity and
    deflection are elements of signals, those of its joints."""
    block, size = found.block, len(rows)
    d, v, step = cs.SX.sym("displacement", size), cs.SX.sym("velocity", size), cs.SX.sym("step")
    states = {name: cs.SX.sym(name, size) for name in block.of(State)}
    arguments = {"velocity": v, "deflection": d, "deflection_rate": v, **states}
    parameters = {name: values.column(f"{found.key}.{name}") for name in found.numbers}
    further = {name: cs.SX.sym(name, size) for name in block.of(Input) if name not in arguments}
    extras = tuple(
        (symbol, _of_joints(signal, block.signal(name), found.joints))
        for name, symbol in further.items()
    )
    arguments |= further
    own = narrowed(setting, size)
    nothing = cs.SX(0)
    x = Quantities({**arguments, **parameters}, own, nothing, nothing, nothing, "", step)
    result = {name: cs.SX(value) for name, value in block.equations(x).items()}
    z = cs.vertcat(*states.values()) if states else cs.SX(0, 1)
    z_result = cs.vertcat(*(result[name] for name in states)) if states else cs.SX(0, 1)
    linear = None
    if states and all(declared.stepped for declared in block.of(State).values()):
        after, response = z_result, cs.jacobian(z_result, v)
    else:
        decay, drive = linear = _linear(z_result, z, found)
        after = relaxed(z, decay * z + drive, decay, step)
        # Of the rate, not of `drive` alone: a bristle that slips stays as bent at any speed.
        by_velocity = cs.jacobian(decay * z + drive, v)
        response = cs.mtimes(cs.diag(step * phi(step * decay)), by_velocity)
    limits = None
    if isinstance(block, StickingFriction):
        sides = ("sliding_positive", "sliding_negative", "holding_positive", "holding_negative")
        limits = tuple(_full(result[name], size) for name in sides)
    torque = _full(result["torque"], size)
    energy = _full(result["energy"], size) if "energy" in result else None
    return Element(
        found, rows, d, v, z, step, torque, after, response, linear, limits, energy, extras
    )


def _of_joints(
    signal: Callable[[str], cs.SX], name: str, joints: tuple[int, ...]
) -> Callable[[], cs.SX]:
    return lambda: signal(name)[list(joints)]


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


def _full(value: cs.SX, size: int) -> cs.SX:
    return value if value.shape[0] == size else cs.repmat(value, size, 1)


def narrowed(setting: Setting, size: int) -> Setting:
    """The setting of a law that `size` joints share."""
    return replace(setting, sizes={**setting.sizes, "channel": size})
