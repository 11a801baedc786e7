"""Scenarios as functional mock-up units, for tools that import FMI 2.0 or 3.0."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import get_args

from armwright.errors import InputError
from armwright.export.fmi.archive import packed
from armwright.export.fmi.package import FmuKind, Version, make_package
from armwright.export.fmi.platforms import find_platforms
from armwright.export.model import ScenarioPart
from armwright.export.output_files import Written, with_suffix
from armwright.files import write_whole
from armwright.scenario import Scenario


def fmu(
    scenario: Scenario,
    path: str | os.PathLike[str],
    *,
    version: Version = 2,
    kind: FmuKind = "co-simulation",
    part: ScenarioPart = "loop",
    outputs: Sequence[str] | None = None,
    parameters: Sequence[str] | None = None,
    platforms: str | Sequence[str] | None = None,
) -> Written:
    """Write `scenario` as the FMU `path`, with sources, and a binary if a C compiler is there.

    `kind`: for co-simulation it takes the steps of our own runs; for model exchange it is a
    differential equation, with events where friction sticks or slides and at ticks of sampled
    blocks. `part`: the closed `loop`, the `plant` or the `controller`. `outputs`: instead of the
    usual signals. `parameters`: paths of numbers, as `Scenario.changed` takes them, that can be
    tuned; by default those that the scenario gives its controller, and none of the plant alone.
    `platforms`: those that it has binaries for, such as "x86_64-windows", or "all"; it takes the
    package ziglang. Returned is what was written, and what it lacks.
    """
    if not isinstance(scenario, Scenario):
        raise InputError(
            "wrong kind of source",
            where="export to FMU",
            got=repr(scenario)[:60],
            expected="a Scenario, as load_scenario gives it",
        )
    _check_choice("version", version, get_args(Version))
    _check_choice("kind", kind, get_args(FmuKind))
    chosen = None if platforms is None else find_platforms(platforms)
    target = with_suffix(path, ".fmu")
    package = make_package(
        scenario, version=version, kind=kind, part=part, outputs=outputs, parameters=parameters
    )
    content, lost = packed(package, chosen)
    return Written((write_whole(target, content),), lost)


def _check_choice(what: str, value: object, known: Sequence[object]) -> None:
    if value not in known:
        raise InputError(
            f"unknown {what} of FMU",
            where="export",
            got=repr(value),
            expected=" or ".join(map(repr, known)),
        )
