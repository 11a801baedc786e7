"""A part of a scenario as an ordinary differential equation, for solvers of other tools.

Its states are coordinates, velocities, the states of friction laws and of continuous blocks, and,
where asked for, sums of work and losses. Commands of a sampled controller that is cut off are
inputs. Between events nothing jumps: sampled blocks run at ticks, if the arm or an output that is
asked for depends on them; dry friction changes between sticking and sliding where indicators pass
zero (`events.py`). What jumps at other times, like a disturbance that sets in, is left to the
solver's choice of steps. Closed loops are drawn to their constraints by Baumgarte's method.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence

import casadi as cs

from armwright.compiler import Call
from armwright.errors import InputError
from armwright.export.assembly import SignalNames, assemble, derivative_names
from armwright.export.division import Division
from armwright.export.events import MODE, after_event, indicators
from armwright.export.model import INDICATORS, ExportModel, ScenarioPart, Stage, TickRoutine
from armwright.export.stages import block_rates, held_signals, make_stage
from armwright.export.tunable import TunableParameters
from armwright.inputs import check_names
from armwright.plant.meters import METERS, meters_of
from armwright.simulation.closing import drawn
from armwright.simulation.instants import program
from armwright.simulation.observation import chosen
from armwright.simulation.sampled import sampled_calls
from armwright.simulation.slow.dry import dry_friction
from armwright.simulation.slow.ode import deflections
from armwright.system import Setup, System
from armwright.system.layout import continuous_rates, frame_inputs
from armwright.system.names import CHANGE, DRY, LOOPS, RESTING, TIME

#: α and β for closed loops, 1/s and 1/s²: the fastest of what Blajer 2011 recommends.
_BAUMGARTE = (20.0, 100.0)
#: What only fixed steps have.
_OF_STEPS = (CHANGE, LOOPS, RESTING)


def make_continuous(
    setup: Setup,
    part: ScenarioPart = "plant",
    outputs: Sequence[str] | None = None,
    tunable: TunableParameters | None = None,
) -> ExportModel:
    """`part`: the plant, or the loop. `outputs`: these signals instead of the usual ones."""
    if part not in ("plant", "loop"):
        raise InputError(
            "this part cannot be exported for model exchange",
            where=f"scenario '{setup.name}', export",
            got=repr(part),
            expected="'plant' or 'loop'",
        )
    if outputs is not None:
        outputs = tuple(dict.fromkeys(check_names(outputs, "export, outputs")))
        recording = dataclasses.replace(setup.recording, signals=outputs)
        setup = dataclasses.replace(setup, recording=recording)
    if setup.robot.loops and setup.integration.baumgarte is None:
        # Nobody puts loops back onto their constraints between the steps of another tool's solver.
        drawn_to = dataclasses.replace(setup.integration, baumgarte=_BAUMGARTE)
        setup = dataclasses.replace(setup, integration=drawn_to)
    system = System(setup, tunable.free if tunable else frozenset())
    _refuse_friction(system)
    return _Equations(system, part, outputs is not None).model(tunable)


class _Equations:
    """`asked`: the outputs are those that were asked for."""

    def __init__(self, system: System, part: ScenarioPart, asked: bool) -> None:
        self._system, self._part = system, part
        self._division = Division(system) if part == "plant" else None
        self._dry = dry_friction(system, drawn(system))
        modes = {MODE: self._dry.mode} if self._dry.mode.shape[0] else {}
        self._vectors = {**frame_inputs(system), **modes}
        signals = chosen(system)
        rates = continuous_rates(system, self._dry.acceleration, signals)
        self._rates = self._with_friction(rates)
        self._commands = held_signals(system, self._division.controller) if self._division else []
        #: What is there between events, if nothing is sampled.
        plain = {*rates, *self._commands, MODE, TIME, *system.free_numbers}
        needed = self._strangers(cs.vertcat(*self._rates.values()), plain)
        self._refuse("the arm", needed)
        if asked:
            needed += self._strangers(cs.vertcat(*self._values(signals).values()), plain)
        self._sampled = bool(needed)
        known = set(self._vectors) - self._absent() if self._sampled else plain
        values = self._values(signals if asked else self._wanted(signals))
        strange = {name: self._strangers(value, known) for name, value in values.items()}
        for name in values if asked else ():
            self._refuse(f"'{name}'", strange[name])
        self._shown = {name: value for name, value in values.items() if not strange[name]}
        self._lost = tuple(name for name in values if strange[name])

    def model(self, tunable: TunableParameters | None) -> ExportModel:
        system, rates = self._system, dict(self._rates)
        if not any(name in METERS for name in self._shown):
            rates.pop("meters", None)
        derivatives = derivative_names(rates)
        computed = {derivatives[name]: rate for name, rate in rates.items()}
        written = set(system.circuit.held).difference(self._commands)
        computed |= {name: value for name, value in self._shown.items() if name not in written}
        names = [*self._shown, *derivatives.values(), *rates]
        settle = None
        if MODE in self._vectors:
            computed[INDICATORS] = self._with_friction({"": indicators(system, self._dry)})[""]
            names.append(INDICATORS)
            after = self._with_friction(after_event(system, self._dry))
            settle = program("settle", after, self._vectors)
        stage, sampled = self._stage()
        routine = TickRoutine(
            system.setup.tick,
            sampled,
            after=stage,
            settle=settle,
            observe=program("observe", computed, self._vectors),
        )
        found = SignalNames(names, self._commands, derivatives)
        model = assemble(system, self._part, found, routine, tunable)
        nominals = {"bristle": float(deflections(system).min())} if "bristle" in rates else {}
        vectors = dataclasses.replace(model.vectors, nominals=nominals, lost=self._lost)
        return dataclasses.replace(model, vectors=vectors)

    def _stage(self) -> tuple[Stage, dict[str, float]]:
        """What the sampled blocks do at a tick, in the order of a run, and their rates."""
        system = self._system
        if not self._sampled:
            return Stage(), {}
        if self._division:
            early, late = self._division.plant_calls(staggered=False)
            calls, blocks = [*early, *late], self._division.plant
        else:
            calls, blocks = sampled_calls(system, staggered=False), list(system.sampled)
        if any(port.name == DRY for call in calls for port in call.program.inputs):
            torque = self._with_friction({DRY: self._dry.torque})
            every = math.gcd(*(call.every for call in calls))
            calls = [Call(program("hold", torque, self._vectors), every), *calls]
        return make_stage(system, calls), block_rates(blocks)

    def _with_friction(self, expressions: Mapping[str, cs.SX]) -> dict[str, cs.SX]:
        """With the torques of dry friction filled in."""
        plant = self._system.plant
        if not plant.dry.shape[0]:
            return dict(expressions)
        values = cs.substitute(list(expressions.values()), [plant.dry], [self._dry.torque])
        return dict(zip(expressions, values, strict=True))

    def _wanted(self, signals: Sequence[str]) -> list[str]:
        """As co-simulation of the same part has them."""
        division = self._division
        if division is None:
            return list(signals)
        recorded = [signal for signal in signals if not division.controlled(signal)]
        measured = held_signals(self._system, division.plant) if self._sampled else []
        return list(dict.fromkeys([*division.asked, *measured, *recorded]))

    def _values(self, signals: Sequence[str]) -> dict[str, cs.SX]:
        system = self._system
        meters = {meter: system.meters[k] for k, meter in enumerate(meters_of(system.plant))}
        return self._with_friction(
            {
                name: meters[name] if name in meters else cs.densify(system.circuit.value(name))
                for name in signals
            }
        )

    def _strangers(self, value: cs.SX, known: set[str]) -> list[str]:
        """The vectors that a value depends on, and that are not `known`."""
        return [
            name
            for name, symbol in self._vectors.items()
            if name not in known and cs.depends_on(value, symbol)
        ]

    def _absent(self) -> set[str]:
        """Vectors that are not there, whatever is sampled."""
        cut_off = self._division.controller if self._division else []
        return {*_OF_STEPS, *(one.place(name) for one in cut_off for name in one.kept())}

    def _refuse(self, what: str, strangers: Sequence[str]) -> None:
        absent = self._absent()
        found = [f"'{name}'" for name in strangers if name in absent]
        if found:
            raise InputError(
                f"{what} depends on what other tools' solvers do not have",
                where=_where(self._system),
                got=", ".join(found),
                hint="Export for co-simulation.",
            )


def _refuse_friction(system: System) -> None:
    for element in system.plant.elements:
        if element.stateful and element.linear is None:
            raise InputError(
                "the law gives its states step by step, not as derivatives",
                where=_where(system),
                got=f"law '{element.law.key}'",
                hint="Export for co-simulation, or take another law.",
            )


def _where(system: System) -> str:
    return f"scenario '{system.setup.name}', model exchange"
