"""Laws between two sides of a joint: friction and springs, joints of one law taken together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import casadi as cs
import numpy as np

from armwright.blocks.block import Array, Block
from armwright.blocks.declarations import Parameter, State
from armwright.blocks.friction import StickingFriction
from armwright.blocks.quantities import Quantities, Setting
from armwright.errors import InputError
from armwright.multibody.spatial import Scalar, plus, times
from armwright.system.values import Values

#: A direction in the space of coordinates: coordinate → coefficient.
Row = dict[int, Scalar]


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
        block = kind(name=f"{key} of joint '{names[joint]}'", **given)
        found.append(block.parameters(one))
    keys = [key for parameter in kind.of(Parameter).values() for key in parameter.keys]
    numbers = {name: np.concatenate([values[name] for values in found]) for name in keys}
    return Law(key, kind(name=key), tuple(settings), numbers)


@dataclass(frozen=True)
class Element:
    """A law as expressions of the displacement, velocity and state of its channels.

    `torque` opposes displacement and velocity. The state follows ż = decay · z + drive, decay and
    drive not depending on z. `limits`: sliding +, sliding −, holding +, holding − of dry friction.
    """

    law: Law
    rows: tuple[Row, ...]
    displacement: cs.SX
    velocity: cs.SX
    state: cs.SX
    torque: cs.SX
    decay: cs.SX
    drive: cs.SX
    limits: tuple[cs.SX, ...] | None

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

    def slope(self, by: cs.SX) -> cs.SX:
        """∂torque/∂by, channel by channel."""
        return diagonal(self.torque, by, self.law.key)


def element(found: Law, rows: tuple[Row, ...], values: Values, setting: Setting) -> Element:
    """The law's equations, with its parameters from `values`."""
    block, size = found.block, len(rows)
    d, v = cs.SX.sym("displacement", size), cs.SX.sym("velocity", size)
    states = {name: cs.SX.sym(name, size) for name in block.of(State)}
    arguments = {"velocity": v, "deflection": d, "deflection_rate": v, **states}
    parameters = {name: values.column(f"{found.key}.{name}") for name in found.numbers}
    x = Quantities(
        {**arguments, **parameters}, narrowed(setting, size), cs.SX(0), cs.SX(0), cs.SX(0), ""
    )
    result = {name: cs.SX(value) for name, value in block.equations(x).items()}
    z = cs.vertcat(*states.values()) if states else cs.SX(0, 1)
    z_dot = cs.vertcat(*(result[name] for name in states)) if states else cs.SX(0, 1)
    decay = diagonal(z_dot, z, found.key)
    if cs.depends_on(decay, z):
        raise InputError(
            f"the state of '{found.key}' is not linear in itself",
            where=f"block '{type(block).__name__}'",
            expected="ż = a z + b with a and b free of z",
        )
    drive = cs.substitute(z_dot, z, cs.SX.zeros(z.shape[0]))
    limits = None
    if isinstance(block, StickingFriction):
        sides = ("sliding_positive", "sliding_negative", "holding_positive", "holding_negative")
        limits = tuple(_full(result[name], size) for name in sides)
    return Element(found, rows, d, v, z, _full(result["torque"], size), decay, drive, limits)


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
