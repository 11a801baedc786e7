"""What every integrator needs of a system: its rates as functions of given states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as cs

from armwright.multibody.spatial import Scalar
from armwright.system.laws import Element
from armwright.system.system import System

#: Where (eˣ − 1)/x is taken instead of at 0: half of the digits are right on both sides.
_NEAR_ZERO = 1e-8


@dataclass(frozen=True)
class Instant:
    """States of a system at one time: coordinates, velocities, the blocks' states."""

    time: cs.SX
    x: cs.SX
    v: cs.SX
    exact: cs.SX
    other: cs.SX


@dataclass(frozen=True, eq=False)
class Motion:
    """The system's expressions on other arguments than its own symbols."""

    system: System

    @property
    def now(self) -> Instant:
        s = self.system
        return Instant(
            s.time,
            s.mechanics.x,
            s.mechanics.v,
            s.state_symbol(linear=True),
            s.state_symbol(linear=False),
        )

    def at(self, expressions: Sequence[cs.SX], there: Instant) -> list[cs.SX]:
        """Expressions of the system's symbols, at another instant."""
        here = self.now
        found: list[cs.SX] = cs.substitute(
            list(expressions),
            [here.time, here.x, here.v, here.exact, here.other],
            [there.time, there.x, there.v, there.exact, there.other],
        )
        return found


def phi(x: cs.SX) -> cs.SX:
    """(eˣ − 1)/x, which is 1 at 0."""
    away = cs.if_else(cs.fabs(x) < _NEAR_ZERO, _NEAR_ZERO, x)
    return (cs.exp(away) - 1.0) / away


def relaxed(state: cs.SX, rate: cs.SX, decay: cs.SX, h: float) -> cs.SX:
    """The exact solution of ż = decay · z + b after h; `rate` is ż at the beginning."""
    return state + h * phi(h * decay) * rate


def bristle_step(part: Element, velocity: Sequence[Scalar], h: float) -> cs.SX:
    """The state of a friction law after h, the velocity held: exact, for any stiffness."""
    if not part.stateful:
        return part.state
    v = part.along(list(velocity))
    decay, drive = part.at([part.decay, part.drive], part.displacement, v, part.state)
    return relaxed(part.state, decay * part.state + drive, decay, h)
