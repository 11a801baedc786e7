"""What every exported C file begins and ends with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from armwright.export.c_code.elementary import definitions
from armwright.export.c_code.text import comment

_REQUIREMENTS = (
    "C99. It needs IEEE 754 doubles, libm and memcpy. It allocates no memory and has no variables "
    "of its own, no recursion, and only loops of known length: any number of states can be used "
    "side by side, in different threads too."
)
_ROUNDING = (
    "Compiled with -std=c99 or -ffp-contract=off, results are bit for bit those of armwright's own "
    "machine code on a processor of the same kind; with and without fused multiply-add "
    "(-march=native, -mfma) they differ in the last digits. -ffast-math is refused."
)
_GUARD = """\
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error "This code depends on how doubles are rounded: compile it without -ffast-math."
#endif
"""


@dataclass(frozen=True)
class CFiles:
    """Texts of a module: `stem` is the name of its files, `prefix` that of its functions."""

    stem: str
    prefix: str
    header: str
    source: str
    test: str

    @property
    def texts(self) -> dict[str, str]:
        """By the names of the files."""
        return {
            f"{self.stem}.c": self.source,
            f"{self.stem}.h": self.header,
            f"{self.stem}_test.c": self.test,
        }


def header_text(stem: str, prefix: str, about: Sequence[str], body: Iterable[str]) -> str:
    guard = f"{prefix.upper()}_H"
    flags = "-std=c99 -O2 -march=native"
    head = comment(
        *about,
        "",
        f"Made by armwright {version('armwright')}: export it again instead of editing it.",
        "",
        _REQUIREMENTS,
        "",
        f"To compile it: cc {flags} -c '{stem}.c'",
        f"To check it: cc {flags} '{stem}.c' '{stem}_test.c' -lm && ./a.out",
        "",
        _ROUNDING,
    )
    return "\n".join(
        [
            *head,
            f"#ifndef {guard}",
            f"#define {guard}",
            "",
            "#include <stdint.h>",
            "",
            "#ifdef __cplusplus",
            'extern "C" {',
            "#endif",
            "",
            *body,
            "#ifdef __cplusplus",
            "}",
            "#endif",
            "",
            "#endif",
            "",
        ]
    )


def source_text(stem: str, about: str, calls: Iterable[str], parts: Iterable[str]) -> str:
    """`calls`: the helpers that the `parts` need."""
    return "\n".join(
        [
            *comment(f"{about} See {stem}.h."),
            f'#include "{stem}.h"',
            "",
            "#include <math.h>",
            "#include <string.h>",
            "",
            _GUARD,
            *definitions(calls),
            *parts,
        ]
    )
