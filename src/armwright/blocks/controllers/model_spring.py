"""Elastic gears as a controller knows them: which deflection carries a torque, and how it changes.

A controller's model may have linear springs on the motors' side of the gears, and any law of
elasticity without play on the joints' side; of hysteresis it takes the middle of the loop.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import casadi as cs

from armwright.block.quantities import Setting
from armwright.blocks.controllers.model_law import law_of, results, states
from armwright.errors import InputError
from armwright.laws.transmission import LAWS, LinearSpring, Spring
from armwright.robot import Drive

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


def motor_side(setting: Setting) -> dict[int, ModelSpring]:
    """Springs on the motors' side, by joint."""
    drives = _flexible(setting).items()
    return {i: _spring(_linear(drive), setting, i) for i, drive in drives if not drive.spring}


def joint_side(setting: Setting) -> dict[int, ModelSpring]:
    """Springs on the joints' side, by joint."""
    found = {}
    for i, drive in _flexible(setting).items():
        if drive.spring:
            law = law_of("elasticity", LAWS, drive.spring_law, drive.spring, setting, i)
            found[i] = _spring(law, setting, i)
    return found


def _flexible(setting: Setting) -> dict[int, Drive]:
    if not setting.fidelity.drives or setting.fidelity.joints == "rigid":
        return {}
    drives = {i: joint.drive for i, joint in enumerate(setting.model.moving_joints)}
    return {i: drive for i, drive in drives.items() if drive and (drive.stiffness or drive.spring)}


def _linear(drive: Drive) -> Spring:
    return LinearSpring(stiffness=drive.stiffness, damping=drive.damping or 0.0)


def _spring(law: Spring, setting: Setting, joint: int) -> ModelSpring:
    d, v = cs.SX.sym("deflection"), cs.SX.sym("rate")
    middle = {name: cs.SX.zeros(z.shape[0]) for name, z in states(law, setting).items()}
    torque = results(law, setting, {"deflection": d, "deflection_rate": v, **middle})["torque"]
    both, still = cs.vertcat(d, v), cs.SX.zeros(2)
    slopes = cs.substitute(cs.jacobian(torque, both), both, still)
    k, damping = (float(slope) for slope in cs.horzsplit(cs.evalf(slopes)))
    if k <= 0:
        robot = setting.model
        raise InputError(
            "the gear has no stiffness at rest, so that no deflection follows from its torque",
            where=f"robot '{robot.name}', joint '{robot.joint_names[joint]}', spring '{law.kind}'",
            got=f"{k:g} N m/rad",
            expected="more than 0 N m/rad",
        )
    if setting.fidelity.springs == "linear":
        torque = k * d + damping * v
    return ModelSpring(d, v, torque)
