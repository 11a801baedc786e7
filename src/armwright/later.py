"""Packages whose names are imported when first asked for: nobody waits for what he does not use,
and a command can be stopped while it is imported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def imported_later(
    package: str, homes: Mapping[str, str], packages: Iterable[str] = ()
) -> Callable[[str], Any]:
    """The `__getattr__` of a package. `homes`: name → the module that defines it. `packages`: those
    below it that are names of it themselves."""
    below = frozenset(packages)

    def attribute(name: str) -> Any:
        if name in below:
            return import_module(f"{package}.{name}")
        if name not in homes:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        return getattr(import_module(homes[name]), name)

    return attribute
