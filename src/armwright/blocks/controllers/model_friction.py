"""Friction that a controller expects from its model of the arm, at a steady velocity."""

from __future__ import annotations

import casadi as cs

from armwright.block.declarations import Input
from armwright.errors import InputError
from armwright.plant import Plant
from armwright.plant.law import Element
from armwright.robot.drive import Side

#: A time after which friction does not change any more at a steady velocity, s.
_LONG = 1e6
#: Stands in for velocity zero, where a law with a state has no steady one, rad/s.
_SLOWEST = 1e-9
_LOAD = "transmitted_torque"


def friction_torque(
    model: Plant, side: Side, velocity: cs.SX, transition: cs.SX, load: cs.SX
) -> cs.SX:
    """On one side of the gears, for velocities there; 0 where there is no friction on that side.

    Dry friction fades in with tanh(v/v_t): at rest nobody knows its direction. `transition`: v_t;
    `load`: what the gears transmit, at the joints.
    """
    torques = [cs.SX(0)] * velocity.shape[0]
    for part in model.elements:
        if part.law.family != "friction":
            continue
        for k, channel in enumerate(part.law.channels):
            place = channel.motor if side == "motor" else channel.joint
            if channel.side == side and channel.motor is not None and place is not None:
                steady = _steady(part, k, velocity[place], transition[place])
                torques[place] = _known(model, part, steady, load)
    return cs.densify(cs.vertcat(*torques))


def _steady(part: Element, k: int, v: cs.SX, v_t: cs.SX) -> cs.SX:
    if part.limits is not None:
        up, down = part.limits[0][k], part.limits[1][k]
        torque, up, down = _at(part, k, [part.torque[k], up, down], v)
        return torque + cs.if_else(v >= 0, up, down) * cs.tanh(v / v_t)
    if part.stateful:
        moving = cs.if_else(v >= 0, 1.0, -1.0) * cs.fmax(cs.fabs(v), _SLOWEST)
        (torque,) = _at(part, k, [_bent(part)[k]], moving)
        return torque * cs.tanh(cs.fabs(v) / v_t)
    return _at(part, k, [part.torque[k]], v)[0]


def _bent(part: Element) -> cs.SX:
    """The torque with the states as they are after a long time at a velocity."""
    if part.linear is not None:
        decay, drive = part.linear
        settled = -drive / decay
    else:
        still = cs.SX.zeros(part.state.shape[0])
        after = part.stepped(part.after, part.velocity, _LONG)
        settled = cs.substitute([after], [part.state], [still])[0]
    return cs.substitute([part.torque], [part.state], [settled])[0]


def _at(part: Element, k: int, expressions: list[cs.SX], v: cs.SX) -> list[cs.SX]:
    """Expressions of one channel at a velocity."""
    found: list[cs.SX] = cs.substitute(expressions, [part.velocity[k]], [v])
    return found


def _known(model: Plant, part: Element, torque: cs.SX, load: cs.SX) -> cs.SX:
    """With what the law reads beside the velocity: the load; all else stays at its default, which
    a reference does not tell."""
    symbols, values = [], []
    for name, declared in part.law.block.of(Input).items():
        signal = part.law.block.signal(name)
        symbol = model.inputs.get(signal)
        if symbol is None or not cs.depends_on(torque, symbol):
            continue
        if signal == _LOAD:
            value = load
        elif declared.default is not None:
            value = cs.SX.ones(symbol.shape[0]) * declared.default
        else:
            raise InputError(
                f"a controller cannot know the '{name}' of this law",
                where=f"robot '{model.robot.name}', {part.law.key}",
                expected="a law of velocity and load alone",
                hint="Give the controller's model another law, or let it leave friction out.",
            )
        symbols.append(symbol)
        values.append(value)
    return cs.substitute([torque], symbols, values)[0] if symbols else torque
