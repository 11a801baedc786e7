"""Feed-forward through elastic gears: torques, and where the motors have to be."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import casadi as cs
import numpy as np

from armwright.block.block import Block
from armwright.block.declarations import Declared, Input, Memory, Option, Output, Parameter
from armwright.block.quantities import Quantities
from armwright.blocks.controllers.model_friction import friction_torque
from armwright.blocks.controllers.model_spring import Jet, springs_on
from armwright.blocks.controllers.model_torque import at_motors, product
from armwright.errors import InputError
from armwright.plant import Plant

NEGLECTED, DIFFERENCE = "neglected", "difference"


class FlexibleFeedforward(Block):
    """T = M(q) q̈ + c(q, q̇) + g(q) + f_joint(q̇),  −T = spring(Δ),  θ_r = η (q − Δ),
    τ_ff = η⁻ᵀ T + J θ̈_r + f_motor(θ̇_r), along the reference q(t).

    S0, block "motor reference and feed forward": the inverse of the flexible-joint model S0 (1.9),
    S4 (2.10), that the controller has of the arm. Springs on the motors' side of the gears deflect
    by −η⁻ᵀ T instead. Exact are Δ and, where the acceleration does not change, Δ̇ and Δ̈. The
    rates of T need jerk and snap, which references do not tell:

    - `jerk = "neglected"` takes both for zero. That is so along trapezoidal profiles, except for
      the instants where the acceleration jumps (where the inverse would need impulses).
    - `jerk = "difference"` takes them from samples of the acceleration,
      q⃛ = (3a₀ − 4a₁ + a₂)/(2h), q⁗ = (2a₀ − 5a₁ + 4a₂ − a₃)/h², aₖ of k samples ago: exact to
      second order in h for references with a smooth acceleration, spikes for others.

    Left out: terms of second order in the springs' damping, and rates of friction at the joints.
    The motors' reference replaces η q_r and η q̇_r, so that feedback does not pull the deflection
    out of the gears. `reference_motor_acceleration` stays η q̈_r: τ_ff has the rotors in it already.
    """

    kind = "flexible_feedforward"

    reference_joint_position = Input("rad", "q", size="joint")
    reference_joint_velocity = Input("rad/s", "q̇", size="joint")
    reference_joint_acceleration = Input("rad/s²", "q̈", size="joint")
    reference_motor_position = Output("rad", "θ_r")
    reference_motor_velocity = Output("rad/s", "θ̇_r")
    feedforward_motor_torque = Output("N m", "τ_ff")
    friction_transition = Parameter(
        "rad/s", "motor velocity at which dry friction has faded in", default=1.0, above=0.0
    )
    friction = Option(bool, "whether the torque includes friction", default=True)
    jerk = Option(
        str,
        "'neglected' or 'difference' (of samples of the acceleration)",
        default=NEGLECTED,
        choices=(NEGLECTED, DIFFERENCE),
    )

    def __init__(self, *, jerk: str = NEGLECTED, **settings: Any) -> None:
        own = _register() if jerk == DIFFERENCE else {}
        self.declared = MappingProxyType({**type(self).declared, **own})
        super().__init__(jerk=jerk, **settings)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        model = x.site.model
        q, v, a = (
            x.reference_joint_position,
            x.reference_joint_velocity,
            x.reference_joint_acceleration,
        )
        jerk, snap, memories = self._higher(x, a)
        torque = _along(model, q, v, a, jerk, snap)
        if self.friction:
            slow = _at_joints(model, x.friction_transition)
            load = torque.value
            friction = friction_torque(model, "joint", v, slow, load)
            torque = torque._replace(value=load + friction)
        motors = _motors(model, Jet(q, v, a), torque)
        forward = at_motors(model, torque.value) + cs.SX(model.motor_inertia) * motors.second
        if self.friction:
            speed, slow = motors.rate, x.friction_transition
            forward += friction_torque(model, "motor", speed, slow, torque.value)
        return {
            "reference_motor_position": motors.value,
            "reference_motor_velocity": motors.rate,
            "feedforward_motor_torque": forward,
            **memories,
        }

    def _higher(self, x: Quantities, a: cs.SX) -> tuple[cs.SX, cs.SX, dict[str, cs.SX | float]]:
        """Jerk, snap, and the next values of the memories."""
        if self.jerk == NEGLECTED:
            zero = cs.SX.zeros(a.shape[0])
            return zero, zero, {}
        h = x.period
        # Before the first sample the acceleration is taken for constant.
        a1, a2, a3 = (
            cs.if_else(x.started, past, a)
            for past in (x.acceleration_1, x.acceleration_2, x.acceleration_3)
        )
        jerk = (3.0 * a - 4.0 * a1 + a2) / (2.0 * h)
        snap = (2.0 * a - 5.0 * a1 + 4.0 * a2 - a3) / h**2
        memories = {"acceleration_1": a, "acceleration_2": a1, "acceleration_3": a2}
        return jerk, snap, {**memories, "started": 1.0}


def _register() -> Mapping[str, Declared]:
    declared: dict[str, Declared] = {
        f"acceleration_{k}": Memory("rad/s²", f"q̈ of {k} samples ago", size="joint", fixed=True)
        for k in (1, 2, 3)
    }
    declared["started"] = Memory("", "0 at the first sample, then 1", size="one", fixed=True)
    for name, memory in declared.items():
        memory.name = name
    return declared


def _along(model: Plant, q: cs.SX, v: cs.SX, a: cs.SX, jerk: cs.SX, snap: cs.SX) -> Jet:
    """M(q) q̈ + c + g and its time derivatives, along a motion."""
    n = q.shape[0]
    symbols = [cs.SX.sym(name, n) for name in ("q", "v", "a", "jerk", "snap")]
    state, flow = cs.vertcat(*symbols[:4]), cs.vertcat(*symbols[1:])
    value = model.joint_torque_for(*symbols[:3])
    rate = cs.jtimes(value, state, flow)
    second = cs.jtimes(rate, state, flow)
    found = cs.substitute([value, rate, second], symbols, [q, v, a, jerk, snap])
    return Jet(*found)


def _motors(model: Plant, joints: Jet, torque: Jet) -> Jet:
    """θ = η (q − Δ_joint) − Δ_motor, and its derivatives."""
    eta = model.gears.matrix
    motors, n = eta.shape
    links, shafts = springs_on(model, "joint"), springs_on(model, "motor")
    _check_couplings(model, set(links), set(shafts))
    carried = Jet(*(at_motors(model, part) for part in torque))
    nothing = Jet(*(cs.SX(0) for _ in range(3)))
    at_links = [links[i].bent(_element(torque, i)) if i in links else nothing for i in range(n)]
    at_shafts = [
        shafts[i].bent(_element(carried, i)) if i in shafts else nothing for i in range(motors)
    ]
    return Jet(
        *(
            product(eta, joints[k] - cs.vertcat(*(bent[k] for bent in at_links)))
            - cs.vertcat(*(bent[k] for bent in at_shafts))
            for k in range(3)
        )
    )


def _element(jet: Jet, i: int) -> Jet:
    """What a spring has to exert on its motor for this torque at the link."""
    return Jet(*(-part[i] for part in jet))


def _at_joints(model: Plant, speed: cs.SX) -> cs.SX:
    """Motor velocities as velocities of the joints that are named like the motors."""
    names, eta = model.robot.joint_names, model.gears.matrix
    found = []
    for j, name in enumerate(names):
        i = _own_motor(model, name)
        found.append(speed[i] / abs(eta[i, j]))
    return cs.vertcat(*found)


def _own_motor(model: Plant, joint: str) -> int:
    """The motor that is named like a joint, else the one that turns most with it."""
    if joint in model.motor_names:
        return model.motor_names.index(joint)
    column = model.gears.matrix[:, model.robot.joint_names.index(joint)]
    return int(np.argmax(np.abs(column)))


def _check_couplings(model: Plant, links: set[int], shafts: set[int]) -> None:
    """Joints that share motors deflect alike: all at the joints, all at the motors, or none."""
    eta, names = model.gears.matrix, model.robot.joint_names
    behind = {j for j, name in enumerate(names) if _own_motor(model, name) in shafts}
    for one in eta:
        joints = [int(j) for j in np.flatnonzero(one)]
        for i, j in pairwise(joints):
            if (i in links) == (j in links) and (i in behind) == (j in behind):
                continue
            raise InputError(
                f"joints '{names[i]}' and '{names[j]}' are coupled, and elastic in different ways",
                where=f"robot '{model.robot.name}'",
                expected="springs of both on the same side of the gears, or of none",
            )
