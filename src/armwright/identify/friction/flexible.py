"""The inverse of an arm whose gears give way, where only its motors are measured.

The motors' motion is known, so that the links follow from it: M q̈ + bias = springs(θ, q), which
is as stable as the links' own vibration. What the springs pull at the motors is
then known as well, resonances included, without a third or fourth derivative of anything.
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
from armwright.plant import Plant
from armwright.robot import Robot

_FLEXIBLE = Fidelity(joints="flexible", elastic=False, friction=False)
#: s: no step of the links is longer. Of the highest frequency of a link on its spring, rad.
_LONGEST, _PHASE = 1e-3, 0.4


@dataclass(frozen=True, eq=False)
class DrivenLinks:
    """`taken` (N, n): torques at the joints that move the links; `pulled` (N, motors): what the
    springs take from the motors."""

    taken: Array
    pulled: Array


def driven_links(robot: Robot, motion: Motion) -> DrivenLinks:
    """How the links follow motors that move so, from rest on."""
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
    fine = _fineness(robot, plant, motion)
    table = _table(robot.gear_matrix, motion, fine)
    code = _march(plant, n, motors, motion.step / fine, fine)
    start = {"links": np.r_[_resting(plant, n, table[0, :motors]), np.zeros(n)]}
    compiled = CompiledMarch(code, tables={"drive": table}, pack=False)
    found = compiled.advance(compiled.start(start), len(table))
    return DrivenLinks(found["taken"][0], found["pulled"][0])


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
        "taken": forces[:n],
        "pulled": -forces[n:],
    }
    program = make_program("driven links", {"links": state, "drive": drive}, outputs)
    plays = (Play("drive", 6 * motors),)
    return March("driven links", (Call(program),), ("taken", "pulled"), fine, 1, plays)


def _table(gears: Array, motion: Motion, fine: int) -> Array:
    """(steps, 6 · motors): positions and velocities of the motors at the beginning, in the middle
    and at the end of each step."""
    theta, speed = motion.q @ gears.T, motion.v @ gears.T
    place, rate = CubicSpline(motion.time, theta), CubicSpline(motion.time, speed)
    h = motion.step / fine
    times = motion.time[0] + h * np.arange((motion.samples - 1) * fine + 1)
    parts = []
    for part in (0.0, 0.5, 1.0):
        at = np.minimum(times + part * h, motion.time[-1])
        parts += [place(at), rate(at)]
    return np.concatenate(parts, axis=1)


def _fineness(robot: Robot, plant: Plant, motion: Motion) -> int:
    """Steps in a sample: as many as the fastest vibration of a link wants."""
    n = len(robot.joint_names)
    acceleration, _ = _expressions(plant, n)
    count = plant.x.shape[0] - n
    q = cs.SX.sym("q", n)
    still = [cs.SX.zeros(k) for k in (n, count, count)]
    slope = cs.Function("slope", [q], [cs.jacobian(acceleration(q, *still), q)])
    stiff = -np.asarray(slope(motion.q[0]))
    fastest = math.sqrt(max(float(np.abs(np.linalg.eigvals(stiff)).max()), 0.0))
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
