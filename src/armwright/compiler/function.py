"""Calling machine code with NumPy arrays: single states, and batches over lanes and threads."""

from __future__ import annotations

import ctypes
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armwright.compiler.program import Port
from armwright.errors import InputError, NonFiniteError

Array = NDArray[np.float64]

#: A batch is worth a second thread from this many rows on.
ROWS_PER_THREAD = 256

_SIGNATURE = (ctypes.c_double, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
_holding_gil = ctypes.PYFUNCTYPE(*_SIGNATURE)
_releasing_gil = ctypes.CFUNCTYPE(*_SIGNATURE)


class _Stage:
    """Arrays at fixed addresses for calls on one state; one set per thread."""

    def __init__(self, inputs: tuple[Port, ...], outputs: tuple[Port, ...]) -> None:
        self.inputs = [np.zeros(port.shape) for port in inputs]
        self.outputs = [np.zeros(port.shape) for port in outputs]
        self._table = _table([*self.inputs, *self.outputs], [0] * (len(inputs) + len(outputs)))
        self.address = self._table.ctypes.data


def _table(arrays: list[Array], strides: list[int]) -> NDArray[np.int64]:
    pairs = zip(arrays, strides, strict=True)
    return np.array([x for a, s in pairs for x in (a.ctypes.data, s)], dtype=np.int64)


@dataclass(frozen=True)
class CompiledFunction:
    """A function of arrays, as machine code.

    Call it with one array per input. Each may have leading batch dimensions, which broadcast against
    each other as in NumPy; results have the batch dimensions in front. `threads` splits a batch;
    the GIL is free meanwhile. A result that is not finite raises NonFiniteError, unless
    `allow_nonfinite`.
    """

    name: str
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    instructions: int
    lanes: int
    code: Any = field(repr=False)
    addresses: tuple[int, int] = field(repr=False)

    def __post_init__(self) -> None:
        scalar, wide = self.addresses
        store = object.__setattr__
        store(self, "_one", _holding_gil(scalar))
        store(self, "_rows", _releasing_gil(scalar))
        store(self, "_lanes", _releasing_gil(wide))
        store(self, "_local", threading.local())
        store(self, "_shapes", tuple(port.shape for port in self.inputs))

    def __call__(
        self, *arrays: ArrayLike, threads: int = 1, allow_nonfinite: bool = False
    ) -> Array | tuple[Array, ...]:
        try:
            stage = self._local.stage  # type: ignore[attr-defined]
        except AttributeError:
            stage = self._local.stage = _Stage(self.inputs, self.outputs)  # type: ignore[attr-defined]
        shapes = self._shapes  # type: ignore[attr-defined]
        if len(arrays) != len(shapes):
            raise self._wrong_count(len(arrays))
        for place, array, shape in zip(stage.inputs, arrays, shapes, strict=False):
            if (
                type(array) is not np.ndarray
                or array.shape != shape
                or array.dtype.kind not in "fiu"
            ):
                return self._batch(arrays, threads, allow_nonfinite)
            place[...] = array
        if self._one(0, 1, stage.address) != 0.0 and not allow_nonfinite:  # type: ignore[attr-defined]
            raise self._not_finite(list(arrays), stage.outputs, ())
        results = stage.outputs
        return results[0].copy() if len(results) == 1 else tuple(r.copy() for r in results)

    def _batch(
        self, given: tuple[ArrayLike, ...], threads: int, allow_nonfinite: bool
    ) -> Array | tuple[Array, ...]:
        arrays = [self._checked(a, port) for a, port in zip(given, self.inputs, strict=True)]
        batch = self._batch_shape(arrays)
        count = int(np.prod(batch))
        rows = [_as_rows(a, port, batch) for a, port in zip(arrays, self.inputs, strict=True)]
        results = [np.empty((*batch, *port.shape)) for port in self.outputs]
        table = _table(
            [*(array for array, _ in rows), *results],
            [*(stride for _, stride in rows), *(port.size for port in self.outputs)],
        )
        if not self._run(count, table.ctypes.data, threads) and not allow_nonfinite:
            raise self._not_finite(arrays, results, batch)
        return results[0] if len(results) == 1 else tuple(results)

    def _run(self, count: int, table: int, threads: int) -> bool:
        """Evaluate all rows; False if a result is not finite."""
        parts = max(1, min(threads, count // ROWS_PER_THREAD))
        blocks = -(-count // self.lanes)
        ends = [min(count, blocks * k // parts * self.lanes) for k in range(parts + 1)]
        spans = list(zip(ends, ends[1:], strict=False))
        if parts == 1:
            return self._span(0, count, table)
        return all(list(_pool(parts).map(lambda span: self._span(*span, table), spans)))

    def _span(self, first: int, last: int, table: int) -> bool:
        """Whole lane vectors, then the rows that are left over."""
        middle = first + (last - first) // self.lanes * self.lanes
        bad = self._lanes(first, middle, table) if middle > first else 0.0  # type: ignore[attr-defined]
        if last > middle:
            bad += self._rows(middle, last, table)  # type: ignore[attr-defined]
        return bool(bad == 0.0)

    def _checked(self, given: ArrayLike, port: Port) -> Array:
        where = f"{self.name}: argument '{port.name}'"
        try:
            array = np.asarray(given)
        except ValueError:
            raise InputError(
                "not an array of numbers", where=where, got=repr(given)[:80], hint="Rows differ in length?"
            ) from None
        if array.dtype.kind not in "fiub" or array.dtype.itemsize > 8:
            raise InputError("wrong dtype", where=where, got=array.dtype, expected="real numbers")
        rank = len(port.shape)
        if array.ndim < rank or array.shape[array.ndim - rank :] != port.shape:
            raise InputError(
                "wrong shape",
                where=where,
                got=array.shape,
                expected=f"(..., {', '.join(map(str, port.shape))})",
            )
        return np.asarray(array, dtype=np.float64)

    def _batch_shape(self, arrays: list[Array]) -> tuple[int, ...]:
        shapes = [
            array.shape[: array.ndim - len(port.shape)]
            for array, port in zip(arrays, self.inputs, strict=True)
        ]
        try:
            return np.broadcast_shapes(*shapes)
        except ValueError:
            names = [port.name for port in self.inputs]
            raise InputError(
                "batch dimensions do not fit each other",
                where=self.name,
                got=dict(zip(names, shapes, strict=True)),
                expected="equal, or 1, or absent, as in NumPy",
            ) from None

    def _wrong_count(self, count: int) -> InputError:
        names = ", ".join(port.name for port in self.inputs)
        return InputError(
            "wrong number of arguments",
            where=self.name,
            got=count,
            expected=f"{len(self.inputs)}: {names}",
        )

    def _not_finite(
        self, arrays: list[Any], results: list[Array], batch: tuple[int, ...]
    ) -> NonFiniteError:
        for array, port in zip(arrays, self.inputs, strict=True):
            bad = np.argwhere(~np.isfinite(array))
            if bad.size:
                place = tuple(int(k) for k in bad[0])
                value = np.asarray(array)[place]
                return NonFiniteError(
                    f"{self.name}: argument '{port.name}' is {value} at {list(place)}; "
                    "expected finite numbers (allow_nonfinite=True returns the result all the same)"
                )
        for result, port in zip(results, self.outputs, strict=True):
            bad = np.argwhere(~np.isfinite(result))
            if bad.size:
                place = tuple(int(k) for k in bad[0])
                row = place[: len(batch)]
                return NonFiniteError(
                    f"{self.name}: result '{port.name}' is {result[place]} at {list(place)}, "
                    f"although all arguments are finite (state {list(row)}): numbers too large, or "
                    "a singular configuration (allow_nonfinite=True returns the result all the same)"
                )
        return NonFiniteError(f"{self.name}: result is not finite")


def _as_rows(array: Array, port: Port, batch: tuple[int, ...]) -> tuple[Array, int]:
    """The array and the distance between its rows; copied only where no such distance exists."""
    lead = array.shape[: array.ndim - len(port.shape)]
    if all(length == 1 for length in lead):
        return np.ascontiguousarray(array), 0
    rows = array if lead == batch else np.broadcast_to(array, (*batch, *port.shape))
    flat = rows.reshape(-1, port.size)
    if flat.strides[1] != 8 or flat.strides[0] % 8:
        flat = np.ascontiguousarray(flat)
    return flat, flat.strides[0] // 8


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="armwright")
