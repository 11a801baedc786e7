"""How links move behind the springs of their gears, from how the motors move.

    M(q) q̈ + c(q, q̇) + g(q) = K (θ − q) + D (θ̇ − q̇),

θ the motors' positions counted at the joints. Solved forwards in time it is stable, unlike the
inverse, which would differentiate four times: resonances ring as long as their damping lets them.
Steps of the midpoint rule, springs and dampers linearly implicit, one evaluation each: stable for
any spring, and the frequency of a resonance ω is off by (ω h)²/12.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.fidelity import Fidelity
from armwright.compiler import Call, CompiledMarch, March, Play, make_program
from armwright.identify.motion import Motion
from armwright.identify.regressor import JOINT_TORQUE
from armwright.multibody.rows import add_square
from armwright.plant import Plant
from armwright.robot import Robot

_BODIES = Fidelity(friction=False, drives=False, joints="rigid", elastic=False)


@dataclass(frozen=True, eq=False)
class LinkMotion:
    """(samples, joints) each."""

    q: Array
    v: Array
    a: Array


def link_motion(robot: Robot, motion: Motion, *, flexible: bool = True) -> LinkMotion:
    """As the motors move, where gears are stiff or efforts are those of the joints."""
    rigid = LinkMotion(motion.q, motion.v, motion.a)
    springs = [motor.drive.stiffness for motor in robot.all_motors]
    if not flexible or motion.signal == JOINT_TORQUE or not all(springs):
        return rigid
    gears = np.asarray(robot.gear_matrix)
    dampers = [motor.drive.damping or 0.0 for motor in robot.all_motors]
    K, D = (gears.T @ np.diag(np.array(one, float)) @ gears for one in (springs, dampers))
    plant = Plant(robot, _BODIES)
    n = plant.x.shape[0]
    theta, rate, h = cs.SX.sym("theta", n), cs.SX.sym("rate", n), motion.step
    pull = cs.mtimes(cs.SX(K), theta - plant.x) + cs.mtimes(cs.SX(D), rate - plant.v)
    needed = cs.vertcat(*map(cs.SX, plant.bias()))
    entries = plant.mass()
    for row, k, d in zip(gears, springs, dampers, strict=True):
        own = {j: float(g) for j, g in enumerate(row) if g}
        add_square(entries, own, 0.25 * h**2 * float(k or 0.0) + 0.5 * h * d)
    a = cs.vertcat(*plant.factorised(entries).solve(cs.vertsplit(pull - needed)))
    # Everything in the middle of the step, as far as that is known before it.
    a = cs.substitute(a, plant.x, plant.x + 0.5 * h * plant.v)
    program = make_program(
        "links",
        {"q": plant.x, "v": plant.v, "theta": theta, "rate": rate},
        {"q": plant.x + h * plant.v + 0.5 * h**2 * a, "v": plant.v + h * a, "a": a},
    )
    march = March(
        "links",
        (Call(program),),
        ("q", "v", "a"),
        record_before=1,
        plays=(Play("theta", n), Play("rate", n)),
    )
    between = {"theta": _middle(motion.q), "rate": _middle(motion.v)}
    compiled = CompiledMarch(march, tables=between, pack=False)
    begin = motion.q[0] - _sag(plant, K, motion.q[0])
    found = compiled.advance(compiled.start({"q": begin, "v": motion.v[0]}), motion.samples - 1)
    q, v = (
        np.vstack([first, found[name][0]]) for first, name in ((begin, "q"), (motion.v[0], "v"))
    )
    a_middle = found["a"][0]
    return LinkMotion(q, v, _middle(np.vstack([a_middle[:1], a_middle, a_middle[-1:]])))


def stiff_springs(robot: Robot) -> list[str]:
    """Motors whose springs are described, but by a law that counts as stiff here."""
    return [motor.name for motor in robot.all_motors if motor.drive.spring]


def _middle(samples: Array) -> Array:
    """Between each sample and the next."""
    between: Array = 0.5 * (samples[1:] + samples[:-1])
    return between


def _sag(plant: Plant, K: Array, q: Array) -> Array:
    """How far links hang at rest."""
    weight = cs.Function("weight", [plant.x, plant.v], [cs.vertcat(*map(cs.SX, plant.bias()))])
    found: Array = np.linalg.solve(K, np.array(weight(q, 0 * q)).ravel())
    return found
