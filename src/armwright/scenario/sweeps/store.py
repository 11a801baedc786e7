"""A sweep on disk: a zarr group that xarray opens, and a hidden folder that says what is done.

Arrays are cut along the runs, a chunk for each block. A block counts as done when its mark is
there, which is written last: what a killed program left without one is run again, and its chunks
are replaced. Nobody writes into another's block, and one program at a time into a sweep.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from armwright.errors import InputError, shown
from armwright.scenario.sweeps.plan import SweepBlock, SweepPlan
from armwright.signals.provenance import stamp
from armwright.signals.records import SIDE

try:
    import fcntl
except ImportError:  # Windows, where nobody is kept from writing at the same time
    fcntl = None  # type: ignore[assignment]

_OWN, _MARKS, _CONTENT, _LOCK = ".armwright-sweep", "done", "sweep.json", "lock"
_NEW = ".armwright-new-"


class SweepStore:
    """Open for writing; made by `opened_store`."""

    def __init__(self, path: Path, runs: int, block: int) -> None:
        import zarr

        self.path, self.runs, self.block = path, runs, block
        self._group = zarr.open_group(str(path), mode="r+", use_consolidated=False)
        self._arrays = dict(self._group.arrays())

    @property
    def blocks(self) -> int:
        return -(-self.runs // self.block)

    def bounds(self, number: int) -> tuple[int, int]:
        """The first run of a block, and the one after its last."""
        return number * self.block, min((number + 1) * self.block, self.runs)

    def missing(self) -> list[int]:
        """The blocks that are still to be run."""
        return [k for k in range(self.blocks) if not _mark(self.path, k).exists()]

    def write(self, block: SweepBlock) -> None:
        """Its arrays, and then its mark."""
        number = block.first // self.block
        for name, values in block.arrays.items():
            array = self._arrays[_as_folder(name)]
            rows = np.asarray(values).reshape(len(values), *array.shape[1:])
            array[block.first : block.last] = rows
        mark = {
            "step_error": block.step_error,
            "lost": {str(run): list(escape) for run, escape in block.lost.items()},
        }
        _write_whole(_mark(self.path, number), json.dumps(mark))

    def finish(self) -> None:
        """All is there: says so to whoever opens it."""
        self._group.attrs.update(_told(self.path, self.runs, self.block))


@contextlib.contextmanager
def opened_store(plan: SweepPlan, path: str | os.PathLike[str]) -> Iterator[SweepStore]:
    """The store of a sweep, new or with what an earlier program has done of it."""
    folder = Path(path)
    try:
        if not _is_sweep(folder):
            _check_free(folder)
            _create(plan, folder)
        with _alone(folder):
            yield SweepStore(folder, plan.runs, _checked(plan, folder))
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(
            f"cannot be written: {reason}",
            where=str(folder),
            hint="What was done until now is kept: the same command goes on from there.",
        ) from error


def open_sweep(path: str | os.PathLike[str]) -> xr.Dataset:
    """A sweep as a dataset: read when it is used, so that it may be larger than the memory.

    Along `run` lie parameters, figures and the signals that were kept; its attributes say where it
    comes from. Of a sweep that is not complete, runs that are missing are NaN, and one is warned.
    """
    folder = Path(path)
    if not _is_sweep(folder):
        raise InputError(
            "not a sweep",
            where=str(folder),
            got="nothing" if not folder.exists() else "a file or folder of something else",
            expected="a folder that armwright sweep wrote",
        )
    content = _content(folder)
    data: xr.Dataset = xr.open_zarr(str(folder), consolidated=False, chunks=None)
    names = {name: str(name).replace("%2F", "/").replace("%25", "%") for name in data.data_vars}
    data = data.rename({name: new for name, new in names.items() if name != new})
    data = data.set_coords([name for name in (SIDE,) if name in data])[content["names"]]
    told = _told(folder, content["runs"], content["block"])
    if not told["complete"]:
        warnings.warn(
            f"{folder}: the sweep is not complete: {told['runs_done']} of {content['runs']} runs",
            stacklevel=2,
        )
    return data.assign_attrs(told)


def progress_of(path: str | os.PathLike[str]) -> tuple[int, int]:
    """How many runs of a sweep are done, and how many there are."""
    folder = Path(path)
    content = _content(folder)
    return _told(folder, content["runs"], content["block"])["runs_done"], content["runs"]


def _told(folder: Path, runs: int, block: int) -> dict[str, Any]:
    """What the marks of the blocks say together."""
    marks = {}
    for number in range(-(-runs // block)):
        with contextlib.suppress(FileNotFoundError):
            marks[number] = json.loads(_mark(folder, number).read_text())
    lost = [escape[1] for mark in marks.values() for escape in mark["lost"].values()]
    done = sum(min(block, runs - number * block) for number in marks)
    return {
        "complete": done == runs,
        "runs_done": done,
        "step_error": max((mark["step_error"] for mark in marks.values()), default=0.0),
        "diverged_runs": "\n".join(lost),
    }


def _create(plan: SweepPlan, folder: Path) -> None:
    """All arrays without their chunks; whole or not at all."""
    import zarr

    folder.parent.mkdir(parents=True, exist_ok=True)
    new = folder.parent / (_NEW + secrets.token_hex(6))
    try:
        runs, block = plan.runs, plan.block
        form, parts = plan.form, plan.design.content()["parts"]
        attributes = {
            "scenario": plan.scenario.name,
            "robot": plan.scenario.robot.name,
            "robot_fingerprint": plan.scenario.robot.fingerprint(),
            "design": ", ".join(dict.fromkeys(part["kind"] for part in parts)),
            "independent": plan.design.independent,
            "runs": runs,
            "seed": plan.seed,
            "step": plan.scenario.step,
            "step_tolerance": plan.scenario.integration.tolerance,
            "duration": plan.scenario.duration,
            "armwright_version": _version(),
        }
        group = zarr.create_group(str(new), zarr_format=2, attributes=attributes)
        for name, one in form.data_vars.items():
            _array(group, _as_folder(str(name)), one, runs, block)
        for name, coordinate in form.coords.items():
            if name != "run":
                _coordinate(group, str(name), coordinate.dims, coordinate.values, coordinate.attrs)
        numbers = {"long_name": "number of the run"}
        _coordinate(group, "run", ("run",), np.arange(runs), numbers)
        own = new / _OWN
        (own / _MARKS).mkdir(parents=True)
        (own / _LOCK).touch()
        names = [str(name) for name in form.data_vars]
        content = {"armwright": _version(), "runs": runs, "block": block, "names": names}
        text = json.dumps({**content, "content": plan.content()}, indent=1)
        (own / _CONTENT).write_text(text + "\n", encoding="utf-8")
        new.rename(folder)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise


def _array(group: Any, name: str, one: xr.DataArray, runs: int, block: int) -> None:
    whole = one.shape[1:]
    group.create_array(
        name,
        shape=(runs, *whole),
        chunks=(min(block, runs), *(max(1, size) for size in whole)),
        dtype=one.dtype,
        fill_value=np.nan if one.dtype.kind == "f" else None,
        compressors=None,  # which would take longer than the runs
        attributes={**_plain(one.attrs), "_ARRAY_DIMENSIONS": [str(dim) for dim in one.dims]},
    )


def _coordinate(
    group: Any, name: str, dims: tuple[Any, ...], values: Any, attributes: Mapping[Any, Any]
) -> None:
    array = group.create_array(
        name,
        shape=values.shape,
        chunks=tuple(max(1, size) for size in values.shape),
        dtype=values.dtype,
        fill_value=None,
        compressors=None,
        attributes={**_plain(attributes), "_ARRAY_DIMENSIONS": [str(dim) for dim in dims]},
    )
    array[:] = values


def _plain(attributes: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(key): value for key, value in attributes.items()}


def _as_folder(name: str) -> str:
    """The name of an array, whatever the name of its number."""
    return name.replace("%", "%25").replace("/", "%2F")


def _version() -> str:
    return str(stamp()["armwright_version"])


def _is_sweep(folder: Path) -> bool:
    return (folder / _OWN / _CONTENT).is_file()


def _content(folder: Path) -> dict[str, Any]:
    path = folder / _OWN / _CONTENT
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        runs, block = content["runs"], content["block"]
        good = isinstance(runs, int) and isinstance(block, int) and runs > 0 and block > 0
        good = good and isinstance(content["content"], dict)
        good = good and all(isinstance(name, str) for name in content["names"])
    except (ValueError, KeyError, TypeError, RecursionError):
        good = False
    if not good:
        raise InputError(
            "damaged: it does not say what sweep it is of",
            where=str(path),
            hint="Give another folder, or remove this one.",
        )
    found: dict[str, Any] = content
    return found


def _checked(plan: SweepPlan, folder: Path) -> int:
    """The size of its blocks, if it holds the same sweep."""
    found = _content(folder)
    wanted = json.loads(json.dumps(plan.content()))
    if found["armwright"] != _version():
        raise InputError(
            "begun with another version of armwright",
            where=str(folder),
            got=shown(found["armwright"]),
            expected=_version(),
            hint="Give another folder.",
        )
    for key, value in wanted.items():
        if found["content"].get(key) != value:
            raise InputError(
                f"the folder holds another sweep: its {key.replace('_', ' ')} differs",
                where=str(folder),
                got=shown(found["content"].get(key)),
                expected=shown(value),
                hint="Give another folder, or remove this one.",
            )
    block: int = found["block"]
    return block


def _check_free(folder: Path) -> None:
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
    elif folder.exists() or folder.is_symlink():
        raise InputError(
            "holds something else, which is left as it is",
            where=str(folder),
            expected="a folder that does not exist yet, or one of the same sweep",
        )


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    with open(folder / _OWN / _LOCK, "rb+") as lock:
        if fcntl is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InputError(
                    "another program is running this sweep",
                    where=str(folder),
                    hint="Wait until it ends; what it has done need not be done again.",
                ) from None
        yield


def _mark(folder: Path, number: int) -> Path:
    return folder / _OWN / _MARKS / f"{number}.json"


def _write_whole(path: Path, text: str) -> None:
    new = path.with_name(f"{path.name}.{secrets.token_hex(6)}")
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
