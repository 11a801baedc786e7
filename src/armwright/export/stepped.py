"""The models that a scenario can be exported as: the closed loop, its plant, or its controller."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import get_args

from armwright.compiler import Program
from armwright.errors import InputError
from armwright.export.assembly import SignalNames, assemble, derivative_names
from armwright.export.division import Division
from armwright.export.model import (
    ArmSteps,
    ExportModel,
    ScenarioPart,
    TickRoutine,
)
from armwright.export.stages import block_rates, held_signals, make_stage
from armwright.export.tunable import TunableParameters
from armwright.inputs import check_names
from armwright.simulation.accuracy import settled
from armwright.simulation.holding import settled_hold
from armwright.simulation.loop import arm_steps
from armwright.simulation.observation import chosen, observation
from armwright.simulation.sampled import sampled_calls
from armwright.system import Setup, System
from armwright.system.layout import continuous_rates


def make_stepped(
    setup: Setup,
    part: ScenarioPart = "loop",
    outputs: Sequence[str] | None = None,
    tunable: TunableParameters | None = None,
    *,
    states: bool = False,
) -> ExportModel:
    """A part of a scenario. `outputs`: these signals instead of the usual ones; `tuning`: numbers
    that stay open; `states`: what changes continuously is put out too, with its derivatives."""
    if part not in get_args(ScenarioPart):
        raise InputError(
            "there is no such part of a scenario",
            where="export",
            got=repr(part),
            expected="one of " + ", ".join(get_args(ScenarioPart)),
        )
    setup = settled(setup) if part == "controller" else settled_hold(settled(setup))
    if outputs is not None:
        outputs = tuple(dict.fromkeys(check_names(outputs, "export, outputs")))
    if outputs is not None and part != "controller":
        recording = dataclasses.replace(setup.recording, signals=outputs)
        setup = dataclasses.replace(setup, recording=recording)
    system = System(setup, tunable.free if tunable else frozenset(), open_step=True)
    if part == "controller":
        return _controller(system, outputs, tunable)
    if part == "plant":
        return _plant(system, outputs is None, tunable, states)
    return _loop(system, tunable, states)


def _loop(system: System, tunable: TunableParameters | None, states: bool) -> ExportModel:
    """Outputs are what a run records."""
    signals = chosen(system)
    seen = _seen(system, signals, states)
    return assemble(
        system,
        "loop",
        SignalNames(seen.names, derivatives=seen.derivatives),
        TickRoutine(
            system.setup.tick,
            block_rates(system.sampled),
            motion=_motion(system, signals),
            after=make_stage(system, sampled_calls(system)),
            observe=seen.program,
        ),
        tunable,
    )


def _plant(
    system: System, usual: bool, tunable: TunableParameters | None, states: bool
) -> ExportModel:
    """Inputs are the controller's commands; outputs what it asks for, all that sensors measure, and
    what a run records."""
    division, signals = Division(system), chosen(system)
    commands = held_signals(system, division.controller)
    if usual:
        recorded = [signal for signal in signals if not division.controlled(signal)]
        measured = held_signals(system, division.plant)
        signals = tuple(dict.fromkeys([*division.asked, *measured, *recorded]))
    _refuse(system, "the plant", [signal for signal in signals if signal in commands])
    early, late = division.plant_calls()
    after, seen = make_stage(system, early), _seen(system, signals, states)
    return assemble(
        system,
        "plant",
        SignalNames(seen.names, commands, seen.derivatives),
        TickRoutine(
            system.setup.tick,
            block_rates(division.plant),
            make_stage(system, late, after.rows),
            _motion(system, signals),
            after,
            seen.program,
        ),
        tunable,
    )


def _controller(
    system: System, wanted: Sequence[str] | None, tunable: TunableParameters | None
) -> ExportModel:
    """Inputs are what it reads of the plant; outputs all that its blocks put out."""
    division = Division(system)
    known = held_signals(system, division.controller)
    if not known:
        raise InputError(
            "there is no controller",
            where=f"scenario '{system.setup.name}'",
            expected="a controller or reference with a rate",
        )
    unknown = [signal for signal in wanted or () if signal not in known]
    _refuse(system, "the controller", unknown, "one of " + ", ".join(known))
    return assemble(
        system,
        "controller",
        SignalNames(known if wanted is None else wanted, division.asked),
        TickRoutine(
            system.setup.tick,
            block_rates(division.controller),
            before=make_stage(system, division.controller_calls()),
        ),
        tunable,
    )


@dataclasses.dataclass(frozen=True)
class _Seen:
    """What is put out, and the program that computes what does not stand in the state."""

    names: tuple[str, ...]
    program: Program | None
    derivatives: Mapping[str, str]


def _seen(system: System, signals: Sequence[str], states: bool) -> _Seen:
    if not states:
        return _Seen(tuple(signals), observation(system, signals), {})
    rates = continuous_rates(system, system.acceleration, signals)
    derivatives = derivative_names(rates)
    more = {derivatives[name]: rate for name, rate in rates.items()}
    if "bristle" in rates:
        more["bristle"] = system.plant.bristles  # those of the state are half a step behind
    names = (*signals, *derivatives.values(), *rates)
    return _Seen(names, observation(system, signals, more), derivatives)


def _refuse(system: System, part: str, signals: Sequence[str], expected: str | None = None) -> None:
    if signals:
        raise InputError(
            f"{part} does not output '{signals[0]}'",
            where=f"scenario '{system.setup.name}', outputs",
            expected=expected,
        )


def _motion(system: System, signals: Sequence[str]) -> ArmSteps:
    found, integration = arm_steps(system, signals), system.setup.integration
    hold = 1 if integration.inertia_steps == "auto" else integration.inertia_steps
    return ArmSteps(found.clock, found.steps, integration.number, found.held, hold)
