"""A part of a scenario as one ordinary differential equation, for solvers of other tools.

Its states are coordinates, velocities, the states of friction laws and of continuous blocks, and,
where asked for, sums of work and losses. Commands of a sampled controller are inputs. Nothing in it
is sampled, and nothing sticks: what would, is refused. It has no events: what jumps at a time, like
a disturbance that sets in, is left to the solver's choice of steps. Closed loops are drawn to their
constraints by Baumgarte's method.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

import casadi as cs

from armwright.errors import InputError
from armwright.export.assembly import SignalNames, assemble, derivative_names
from armwright.export.division import Division
from armwright.export.model import ExportModel, ScenarioPart, TickRoutine
from armwright.export.tunable import TunableParameters
from armwright.plant.meters import METERS, meters_of
from armwright.simulation.closing import drawn
from armwright.simulation.instants import program
from armwright.simulation.observation import chosen
from armwright.simulation.slow.ode import deflections
from armwright.system import Setup, System
from armwright.system.layout import continuous_rates, frame_inputs
from armwright.system.names import TIME

#: α and β for closed loops, 1/s and 1/s²: the fastest of what Blajer 2011 recommends.
_BAUMGARTE = (20.0, 100.0)


def make_continuous(
    setup: Setup,
    part: ScenarioPart = "plant",
    outputs: Sequence[str] | None = None,
    tunable: TunableParameters | None = None,
) -> ExportModel:
    """`part`: the plant, or a loop that is continuous as a whole. `outputs`: these signals instead
    of the usual ones, as far as they are continuous."""
    if part not in ("plant", "loop"):
        raise InputError(
            "this part cannot be exported for model exchange",
            where=f"scenario '{setup.name}', export",
            got=repr(part),
            expected="'plant' or 'loop'",
        )
    if outputs is not None:
        recording = dataclasses.replace(setup.recording, signals=tuple(outputs))
        setup = dataclasses.replace(setup, recording=recording)
    if setup.robot.loops and setup.integration.baumgarte is None:
        # Nobody puts loops back onto their constraints between the steps of another tool's solver.
        drawn_to = dataclasses.replace(setup.integration, baumgarte=_BAUMGARTE)
        setup = dataclasses.replace(setup, integration=drawn_to)
    system = System(setup, tunable.free if tunable else frozenset())
    _refuse_friction(system)
    commands = _commands(system, part)
    signals: Sequence[str] = chosen(system)
    rates = continuous_rates(system, drawn(system), signals)
    known = [*rates, *commands, TIME, *system.free_numbers]
    _refuse_samples(system, part, rates, known)
    signals = _wanted(system, part, signals) if outputs is None else signals
    values = _values(system, signals)
    strange = {name: _strangers(system, value, known) for name, value in values.items()}
    if outputs is not None:
        _refuse_strange(system, strange)
    shown = {name: value for name, value in values.items() if not strange[name]}
    if not any(name in METERS for name in shown):
        rates.pop("meters", None)
    derivatives = derivative_names(rates)
    computed = {derivatives[name]: rate for name, rate in rates.items()} | shown
    model = assemble(
        system,
        part,
        SignalNames([*shown, *derivatives.values(), *rates], commands, derivatives),
        TickRoutine(setup.tick, observe=program("observe", computed, frame_inputs(system))),
        tunable,
    )
    nominals = {"bristle": float(deflections(system).min())} if "bristle" in rates else {}
    lost = tuple(name for name in values if name not in shown)
    vectors = dataclasses.replace(model.vectors, nominals=nominals, lost=lost)
    return dataclasses.replace(model, vectors=vectors)


def _commands(system: System, part: ScenarioPart) -> list[str]:
    if part != "plant":
        return []
    division = Division(system)
    return [s for i in division.controller for s in system.circuit.outputs(i).values() if i.sampled]


def _wanted(system: System, part: ScenarioPart, signals: Sequence[str]) -> list[str]:
    """As co-simulation of the same part has them, without the samples of sensors."""
    if part != "plant":
        return list(signals)
    division = Division(system)
    recorded = [signal for signal in signals if not division.controlled(signal)]
    return list(dict.fromkeys([*division.asked, *recorded]))


def _values(system: System, signals: Sequence[str]) -> dict[str, cs.SX]:
    meters = {meter: system.meters[k] for k, meter in enumerate(meters_of(system.plant))}
    return {
        name: meters[name] if name in meters else cs.densify(system.circuit.value(name))
        for name in signals
    }


def _refuse_strange(system: System, strange: Mapping[str, Sequence[str]]) -> None:
    for name, vectors in strange.items():
        if vectors:
            raise InputError(
                f"'{name}' is not continuous",
                where=_where(system),
                got=f"it depends on {', '.join(vectors)}",
                expected="signals that follow from the arm's state, time and commands",
            )


def _strangers(system: System, value: cs.SX, known: Sequence[str]) -> list[str]:
    """The vectors that a value depends on, and that are not `known`."""
    vectors = frame_inputs(system)
    return [
        f"'{name}'"
        for name, symbol in vectors.items()
        if name not in known and cs.depends_on(value, symbol)
    ]


def _refuse_samples(
    system: System, part: ScenarioPart, rates: Mapping[str, cs.SX], known: Sequence[str]
) -> None:
    found = _strangers(system, cs.vertcat(*rates.values()), known)
    if found:
        raise InputError(
            "the arm depends on sampled signals, which a solver cannot handle",
            where=_where(system),
            got=", ".join(found),
            expected="blocks without a rate",
            hint="Export the plant alone." if part == "loop" else "Export for co-simulation.",
        )


def _refuse_friction(system: System) -> None:
    for element in system.plant.elements:
        if element.limits is not None:
            raise InputError(
                "joints that stick need events, which this export does not support",
                where=_where(system),
                got=f"law '{element.law.key}'",
                expected="friction without sticking, like 'smooth_coulomb' or 'lugre'",
                hint="Or export for co-simulation, which holds joints that stick.",
            )
        if element.stateful and element.linear is None:
            raise InputError(
                "the law gives its states step by step, not as derivatives",
                where=_where(system),
                got=f"law '{element.law.key}'",
                hint="Export for co-simulation, or take another law.",
            )


def _where(system: System) -> str:
    return f"scenario '{system.setup.name}', model exchange"
