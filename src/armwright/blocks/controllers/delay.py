"""Dead time of whole samples, for any signal."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import casadi as cs

from armwright.block.declarations import Declared, Memory, Option
from armwright.block.quantities import Quantities
from armwright.blocks.controllers.one_signal import OneSignal, for_signal
from armwright.errors import InputError

#: A memory for each sample is code, too.
_LONGEST = 1000


class Delay(OneSignal):
    """y[k] = u[k − samples]: a shift register."""

    kind = "delay"

    samples = Option(int, "how many samples later, at least 1", default=1)

    def __init__(
        self, *, unit: str = "N m", size: str = "motor", samples: int = 1, **settings: Any
    ) -> None:
        if not isinstance(samples, int) or not 1 <= samples <= _LONGEST:
            raise InputError(
                "'samples'",
                where=f"block '{settings.get('name') or self.kind}'",
                got=repr(samples),
                expected=f"a whole number from 1 to {_LONGEST}",
            )
        declared = for_signal(type(self), unit, size)
        self.declared = MappingProxyType({**declared, **_register(samples, unit, size)})
        super().__init__(unit=unit, size=size, samples=samples, **settings)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        kept = [getattr(x, _place(k)) for k in range(1, self.samples + 1)]
        following = {_place(k): value for k, value in enumerate([x.input, *kept[:-1]], start=1)}
        return {"output": kept[-1], **following}


def _register(samples: int, unit: str, size: str) -> Mapping[str, Declared]:
    """A memory for each sample on its way; full from the beginning in a run that starts at rest."""
    places = {}
    for k in range(1, samples + 1):
        memory = Memory(unit, f"the signal {k} samples ago", size=size)
        memory.name = _place(k)
        places[memory.name] = memory
    return places


def _place(k: int) -> str:
    return f"delayed_{k}"
