"""What it takes to evaluate equations, in operations and seconds: generated C, where there is a
compiler, and the path that armwright itself takes."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import time as clock
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import casadi as cs
import numpy as np

from armwright.arm import compile
from armwright.arm.programs import make
from armwright.compiler import Program, make_program
from armwright.equations import Equations
from armwright.multibody.articulated import Articulated
from armwright.multibody.forward_dynamics import MassSolver, factorised_mass
from armwright.multibody.inverse_dynamics import inverse_dynamics
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.spatial import minus
from armwright.robot import Robot

#: The shortest of so many tries: what else the machine does only adds.
TRIES = 3
#: A compiled function that takes pointers.
Native: TypeAlias = Callable[..., Any]
_FLAGS = ("-std=c99", "-O2", "-march=native", "-fPIC", "-shared")
_FREE = ("input", "constant", "neg")


def best_time(work: Callable[[], object]) -> float:
    """Seconds."""
    work()
    times = []
    for _ in range(TRIES):
        begun = clock.perf_counter()
        work()
        times.append(clock.perf_counter() - begun)
    return min(times)


@contextmanager
def compiled_library(
    equations: Mapping[str, Equations],
) -> Iterator[dict[str, tuple[Native, Native]] | None]:
    """For each of the equations the function of its terms, and one that computes the torque of many
    states; None without a C compiler. All is one library: the compiler is started once."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    names = {key: f"arm{k}" for k, key in enumerate(equations)}
    with TemporaryDirectory(prefix="armwright-") as folder:
        path = Path(folder)
        sources = (_c_source(found, names[key]) for key, found in equations.items())
        (path / "code.c").write_text("\n".join(sources))
        command = [str(compiler), *_FLAGS, "code.c", "-o", "code.so", "-lm"]
        if compiler is None or subprocess.run(command, cwd=path, check=False).returncode:
            yield None
            return
        code = ctypes.CDLL(str(path / "code.so"))
        yield {key: (code[f"{name}_terms"], code[f"{name}_many"]) for key, name in names.items()}


def native_torque_time(many: Native, states: np.ndarray) -> float:
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


def _c_source(equations: Equations, name: str) -> str:
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


def own_operations(robot: Robot, quantity: str) -> int:
    return _count(make(quantity, FreeParameters.choose(robot, ()), ()))


def own_torque_time(robot: Robot, states: np.ndarray, lanes: int | None) -> float:
    """Seconds for one state of many, (count, 3, n)."""
    arm = compile(robot, lanes=lanes)
    q, v, a = (np.ascontiguousarray(part) for part in states.transpose(1, 0, 2))
    return best_time(lambda: arm.inverse_dynamics(q, v, a)) / len(states)


def own_forward_operations(robot: Robot, *, articulated: bool) -> int:
    """Accelerations from torques, by articulated bodies, O(n), or by factors of M, O(n³)."""
    mechanism = build(FreeParameters.choose(robot, ()))
    v, tau = cs.SX.sym("v", mechanism.coordinates), cs.SX.sym("tau", mechanism.coordinates)
    solver: MassSolver = Articulated(mechanism) if articulated else factorised_mass(mechanism)
    bias = inverse_dynamics(mechanism, cs.vertsplit(v), [0.0] * mechanism.coordinates)
    drive = [minus(t, b) for t, b in zip(cs.vertsplit(tau), bias, strict=True)]
    result = cs.vertcat(*solver.solve(drive))
    inputs = {"q": mechanism.q, "v": v, "tau": tau}
    return _count(make_program("forward_dynamics", inputs, {"a": result}))


def _count(program: Program) -> int:
    """As in generated code: changes of sign are free."""
    return sum(instruction[0] not in _FREE for instruction in program.code)
