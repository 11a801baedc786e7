"""Where a run comes from: plain text and numbers, the same after a file as before it.

A run says `scenario`, `robot`, `robot_fingerprint`, `seed`, `integrator`, `step` (s), `step_error`
(how far the length of the steps puts joints off by the end, about, rad or m) and `step_tolerance`
(above which one is warned), `complete` (whether it reached its end), `duration` (s, simulated),
`wall_seconds`, `real_time_factor`, the versions of what made it, and when it was `created` (UTC).
`acted_on_by`: the blocks whose work on the arm no signal counts, as that of a force on the tool.
`figures`: what was computed in the loop, a line for each. `processor`: rounding may depend on it.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from importlib import metadata

import numpy as np

from armwright.errors import InputError

Plain = str | bool | int | float
#: The attribute of a file that says why it does not hold its scenario.
NOT_REPEATABLE = "not_repeatable"
#: The attribute that names blocks whose work is not counted.
ACTED_ON_BY = "acted_on_by"
_PACKAGES = ("armwright", "casadi", "llvmlite")


def stamp() -> dict[str, Plain]:
    """Versions and the time."""
    versions = {f"{package}_version": _version(package) for package in _PACKAGES}
    created = datetime.now(UTC).isoformat(timespec="seconds")
    return {**versions, "python_version": platform.python_version(), "created": created}


def plain(attributes: Mapping[str, object], where: str) -> dict[str, Plain]:
    """Python's own types, whatever kind of text or number was given; anything else is refused."""
    return {name: _plain(value, f"{where}, '{name}'") for name, value in attributes.items()}


def to_file(attributes: Mapping[str, Plain]) -> dict[str, object]:
    """NetCDF knows no bool: int8 stands for it, and for nothing else."""
    return {name: _to_file(value) for name, value in attributes.items()}


def from_file(attributes: Mapping[str, object]) -> dict[str, Plain]:
    return {
        name: bool(value) if isinstance(value, np.int8) else _plain(value, f"attribute '{name}'")
        for name, value in attributes.items()
    }


@cache
def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "unknown"


def _plain(value: object, where: str) -> Plain:
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, str):
        if "\0" in value or any(0xD800 <= ord(letter) < 0xE000 for letter in value):
            raise InputError(
                "text that cannot be written to a file", where=where, got=repr(value)[:80]
            )
        return value
    if isinstance(value, bool | float):
        return value
    if isinstance(value, int):
        if not -(2**63) <= value < 2**64:
            raise InputError("too large", where=where, got=value, expected="at most 64 bits")
        return value
    raise InputError(
        "neither text nor a number",
        where=where,
        got=type(value).__name__,
        expected="str, bool, int or float",
    )


def _to_file(value: Plain) -> object:
    if isinstance(value, bool):
        return np.int8(value)
    if isinstance(value, int):
        return np.int64(value) if value < 2**63 else np.uint64(value)
    return np.float64(value) if isinstance(value, float) else value
