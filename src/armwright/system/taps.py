"""Places where something is put into a loop from outside, or where a loop is cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import casadi as cs


@dataclass(frozen=True, eq=False)
class Tap:
    """All who read a signal see kept · value + added. `kept`: for each element 1, or 0 where it is
    cut; `added` is a symbol."""

    added: cs.SX
    kept: tuple[float, ...]

    @property
    def cuts(self) -> bool:
        """Whether nothing of the signal is left."""
        return not any(self.kept)

    def __call__(self, value: cs.SX) -> cs.SX:
        return cs.densify(cs.SX(cs.DM(self.kept)) * value + self.added)


@dataclass(frozen=True)
class Taps:
    """On signals of a circuit, and on what acts on a plant, by their names."""

    signals: Mapping[str, Tap] = field(default_factory=dict)
    inputs: Mapping[str, Tap] = field(default_factory=dict)
