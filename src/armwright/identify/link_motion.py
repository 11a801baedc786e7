"""How links move behind the springs of their gears, from how the motors move.

    M(q) q̈ + c(q, q̇) + g(q) = springs(θ − q, θ̇ − q̇),

which is as stable as the links' own vibration: resonances ring as long as their damping lets them.
What the springs take from the motors is then known as well, without a third or fourth derivative of
anything. Springs are the plant's own, of any law without a state.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import casadi as cs
import numpy as np
from scipy.interpolate import CubicSpline

from armwright.arrays import Array
from armwright.block.fidelity import Fidelity
from armwright.compiler import Call, CompiledMarch, March, Play, make_program
from armwright.errors import InputError
from armwright.identify.motion import Motion
from armwright.identify.regressor import JOINT_TORQUE
from armwright.plant import Plant
from armwright.robot import Robot

_FLEXIBLE = Fidelity(joints="flexible", elastic=False, friction=False)
#: s: no step of the links is longer. Of the fastest rate of a link on its spring, rad.
_LONGEST, _PHASE = 1e-3, 0.4
_RECORDED = ("q", "v", "a", "taken", "pulled")


@dataclass(frozen=True, eq=False)
class LinkMotion:
    """q, v, a (samples, joints) of the links."""

    q: Array
    v: Array
    a: Array


@dataclass(frozen=True, eq=False)
class DrivenLinks(LinkMotion):
    """`taken` (samples, joints): torques at the joints that move the links; `pulled` (samples,
    motors): what the springs take from the motors."""

    taken: Array
    pulled: Array


def link_motion(robot: Robot, motion: Motion, *, flexible: bool = True) -> LinkMotion:
    """As the motors move, where not all gears give way or efforts are those of the joints."""
    sprung = all(motor.drive.stiffness or motor.drive.spring for motor in robot.all_motors)
    if not flexible or motion.signal == JOINT_TORQUE or not sprung or stiff_springs(robot):
        return LinkMotion(motion.q, motion.v, motion.a)
    return driven_links(robot, motion)


def driven_links(robot: Robot, motion: Motion) -> DrivenLinks:
    """How the links follow motors that move so. At first they hang in their springs and move as
    fast as the motors do."""
    plant = Plant(robot, _FLEXIBLE)
    n, motors = len(robot.joint_names), len(robot.all_motors)
    if plant.x.shape[0] != n + motors:
        raise InputError(
            "not every gear gives way",
            where=f"robot '{robot.name}'",
            expected="a stiffness or a spring in each drive",
            hint="Take the rigid inverse.",
        )
    if any(part.stateful for part in plant.elements):
        raise InputError(
            "a spring with a state", where=f"robot '{robot.name}'", hint="Take the rigid inverse."
        )
    fine = _fineness(plant, n, motion)
    table = _table(robot.gear_matrix, motion, fine)
    code = _march(plant, n, motors, motion.step / fine, fine)
    start = {"links": np.r_[_resting(plant, n, table[0, :motors]), motion.v[0]]}
    compiled = CompiledMarch(code, tables={"drive": table}, pack=False)
    found = compiled.advance(compiled.start(start), len(table))
    q, v, a, taken, pulled = (found[name][0] for name in _RECORDED)
    return DrivenLinks(q, v, a, taken, pulled)


def stiff_springs(robot: Robot) -> list[str]:
    """Motors whose springs have states, behind which links are not followed."""
    plant = Plant(robot, _FLEXIBLE)
    if not any(part.stateful for part in plant.elements):
        return []
    return [motor.name for motor in robot.all_motors if motor.drive.spring]


def _expressions(plant: Plant, n: int) -> tuple[cs.Function, cs.Function]:
    """(links, motors, their velocities) → accelerations of the links; → forces of the springs."""
    count = plant.x.shape[0] - n
    q, dq = cs.SX.sym("q", n), cs.SX.sym("dq", n)
    theta, dtheta = cs.SX.sym("theta", count), cs.SX.sym("dtheta", count)
    none: list[float] = [0.0] * (n + count)
    forces = cs.vertcat(*map(cs.SX, plant.driving(none, none, plant.torques)))
    still = [cs.SX.zeros(one.shape[0]) for one in plant.inputs.values()]
    here = [plant.x, plant.v, *plant.inputs.values()]
    there = [cs.vertcat(q, theta), cs.vertcat(dq, dtheta), *still]
    acceleration, forces = cs.substitute([plant.acceleration[:n], forces], here, there)
    inputs = [q, dq, theta, dtheta]
    return cs.Function("links", inputs, [acceleration]), cs.Function("springs", inputs, [forces])


def _march(plant: Plant, n: int, motors: int, h: float, fine: int) -> March:
    """Runge and Kutta's step of the links, with the motors where they are within it."""
    acceleration, springs = _expressions(plant, n)
    state, drive = cs.SX.sym("links", 2 * n), cs.SX.sym("drive", 6 * motors)
    begin, middle, end = (drive[2 * motors * k : 2 * motors * (k + 1)] for k in range(3))

    def rate(x: cs.SX, given: cs.SX) -> cs.SX:
        found = acceleration(x[:n], x[n:], given[:motors], given[motors:])
        return cs.vertcat(x[n:], found)

    k1 = rate(state, begin)
    k2 = rate(state + h / 2 * k1, middle)
    k3 = rate(state + h / 2 * k2, middle)
    k4 = rate(state + h * k3, end)
    forces = springs(state[:n], state[n:], begin[:motors], begin[motors:])
    outputs = {
        "links": state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4),
        "q": state[:n],
        "v": state[n:],
        "a": k1[n:],
        "taken": forces[:n],
        "pulled": -forces[n:],
    }
    program = make_program("driven links", {"links": state, "drive": drive}, outputs)
    plays = (Play("drive", 6 * motors),)
    return March("driven links", (Call(program),), _RECORDED, fine, 1, plays)


