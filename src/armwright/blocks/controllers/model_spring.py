"""Elastic gears as a controller knows them: which deflection carries a torque, and how it changes.

A controller's model may have linear springs on the motors' side of the gears, and any law of
elasticity without play on the joints' side, but no spring matrix in its gears; of hysteresis it
takes the middle of the loop.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import casadi as cs

from armwright.errors import InputError
from armwright.plant import Plant
from armwright.plant.law import Element
from armwright.robot.drive import Side

#: Of Newton's method. From τ/k(0), a spring that grows ever stiffer, or ever softer, is approached
#: from one side; each step doubles the digits in the end.
_STEPS = 8
#: From a deflection that is wrong by the damping only.
_MORE_STEPS = 3


class Jet(NamedTuple):
    """A quantity with its first and second time derivative."""

    value: cs.SX
    rate: cs.SX
    second: cs.SX


@dataclass(frozen=True, eq=False)
class ModelSpring:
    """The law of one gear as an expression of its deflection Δ and the deflection's rate."""

    deflection: cs.SX
    rate: cs.SX
    torque: cs.SX

    def bent(self, torque: Jet) -> Jet:
        """Δ(t) with s(Δ) + d(Δ̇) = τ(t), in two passes.

        s' Δ̇ + d' Δ̈ = τ̇,  s' Δ̈ + s'' Δ̇² + d' Δ⃛ = τ̈: the first pass takes d for zero, the second
        takes it at the rates of the first; d' Δ⃛ is left out. Without damping this is exact, with
        it the error is of second order in d'/s', a millisecond or so, against the motion's times.
        """
        still = cs.SX(0)
        first = self._pass(torque, Jet(still, still, still), _STEPS)
        return self._pass(torque, first, _MORE_STEPS) if self._damped else first

    def _pass(self, torque: Jet, before: Jet, steps: int) -> Jet:
        value = self._solved(torque.value, before, steps)
        s1, s2, d1 = (
            self._at(slope, value, before.rate)
            for slope in (self._stiffness, self._bend, self._damping)
        )
        rate = (torque.rate - d1 * before.second) / s1
        return Jet(value, rate, (torque.second - s2 * rate**2) / s1)

    def _solved(self, torque: cs.SX, before: Jet, steps: int) -> cs.SX:
        """Δ with law(Δ, Δ̇) = τ, by Newton's method."""
        linear = not cs.depends_on(self._stiffness, self.deflection)
        at = before.value
        for _ in range(1 if linear else steps):
            missing = torque - self._at(self.torque, at, before.rate)
            at = at + missing / self._at(self._stiffness, at, before.rate)
        return at

    def _at(self, expression: cs.SX, deflection: cs.SX, rate: cs.SX) -> cs.SX:
        found: list[cs.SX] = cs.substitute(
            [expression], [self.deflection, self.rate], [deflection, rate]
        )
        return found[0]

    @property
    def _stiffness(self) -> cs.SX:
        return cs.jacobian(self.torque, self.deflection)

    @property
    def _bend(self) -> cs.SX:
        return cs.jacobian(self._stiffness, self.deflection)

    @property
    def _damping(self) -> cs.SX:
        return cs.jacobian(self.torque, self.rate)

    @property
    def _damped(self) -> bool:
        return bool(cs.depends_on(self.torque, self.rate))


def springs_on(model: Plant, side: Side) -> dict[int, ModelSpring]:
    """On the motors' side by motor, on the joints' side by joint."""
    found = {}
    for part in model.elements:
        if part.law.family == "spring":
            for k, channel in enumerate(part.law.channels):
                place = channel.motor if side == "motor" else channel.joint
                if part.law.coupled and channel.motor is not None:
                    raise InputError(
                        "springs of the gears pull on each other, which this controller cannot use",
                        where=f"robot '{model.robot.name}', {channel.path}",
                        expected="a spring for each motor in the controller's model",
                    )
                if channel.side == side and channel.motor is not None and place is not None:
                    found[place] = _spring(model, part, k)
    return found


def _spring(model: Plant, part: Element, k: int) -> ModelSpring:
    d, v = part.displacement[k], part.velocity[k]
    middle = cs.SX.zeros(part.state.shape[0])
    torque = cs.substitute([part.torque[k]], [part.state], [middle])[0]
    both, still = cs.vertcat(d, v), cs.SX.zeros(2)
    stiffness = float(cs.evalf(cs.substitute(cs.jacobian(torque, d), both, still)))
    if stiffness <= 0:
        name, kind = part.law.channels[k].name, part.law.block.kind
        raise InputError(
            "the gear has no stiffness at rest, so that no deflection follows from its torque",
            where=f"robot '{model.robot.name}', joint '{name}', spring '{kind}'",
            got=f"{stiffness:g} N m/rad",
            expected="more than 0 N m/rad",
        )
    return ModelSpring(d, v, torque)
