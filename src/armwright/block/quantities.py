"""What a block's equations work with: its quantities as expressions, by name."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import casadi as cs

from armwright.block.fidelity import Fidelity
from armwright.block.noise import normal

if TYPE_CHECKING:
    from armwright.plant.plant import Plant


#: Stands for "no limit" where a finite number is needed.
NO_LIMIT = 1e30


@dataclass(frozen=True)
class Site:
    """Where a block works. `plant` is the arm itself, `model` the arm as its controller knows it.

    Times in s: `tick` of the fast clock, `period` between the block's samples (0: continuous time).
    """

    plant: Plant
    model: Plant
    sizes: Mapping[str, int]
    tick: float
    period: float
    duration: float

    @property
    def fidelity(self) -> Fidelity:
        return self.plant.fidelity

    @staticmethod
    def around(plant: Plant, model: Plant, tick: float, period: float, duration: float) -> Site:
        """The sizes are those of the plant."""
        sizes = {
            "joint": len(plant.robot.moving_joints),
            "motor": len(plant.motor_names),
            "elastic": len(plant.elastic_names),
            "coordinate": len(plant.coordinates),
            "friction": len(plant.frictions),
            "axis": 3,
            "one": 1,
        }
        return Site(plant, model, sizes, tick, period, duration)

    @staticmethod
    def of_laws() -> Site:
        """Inside an arm: a law sees neither plant nor time, only its channels."""
        nobody: Any = None
        return Site(nobody, nobody, {"axis": 3, "one": 1}, 0.0, 0.0, 0.0)


class Quantities:
    """`x.velocity`, `x.damping`, …: columns of expressions, one row per element.

    Beside what the block declares: `time` (s), `period` (s), `site`; in laws of friction `step`
    (s), by which stepped states go on.
    """

    time: cs.SX
    step: cs.SX
    period: float
    site: Site

    def __init__(
        self,
        values: Mapping[str, cs.SX],
        site: Site,
        time: cs.SX,
        tick: cs.SX,
        seed: cs.SX,
        source: str,
        step: cs.SX | None = None,
    ) -> None:
        self._values = dict(values)
        self.site, self.time, self.period = site, time, site.period
        self._tick, self._seed, self._source = tick, seed, source
        self.step = cs.SX(0) if step is None else step
        #: what stands for random numbers in the equations, and the numbers
        self.noises: list[tuple[cs.SX, cs.SX]] = []

    def __getattr__(self, name: str) -> cs.SX:
        try:
            return self._values[name]
        except KeyError:
            known = ", ".join(self._values)
            raise AttributeError(
                f"no quantity '{name}'; there are {known}", name=name, obj=self
            ) from None

    @property
    def names(self) -> tuple[str, ...]:
        """Of what the block declares."""
        return tuple(self._values)

    def replaced(self, values: Mapping[str, cs.SX]) -> Quantities:
        """The same, some of them with other values."""
        clock = (self.time, self._tick, self._seed)
        found = {**self._values, **values}
        return Quantities(found, self.site, *clock, self._source, self.step)

    def directed(self, name: str, velocity: cs.SX) -> cs.SX:
        """A directed parameter's value for the direction of `velocity`."""
        forward, backward = self._values[f"{name}_positive"], self._values[f"{name}_negative"]
        if cs.is_equal(forward, backward, 2):
            return forward
        return cs.if_else(velocity >= 0, forward, backward)

    def normal(self, what: str, size: int) -> cs.SX:
        """Independent standard normal numbers, new at every sample.

        They depend on the seed, the block's name, `what` and the tick, and on nothing else; where
        noise is switched off they are zero.
        """
        if not self.site.fidelity.noise:
            return cs.SX.zeros(size)
        stream = zlib.crc32(f"{self._source}/{what}".encode())
        numbers = cs.vertcat(*(normal(self._seed, stream, k, self._tick) for k in range(size)))
        symbol = cs.SX.sym(f"{self._source}.{what} noise", size)
        self.noises.append((symbol, numbers))
        return symbol

    def limited(self, value: cs.SX, lower: cs.SX, upper: cs.SX) -> tuple[cs.SX, cs.SX]:
        """The value within its limits, and 1 where it was not, else 0; unless saturation is
        switched off."""
        if not self.site.fidelity.saturation:
            return value, cs.SX.zeros(value.shape[0])
        columns = (cs.vertsplit(value), _column(lower, value), _column(upper, value))
        parts = [_within(*each) for each in zip(*columns, strict=True)]
        within = cs.vertcat(*parts) if parts else value
        return within, within != value


def _column(end: cs.SX, value: cs.SX) -> list[cs.SX]:
    found: list[cs.SX] = cs.vertsplit(end)
    return found if len(found) == value.shape[0] else found * value.shape[0]


def _within(value: cs.SX, lower: cs.SX, upper: cs.SX) -> cs.SX:
    """The value itself where there is no limit, nor may be in other runs of the machine code."""
    fixed = lower.is_constant() and upper.is_constant()
    if fixed and float(lower) <= -NO_LIMIT and float(upper) >= NO_LIMIT:
        return value
    return cs.fmax(lower, cs.fmin(upper, value))
