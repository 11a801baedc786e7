"""Arrays given to compiled functions: checked, broadcast, laid out in rows."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.compiler.program import Port
from armwright.errors import InputError, NonFiniteError

_DOUBLE = 8


class AddressTable:
    """Addresses of arrays for machine code, each followed by a distance between rows where those
    are given. The arrays live as long as it does, whatever becomes of the caller."""

    def __init__(self, arrays: Sequence[Array], distances: Sequence[int] | None = None) -> None:
        numbers = [array.ctypes.data for array in arrays]
        if distances is not None:
            pairs = zip(numbers, distances, strict=True)
            numbers = [number for pair in pairs for number in pair]
        self._arrays = arrays
        #: what ctypes passes on
        self._as_parameter_ = (ctypes.c_int64 * max(1, len(numbers)))(*numbers)
        self.address = ctypes.addressof(self._as_parameter_)


@dataclass(frozen=True)
class Signature:
    """What a function is called, takes and returns; and of how many instructions it is."""

    name: str
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    instructions: int

    def checked(self, given: tuple[ArrayLike, ...]) -> list[Array]:
        """The arguments as arrays of doubles whose last dimensions fit."""
        if len(given) != len(self.inputs):
            names = ", ".join(port.name for port in self.inputs)
            raise InputError(
                "wrong number of arguments",
                where=self.name,
                got=len(given),
                expected=f"{len(self.inputs)}: {names}",
            )
        return [self._checked(array, port) for array, port in zip(given, self.inputs, strict=True)]

    def _checked(self, given: ArrayLike, port: Port) -> Array:
        where = f"{self.name}: argument '{port.name}'"
        try:
            array = np.asarray(given)
        except ValueError:
            raise InputError(
                "not an array of numbers",
                where=where,
                got=repr(given)[:80],
                hint="Do its rows differ in length?",
            ) from None
        if array.dtype.kind not in "fiub" or array.dtype.itemsize > _DOUBLE:
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

    def batch_shape(self, arrays: list[Array]) -> tuple[int, ...]:
        """The leading dimensions of all arguments, broadcast against each other."""
        shapes = [
            array.shape[: array.ndim - len(port.shape)]
            for array, port in zip(arrays, self.inputs, strict=True)
        ]
        if len(set(shapes)) == 1:
            return shapes[0]
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

    def results(self, batch: tuple[int, ...], out: Array | tuple[Array, ...] | None) -> list[Array]:
        """Arrays for the results: new ones, or those given, which must fit as they are."""
        if out is None:
            return [np.empty((*batch, *port.shape)) for port in self.outputs]
        given = [out] if isinstance(out, np.ndarray) else list(out)
        if len(given) != len(self.outputs):
            names = ", ".join(port.name for port in self.outputs)
            raise InputError(
                "wrong number of arrays",
                where=f"{self.name}: out",
                got=len(given),
                expected=f"{len(self.outputs)}: {names}",
            )
        for array, port in zip(given, self.outputs, strict=True):
            fits = isinstance(array, np.ndarray) and array.shape == (*batch, *port.shape)
            if not fits or array.dtype != np.float64 or not array.flags.carray:
                raise InputError(
                    "cannot take the result",
                    where=f"{self.name}: out, '{port.name}'",
                    got=f"{getattr(array, 'dtype', type(array))} {getattr(array, 'shape', '')}",
                    expected=f"writable, contiguous float64 {(*batch, *port.shape)}",
                )
        return given

    def not_finite(self, arguments: list[Array], results: list[Array]) -> NonFiniteError:
        """Names the first argument that is not finite, or else the first result."""
        remedy = "(allow_nonfinite=True returns the result all the same)"
        for array, port in zip(arguments, self.inputs, strict=True):
            for place in np.argwhere(~np.isfinite(array))[:1].tolist():
                return NonFiniteError(
                    f"{self.name}: argument '{port.name}' is {array[tuple(place)]} at {place}; "
                    f"expected finite numbers {remedy}"
                )
        for array, port in zip(results, self.outputs, strict=True):
            for place in np.argwhere(~np.isfinite(array))[:1].tolist():
                return NonFiniteError(
                    f"{self.name}: result '{port.name}' is {array[tuple(place)]} at {place}, "
                    f"although all arguments are finite: too large, or a singularity {remedy}"
                )
        return NonFiniteError(f"{self.name}: a value on the way to the result overflowed {remedy}")


def as_rows(array: Array, port: Port, batch: tuple[int, ...]) -> tuple[Array, int]:
    """The array and the distance between its rows; copied only where no such distance exists."""
    lead = array.shape[: array.ndim - len(port.shape)]
    if lead == batch and array.flags.c_contiguous:
        return array, port.size
    if all(length == 1 for length in lead):
        return np.ascontiguousarray(array), 0
    rows = array if lead == batch else np.broadcast_to(array, (*batch, *port.shape))
    flat = rows.reshape(math.prod(batch), port.size)
    if flat.strides[1] != _DOUBLE or flat.strides[0] % _DOUBLE:
        flat = np.ascontiguousarray(flat)
    return flat, flat.strides[0] // _DOUBLE
