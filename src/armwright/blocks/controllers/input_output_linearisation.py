"""Control of any outputs of an arm as if each were a chain of integrators."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import casadi as cs

from armwright.block.declarations import Declared, Input, Option
from armwright.block.quantities import Quantities
from armwright.blocks.controllers.affine_model import flexible_model, rigid_model
from armwright.blocks.controllers.lie_derivatives import decoupled
from armwright.blocks.controllers.linearising import (
    Linearising,
    along_reference,
    error_polynomial,
)
from armwright.plant import Plant

RIGID, FLEXIBLE = "rigid", "flexible"


class InputOutputLinearisation(Linearising):
    """A(x) u = ν − b(x),  νᵢ = y_d⁽ʳ⁾ + Σₖ cₖ (y_d⁽ᵏ⁾ − y⁽ᵏ⁾), k < r: then p(s)(y_d − y) = 0.

    Feedback linearisation by Lie derivatives (Isidori 1995, section 5.2; S2 (7.50)-(7.52)): bᵢ =
    L_f^r hᵢ, the rows of A are L_g L_f^(r−1) hᵢ, and r is the relative degree of output hᵢ, all
    taken from the controller's model of the arm, its water included. p(s) = (s² + 2ζωs + ω²)^(r/2),
    times s + ω if r is odd. u are the motors' torques. There are as many outputs as motors:

    - `"elbow"`: the position of a joint;
    - `"x of tip"`, `"y of …"`, `"z of …"`: a coordinate of a frame or link in world axes, m;
      `tool` is the arm's tool;
    - `"rate of …"`: the velocity of either.

    Positions have r = 2 with rigid gears; with `gears = "flexible"` r = 4 through springs, or 3 if
    these are damped, and the motors are measured, too. What the reference gives of y_d ends with
    its acceleration: jerk and snap are taken for zero. For outputs that are all joints this is
    `computed_torque`. Fewer outputs than joints leave a motion that the outputs do not show, and
    which nothing here stabilises.

    `decoupling` tells how far A is from being singular: the smallest sine between what one motor
    does to the outputs and what those before it do. Below `singular_below` the missing direction is
    damped out of A⁻¹ (Nakamura and Hanafusa 1986) and counted as `singular`. A class of your own
    may give any other outputs as functions of joint positions and velocities: `output_map`.
    """

    kind = "input_output_linearisation"

    measured_joint_velocity = Input("rad/s", "q̇", size="joint")
    gears = Option(
        str, "'rigid' or 'flexible' in the model", default=RIGID, choices=(RIGID, FLEXIBLE)
    )

    def __init__(self, *, gears: str = RIGID, **settings: Any) -> None:
        own = _of_motors() if gears == FLEXIBLE else {}
        self.declared = MappingProxyType({**type(self).declared, **own})
        super().__init__(gears=gears, **settings)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        model = x.site.model
        transition = x.friction_transition if self.friction else None
        if self.gears == FLEXIBLE:
            system = flexible_model(model, transition, self.name)
        else:
            system = rigid_model(model, transition)
        n, size = len(model.robot.moving_joints), system.state.shape[0] // 2
        q, v = system.state[:n], system.state[size : size + n]
        h = self.output_map(model, q, v)
        outputs = self.derivatives(model, system, h)
        goals = along_reference(x, h, q, v, [one.degree for one in outputs])
        found = cs.vertcat(*(cs.vertcat(*one.along) for one in outputs))
        A = cs.vertcat(*(one.row for one in outputs))
        found, A = cs.substitute([found, A], [system.state], [self._measured(x, model)])
        values, wanted, first = [], [], 0
        for k, (one, goal) in enumerate(zip(outputs, goals, strict=True)):
            y = cs.vertsplit(found[first : first + one.degree + 1])
            gains = error_polynomial(x.natural_frequency[k], x.damping_ratio[k], one.degree)
            w = goal[-1] - y[-1]
            for gain, there, here in zip(gains, goal[:-1], y[:-1], strict=True):
                w += gain * (there - here)
            values.append(y[0])
            wanted.append(w)
            first += one.degree + 1
        solved = decoupled(A, cs.vertcat(*wanted), x.singular_below)
        torque, limited = x.limited(solved.inputs, -x.torque_limit, x.torque_limit)
        y = cs.vertcat(*values)
        return {
            "commanded_motor_torque": torque,
            "linearised_output": y,
            "linearised_output_error": cs.vertcat(*(goal[0] for goal in goals)) - y,
            "decoupling": solved.least,
            "singular": solved.least < x.singular_below,
            "torque_limited": limited,
        }

    def _measured(self, x: Quantities, model: Plant) -> cs.SX:
        """The state of the model."""
        behind = model.arrangement.flexible if self.gears == FLEXIBLE else ()
        parts = []
        for what in ("position", "velocity"):
            parts.append(getattr(x, f"measured_joint_{what}"))
            parts += [getattr(x, f"measured_motor_{what}")[i] for i in behind]
        return cs.vertcat(*parts)


def _of_motors() -> Mapping[str, Declared]:
    declared: dict[str, Declared] = {
        "measured_motor_position": Input("rad", "θ"),
        "measured_motor_velocity": Input("rad/s", "θ̇"),
    }
    for name, one in declared.items():
        one.name = name
    return declared
