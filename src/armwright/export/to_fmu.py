"""Scenarios as functional mock-up units, for tools that import FMI 2.0 or 3.0."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from armwright.errors import InputError
from armwright.export.fmi.archive import archive
from armwright.export.fmi.binary import NoBinary, build
from armwright.export.fmi.files import description, extra, sources, token_of
from armwright.export.fmi.making import Interface, make_package
from armwright.export.fmi.package import Package, Version
from armwright.export.model import Part
from armwright.export.paths import with_suffix
from armwright.export.written import Written
from armwright.files import write_whole
from armwright.scenario import Scenario


def fmu(
    scenario: Scenario,
    path: str | os.PathLike[str],
    *,
    version: Version = 2,
    kind: Interface = "co-simulation",
    part: Part = "loop",
    outputs: Sequence[str] | None = None,
    parameters: Sequence[str] | None = None,
) -> Written:
    """Write `scenario` as the FMU `path`, with sources, and a binary if a C compiler is there.

    `kind`: for co-simulation it takes the steps of our own runs; for model exchange it is a
    differential equation, in which nothing may be sampled but the controller that is cut off.
    `part`: the closed `loop`, the `plant` or the `controller`. `outputs`: instead of the usual
    signals. `parameters`: paths of numbers, as `Scenario.changed` takes them, that can be tuned; by
    default those that the scenario gives its controller, and none of the plant alone. Returned is
    what was written, and what it lacks.
    """
    if not isinstance(scenario, Scenario):
        raise InputError(
            "cannot take this",
            where="export to FMU",
            got=repr(scenario)[:60],
            expected="a Scenario, as load_scenario gives it",
        )
    _check_choice("version", version, get_args(Version))
    _check_choice("kind", kind, get_args(Interface))
    target = with_suffix(path, ".fmu")
    package = make_package(
        scenario, version=version, kind=kind, part=part, outputs=outputs, parameters=parameters
    )
    content, lost = packed(package)
    return Written((write_whole(target, content),), lost)


def fmu2(scenario: Scenario, path: Path, **options: Any) -> Written:
    return fmu(scenario, path, version=2, **options)


def fmu3(scenario: Scenario, path: Path, **options: Any) -> Written:
    return fmu(scenario, path, version=3, **options)


def packed(package: Package) -> tuple[bytes, tuple[str, ...]]:
    """The archive, and what it lacks."""
    token = token_of(package)
    texts = sources(package, token)
    files = {"modelDescription.xml": description(package, token)}
    files |= {f"sources/{name}": text for name, text in (texts | extra(package)).items()}
    contents = {name: text.encode() for name, text in files.items()}
    lost = list(package.lost)
    try:
        binary = build(package.version, package.identifier, texts, package.sources)
        contents[binary.path] = binary.content
    except NoBinary as reason:
        lost.append(f"a binary, so that it has to be compiled where it is used: {reason}")
    return archive(contents), tuple(lost)


def _check_choice(what: str, value: object, known: Sequence[object]) -> None:
    if value not in known:
        raise InputError(
            f"there is no such {what} of FMU",
            where="export",
            got=repr(value),
            expected=" or ".join(map(repr, known)),
        )
