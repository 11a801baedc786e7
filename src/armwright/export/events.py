"""Dry friction for solvers of other tools: modes that hold between events, and where they end.

A channel slides forward (1) or backward (−1), or sticks (0), as in `simulation.slow`. Its two
indicators are positive as long as its mode holds: the velocity of a channel that slides, and what
is left to the break-away torques of one that sticks. Both may pass zero by a little before they
count, so that rounding ends no mode that has just begun.
"""

from __future__ import annotations

import casadi as cs

from armwright.simulation.dry_friction import ROUNDS, stopped
from armwright.simulation.slow.dry import Dry
from armwright.system.names import VELOCITY
from armwright.system.system import System

#: The vector of modes, which only exported equations have.
MODE = "mode"
#: What counts as zero: a velocity (rad/s), and a torque (N m), with a share of what breaks away.
_SPEED, _TORQUE, _SHARE = 1e-7, 1e-9, 1e-7
#: An acceleration that is left where a channel should stick, as a part of what there is: more is no
#: rounding.
_LOOSE = 1e-6


def indicators(system: System, dry: Dry) -> cs.SX:
    """Two for each channel."""
    sticks, little = dry.mode == 0, _little(dry)
    slides = dry.mode * _speeds(system, dry) + _SPEED
    return cs.vertcat(
        cs.if_else(sticks, dry.hold_up - dry.torque + little, slides),
        cs.if_else(sticks, dry.hold_down + dry.torque + little, 1.0),
    )


def after_event(system: System, dry: Dry) -> dict[str, cs.SX]:
    """Modes and velocities with which the equations go on, as vectors of a model.

    A channel whose velocity has passed zero stops. Channels break away until those that stick can
    be held; one that has only now broken away, and would go the other way, sticks again. A hinge in
    a dead position of its loop goes on: no torque could hold it.
    """
    speeds, little = _speeds(system, dry), 0.5 * _little(dry)
    moving = cs.if_else(cs.fabs(speeds) > _SPEED, cs.sign(speeds), 0.0)
    passed = dry.mode * speeds < -0.5 * _SPEED
    mode = cs.if_else(dry.mode == 0, moving, cs.if_else(passed, 0.0, dry.mode))
    response = cs.fabs(cs.diag(cs.mtimes(dry.rows, dry.response)))
    fresh = cs.SX.zeros(mode.shape[0])
    for _ in range(ROUNDS if mode.shape[0] > 1 else 2):
        torque, a = cs.substitute([dry.torque, dry.acceleration], [dry.mode], [mode])
        along, sticks = cs.mtimes(dry.rows, a), mode == 0
        over, under = torque > dry.hold_up + little, -torque > dry.hold_down + little
        if dry.closed:
            loose = _LOOSE * (1.0 + cs.mtimes(cs.fabs(dry.rows), cs.fabs(a)))
            over, under = cs.logic_or(over, along > loose), cs.logic_or(under, along < -loose)
        up, down = cs.logic_and(sticks, over), cs.logic_and(sticks, under)
        back = cs.logic_and(fresh, mode * along < -little * response)
        mode = cs.if_else(up, 1.0, cs.if_else(down, -1.0, cs.if_else(back, 0.0, mode)))
        fresh = cs.logic_or(fresh, cs.logic_or(up, down))
    return {MODE: mode, VELOCITY: _stopped(system, dry, mode == 0)}


def _stopped(system: System, dry: Dry, sticks: cs.SX) -> cs.SX:
    """The velocities after the impulses that stop channels that stick."""
    v = system.plant.v
    impulses = dry.held(sticks, cs.mtimes(dry.rows, v))
    after = cs.vertsplit(v - cs.mtimes(dry.response, impulses))
    rows = [row for part in system.plant.elements if part.limits is not None for row in part.rows]
    return cs.vertcat(*stopped(rows, after, cs.vertsplit(sticks)))


def _speeds(system: System, dry: Dry) -> cs.SX:
    return cs.mtimes(dry.rows, system.plant.v)


def _little(dry: Dry) -> cs.SX:
    return _TORQUE + _SHARE * (dry.hold_up + dry.hold_down)
