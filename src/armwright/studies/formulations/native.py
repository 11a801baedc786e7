"""Generated C, compiled and called, where there is a compiler."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import numpy as np

from armwright.equations import Equations
from armwright.studies.formulations.timing import best_time

#: A compiled function that takes pointers.
Native: TypeAlias = Callable[..., Any]
_FLAGS = ("-std=c99", "-O2", "-march=native", "-fPIC", "-shared")


@contextmanager
def library(
    equations: Mapping[str, Equations],
) -> Iterator[dict[str, tuple[Native, Native]] | None]:
    """For each of the equations the function of its terms, and one that computes the torque of many
    states; None without a C compiler. All is one library: the compiler is started once."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    names = {key: f"arm{k}" for k, key in enumerate(equations)}
    with TemporaryDirectory(prefix="armwright-") as folder:
        path = Path(folder)
        sources = (_source(found, names[key]) for key, found in equations.items())
        (path / "code.c").write_text("\n".join(sources))
        command = [str(compiler), *_FLAGS, "code.c", "-o", "code.so", "-lm"]
        if compiler is None or subprocess.run(command, cwd=path, check=False).returncode:
            yield None
            return
        code = ctypes.CDLL(str(path / "code.so"))
        yield {key: (code[f"{name}_terms"], code[f"{name}_many"]) for key, name in names.items()}


def torque_time(many: Native, states: np.ndarray) -> float:
    """Seconds for one state of many, (count, 3, n)."""
    given, results = np.ascontiguousarray(states), np.empty_like(states[:, 0])
    count, pointers = ctypes.c_int(len(given)), (_pointer(given), _pointer(results))
    return best_time(lambda: many(count, *pointers)) / len(given)


def terms_function(terms: Native, size: int) -> Callable[[np.ndarray, np.ndarray], tuple[Any, ...]]:
    """Mass matrix, bias and gravity; the arrays are the same at every call."""
    shapes = ((size,), (size,), (size, size), (size,), (size,))
    q, dq, M, c, g = arrays = [np.empty(shape) for shape in shapes]
    pointers = [_pointer(array) for array in arrays]

    def call(position: np.ndarray, velocity: np.ndarray) -> tuple[Any, ...]:
        q[:], dq[:] = position, velocity
        terms(*pointers)
        return M, c, g

    return call


def _source(equations: Equations, name: str) -> str:
    n = equations.coordinates.size
    loop = (
        f"void {name}_many(int count, const double *states, double *results)\n{{\n"
        f"    for (int k = 0; k < count; k++, states += {3 * n}, results += {n})\n"
        f"        {name}_torque(states, states + {n}, states + {2 * n}, results);\n}}\n"
    )
    terms = equations.code("c", "terms", f"{name}_terms")
    return terms + equations.code("c", "torque", f"{name}_torque") + loop


def _pointer(array: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
