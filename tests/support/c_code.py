"""A C compiler, and exported C code called from Python."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from armwright.compiler import Program
from armwright.export.c_code.files import CFiles
from armwright.export.c_code.model import ModelCode
from armwright.export.model import ExportModel, ModelVector

COMPILER = shutil.which("cc") or shutil.which("gcc")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler: neither cc nor gcc")
STRICT = ("-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wshadow", "-Wconversion")
#: As our machine code does it: with whatever the processor has.
NATIVE = ("-O1", "-march=native")


def compile_c(folder: Path, sources: Sequence[str], target: str, flags: Sequence[str]) -> Path:
    """Compile files of the folder, strictly."""
    command = [str(COMPILER), *STRICT, *flags, *sources, "-o", target, "-lm"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]
    return folder / target


def written(folder: Path, files: CFiles) -> None:
    for name, text in files.texts.items():
        (folder / name).write_text(text)


def self_test(folder: Path, files: CFiles, flags: Sequence[str] = NATIVE) -> tuple[int, str]:
    """Exit code and output of the main that was exported with the code."""
    written(folder, files)
    program = compile_c(folder, [f"{files.stem}.c", f"{files.stem}_test.c"], "test", flags)
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def library(folder: Path, stem: str, flags: Sequence[str] = NATIVE) -> ctypes.CDLL:
    return ctypes.CDLL(
        str(compile_c(folder, [f"{stem}.c"], "code.so", ["-fPIC", "-shared", *flags]))
    )


def evaluate(function: object, program: Program, states: Sequence[np.ndarray]) -> list[np.ndarray]:
    """A function of arrays at many states, (states, size) each; results alike."""
    count = len(states[0])
    results = [np.full((count, port.size), np.nan) for port in program.outputs]
    for k in range(count):
        rows = [np.ascontiguousarray(array[k]) for array in (*states, *results)]
        function(*(ctypes.c_void_p(row.ctypes.data) for row in rows))  # type: ignore[operator]
        for result, row in zip(results, rows[len(states) :], strict=True):
            result[k] = row
    return results


class CModel:
    """An exported model: one state of it, and the functions that work on it."""

    def __init__(self, code: ctypes.CDLL, model: ExportModel, prefix: str) -> None:
        self._code, self._prefix = code, prefix
        members = ModelCode(model, prefix).members
        self._state = _struct(model.vectors.state, members, tick=True)()
        self._input = _struct(model.vectors.inputs, members)()
        self._output_type, self._model, self._members = (
            _struct(model.vectors.outputs, members),
            model,
            members,
        )
        self._function("time").restype = ctypes.c_double
        self.init()

    def init(self, seed: int | None = None) -> None:
        if seed is None:
            self._function("init")(ctypes.byref(self._state))
        else:
            self._function("init_seeded")(ctypes.byref(self._state), ctypes.c_uint32(seed))

    def step(self, inputs: Mapping[str, np.ndarray] | None = None) -> None:
        for name, value in (inputs or {}).items():
            getattr(self._input, self._members[name])[:] = value.tolist()
        given = [self._input] if self._model.vectors.inputs else []
        self._function("step")(ctypes.byref(self._state), *map(ctypes.byref, given))

    def outputs(self) -> dict[str, np.ndarray]:
        found = self._output_type()
        self._function("outputs")(ctypes.byref(self._state), ctypes.byref(found))
        names = [vector.name for vector in self._model.vectors.outputs]
        return {name: np.array(getattr(found, self._members[name])) for name in names}

    def set(self, name: str, value: float) -> None:
        getattr(self._state, self._members[name])[0] = value

    @property
    def time(self) -> float:
        return float(self._function("time")(ctypes.byref(self._state)))

    @property
    def finite(self) -> bool:
        return bool(self._function("is_finite")(ctypes.byref(self._state)))

    @property
    def bytes(self) -> bytes:
        return bytes(self._state)

    def _function(self, name: str) -> ctypes._NamedFuncPointer:  # type: ignore[name-defined]
        return getattr(self._code, f"{self._prefix}_{name}")


def _struct(
    vectors: Sequence[ModelVector], members: Mapping[str, str], *, tick: bool = False
) -> type[ctypes.Structure]:
    fields = [("tick", ctypes.c_uint64)] if tick else []
    fields += [(members[v.name], ctypes.c_double * v.size) for v in vectors]  # type: ignore[misc]
    return type("Struct", (ctypes.Structure,), {"_fields_": fields})
