"""A run in a NetCDF file, which xarray, MATLAB, Julia and many others read."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import xarray as xr

from armwright.errors import InputError
from armwright.files import write_whole
from armwright.signals.provenance import from_file, plain, to_file

#: The attribute that tells a run from other NetCDF files, and the layout that this code writes.
MARK, LAYOUT = "armwright_run", 1


def write(path: str | os.PathLike[str], data: xr.Dataset) -> Path:
    if MARK in data.attrs:
        raise InputError("a name that files of runs keep for themselves", where=f"'{MARK}'")
    data = data.copy()
    data.attrs = to_file({MARK: LAYOUT, **plain(data.attrs, "run")})
    encoding: dict[str, dict[str, object]] = {}
    for name, variable in data.variables.items():
        variable.attrs = to_file(plain(variable.attrs, f"signal '{name}'"))
        # What a variable was read with says nothing about how to write it.
        variable.encoding = {}
        encoding[str(name)] = _encoding(variable)
    # HDF5 opens the file by its name and writes in place, never holding all of it in memory.
    return write_whole(
        path, lambda file: data.to_netcdf(file.name, engine="h5netcdf", encoding=encoding)
    )


def read(path: str | os.PathLike[str]) -> xr.Dataset:
    """Everything as it was written: no value is masked, and seconds stay numbers."""
    path = Path(path)
    if not path.is_file():
        what = "is a folder" if path.is_dir() else "no such file"
        raise InputError(what, where=str(path), expected="a file that Run.save wrote")
    try:
        data = xr.load_dataset(
            path,
            engine="h5netcdf",
            mask_and_scale=False,
            decode_times=False,
            decode_timedelta=False,
        )
    except (OSError, ValueError, KeyError, RuntimeError, TypeError, AttributeError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(
            f"cannot be read as a run: {reason}",
            where=str(path),
            hint="It may be damaged, incomplete, or not NetCDF.",
        ) from error
    _check_mark(path, data)
    data.attrs = from_file({name: value for name, value in data.attrs.items() if name != MARK})
    for variable in data.variables.values():
        variable.attrs = from_file(variable.attrs)
        variable.encoding = {}
    data.encoding = {}
    return data


def _encoding(variable: xr.Variable) -> dict[str, object]:
    encoding: dict[str, object] = {}
    if variable.dtype.kind == "f":
        encoding["_FillValue"] = None
    if variable.dtype.kind in "fiu" and variable.size and variable.ndim:
        encoding["fletcher32"] = True  # a damaged value is noticed when it is read
    return encoding


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
