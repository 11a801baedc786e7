"""Compile once: the result is kept on disk under everything that it depends on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import casadi
import llvmlite

from armwright.compiler import cache as disk
from armwright.compiler.machine import host_cpu

#: What turns a robot into machine code; a change in any of these files makes old code stale.
_FOLDERS = ("robot", "multibody", "compiler", "arm")


def stored(key: str, make: Callable[[], bytes]) -> bytes:
    """What `make()` gives, from the cache if it was made before under `key` on such a machine."""
    full_key = disk.key_of(key, _environment())
    found = disk.read(full_key)
    if found is None:
        found = make()
        disk.write(full_key, found)
    return found


@cache
def _environment() -> str:
    """What else the code depends on: CPU, libraries, and our own sources."""
    cpu = host_cpu()
    package = Path(__file__).parent.parent
    sources = hashlib.sha256()
    for folder in _FOLDERS:
        for path in sorted((package / folder).rglob("*.py")):
            sources.update(path.read_bytes())
    versions = (casadi.__version__, llvmlite.__version__, sources.hexdigest())
    return "\0".join((cpu.triple, cpu.name, cpu.features, *versions))
