"""The compiled laws of springs and friction, as functions of one number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as cs
import numpy as np

from armwright.blocks.controllers.model_law import results
from armwright.laws.friction import TanhStribeck
from armwright.laws.transmission import StiffeningSpring
from armwright.scenario import Scenario
from armwright.studies.two_axis.source.numbers import Array, Numbers
from armwright.system.system import setting


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
    x, own = cs.SX.sym("x"), setting(scenario, None)
    found = []
    for parameters in Numbers.of(scenario.robot).springs:
        given = {"deflection": x, "deflection_rate": cs.SX(0)}
        found.append(
            Law.of(x, results(StiffeningSpring(**dict[str, Any](parameters)), own, given)["torque"])
        )
    return found


def friction_laws(scenario: Scenario) -> list[Law]:
    """Of both motors."""
    x, own = cs.SX.sym("x"), setting(scenario, None)
    return [
        Law.of(
            x, results(TanhStribeck(**dict[str, Any](parameters)), own, {"velocity": x})["torque"]
        )
        for parameters in Numbers.of(scenario.robot).frictions
    ]
