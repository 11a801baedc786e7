"""One step of the arm with one evaluation of its dynamics: second order, linearly implicit in the
laws of the joints.

Positions and velocities leapfrog (Verlet), friction states live half a step off, and a joint's
springs and friction enter the matrix that the accelerations are solved with:

    x̄ = xₙ + h/2 vₙ,     (M(x̄) + Σ κ g gᵀ) Δ = h (applied − bias(x̄, v*) − Σ g f(x̄, vₙ)),
    vₙ₊₁ = vₙ + Δ,        xₙ₊₁ = x̄ + h/2 vₙ₊₁,

g the direction in which a law f acts, κ = h/2 ∂f/∂v + β h² ∂f/∂x (a matrix where springs pull on
each other, M + Gᵀ κ G), and v* = vₙ + Δₙ₋₁/2 a guess of
the velocity in the middle, which the Coriolis terms take. β = 1/12 makes the frequencies of elastic
modes right to fourth order (Newmark's family; stable for ωh < √6), β = 1/4 is stable for any
stiffness. A friction law's own spring, its bristles, always counts with 1/4.
"""

from __future__ import annotations

import casadi as cs

from armwright.multibody.spatial import Scalar, plus
from armwright.plant.meters import drag_forces
from armwright.simulation.block_states import half_step
from armwright.simulation.closing import constrained, put_back, wanted
from armwright.simulation.contacts import touched
from armwright.simulation.dry_friction import DryFriction, held_velocities, stopped
from armwright.simulation.dynamics import FullDynamics, Pull, StepDynamics, StepMatrix, column
from armwright.simulation.instants import JUST_BEFORE, Instant, at_instant, now
from armwright.system.names import (
    BRISTLE,
    CHANGE,
    DRY,
    EXACT,
    LOOPS,
    OTHER,
    POSITION,
    RESTING,
    SUMS,
    VELOCITY,
)
from armwright.system.system import System


def midpoint_step(
    system: System,
    beta: float,
    *,
    meters: bool,
    drag: bool = True,
    dynamics: StepDynamics | None = None,
) -> dict[str, cs.SX]:
    """The vectors of the run after a step. `drag`: the meters have that of what drag takes."""
    h = system.step
    dynamics = dynamics or FullDynamics(system)
    plant, here = system.plant, now(system)
    x_mid = here.x + 0.5 * h * here.v
    v_mid = here.v + 0.5 * system.change
    exact, other = half_step(system, here, h, forward=True)
    middle = Instant(here.time + 0.5 * h, x_mid, v_mid, exact, other)

    pulls = [dynamics.pull(part, x_mid, h, beta) for part in plant.elements]
    side = _right_hand_side(system, middle, pulls, dynamics, h)
    factors: StepMatrix = dynamics.matrix(middle, pulls)
    loops = plant.loops
    if loops is None:
        change = factors.solve(side)
    else:
        factors = closed = constrained(system, loops, factors, x_mid)
        change = closed.solve(side, wanted(system, loops, closed, middle))
    change, factors = touched(system, middle, factors, change, h)

    dry = DryFriction.of(system, v_mid, h)
    v_next = [plus(a, b) for a, b in zip(cs.vertsplit(here.v), change, strict=True)]
    outputs: dict[str, cs.SX] = {}
    if dry is not None:
        v_next, outputs = held_velocities(dry, factors, v_next)
    v_after = cs.vertcat(*v_next)
    x_after = x_mid + 0.5 * h * v_after
    if loops is not None and system.setup.integration.baumgarte is None:
        x_after, v_after, outputs[LOOPS] = put_back(system, loops, closed, x_after, v_after)
        if dry is not None:
            held = cs.vertsplit(outputs[RESTING])
            v_after = cs.vertcat(*stopped(dry.rows, cs.vertsplit(v_after), held))
    after = Instant(here.time + (1.0 - JUST_BEFORE) * h, x_after, v_after, exact, other)
    exact_after, other_after = half_step(system, after, h, forward=False)
    if meters:
        torques = outputs.get(DRY, cs.SX(0, 1))
        sums = _meters(system, middle, pulls, v_after, torques, h)
        if plant.water is not None:
            mean = 0.5 * (plant.v + v_after)
            sums = cs.vertcat(sums, h * _drag_power(system, middle, mean) if drag else 0.0)
        outputs[SUMS] = system.meters + sums
    return {
        POSITION: x_after,
        VELOCITY: v_after,
        CHANGE: v_after - here.v,
        BRISTLE: column(pull.bristle for pull in pulls),
        EXACT: exact_after,
        OTHER: other_after,
        **outputs,
    }


def _right_hand_side(
    system: System,
    middle: Instant,
    pulls: list[Pull],
    dynamics: StepDynamics,
    h: cs.SX,
) -> list[Scalar]:
    ahead = cs.vertsplit(0.5 * system.change)
    applied, bias = dynamics.applied(middle), dynamics.bias(middle)
    impulses = [h * pull.torque - pull.lead * pull.part.along(ahead) for pull in pulls]
    return system.plant.driving(cs.vertsplit(applied), cs.vertsplit(bias), impulses, h)


def _meters(
    system: System,
    middle: Instant,
    pulls: list[Pull],
    v_after: cs.SX,
    dry: cs.SX,
    h: cs.SX,
) -> cs.SX:
    """What the step adds to the sums: each torque times the way that its channel went."""
    plant = system.plant
    v = plant.v
    mean = 0.5 * (v + v_after)
    (torque,) = at_instant(system, [system.motor_torque()], middle)
    motor = h * cs.dot(torque, plant.of_motors(mean))
    friction, damping, first = cs.SX(0), cs.SX(0), 0
    for pull in pulls:
        part = pull.part
        rate, change = part.along(cs.vertsplit(mean)), part.along(cs.vertsplit(v_after - v))
        guess = part.along(cs.vertsplit(middle.v - v))
        impulse = h * pull.torque - pull.lead * guess + pull.stiffening * change
        if part.law.family == "friction":
            if part.limits is not None:
                impulse += h * dry[first : first + part.size]
                first += part.size
            friction += cs.dot(impulse, rate)
        else:
            d = part.along(cs.vertsplit(middle.x))
            still = cs.SX.zeros(part.size)
            moving, resting = (part.at([part.torque], d, r, part.state)[0] for r in (rate, still))
            damping += h * cs.dot(system.wired(moving - resting), rate)
    return cs.vertcat(motor, friction, damping)


def _drag_power(system: System, middle: Instant, velocity: cs.SX) -> cs.SX:
    (drag,) = at_instant(system, [system.wired(drag_forces(system.plant))], middle)
    return -cs.dot(drag, velocity)
