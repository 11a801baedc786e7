"""The payload, from the torques that it takes to carry it."""

from __future__ import annotations

import math
from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Option, Output, Parameter, State
from armwright.block.quantities import NO_LIMIT, Quantities
from armwright.blocks.controllers.model_torque import (
    at_joints,
    carried_torque,
    point_of,
    rotor_torque,
)


class PayloadEstimator(Block):
    """m̂ = ⟨yᵀ r⟩/(⟨yᵀ y⟩ + ε),  ⟨·⟩ a mean that forgets with the time constant T.

    The mass that explains in least squares which torques r the model lacks; y are those that 1 kg
    takes at the payload's place. Neither needs an acceleration. All of τ = d(M v)/dt − c, c = Cᵀv −
    g, goes through a low-pass ω/(s + ω), ω = 2πf, behind which d(M v)/dt is ω M v less what the
    low-pass makes of it (Slotine and Li 1989):

        r = z − ω M v,  z' = ω (τ + c + ω M v − z);   y likewise of the payload alone.

    r does not depend on what the controller believes, so that m̂ may be fed back to it:
    `computed_torque` takes it as its `estimated_payload`. What else the model gets wrong is taken
    for payload, as far as it looks like one. ε is the caution at the start, and wherever a payload
    takes no torque.
    """

    kind = "payload_estimator"

    measured_joint_position = Input("rad", "q", size="joint")
    measured_joint_velocity = Input("rad/s", "v", size="joint")
    commanded_joint_torque = Input("N m", "τ", size="joint")
    estimated_payload = Output("kg", "m̂", size="one")
    limited = Output("", "1 while m̂ is at its limit", size="one", flag=True)
    lacking = State("N m", "z", size="joint", linear=True)
    carrying = State("N m/kg", "the same of the payload alone", size="joint", linear=True)
    explained = State("(N m)²/kg", "⟨yᵀ r⟩", size="one", fixed=True)
    excitation = State("(N m/kg)²", "⟨yᵀ y⟩", size="one", fixed=True)
    frame = Option(str, "the frame or link that carries it; empty: the tool", default="")
    centre = Parameter("m", "its place, axes of the frame", default=0.0, size="axis")
    cutoff_frequency = Parameter("Hz", "f", default=2.0, above=0.0, size="one")
    memory_time = Parameter("s", "T", default=1.0, above=0.0, size="one")
    caution = Parameter("(N m/kg)²", "ε", default=1.0, above=0.0, size="one")
    payload_limit = Parameter("kg", "largest |m̂|", default=NO_LIMIT, above=0.0, size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        model, w = x.site.model, 2.0 * math.pi * x.cutoff_frequency
        n = x.measured_joint_position.shape[0]
        q, v = cs.SX.sym("q", n), cs.SX.sym("v", n)
        point = point_of(model, self.frame, x.centre, self.name)
        still = cs.SX.zeros(n)

        def own(q: cs.SX, v: cs.SX, a: cs.SX) -> cs.SX:
            return model.joint_torque_for(q, v, a) + at_joints(model, rotor_torque(model, a))

        def payload(q: cs.SX, v: cs.SX, a: cs.SX) -> cs.SX:
            return carried_torque(model, point, q, v, a)

        momenta, rests = [], []
        for torque in (own, payload):
            momentum = torque(q, still, v) - torque(q, still, still)
            momenta.append(momentum)
            rests.append(cs.jtimes(momentum, q, v) - torque(q, v, still))
        at = [x.measured_joint_position, x.measured_joint_velocity]
        p, p_1, c, c_1 = cs.substitute([*momenta, *rests], [q, v], at)
        r, y = x.lacking - w * p, x.carrying + w * p_1
        found = x.explained / (x.excitation + x.caution)
        kept, limited = x.limited(found, -x.payload_limit, x.payload_limit)
        return {
            "estimated_payload": kept,
            "limited": limited,
            "lacking": w * (x.commanded_joint_torque + c + w * p - x.lacking),
            "carrying": w * (-c_1 - w * p_1 - x.carrying),
            "explained": (cs.dot(y, r) - x.explained) / x.memory_time,
            "excitation": (cs.dot(y, y) - x.excitation) / x.memory_time,
        }
