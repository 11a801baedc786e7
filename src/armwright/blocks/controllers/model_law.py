"""Laws of friction and elasticity as a controller knows them: those that its model names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

import casadi as cs

from armwright.block.block import Block, as_name, size_of
from armwright.block.declarations import Input, State
from armwright.block.quantities import Quantities, Setting
from armwright.errors import InputError

_Law = TypeVar("_Law", bound=Block)


def law_of(
    family: str,
    laws: Mapping[str, type[_Law]],
    kind: str,
    settings: Mapping[str, float],
    setting: Setting,
    joint: int,
) -> _Law:
    """The law of one joint of the model."""
    name = setting.model.joint_names[joint]
    if kind not in laws:
        raise InputError(
            f"a controller cannot know this law of {family}",
            where=f"robot '{setting.model.name}', joint '{name}'",
            got=repr(kind),
            expected="one of " + ", ".join(laws),
        )
    known_as = as_name(f"{family}.{kind} of joint '{name}'")
    return laws[kind](name=known_as, **dict[str, Any](settings))


def results(
    law: Block, setting: Setting, given: Mapping[str, cs.SX], step: float = 0.0
) -> dict[str, cs.SX]:
    """The law's equations for one joint; `given`: its inputs and states, one element each."""
    own = replace(setting, sizes={**setting.sizes, "channel": 1})
    numbers = {name: cs.SX(value) for name, value in law.parameters(own).items()}
    nothing = cs.SX(0)
    values = {**_others(law, given), **given, **numbers}
    x = Quantities(values, own, nothing, nothing, nothing, "", cs.SX(step))
    return {name: cs.SX(value) for name, value in law.equations(x).items()}


def states(law: Block, setting: Setting) -> dict[str, cs.SX]:
    """Symbols for the law's states, of one joint."""
    sizes = {**setting.sizes, "channel": 1}
    return {name: cs.SX.sym(name, size_of(state, sizes)) for name, state in law.of(State).items()}


def _others(law: Block, given: Mapping[str, cs.SX]) -> dict[str, cs.SX]:
    """Inputs that a reference does not tell stay at their defaults."""
    found = {}
    for name, declared in law.of(Input).items():
        if name not in given:
            if declared.default is None:
                raise InputError(
                    f"a controller cannot know the '{name}' of this law",
                    where=law.name,
                    expected="a law of velocity and load alone",
                    hint="Give the controller's model another law, or let it leave friction out.",
                )
            found[name] = cs.SX(declared.default)
    return found
