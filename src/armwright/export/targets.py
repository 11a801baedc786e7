"""What robots and scenarios can be exported to, by the name that the command line uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from armwright.errors import InputError
from armwright.export.output_files import Written

if TYPE_CHECKING:
    from armwright.robot import Robot
    from armwright.scenario import Scenario

SourceKind = Literal["robot", "scenario"]


@dataclass(frozen=True)
class ExportTarget:
    """`writer`: the function of `writers` that is called with source, path and options. `suffix`
    ends the name of the first file that it writes. `options`: the keywords that it knows, for each
    kind of source that it takes."""

    description: str
    suffix: str
    writer: str
    options: Mapping[SourceKind, tuple[str, ...]]


TARGETS: dict[str, ExportTarget] = {
    "c": ExportTarget(
        "C99 source, with a header and a test",
        ".c",
        "write_c",
        {"robot": ("functions", "elastic"), "scenario": ("part", "outputs")},
    ),
    "fmu2": ExportTarget(
        "an FMU for tools that import FMI 2.0, of a scenario",
        ".fmu",
        "write_fmu2",
        {"scenario": ("part", "outputs", "kind", "parameters", "platforms")},
    ),
    "fmu3": ExportTarget(
        "an FMU of FMI 3.0, of a scenario",
        ".fmu",
        "write_fmu3",
        {"scenario": ("part", "outputs", "kind", "parameters", "platforms")},
    ),
    "urdf": ExportTarget("URDF, of a robot", ".urdf", "write_urdf", {"robot": ()}),
    "mjcf": ExportTarget(
        "a model that MuJoCo runs",
        ".xml",
        "write_mjcf",
        {"robot": (), "scenario": ()},
    ),
    "octave": ExportTarget(
        "functions and an S-function for MATLAB and GNU Octave, of a robot",
        ".m",
        "write_octave",
        {"robot": ()},
    ),
    "python": ExportTarget(
        "a Python module that needs only NumPy, of a robot",
        ".py",
        "write_python",
        {"robot": ()},
    ),
}


def find(target: str) -> ExportTarget:
    if target not in TARGETS:
        raise InputError(
            "unknown export target",
            where="export",
            got=repr(target),
            expected="one of " + ", ".join(TARGETS),
        )
    return TARGETS[target]


def export(
    source: Robot | Scenario, target: str, path: Path, options: Mapping[str, Any]
) -> Written:
    """Writes `source` for `target`; options that are None were not given."""
    from armwright.robot import Robot  # the list of targets alone is there at once

    chosen, where = find(target), f"export to {target}"
    kind: SourceKind = "robot" if isinstance(source, Robot) else "scenario"
    if kind not in chosen.options:
        takes = " or ".join(f"a {one}" for one in chosen.options)
        raise InputError("wrong kind of source", where=where, got=f"a {kind}", expected=takes)
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if name not in chosen.options[kind]:
            known = ", ".join(chosen.options[kind]) or "none"
            raise InputError(
                f"'{name}' does not apply to a {kind}", where=where, expected=f"options: {known}"
            )
    # Imported here, for it brings the whole simulation with it, which the list of targets does not
    # need.
    writers = import_module("armwright.export.writers")
    written: Written = getattr(writers, chosen.writer)(source, path, **given)
    return written
