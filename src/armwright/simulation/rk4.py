"""The classical Runge-Kutta step of fourth order, friction states half a step off.

Four evaluations of the dynamics per step. Without friction states it is of fourth order, with them
of second. Closed loops are put back onto their constraints at the end (see `closing`).
"""

from __future__ import annotations

import casadi as cs

from armwright.compiler import Program
from armwright.errors import InputError
from armwright.simulation.block_states import exact_step
from armwright.simulation.closing import closed_end, drawn
from armwright.simulation.instants import JUST_BEFORE, bristle_step, now, program
from armwright.system.layout import frame_inputs, rates_of
from armwright.system.names import BRISTLE, EXACT, OTHER, POSITION, SUMS, VELOCITY
from armwright.system.system import System


def rk4_programs(system: System, *, meters: bool) -> list[Program]:
    """The programs of one step, in order; the second one, the dynamics, comes back four times."""
    _refuse_sticking(system)
    plant, h, here = system.plant, system.step, now(system)
    vectors = dict(frame_inputs(system))
    state = {POSITION: plant.x, VELOCITY: plant.v, OTHER: here.other}
    if meters:
        state[SUMS] = system.meters
    state = {name: value for name, value in state.items() if value.shape[0]}
    rates = rates_of(system, drawn(system), state)
    base = {name: cs.SX.sym(f"base {name}", value.shape[0]) for name, value in state.items()}
    rate = {name: cs.SX.sym(f"rate {name}", value.shape[0]) for name, value in state.items()}
    total = {name: cs.SX.sym(f"sum {name}", value.shape[0]) for name, value in state.items()}
    for prefix, group in (("base", base), ("rate", rate), ("sum", total)):
        vectors |= {f"{prefix} {name}": symbol for name, symbol in group.items()}

    bristles = [bristle_step(system, part, h) for part in plant.elements]
    before = program(
        "begin",
        {
            BRISTLE: cs.vertcat(*bristles) if bristles else cs.SX(0, 1),
            EXACT: exact_step(system, here, 0.5 * h),
            **{f"base {name}": state[name] for name in state},
            **{f"sum {name}": cs.SX.zeros(state[name].shape[0]) for name in state},
        },
        vectors,
    )
    dynamics = program("dynamics", {f"rate {name}": rates[name] for name in state}, vectors)

    def stage(number: int, weight: float, step: float, time: float) -> Program:
        return program(
            f"stage {number}",
            {
                **{f"sum {name}": total[name] + weight * rate[name] for name in state},
                **{name: base[name] + step * h * rate[name] for name in state},
                "time": system.time + time * h,
            },
            vectors,
        )

    last = program(
        "finish",
        {name: base[name] + h / 6.0 * (total[name] + rate[name]) for name in state},
        vectors,
    )
    after = program("end", {EXACT: exact_step(system, here, 0.5 * h)}, vectors)
    ends = [after] if here.exact.shape[0] else []
    if plant.loops is not None and system.setup.integration.baumgarte is None:
        closed = closed_end(system, plant.loops, base[POSITION])
        ends = [program("close", closed, vectors), *ends]
    return [
        before,
        dynamics,
        stage(1, 1.0, 0.5, 0.5),
        dynamics,
        stage(2, 2.0, 0.5, 0.0),
        dynamics,
        stage(3, 2.0, 1.0, 0.5 - JUST_BEFORE),
        dynamics,
        last,
        *ends,
    ]


def _refuse_sticking(system: System) -> None:
    for part in system.plant.elements:
        if part.limits is not None:
            raise InputError(
                "rk4 cannot hold joints that stick",
                where=f"scenario '{system.setup.name}', integration and {part.law.key}",
                got="integration.method = 'rk4'",
                expected="'midpoint' or 'implicit'",
                hint="Or take a friction law without sticking, like 'smooth_coulomb' or 'lugre'.",
            )
