"""Friction that a controller expects from its model of the arm, at a steady velocity."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Input, State
from armwright.block.quantities import Setting
from armwright.blocks.controllers.model_law import law_of, results, states
from armwright.laws.friction import LAWS, Friction, StickingFriction
from armwright.robot import Drive

#: A time after which friction does not change any more at a steady velocity, s.
_LONG = 1e6
#: Stands in for velocity zero, where a law with a state has no steady one, rad/s.
_SLOWEST = 1e-9


def friction_torque(
    setting: Setting, side: str, velocity: cs.SX, transition: cs.SX, load: cs.SX
) -> cs.SX:
    """On one side of the gears, for velocities there; 0 for joints without friction on that side.

    Dry friction fades in with tanh(v/v_t): at rest nobody knows its direction. `transition`: v_t;
    `load`: what the gears transmit, at the joints.
    """
    if not setting.fidelity.friction or (side == "motor" and not setting.fidelity.drives):
        return cs.SX.zeros(velocity.shape[0])
    torques = []
    for i, joint in enumerate(setting.model.moving_joints):
        drive = joint.drive or Drive()
        if drive.friction and drive.friction_side == side:
            law = law_of("friction", LAWS, drive.friction_law, drive.friction, setting, i)
            torques.append(_steady(law, setting, velocity[i], transition[i], load[i]))
        else:
            torques.append(cs.SX(0))
    return cs.densify(cs.vertcat(*torques))


def _steady(law: Friction, setting: Setting, v: cs.SX, v_t: cs.SX, load: cs.SX) -> cs.SX:
    given = {"load": load} if "load" in law.of(Input) else {}
    if isinstance(law, StickingFriction):
        found = results(law, setting, {"velocity": v, **given})
        sliding = cs.if_else(v >= 0, found["sliding_positive"], found["sliding_negative"])
        return found["torque"] + sliding * cs.tanh(v / v_t)
    if law.of(State):
        moving = cs.if_else(v >= 0, 1.0, -1.0) * cs.fmax(cs.fabs(v), _SLOWEST)
        return _bent(law, setting, {"velocity": moving, **given}) * cs.tanh(cs.fabs(v) / v_t)
    return results(law, setting, {"velocity": v, **given})["torque"]


def _bent(law: Friction, setting: Setting, given: Mapping[str, cs.SX]) -> cs.SX:
    """The torque with the states as they are after a long time at a velocity."""
    z = states(law, setting)
    found = results(law, setting, {**given, **z}, _LONG)
    symbols = list(z.values())
    zeros = [cs.SX.zeros(symbol.shape[0]) for symbol in symbols]
    settled = []
    for name, state in law.of(State).items():
        after = cs.substitute([found[name]], symbols, zeros)[0]
        if not state.stepped:  # after is ż at z = 0, b of ż = a z + b
            after = -after / cs.diag(cs.jacobian(found[name], z[name]))
        settled.append(after)
    return cs.substitute([found["torque"]], symbols, settled)[0]
