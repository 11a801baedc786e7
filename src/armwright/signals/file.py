"""A run in a NetCDF file, which xarray, MATLAB, Octave, Julia and many others read.

Texts are arrays of characters, as not all of them know NetCDF's strings.

After the last byte of NetCDF stands a mark and the SHA-256 of all bytes before it. Other readers do
not look that far. Ours looks there first: HDF5 never sees a file that is damaged, which it may read
as other values, or for ever.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, NoReturn

import h5py
import numpy as np
import xarray as xr

from armwright.errors import InputError
from armwright.inputs import opened
from armwright.signals.provenance import from_file, plain, to_file

#: The attribute that tells a run from other NetCDF files, and the layout that this code writes.
MARK, LAYOUT = "armwright_run", 1
#: Bytes that an attribute has room for.
_LONGEST = 60_000
#: Variables that are texts, one byte of UTF-8 after the other, as attributes have room for 64 kB
#: only: the file of the scenario that was simulated, and of the one that it was made from by other
#: numbers.
SCENARIO, NOMINAL = "scenario_file", "nominal_scenario_file"
#: What stands before the digest at the end.
_SEAL = b"\narmwright sha256"
_END = len(_SEAL) + hashlib.sha256().digest_size
#: Attributes with which NetCDF keeps its own house; all others are single values.
_NETCDF = {"DIMENSION_LIST", "REFERENCE_LIST", "_Netcdf4Coordinates"}
#: How the attribute NAME begins of what stands for a dimension alone, and has no values.
_NO_VALUES = b"This is a netCDF dimension but not a netCDF variable."
#: Bytes: texts are read in pieces to see how long they are.
_PIECE = 2**24


def write_into(
    file: BinaryIO, data: xr.Dataset, texts: Mapping[str, str] = MappingProxyType({})
) -> None:
    """`texts`: SCENARIO, NOMINAL. HDF5 works in memory, because it does not survive a full disk."""
    if MARK in data.attrs:
        raise InputError("this name is reserved for files of runs", where=f"'{MARK}'")
    data = data.copy()
    data.attrs = to_file({MARK: LAYOUT, **plain(data.attrs, "run")})
    # What a run was read with says nothing about how to write it.
    data.encoding = {}
    for name, variable in data.variables.items():
        variable.attrs = to_file(plain(variable.attrs, f"signal '{name}'"))
        characters = {"dtype": "S1"} if variable.dtype.kind in "UO" else {}
        variable.encoding = {"_FillValue": None} if variable.dtype.kind == "f" else characters
    for name, text in texts.items():
        data = data.assign({name: ((f"{name}_length",), np.frombuffer(text.encode(), dtype="S1"))})
    import h5netcdf  # reading logs does without
    from xarray.backends import H5NetCDFStore

    content = io.BytesIO()
    with h5netcdf.File(content, "w") as netcdf:
        # Where Dask is installed, `to_netcdf` would look for a cluster of it first.
        data.dump_to_store(H5NetCDFStore(netcdf, lock=False))
    _with_characters(content)
    image = content.getbuffer()
    file.write(image)
    file.write(_SEAL + hashlib.sha256(image).digest())


def _with_characters(content: io.BytesIO) -> None:
    """NetCDF's strings among the attributes, xarray's own as well, as characters, which other tools
    know; those that are too long for it stay."""
    with h5py.File(content, "r+") as file:
        for thing in (file, *file.values()):
            for name, value in list(thing.attrs.items()):
                if isinstance(value, str) and len(text := value.encode()) <= _LONGEST:
                    kind = h5py.string_dtype("utf-8", max(1, len(text)))
                    thing.attrs.create(name, np.array(text, dtype=kind), dtype=kind)


def read(path: str | os.PathLike[str]) -> tuple[xr.Dataset, dict[str, str]]:
    """Everything as it was written, and the texts: no value is masked, and seconds stay numbers."""
    path = Path(path)
    with opened(path):
        pass  # it is a file, and may be read
    try:
        _check_seal(path)
        with h5py.File(path, "r") as file:
            _check_content(file, path.stat().st_size)
        data = xr.load_dataset(
            path,
            engine="h5netcdf",
            mask_and_scale=False,
            decode_times=False,
            decode_timedelta=False,
        )
    except InputError:
        raise
    except (OSError, ValueError, KeyError, RuntimeError, TypeError, AttributeError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"cannot be read as a run: {reason}", where=str(path)) from error
    _check_mark(path, data)
    data.attrs = from_file({name: value for name, value in data.attrs.items() if name != MARK})
    words = {n: one.astype(str) for n, one in data.variables.items() if one.dtype.kind == "O"}
    data = data.assign_coords({n: one for n, one in words.items() if n in data.coords})
    data = data.assign({n: one for n, one in words.items() if n not in data.coords})
    for variable in data.variables.values():
        variable.attrs = from_file(variable.attrs)
        variable.encoding = {}
    data.encoding = {}
    found = [name for name in (SCENARIO, NOMINAL) if name in data]
    try:
        texts = {name: data[name].values.tobytes().decode() for name in found}
    except UnicodeDecodeError:
        raise InputError("its scenario is not a text", where=str(path)) from None
    return data.drop_vars(found), texts


def is_sealed(path: Path) -> bool:
    """Whether a file ends as ours do."""
    with opened(path) as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - _END))
        return file.read(len(_SEAL)) == _SEAL


def _check_seal(path: Path) -> None:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        left = os.fstat(file.fileno()).st_size - _END
        while left > 0 and (piece := file.read(min(left, 2**20))):
            digest.update(piece)
            left -= len(piece)
        end = file.read(_END + 1)
    if left < 0 or not end.startswith(_SEAL):
        raise InputError(
            "does not end like a file of a run",
            where=str(path),
            hint="It is cut short, or was written or changed by another tool, or by an older "
            f"armwright. Try: Run(xarray.load_dataset({str(path)!r}))",
        )
    if end != _SEAL + digest.digest():
        raise InputError(
            "is damaged: its bytes are not those that were written",
            where=str(path),
            got=f"SHA-256 {digest.hexdigest()[:16]}…",
            expected=f"{end[len(_SEAL) :].hex()[:16]}…",
        )


def _check_content(file: h5py.File, size: int) -> None:
    """Nothing but what we write: values that are in this file, and no more of them than its bytes.

    Anybody can compute a digest. HDF5 reads other files for one that names them, and makes up
    terabytes for one that declares them.
    """
    left = size - _length_of_attributes(file, size)
    for name in file:
        if not isinstance(file.get(name, getlink=True), h5py.HardLink):
            _refuse(f"'{name}' leads to another place")
        signal = file[name]
        if not isinstance(signal, h5py.Dataset):
            _refuse(f"'{name}' is not a signal")
        left -= _length_of_attributes(signal, left)
        if not signal.attrs.get("NAME", b"").startswith(_NO_VALUES):
            left -= _length_of_values(signal, left)


def _length_of_attributes(thing: h5py.File | h5py.Dataset, left: int) -> int:
    """In bytes. Many texts in a file can be one and the same."""
    length = 0
    for name in thing.attrs:
        if name in _NETCDF:
            continue
        stored = thing.attrs.get_id(name)
        if not _is_plain(stored.dtype) or stored.get_space().get_simple_extent_npoints() > 1:
            _refuse(f"attribute '{name}' is neither text nor a number")
        value = thing.attrs[name]
        length += len(value) if isinstance(value, str) else int(stored.get_storage_size())
        if length > left:
            _refuse("it declares more than it holds")
    return length


def _length_of_values(signal: h5py.Dataset, left: int) -> int:
    """In bytes."""
    plan = signal.id.get_create_plist()
    if plan.get_external_count() or plan.get_layout() == h5py.h5d.VIRTUAL:
        _refuse(f"the values of '{signal.name}' are in another file")
    if plan.get_layout() == h5py.h5d.CHUNKED or not _is_plain(signal.dtype):
        _refuse(f"the values of '{signal.name}' are packed")
    length = int(signal.id.get_storage_size())
    if length > left or signal.size * signal.id.get_type().get_size() > length:
        _refuse("it declares more than it holds")
    if h5py.check_string_dtype(signal.dtype) is None:
        return length
    *rows, columns = signal.shape or (1,)
    piece = max(1, _PIECE // left)
    for row in np.ndindex(*rows):
        for first in range(0, columns, piece):
            part = (*row, slice(first, first + piece)) if signal.shape else ()
            length += sum(map(len, np.ravel(signal[part])))
            if length > left:
                _refuse("it declares more than it holds")
    return length


def _is_plain(kind: np.dtype[np.generic]) -> bool:
    return kind.kind in "iufS" or h5py.check_string_dtype(kind) is not None


def _refuse(what: str) -> NoReturn:
    raise ValueError(f"{what}. Only what Run.save writes is read")


def _check_mark(path: Path, data: xr.Dataset) -> None:
    layout = data.attrs.get(MARK)
    if not isinstance(layout, np.integer) or "time" not in data.coords:
        raise InputError(
            "a NetCDF file, but not of a run",
            where=str(path),
            got=f"variables {', '.join(map(str, data.variables)) or 'none'}"[:120],
            expected=f"a file that Run.save wrote, with the attribute {MARK}",
        )
    if layout > LAYOUT:
        raise InputError(
            "written by a newer armwright",
            where=str(path),
            got=f"layout {layout}",
            expected=f"at most {LAYOUT}",
            hint="Try: pip install --upgrade armwright",
        )
