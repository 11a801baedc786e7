"""Functions left to the C library, lane by lane."""

from __future__ import annotations

from collections.abc import Callable

#: SX operations that are libm's function of the same or the given name.
LIBM_OPERATIONS = {
    "fmod": "fmod",
    "remainder": "remainder",
    "hypot": "hypot",
    "erf": "erf",
    "expm1": "expm1",
    "log1p": "log1p",
    "asinh": "asinh",
    "acosh": "acosh",
    "atanh": "atanh",
}

#: Every C function that generated code may call. sin to pow are for arguments that the lane code
#: leaves to it; floor and ceil are called by LLVM on CPUs that have no instruction for them.
LIBM_NAMES = (*LIBM_OPERATIONS.values(), "sin", "cos", "tan", "log", "pow", "floor", "ceil")


def from_libm(operation: str) -> Callable[..., str]:
    name = LIBM_OPERATIONS[operation]
    return lambda e, *operands: e.call_libm(name, *operands)
