"""M x = b of a tree that carries inertia along rows beside its bodies, by articulated bodies.

Rotors and the springs of a step add to M along rows. Articulated bodies take what is added to a
joint's own place on the diagonal. A coordinate that moves no body, such as a rotor behind a spring,
is eliminated first: connected with one joint alone, it leaves something on that joint's diagonal.
"""

from __future__ import annotations

from collections.abc import Sequence

from armwright.multibody.articulated import Articulated
from armwright.multibody.mechanism import Mechanism
from armwright.multibody.rows import Entries
from armwright.multibody.spatial import Scalar, minus, times


class LadenTree:
    """`laden`: what M has beside the bodies' own. Only for what `fits`."""

    def __init__(self, mechanism: Mechanism, laden: Entries) -> None:
        own = {k: laden.get((k, k), 0.0) for k in range(mechanism.coordinates)}
        moved = _moved(mechanism)
        self._apart = {k: mechanism.inverse_pivot(k, own.pop(k)) for k in own.keys() - moved}
        #: coordinate that moves no body → the joint that it is connected with, and how
        self._ties: dict[int, tuple[int, Scalar]] = {}
        for (i, j), value in laden.items():
            if i != j:
                apart, joint = (i, j) if i in self._apart else (j, i)
                self._ties[apart] = joint, value
                share = times(times(value, value), self._apart[apart])
                own[joint] = minus(own[joint], share)
        self._tree = Articulated(mechanism, own)

    @staticmethod
    def fits(mechanism: Mechanism, laden: Entries) -> bool:
        """Whether every body has a coordinate of its own, and what is added connects none of them
        with another."""
        rows = [dict(body.along) for body in mechanism.bodies]
        moved = _moved(mechanism)
        single = len(moved) == len(rows) and all(list(row.values()) == [1.0] for row in rows)
        if not single or mechanism.has_added or mechanism.rotors:
            return False
        ties = [pair for pair in laden if pair[0] != pair[1]]
        apart = [k for pair in ties for k in pair if k not in moved]
        return len(apart) == len(ties) == len(set(apart))

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        left = list(b)
        for apart, (joint, tie) in self._ties.items():
            left[joint] = minus(left[joint], times(times(tie, self._apart[apart]), b[apart]))
        x = self._tree.solve(left)
        for apart, inverse in self._apart.items():
            side = b[apart]
            if apart in self._ties:
                joint, tie = self._ties[apart]
                side = minus(side, times(tie, x[joint]))
            x[apart] = times(side, inverse)
        return x


def _moved(mechanism: Mechanism) -> set[int]:
    """The coordinates that move bodies."""
    return {k for body in mechanism.bodies for k in body.along}