def _table(gears: Array, motion: Motion, fine: int) -> Array:
    """(steps, 6 · motors): positions and velocities of the motors at the beginning, in the middle
    and at the end of each step."""
    found = []
    for values in (motion.q @ gears.T, motion.v @ gears.T):
        halves = _between(CubicSpline(motion.time, values).c, motion.step, 2 * fine, values[-1])
        # The last step begins at the last sample, where the motors stay.
        found.append((halves[0:-2:2], halves[1:-1:2], halves[2::2]))
    places, rates = found
    return np.concatenate([each for pair in zip(places, rates, strict=True) for each in pair], 1)


def _between(polynomials: Array, step: float, parts: int, last: Array) -> Array:
    """A spline at `parts` instants of each sample, evenly spaced; then at the end, three times.
    `polynomials` (4, samples - 1, motors): of the time since the sample, highest power first."""
    c0, c1, c2, c3 = polynomials
    count, motors = c0.shape
    found = np.empty((count * parts + 3, motors))
    for k in range(parts):
        t = step * k / parts
        found[k : count * parts : parts] = ((c0 * t + c1) * t + c2) * t + c3
    found[-3:] = last
    return found


def _fineness(plant: Plant, n: int, motion: Motion) -> int:
    """Steps in a sample: as many as the fastest vibration of a link wants, damped or not."""
    acceleration, _ = _expressions(plant, n)
    count = plant.x.shape[0] - n
    q, dq, still = cs.SX.sym("q", n), cs.SX.sym("dq", n), cs.SX.zeros(count)
    found = acceleration(q, dq, still, still)
    slopes = cs.Function("slopes", [q, dq], [cs.jacobian(found, q), cs.jacobian(found, dq)])
    stiff, damped = (np.asarray(one) for one in slopes(motion.q[0], np.zeros(n)))
    rates = np.block([[np.zeros((n, n)), np.eye(n)], [stiff, damped]])
    fastest = float(np.abs(np.linalg.eigvals(rates)).max())
    wanted = min(_LONGEST, _PHASE / max(fastest, 1e-9))
    return max(1, math.ceil(motion.step / wanted - 1e-9))


def _resting(plant: Plant, n: int, theta: Array) -> Array:
    """Where the links hang in their springs while the motors rest at `theta`."""
    acceleration, _ = _expressions(plant, n)
    q = cs.SX.sym("q", n)
    still = [cs.SX.zeros(k) for k in (n, len(theta))]
    residual = acceleration(q, still[0], theta, still[1])
    newton = cs.Function("newton", [q], [q - cs.solve(cs.jacobian(residual, q), residual)])
    found = np.asarray(plant.gears.inverse @ theta, dtype=np.float64)
    for _ in range(12):
        found = np.asarray(newton(found)).ravel()
    if not np.isfinite(found).all():
        raise InputError("the links do not come to rest in their springs", where="flexible inverse")
    return found
