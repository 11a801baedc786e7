"""Runs with the linearised arm: prepared, executed, and judged.

The method of Jonker and Aarts (S3), for any scenario whose joints have a reference. Along the
reference the arm's equations are linearised at a number of points,

    M(x) ẍ + bias(x, ẋ)  ≈  M₀ ẍ + b + C₀ ẋ + K₀ x,      b = τ₀ − M₀ ẍ₀ − C₀ ẋ₀ − K₀ x₀,

with τ₀ the nominal torque without friction. Between the points the inverse of the step's matrix, C₀
and K₀ are linear in time, and b is cubic, such that the nominal motion is a solution there, too.
Friction, springs, drives, sensors and controllers remain what they are.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.loop import refuse_loops
from armwright.signals import Run
from armwright.simulation.dynamics import BETA
from armwright.simulation.ensemble import Ensemble
from armwright.simulation.execution import ProgressCallback, execute
from armwright.simulation.loop import KnownInertia, Loop, make_loop
from armwright.simulation.perturbation.dynamics import (
    TABLE,
    LinearDynamics,
    fixed_stiffening,
    matrix_of,
)
from armwright.simulation.perturbation.inertial_torque import InertialTorque
from armwright.simulation.perturbation.nominal import nominal_motion
from armwright.simulation.perturbation.tables import Tables, make_tables
from armwright.simulation.perturbation.validity import Neglected, neglected, seen, watch
from armwright.simulation.results import Executed
from armwright.system.names import CHANGE, POSITION, VELOCITY

#: Recorded to judge a single run by; `change` is that of the velocities in the last step.
_WATCHED = (POSITION, VELOCITY, CHANGE)


@dataclass(frozen=True, eq=False)
class Linearised:
    """The arm along its nominal motion, and the loop that runs with it."""

    inertia: InertialTorque
    tables: Tables
    loop: Loop

    def corrected(self, missing: Array, ticks: Array) -> Linearised:
        """With a torque added that was found to be missing, (records, axes) at some ticks."""
        tables = self.tables.with_torque(missing, ticks)
        march = self.loop.compiled.with_table(TABLE, tables.rows())
        return Linearised(self.inertia, tables, dataclasses.replace(self.loop, compiled=march))


def simulate_perturbed(
    runs: Ensemble,
    points: int,
    progress: ProgressCallback | None,
    threads: int,
) -> Run:
    """Attributes of the run tell how good it is: `neglected_torque`, the largest part of a joint's
    torque that the linear model lacks; `largest_departure` from the nominal motion, rad; and for
    a single run `second_order_error`: how far the tool moves when that torque is put back, m."""
    linearised = linearise(runs, points)
    done = execute(linearised.loop, runs, progress, threads)
    if not done.run.data.attrs["complete"]:
        return done.run
    alone = runs.single
    found, more = _judged(linearised, runs, done) if alone else (seen(done.frames), {})
    found.check(runs.setup)
    attributes = {
        "method": "perturbation",
        "points": linearised.tables.nominal.intervals + 1,
        "neglected_torque": found.part,
        "largest_departure": found.departure,
        **more,
    }
    return done.run.with_data(done.run.data.assign_attrs(attributes))


def linearise(runs: Ensemble, points: int) -> Linearised:
    """Along the reference of the first run."""
    system, setup = runs.system, runs.setup
    hint = 'Simulate it in full: method = "full".'
    refuse_loops(setup.robot.name, setup.robot.loops, "the perturbation method", hint)
    if system.walls:
        raise InputError(
            "the perturbation method does not take walls: contact is not a small departure",
            where=f"scenario '{setup.name}', block '{system.walls[0].name}'",
            hint=hint,
        )
    method = setup.integration.method
    if setup.integration.steps == "auto":
        raise InputError(
            "the perturbation method does not choose its steps",
            where=f"scenario '{setup.name}'",
            got='integration.steps = "auto"',
            expected="a number",
        )
    if method not in BETA:
        raise InputError(
            f"the perturbation method does not go with integration.method '{method}'",
            where=f"scenario '{setup.name}'",
            expected="one of " + ", ".join(BETA),
        )
    inertia = InertialTorque(system.plant, system.conserved(), setup.name)
    first = {name: value if value.ndim == 1 else value[0] for name, value in runs.start.items()}
    nominal = nominal_motion(system, first, points)
    step, beta = setup.step, BETA[method]
    stiffening = fixed_stiffening(system, step, beta)
    tables = make_tables(inertia, nominal, matrix_of(system, stiffening, step, beta))
    dynamics = LinearDynamics(system, nominal, stiffening)
    rows = {TABLE: (nominal.every, tables.rows())}
    calls = [dynamics.cell()]
    watched: tuple[str, ...] = _WATCHED
    if not runs.single:
        more, call = watch(system, inertia, tables)
        rows, calls, watched = rows | more, [*calls, call], ()
    known = KnownInertia(rows, tuple(calls), dynamics.vectors(), dynamics)
    return Linearised(inertia, tables, make_loop(system, known, watched))


def _judged(
    linearised: Linearised, runs: Ensemble, done: Executed
) -> tuple[Neglected, dict[str, float]]:
    """A single run by what was recorded of it, and by a second one."""
    setup = runs.setup
    x, v, change = (done.records.rows(name)[0] for name in _WATCHED)
    ticks = np.arange(float(len(x))) * linearised.loop.march.record_every
    states = (x, v, change / setup.step)
    missing, found = neglected(linearised.inertia, linearised.tables, ticks, states)
    found.check(setup)
    if "tool_position" not in done.run.data:
        return found, {}
    again = execute(linearised.corrected(missing, ticks).loop, runs).run
    way = done.run.data["tool_position"].values - again.data["tool_position"].values
    return found, {"second_order_error": float(np.linalg.norm(way, axis=-1).max())}
