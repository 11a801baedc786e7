"""All that an FMU is made from, before it is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import PurePath
from typing import Literal

from armwright.errors import InputError
from armwright.export.c_code.model import ModelCode
from armwright.export.c_code.text import identifiers
from armwright.export.continuous import make_continuous
from armwright.export.fmi.elements import VectorElements
from armwright.export.fmi.variables import Variable, flat, variables
from armwright.export.model import ExportModel, ScenarioPart
from armwright.export.stepped import make_stepped
from armwright.export.tunable import TunableParameters, make_tunable
from armwright.scenario import Scenario

#: The file that connects the C files that every FMU has with its model.
MODEL_HEADER = "model.h"

#: Of FMI.
Version = Literal[2, 3]
#: An interface of an FMU.
FmuInterface = Literal["co-simulation", "model-exchange"]
#: Which interfaces an FMU has: one of them, or both.
FmuKind = Literal["co-simulation", "model-exchange", "both"]


@dataclass(frozen=True, eq=False)
class Package:
    """`identifier` begins the names of files and functions. `interfaces`: the code of each kind.
    `variables` are those of the description, in the order of their value references: vectors, or
    single numbers in version 2. `lost`: what it lacks."""

    version: Version
    identifier: str
    name: str
    description: str
    duration: float
    step: float
    interfaces: dict[FmuInterface, ModelCode]
    variables: tuple[Variable, ...]
    lost: tuple[str, ...] = ()

    @property
    def model(self) -> ExportModel:
        """That of model exchange, if there is one."""
        return list(self.interfaces.values())[-1].model

    @property
    def sources(self) -> list[str]:
        """The names of the files to compile."""
        return [*(f"{code.prefix}.c" for code in self.interfaces.values()), "fmu.c"]

    @property
    def continuous(self) -> bool:
        return "model-exchange" in self.interfaces


def make_package(
    scenario: Scenario,
    *,
    version: Version = 2,
    kind: FmuKind = "co-simulation",
    part: ScenarioPart = "loop",
    outputs: Sequence[str] | None = None,
    parameters: Sequence[str] | None = None,
) -> Package:
    """Everything but the binary. The options are those of `export.fmu`."""
    wanted = () if parameters is None and part == "plant" else parameters
    models = _models(scenario, kind, part, outputs, make_tunable(scenario, wanted))
    model = models.get("model-exchange") or models["co-simulation"]
    found = variables(model, VectorElements(scenario))
    word = _identifier(scenario.name if part == "loop" else f"{scenario.name} {part}")
    prefixes: dict[FmuInterface, str] = {
        "co-simulation": word,
        "model-exchange": f"{word}_equations",
    }
    return Package(
        version=version,
        identifier=word,
        name=scenario.name,
        description=_description(model, kind),
        duration=scenario.duration,
        step=_step(scenario, part),
        interfaces={one: ModelCode(models[one], prefixes[one]) for one in models},
        variables=tuple(flat(found) if version == 2 else found),
        lost=(
            *(f"output {signal}: it is sampled" for signal in model.vectors.lost),
            *model.source.left_out,
        ),
    )


def _identifier(name: str) -> str:
    """Files of that name stand beside those of every FMU."""
    return identifiers([name], taken=reserved_stems())[name]


def _models(
    scenario: Scenario,
    kind: FmuKind,
    part: ScenarioPart,
    outputs: Sequence[str] | None,
    tunable: TunableParameters | None,
) -> dict[FmuInterface, ExportModel]:
    if kind == "co-simulation":
        return {"co-simulation": make_stepped(scenario, part, outputs, tunable)}
    equations = make_continuous(scenario, part, outputs, tunable)
    if kind == "model-exchange":
        return {"model-exchange": equations}
    signals = [one.name for one in equations.vectors.signals]
    steps = make_stepped(scenario, part, signals, tunable, states=True)
    inputs, others = ([one.name for one in model.vectors.inputs] for model in (equations, steps))
    if set(inputs) != set(others):
        raise InputError(
            "the two kinds of FMU have different inputs",
            where=f"scenario '{scenario.name}', export",
            got=f"{', '.join(inputs)} and {', '.join(others)}",
            hint="Export one for each kind.",
        )
    return {"co-simulation": steps, "model-exchange": equations}


def _description(model: ExportModel, kind: FmuKind) -> str:
    source = model.source
    found = f"{source.words}."
    if kind != "model-exchange":
        found += f" Communication steps are whole ticks of {model.routine.tick:g} s."
    if source.left_out:
        found += f" Left out: {'; '.join(source.left_out)}."
    return found[0].upper() + found[1:]


def _step(scenario: Scenario, part: ScenarioPart) -> float:
    """Of the loop, how often it records; a part hears from the other one at every tick."""
    every = scenario.every(scenario.recording.rate, "recording") if part == "loop" else 1
    return every * scenario.tick


def common_files(version: Version) -> dict[str, str]:
    """The C files that every FMU of a version has, fmu.c and headers: texts by their names."""
    found = files("armwright.export.fmi") / "sources"
    other = "fmi3" if version == 2 else "fmi2"
    return {
        entry.name: entry.read_text(encoding="utf-8")
        for entry in sorted(found.iterdir(), key=lambda one: one.name)
        if not entry.name.startswith(other)
    }


def reserved_stems() -> set[str]:
    """Names, without suffix, that no model's files may have."""
    names = {*common_files(2), *common_files(3), MODEL_HEADER}
    return {PurePath(name).stem for name in names}
