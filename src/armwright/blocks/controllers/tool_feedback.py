"""Feedback from where the tool is: a slow loop around that of the motors."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs
import numpy as np

from armwright.block.block import Block
from armwright.block.declarations import Input, Memory, Output, Parameter
from armwright.block.quantities import Quantities
from armwright.blocks.controllers.model_torque import product
from armwright.multibody.factorisation import factorise
from armwright.robot.loop import refuse_loops


class ToolFeedback(Block):
    """ṡ = k (JᵀJ + λ²)⁻¹ Jᵀ (p_d − p);  η s is how far the motors' reference is shifted.

    p_d and J, of the tool's position by the joints, are the model's at the reference q_d, and p is
    measured or estimated. Gears that give way, and a model that is wrong about them, put the tool
    elsewhere than the motors tell; s moves the motors by as much, and no joint that has none. k has
    to be well below the lowest resonance with motors at rest: there the tool no longer follows the
    motors. λ keeps s small where the arm is singular; it slows down what the tool needs much motion
    of the joints for.

    The block runs as often as p is new: p_d of any other instant would be elsewhere. A `sum` adds
    its output to the motors' reference.
    """

    kind = "tool_feedback"

    reference_joint_position = Input("rad", "q_d", size="joint")
    measured_tool_position = Input("m", "p", size="axis")
    motor_shift = Output("rad", "η s")
    joint_shift = Output("rad", "s", size="joint")
    limited = Output("", "1 while s is at its limit", size="joint", flag=True)
    shift = Memory("rad", "s", size="joint", fixed=True)
    bandwidth = Parameter("rad/s", "k", default=5.0, at_least=0.0, size="one")
    singular_size = Parameter("m", "λ", default=0.02, above=0.0, size="one")
    shift_limit = Parameter("rad", "largest |s|", default=0.02, above=0.0, size="joint")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        model, q = x.site.model, x.reference_joint_position
        refuse_loops(model.robot.name, model.robot.loops, "feedback from the tool")
        frame, n = model.frame(model.robot.tool), q.shape[0]
        driven = np.diag(model.gears.matrix.any(axis=0).astype(np.float64))
        slope = cs.densify(cs.mtimes(cs.jacobian(frame.position, model.x)[:, :n], driven))
        wanted, J = model.with_joints([frame.position, slope], q)
        normal = cs.mtimes(J.T, J) + x.singular_size**2 * cs.SX.eye(n)
        entries = {(i, j): normal[i, j] for i in range(n) for j in range(i + 1)}
        solver = factorise(entries, range(n), lambda _, pivot: 1.0 / pivot)
        pulled = cs.mtimes(J.T, wanted - x.measured_tool_position)
        rate = x.bandwidth * cs.vertcat(*map(cs.SX, solver.solve(cs.vertsplit(pulled))))
        shift, limited = x.limited(x.shift + x.period * rate, -x.shift_limit, x.shift_limit)
        return {
            "motor_shift": product(model.gears.matrix, x.shift),
            "joint_shift": x.shift,
            "limited": limited,
            "shift": shift,
        }
