"""The loops of a plant: independent constraints Φ(x) = 0 with Ψ, and what their multipliers are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as cs

from armwright.multibody.loops import ClosedLoop, Closing, closed_loop, product_rate
from armwright.multibody.mechanism import Mechanism
from armwright.multibody.placement import Placement
from armwright.multibody.rows import Row, combination
from armwright.multibody.spatial import Vector, matrix_of
from armwright.plant.arrangement import Arrangement
from armwright.plant.loop_structure import LoopNumbers, LoopStructure, placement
from armwright.plant.values import Values


@dataclass(frozen=True, eq=False)
class PlantLoops:
    """`closings`: the constraints that are independent, `owners`: the loop of each. Expressions of
    the plant's coordinates."""

    loops: tuple[ClosedLoop, ...]
    structure: LoopStructure
    closings: tuple[Closing, ...]
    owners: tuple[int, ...]
    x: cs.SX
    numbers: LoopNumbers

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.loop.name for one in self.loops)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Ψ."""
        return tuple(one.row for one in self.closings)

    @cached_property
    def residual(self) -> cs.SX:
        """Φ."""
        return cs.vertcat(*(cs.SX(one.residual) for one in self.closings))

    @cached_property
    def jacobian(self) -> cs.SX:
        """Ψ as a dense column of the entries of `rows`, one row after the other."""
        entries = [cs.SX(value) for row in self.rows for value in row.values()]
        return cs.vertcat(*entries) if entries else cs.SX(0, 1)

    def rows_of(self, entries: cs.SX) -> tuple[Row, ...]:
        """Rows whose entries are those of `jacobian` at another place."""
        left = iter(cs.vertsplit(entries))
        return tuple({k: next(left) for k in row} for row in self.rows)

    def rates(self, v: cs.SX) -> cs.SX:
        """Ψ ẋ."""
        speeds = cs.vertsplit(v)
        return cs.vertcat(*(cs.SX(combination(row, speeds)) for row in self.rows))

    def product_rate(self, v: cs.SX) -> cs.SX:
        """Ψ̇ ẋ = −γ."""
        return product_rate(self.closings, self.x, v)


def plant_loops(
    arrangement: Arrangement,
    mechanism: Mechanism,
    values: Values,
    x: cs.SX,
    more: Sequence[cs.SX],
) -> PlantLoops:
    """`x`: the coordinates that move by the equations of motion; `more`: the symbols of free
    numbers."""
    structure = arrangement.loop_structure
    assert structure is not None
    own = {loop.name: loop for loop in arrangement.robot.loops}
    loops = []
    for loop in arrangement.tree.loops:
        ends = []
        for key in ("first", "second"):
            described, carried = getattr(own[loop.name], key).pose, getattr(loop, key).pose
            path = f"loops.{loop.name}.{key}.translation"
            place = Placement(matrix_of(described.rotation), Vector(*values.scalars(path)))
            # An elastic axis on its link carries a frame, and has an origin of its own.
            moved = carried != described
            ends.append(placement(carried @ described.inverse()) @ place if moved else place)
        loops.append(closed_loop(mechanism, loop, (ends[0], ends[1])))
    every = [(one, k) for k, loop in enumerate(loops) for one in loop.closings]
    chosen = [every[row] for row in structure.rows]
    return PlantLoops(
        tuple(loops),
        structure,
        tuple(one for one, _ in chosen),
        tuple(k for _, k in chosen),
        x,
        LoopNumbers(loops, x, more),
    )
