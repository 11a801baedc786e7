"""Linearisation by a model that runs along with the arm: S2's general design."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Parameter, State
from armwright.block.quantities import Quantities
from armwright.blocks.controllers.affine_model import rigid_model
from armwright.blocks.controllers.lie_derivatives import decoupled
from armwright.blocks.controllers.linearising import (
    Linearising,
    along_reference,
    error_polynomial,
)
from armwright.errors import InputError

_DEGREE = 2


class CompensatedLinearisation(Linearising):
    """A(x_m) u = (ÿ_d − ÿ_r) + c₁(ẏ_d − ẏ_r − ẏ_m) + c₀(y_d − y_r − y_m) − b(x_m),  ẋ_m = f + g u.

    S2 (7.43)-(7.55), whose example is `disturbance_attenuation`: the compensator x_m is the
    controller's model of the arm itself, water included, driven by the same torques u, its Lie
    derivatives as in `input_output_linearisation`. What it does not explain, y − y_m, goes through
    a regulation filter ÿ_r = ω_r²(y − y_m − y_r) − 2ζ_rω_r ẏ_r and is taken off the reference. If
    arm and model are equal and start alike, y_r stays zero and s² + 2ζωs + ω² rules y_d − y.
    Velocities are not measured. The reference's filter (`filter`) is S2's tracking model. Outputs
    are positions: relative degree two. All states start at zero, where the arm should be then.
    """

    kind = "compensated_linearisation"

    compensator_position = State("rad", "x_m", size="joint", fixed=True)
    compensator_velocity = State("rad/s", "ẋ_m", size="joint", fixed=True)
    regulation_position = State("rad", "y_r", fixed=True)
    regulation_velocity = State("rad/s", "ẏ_r", fixed=True)
    regulation_frequency = Parameter("rad/s", "ω_r", default=20.0, above=0.0)
    regulation_damping_ratio = Parameter("", "ζ_r", default=1.0, above=0.0)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        model = x.site.model
        system = rigid_model(model, x.friction_transition if self.friction else None)
        n = len(model.robot.moving_joints)
        q, v = system.state[:n], system.state[n:]
        h = self.output_map(model, q, v)
        outputs = self.derivatives(model, system, h)
        for k, one in enumerate(outputs):
            if one.degree != _DEGREE:
                raise InputError(
                    "an output is no position",
                    where=f"block '{self.name}'",
                    got=f"output {k + 1} of relative degree {one.degree}",
                    expected=f"relative degree {_DEGREE}",
                    hint="`input_output_linearisation` takes rates, too.",
                )
        goals = along_reference(x, h, q, v, [_DEGREE] * len(outputs))
        (y,) = cs.substitute([h], [q], [x.measured_joint_position])
        y_m, rate_m, b = (cs.vertcat(*(one.along[k] for one in outputs)) for k in range(3))
        A = cs.vertcat(*(one.row for one in outputs))
        own = cs.vertcat(x.compensator_position, x.compensator_velocity)
        y_m, rate_m, b, A, f, g = cs.substitute(
            [y_m, rate_m, b, A, system.drift[n:], system.inputs[n:, :]], [system.state], [own]
        )
        w, zeta = x.regulation_frequency, x.regulation_damping_ratio
        y_r, rate_r = x.regulation_position, x.regulation_velocity
        second_r = w**2 * (y - y_m - y_r) - 2.0 * zeta * w * rate_r
        y_d, rate_d, second_d = (cs.vertcat(*(goal[k] for goal in goals)) for k in range(3))
        c0, c1 = error_polynomial(x.natural_frequency, x.damping_ratio, _DEGREE)
        wanted = (second_d - second_r) + c1 * (rate_d - rate_r - rate_m) + c0 * (y_d - y_r - y_m)
        solved = decoupled(A, wanted - b, x.singular_below)
        torque, limited = x.limited(solved.inputs, -x.torque_limit, x.torque_limit)
        return {
            "commanded_motor_torque": torque,
            "linearised_output": y,
            "linearised_output_error": y_d - y,
            "decoupling": solved.least,
            "singular": solved.least < x.singular_below,
            "torque_limited": limited,
            "compensator_position": x.compensator_velocity,
            "compensator_velocity": f + cs.mtimes(g, torque),
            "regulation_position": rate_r,
            "regulation_velocity": second_r,
        }
