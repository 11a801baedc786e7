"""HDF5 files of others: NetCDF 4, MATLAB 7.3, or plain; `signals/file.py` reads our own.

A dataset of one dimension is a column, one of two dimensions has a column for each element of a
sample: `group/name`, `group/name/0`. Only what lies in this very file is read: HDF5 would open
others for one that names them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import h5py
import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.inputs import opened
from armwright.signals.columns import ColumnsFile
from armwright.signals.formats.column_reader import (
    MOST_COLUMNS,
    ROWS,
    ColumnReader,
    Rows,
    refusing,
)

#: Groups in groups, and things in all of them: no log has a tenth of it.
DEEPEST, MOST = 20, 20_000
_MAGIC = b"\x89HDF\r\n\x1a\n"
_ERRORS = (OSError, ValueError, KeyError, RuntimeError, TypeError, AttributeError, MemoryError)
#: Bytes of one chunk as it is in memory.
_LARGEST_CHUNK = 2**28


@dataclass(frozen=True)
class _Column:
    """`element` of each sample, None if a sample is one number; `across`: samples are columns."""

    dataset: str
    element: int | None
    across: bool


def reader(path: Path, columns: ColumnsFile) -> ColumnReader:
    where = str(path)
    with opened(path) as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise InputError(
                "not an HDF5 file",
                where=where,
                expected="HDF5 or NetCDF 4",
                hint="A NetCDF 3 file becomes one by: nccopy -k nc4 old.nc new.nc",
            )
    with refusing("HDF5", where, *_ERRORS), h5py.File(path, "r") as file:
        shapes = {one.name.lstrip("/"): one.shape for one in _datasets(file)}
    rows = _rows(shapes)
    found: dict[str, _Column] = {}
    for name, shape in shapes.items():
        found.update(_columns(name, shape, rows))
    if len(found) > MOST_COLUMNS:
        raise InputError(
            "too many columns", where=where, got=len(found), expected=f"at most {MOST_COLUMNS}"
        )

    def pieces(names: Sequence[str]) -> Iterator[Rows]:
        with refusing("HDF5", where, *_ERRORS), h5py.File(path, "r") as file:
            for begin in range(0, rows, ROWS):
                part = slice(begin, min(begin + ROWS, rows))
                yield {name: _values(file, found[name], part) for name in names}

    return ColumnReader(tuple(found), rows, pieces)


def _datasets(file: h5py.File) -> Iterator[h5py.Dataset]:
    """Numbers that are in this file, by hard links only."""
    todo: list[tuple[h5py.Group, int]] = [(file, 0)]
    seen = 0
    while todo:
        group, depth = todo.pop(0)
        for name in group:
            seen += 1
            if seen > MOST or depth > DEEPEST:
                raise ValueError("it has too many groups and datasets")
            if not isinstance(group.get(name, getlink=True), h5py.HardLink):
                continue
            one = group[name]
            if isinstance(one, h5py.Group):
                todo.append((one, depth + 1))
            elif isinstance(one, h5py.Dataset) and _is_table(one):
                yield one


def _is_table(one: h5py.Dataset) -> bool:
    plan = one.id.get_create_plist()
    if plan.get_external_count() or plan.get_layout() == h5py.h5d.VIRTUAL:
        return False
    if one.chunks and np.prod(one.chunks, dtype=float) * one.dtype.itemsize > _LARGEST_CHUNK:
        return False
    return one.dtype.kind in "iufb" and one.ndim in (1, 2) and one.size > 0


def _rows(shapes: dict[str, tuple[int, ...]]) -> int:
    """That of the time, if there is one; or else the length that most datasets have."""
    for name, shape in shapes.items():
        if name.rpartition("/")[2].lower() in ("time", "t"):
            return max(shape)
    lengths = Counter(max(shape) for shape in shapes.values())
    return max(lengths, key=lambda length: (lengths[length], length), default=0)


def _columns(name: str, shape: tuple[int, ...], rows: int) -> dict[str, _Column]:
    """MATLAB's arrays lie across."""
    if shape == (rows,):
        return {name: _Column(name, None, False)}
    if len(shape) != 2 or rows not in shape:
        return {}
    across = shape[0] != rows
    size = shape[0] if across else shape[1]
    if size == 1:
        return {name: _Column(name, 0, across)}
    if size > MOST_COLUMNS:
        return {}
    return {f"{name}/{k}": _Column(name, k, across) for k in range(size)}


def _values(file: h5py.File, column: _Column, part: slice) -> Array:
    one = file[column.dataset]
    if column.element is None:
        values = one[part]
    else:
        values = one[column.element, part] if column.across else one[part, column.element]
    result = np.asarray(values, dtype=np.float64)
    fill = one.attrs.get("_FillValue") if "_FillValue" in one.attrs else None
    if isinstance(fill, np.ndarray) and fill.size == 1:
        result = np.where(values == fill.ravel()[0], np.nan, result)
    for key, apply in (("scale_factor", np.multiply), ("add_offset", np.add)):
        number = one.attrs.get(key) if key in one.attrs else None
        if isinstance(number, np.number) or (isinstance(number, np.ndarray) and number.size == 1):
            result = apply(result, float(np.ravel(number)[0]))
    return result
