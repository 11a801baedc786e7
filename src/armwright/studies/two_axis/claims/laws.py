"""The compiled laws of springs and friction, as functions of one number."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.plant import Plant
from armwright.plant.law import Family
from armwright.scenario import Scenario


@dataclass(frozen=True, eq=False)
class Law:
    """A torque and its slope by the deflection or the velocity."""

    torque: cs.Function
    slope: cs.Function

    @classmethod
    def of(cls, x: cs.SX, torque: cs.SX) -> Law:
        return cls(
            cs.Function("torque", [x], [torque]),
            cs.Function("slope", [x], [cs.gradient(torque, x)]),
        )

    def torques(self, x: Array) -> Array:
        return np.array(self.torque(cs.DM(x).T)).ravel()

    def slopes(self, x: Array) -> Array:
        return np.array(self.slope(cs.DM(x).T)).ravel()


def spring_laws(scenario: Scenario) -> list[Law]:
    """Of both axes, at rest."""
    return _laws(scenario, "spring")


def friction_laws(scenario: Scenario) -> list[Law]:
    """Of both motors."""
    return _laws(scenario, "friction")


def _laws(scenario: Scenario, family: Family) -> list[Law]:
    """Of each channel: springs as functions of their deflection, friction of its velocity."""
    (part,) = (one for one in Plant(scenario.robot).elements if one.law.family == family)
    x = cs.SX.sym("x")
    along, still = cs.repmat(x, part.size, 1), cs.SX.zeros(part.size)
    given = (along, still) if family == "spring" else (still, along)
    (torque,) = part.at([part.torque], *given, part.state)
    return [Law.of(x, one) for one in cs.vertsplit(torque)]
