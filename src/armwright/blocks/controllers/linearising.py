"""What controllers share that linearise an arm from its motors to chosen outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import casadi as cs
import numpy as np

from armwright.block.block import Block
from armwright.block.declarations import Input, Option, Output, Parameter
from armwright.block.quantities import NO_LIMIT, Quantities, Site
from armwright.blocks.controllers.lie_derivatives import (
    Affine,
    OutputDerivatives,
    decoupled,
    output_derivatives,
)
from armwright.blocks.drives import torque_limits
from armwright.blocks.frame_signals import TOOL
from armwright.errors import InputError
from armwright.plant import Plant

#: Sines below are rounding.
_SINGULAR = 1e-9
_AXES = {"x": 0, "y": 1, "z": 2}
_RATE, _OF = "rate of ", " of "


class Linearising(Block):
    """Outputs, by name or as a class of one's own has them, and the numbers of their control."""

    measured_joint_position = Input("rad", "q", size="joint")
    reference_joint_position = Input("rad", "q_d: y_d = h(q_d)", size="joint")
    reference_joint_velocity = Input("rad/s", "q̇_d", size="joint")
    reference_joint_acceleration = Input("rad/s²", "q̈_d", size="joint")
    commanded_motor_torque = Output("N m", "u")
    linearised_output = Output("rad", "y (m where it is a coordinate of a frame)")
    linearised_output_error = Output("rad", "y_d − y")
    decoupling = Output("", "how far A is from being singular, 1 to 0", size="one")
    singular = Output("", "1 while A is singular, or nearly so", size="one", flag=True)
    torque_limited = Output("", "1 while u is at its limit", flag=True)
    outputs = Option(tuple, "names of the outputs; empty: all joints", default=())
    friction = Option(bool, "whether the model includes friction", default=False)
    natural_frequency = Parameter("rad/s", "ω of each output", default=10.0, above=0.0)
    damping_ratio = Parameter("", "ζ of each output", default=1.0, at_least=0.0)
    singular_below = Parameter("", "ε", default=1e-3, at_least=0.0, size="one")
    friction_transition = Parameter(
        "rad/s", "motor velocity at which dry friction has faded in", default=1.0, above=0.0
    )
    torque_limit = Parameter("N m", "largest |u|", default=NO_LIMIT, above=0.0)

    def known(self, site: Site) -> Mapping[str, Any]:
        return {"torque_limit": torque_limits(site.model)}

    def output_map(self, model: Plant, q: cs.SX, v: cs.SX) -> cs.SX:
        """h: a column with an element for each motor."""
        names = self.outputs or model.robot.joint_names
        return cs.vertcat(*(self._output(model, str(name), q, v) for name in names))

    def _output(self, model: Plant, name: str, q: cs.SX, v: cs.SX) -> cs.SX:
        robot = model.robot
        if name.startswith(_RATE):
            return cs.jtimes(self._output(model, name.removeprefix(_RATE), q, v), q, v)
        if name in robot.joint_names:
            return q[robot.joint_names.index(name)]
        axis, _, frame = name.partition(_OF)
        frame = robot.tool if frame == TOOL else frame
        known = robot.frame_names
        if axis not in _AXES or frame not in known:
            raise self._unknown("output", name, [*robot.joint_names, *(f"x of {f}" for f in known)])
        return model.with_joints([model.frame(frame).position], q)[0][_AXES[axis]]

    def derivatives(self, model: Plant, system: Affine, h: cs.SX) -> list[OutputDerivatives]:
        """Of every output; refused where the motors cannot control them one by one."""
        where, motors = f"block '{self.name}'", system.inputs.shape[1]
        if h.shape[0] != motors:
            raise InputError(
                "outputs and motors differ in number",
                where=where,
                got=f"{h.shape[0]} outputs",
                expected=f"{motors}, one for each motor",
                hint="Name as many in `outputs`: joints, or coordinates of frames.",
            )
        names = self.outputs or model.robot.joint_names
        found = []
        for k, output in enumerate(cs.vertsplit(h)):
            one = output_derivatives(system, output)
            if one is None:
                name = names[k] if k < len(names) else k + 1
                raise InputError("no motor acts on an output", where=where, got=f"'{name}'")
            found.append(one)
        A = cs.vertcat(*(one.row for one in found))
        if _always_singular(A, system.state):
            raise InputError(
                "the outputs do not move independently of each other, whatever the motors do",
                where=where,
                got=", ".join(map(str, names)),
            )
        return found


def _always_singular(A: cs.SX, state: cs.SX) -> bool:
    """At some states that have nothing special about them."""
    least = decoupled(A, cs.SX.zeros(A.shape[0]), cs.SX(0)).least
    samples = np.random.default_rng(0).uniform(-1.0, 1.0, (state.shape[0], 5))
    found = np.array(cs.Function("least", [state], [least])(samples))
    return bool(found.max() < _SINGULAR)


def along_reference(
    x: Quantities, h: cs.SX, q: cs.SX, v: cs.SX, degrees: Sequence[int]
) -> list[list[cs.SX]]:
    """y_d, ẏ_d, … as far as each output needs them, along the reference."""
    a = cs.SX.sym("a", q.shape[0])
    motion, flow = cs.vertcat(q, v, a), cs.vertcat(v, a, cs.SX.zeros(q.shape[0]))
    jets = [h]
    for _ in range(max(degrees)):
        jets.append(cs.jtimes(jets[-1], motion, flow))
    goal = cs.vertcat(
        x.reference_joint_position, x.reference_joint_velocity, x.reference_joint_acceleration
    )
    jets = cs.substitute(jets, [motion], [goal])
    return [[jet[k] for jet in jets[: degree + 1]] for k, degree in enumerate(degrees)]


def error_polynomial(w: cs.SX, zeta: cs.SX, degree: int) -> list[cs.SX]:
    """c₀ … of p(s) = s^r + … + c₀."""
    p = [cs.SX(1)]
    factors = [[w**2, 2.0 * zeta * w, cs.SX(1)]] * (degree // 2) + [[w, cs.SX(1)]] * (degree % 2)
    for factor in factors:
        product = [cs.SX(0)] * (len(p) + len(factor) - 1)
        for i, a in enumerate(p):
            for j, b in enumerate(factor):
                product[i + j] += a * b
        p = product
    return p[:-1]
