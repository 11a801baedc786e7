"""Calling machine code with NumPy arrays: single states, and batches over lanes and threads."""

from __future__ import annotations

import ctypes
import math
import threading
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.compiler.arguments import AddressTable, Signature, as_rows
from armwright.compiler.kernel import kernel_name
from armwright.compiler.machine import LoadedCode
from armwright.compiler.program import Port
from armwright.compiler.threads import all_of

#: Instructions × rows that are worth a thread: waking one takes as long as some millions of them.
WORK_PER_THREAD = 4_000_000

_SIGNATURE = (ctypes.c_double, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
_holding_gil = ctypes.PYFUNCTYPE(*_SIGNATURE)
_releasing_gil = ctypes.CFUNCTYPE(*_SIGNATURE)
_ndarray, _DOUBLE = np.ndarray, np.dtype(np.float64)


class CompiledFunction:
    """A function of arrays, as machine code.

    Call it with one array per input. Each may have leading batch dimensions, which broadcast
    against each other as in NumPy; results have the batch dimensions in front. `threads` splits a
    batch; the GIL is free meanwhile. `out`: arrays to write the results to instead of new ones.
    A result that is not finite raises NonFiniteError, unless `allow_nonfinite`.
    """

    def __init__(self, signature: Signature, load: Callable[[int], LoadedCode], lanes: int) -> None:
        self.signature = signature
        self.lanes = lanes
        self._load = load
        scalar = load(1)
        self._one = scalar.function(kernel_name(1), _holding_gil)
        self._rows = scalar.function(kernel_name(1), _releasing_gil)
        self._local = threading.local()

    def __repr__(self) -> str:
        inputs = ", ".join(f"{port.name} {port.shape}" for port in self.signature.inputs)
        outputs = ", ".join(f"{port.name} {port.shape}" for port in self.signature.outputs)
        return f"CompiledFunction {self.signature.name}: {inputs} → {outputs}, {self.lanes} lanes"

    @cached_property
    def _lanes(self) -> Any:
        """The code for whole lane vectors, which only batches need."""
        if self.lanes == 1:
            return self._rows
        return self._load(self.lanes).function(kernel_name(self.lanes), _releasing_gil)

    @property
    def instructions(self) -> int:
        return self.signature.instructions

    def __call__(
        self,
        *arrays: Any,
        threads: int = 1,
        allow_nonfinite: bool = False,
        out: Array | tuple[Array, ...] | None = None,
    ) -> Array | tuple[Array, ...]:
        try:
            stage = self._local.stage
        except AttributeError:
            stage = self._local.stage = _Stage(self.signature.inputs, self.signature.outputs)
        if len(arrays) != len(stage.ports) or out is not None:
            return self._batch(arrays, threads, allow_nonfinite, out)
        for array, (place, shape) in zip(arrays, stage.ports):  # noqa: B905 (strict is slow)
            if type(array) is not _ndarray or array.shape != shape or array.dtype is not _DOUBLE:
                return self._batch(arrays, threads, allow_nonfinite, None)
            place[...] = array
        if self._one(0, 1, stage.address) != 0.0 and not allow_nonfinite:
            raise self.signature.not_finite(list(arrays), stage.outputs)
        results = stage.outputs
        return results[0].copy() if len(results) == 1 else tuple(r.copy() for r in results)

    def _batch(
        self,
        given: tuple[ArrayLike, ...],
        threads: int,
        allow_nonfinite: bool,
        out: Array | tuple[Array, ...] | None,
    ) -> Array | tuple[Array, ...]:
        inputs, outputs = self.signature.inputs, self.signature.outputs
        arrays = self.signature.checked(given)
        batch = self.signature.batch_shape(arrays)
        rows = [as_rows(array, port, batch) for array, port in zip(arrays, inputs, strict=True)]
        results = self.signature.results(batch, out)
        table = AddressTable(
            [*(array for array, _ in rows), *results],
            [*(distance for _, distance in rows), *(port.size for port in outputs)],
        )
        if not self._run(math.prod(batch), table, threads) and not allow_nonfinite:
            raise self.signature.not_finite(arrays, results)
        return results[0] if len(results) == 1 else tuple(results)

    def _run(self, count: int, table: AddressTable, threads: int) -> bool:
        """Evaluate all rows; False if a result is not finite."""
        parts = max(1, min(threads, count * self.instructions // WORK_PER_THREAD))
        if parts == 1:
            return self._span(0, count, table)
        _ = self._lanes  # made here once, not in every thread
        blocks = -(-count // self.lanes)
        ends = [min(count, blocks * k // parts * self.lanes) for k in range(parts + 1)]
        return all(all_of(lambda k: self._span(ends[k], ends[k + 1], table), parts, parts))

    def _span(self, first: int, last: int, table: AddressTable) -> bool:
        """Whole lane vectors, then the rows that are left over."""
        middle = first + (last - first) // self.lanes * self.lanes
        bad = self._lanes(first, middle, table) if middle > first else 0.0
        if last > middle:
            bad += self._rows(middle, last, table)
        return bool(bad == 0.0)


class _Stage:
    """Arrays at fixed addresses for calls on one state; one set per thread."""

    def __init__(self, inputs: tuple[Port, ...], outputs: tuple[Port, ...]) -> None:
        arrays = [np.zeros(port.shape) for port in inputs]
        self.ports = [(array, array.shape) for array in arrays]
        self.outputs = [np.zeros(port.shape) for port in outputs]
        self._table = AddressTable([*arrays, *self.outputs], [0] * (len(inputs) + len(outputs)))
        self.address = self._table.address
