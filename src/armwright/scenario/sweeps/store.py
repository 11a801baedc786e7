"""A sweep on disk: a zarr group that xarray opens, and a hidden folder that says what is done.

Arrays are cut along the runs, a chunk for each block. A block counts as done when its mark is
there, which is written last: what a killed program left without one is run again, and its chunks
are replaced. Nobody writes into another's block, and one program at a time into a sweep.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import re
import secrets
import shutil
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
import xarray as xr

from armwright.errors import InputError, shown
from armwright.files import making
from armwright.scenario.sweeps.plan import PARAMETER, SEVERAL, SweepBlock, SweepPlan
from armwright.signals.provenance import stamp
from armwright.signals.records import SIDE

try:
    import fcntl
except ImportError:  # Windows, where nobody is kept from writing at the same time
    fcntl = None  # type: ignore[assignment]

_OWN, _MARKS, _CONTENT, _LOCK, _NEW = ".armwright-sweep", "done", "sweep.json", "lock", "new"
#: The files of zarr.
_GROUP, _ARRAY, _ATTRIBUTES, _METADATA = ".zgroup", ".zarray", ".zattrs", ".zmetadata"
#: The whole scenario that is swept.
_SCENARIO = "scenario.toml"
_FILES = (_GROUP, _ATTRIBUTES, _METADATA, _SCENARIO)
#: What zarr or a disk would not take in the name of a folder.
_UNFIT = re.compile(r'[%/\\:*?"<>|\x00-\x1f]')
#: How many messages of runs that diverged are kept together.
_MESSAGES = 1000
GOES_ON = "What was done until now is kept: the same call or command goes on from there."


class SweepStore:
    """Open for writing; made by `opened_store`. `block`: how many runs a block has."""

    def __init__(self, plan: SweepPlan, path: Path) -> None:
        import zarr

        self.path, self.runs, self.block = path, plan.runs, _checked(plan, path)
        try:
            group = zarr.open_group(str(path), mode="r+", use_consolidated=False)
            self._arrays: dict[str, Any] = {
                str(name): group[_as_folder(str(name))] for name in plan.form.data_vars
            }
            good = all(
                one.shape[0] == self.runs and one.chunks[0] == min(self.block, self.runs)
                for one in self._arrays.values()
            )
        except (LookupError, TypeError, ValueError, AttributeError):
            good = False
        if not good:
            raise _damaged(path)

    @property
    def blocks(self) -> int:
        return -(-self.runs // self.block)

    def bounds(self, number: int) -> tuple[int, int]:
        """The first run of a block, and the one after its last."""
        return number * self.block, min((number + 1) * self.block, self.runs)

    def missing(self) -> list[int]:
        """The blocks that are still to be run."""
        done = _marks(self.path, self.blocks)
        return [number for number in range(self.blocks) if number not in done]

    def write(self, block: SweepBlock) -> None:
        """Its arrays, and then its mark."""
        with _writing(self.path, GOES_ON):
            for name, values in block.arrays.items():
                array = self._arrays[name]
                rows = np.asarray(values).reshape(len(values), *array.shape[1:])
                array[block.first : block.last] = rows
            mark = {
                "step_error": block.step_error,
                "lost": {str(run): list(block.lost[run]) for run in sorted(block.lost)},
            }
            number = block.first // self.block
            _write_whole(self.path, _mark(self.path, number), json.dumps(mark))

    def finish(self) -> None:
        """All is there: says so to whoever opens it, with armwright or with others."""
        told = _told(self.path, self.runs, self.block)
        with _writing(self.path, GOES_ON):
            attributes = {**json.loads((self.path / _ATTRIBUTES).read_text()), **told}
            every = json.loads((self.path / _METADATA).read_text())
            every["metadata"][_ATTRIBUTES] = attributes
            for name, content in ((_ATTRIBUTES, attributes), (_METADATA, every)):
                _write_whole(self.path, self.path / name, json.dumps(content, indent=1))


@contextlib.contextmanager
def opened_store(plan: SweepPlan, path: str | os.PathLike[str]) -> Iterator[SweepStore]:
    """The store of a sweep, new or with what an earlier program has done of it."""
    folder = Path(path)
    with contextlib.ExitStack() as held:
        with _writing(folder), _beginning(folder):
            held.enter_context(_alone(folder))
            if not _is_sweep(folder):
                _create(plan, folder)
            store = SweepStore(plan, folder)
            _tidy(folder)
        yield store


def open_sweep(path: str | os.PathLike[str]) -> xr.Dataset:
    """A sweep as a dataset: read when it is used, so that it may be larger than the memory.

    Along `run` lie figures and the signals that were kept, and as coordinates the values that
    differ; its attributes say where it comes from. Of a sweep that is not complete, runs that are
    missing are NaN, and one is warned.
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
    try:
        data: xr.Dataset = xr.open_zarr(str(folder), consolidated=True, chunks=None)
        names = {name: _as_name(str(name)) for name in data.data_vars}
        data = data.rename({name: new for name, new in names.items() if name != new})
        swept = [
            name
            for name, one in data.data_vars.items()
            if one.attrs.get("kind") in (PARAMETER, SEVERAL)
        ]
        data = data.set_coords([name for name in (SIDE,) if name in data])[content["names"]]
        data = data.set_coords(swept)
    except (OSError, LookupError, TypeError, ValueError) as error:
        raise _damaged(folder) from error
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
    marks = _marks(folder, -(-runs // block))
    lost = [escape[1] for number in sorted(marks) for escape in marks[number]["lost"].values()]
    done = sum(min(block, runs - number * block) for number in marks)
    return {
        "complete": done == runs,
        "runs_done": done,
        "step_error": max((mark["step_error"] for mark in marks.values()), default=0.0),
        "diverged_count": len(lost),
        "diverged_runs": "\n".join(lost[:_MESSAGES]),
    }


def _create(plan: SweepPlan, folder: Path) -> None:
    """All arrays without their chunks. They are made in the hidden folder and moved from there, and
    last of all comes what says that there is a sweep; what a killed program left is removed."""
    import zarr

    _remove_begun(folder)
    own = folder / _OWN
    # zarr's threads may still write into the folder of an attempt that has failed.
    new = own / f"{_NEW}-{secrets.token_hex(6)}"
    runs, block, form = plan.runs, plan.block, plan.form
    parts = plan.design.content()["parts"]
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
    names = [str(name) for name in form.data_vars]
    content = {"armwright": _version(), "runs": runs, "block": block, "names": names}
    text = json.dumps({**content, "content": plan.content()}, indent=1)
    try:
        group = zarr.create_group(str(new), zarr_format=2, attributes=attributes)
        for name, one in form.data_vars.items():
            _array(group, _as_folder(str(name)), one, runs, block)
        for name, coordinate in form.coords.items():
            if name != "run":
                _coordinate(group, str(name), coordinate.dims, coordinate.values, coordinate.attrs)
        numbers = {"long_name": "number of the run"}
        _coordinate(group, "run", ("run",), np.arange(runs), numbers)
        # Who opens it need not look into the folder, where there are other things, too.
        zarr.consolidate_metadata(str(new), zarr_format=2)
        with contextlib.suppress(InputError):  # blocks in Python, which no file holds
            text_of_scenario = dataclasses.replace(plan.scenario, seed=plan.seed).text()
            (new / _SCENARIO).write_text(text_of_scenario, encoding="utf-8")
        (own / _MARKS).mkdir(exist_ok=True)
        for entry in list(new.iterdir()):
            entry.rename(folder / entry.name)
        new.rmdir()
        _write_whole(folder, own / _CONTENT, text + "\n")
    except BaseException:
        with contextlib.suppress(OSError):
            _remove_begun(folder)
            (own / _LOCK).unlink()
        raise


def _remove_begun(folder: Path) -> None:
    """The arrays of a sweep that was never whole."""
    if any((folder / _OWN / _MARKS).glob("*.json")):
        raise _damaged(folder)
    found = [entry for entry in folder.iterdir() if entry.name != _OWN]
    for entry in found:
        if entry.name not in _FILES and not (entry / _ARRAY).is_file():
            raise _something_else(folder)
    found += [entry for entry in (folder / _OWN).iterdir() if entry.name != _LOCK]
    for entry in found:
        if entry.is_dir():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def _tidy(folder: Path) -> None:
    """Remove what killed programs were writing. `partial` is what zarr calls such files."""
    for path in (*folder.glob("*/*.partial"), *(folder / _OWN).glob(f"{_NEW}*")):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


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
    """The name of an array, whatever the name of its number: as in the address of a page."""
    return _UNFIT.sub(lambda found: "".join(f"%{b:02X}" for b in found[0].encode()), name)


def _as_name(folder: str) -> str:
    return unquote(folder)


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
        good = good and isinstance(content["content"], dict) and "armwright" in content
        good = good and all(isinstance(name, str) for name in content["names"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        good = False
    if not good:
        raise _damaged(path)
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
    content = found["content"]
    differing = [key for key in wanted if content.get(key) != wanted[key]]
    if differing:
        key = differing[0]
        digests = key == "digests"
        raise InputError(
            "the folder holds another sweep, which differs in its "
            + (_first_differing(content.get(key), wanted[key]) if digests else key),
            where=str(folder),
            got=None if digests else shown(content.get(key)),
            expected=None if digests else shown(wanted[key]),
            hint="Give another folder, or remove this one.",
        )
    block: int = found["block"]
    return block


def _first_differing(found: Any, wanted: Mapping[str, str]) -> str:
    if not isinstance(found, dict):
        return "scenario"
    return next(str(key) for key in {**wanted, **found} if found.get(key) != wanted.get(key))


@contextlib.contextmanager
def _beginning(folder: Path) -> Iterator[None]:
    """The folder and the hidden one in it; if it fails, what was made is removed again."""
    if "\0" in str(folder):
        raise InputError("not the name of a folder", where="sweep", got=repr(str(folder)))
    # Looked at in this order: another program that begins makes its hidden folder first of all.
    foreign = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    if foreign and not (folder / _OWN).is_dir():
        raise _something_else(folder)
    with making(folder / _OWN):
        yield


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    path = folder / _OWN / _LOCK
    with path.open("ab") as lock:
        try:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                alone = os.path.samestat(os.fstat(lock.fileno()), path.stat())
            else:
                alone = True
        except (BlockingIOError, FileNotFoundError):
            alone = False
        except OSError:  # as on some network drives, where files cannot be locked
            alone = True
        if not alone:
            raise InputError(
                "another program is running this sweep",
                where=str(folder),
                hint="Wait until it ends; what it has done need not be done again.",
            )
        yield


@contextlib.contextmanager
def _writing(folder: Path, hint: str = "") -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"cannot be written: {reason}", where=str(folder), hint=hint) from error


def _damaged(path: Path) -> InputError:
    return InputError(
        "damaged: the folder does not say which sweep it belongs to",
        where=str(path),
        hint="Give another folder, or remove this one.",
    )


def _something_else(folder: Path) -> InputError:
    return InputError(
        "the folder holds something else, which was left as it is",
        where=str(folder),
        expected="a folder that does not exist yet, or one of the same sweep",
    )


def _mark(folder: Path, number: int) -> Path:
    return folder / _OWN / _MARKS / f"{number}.json"


def _marks(folder: Path, blocks: int) -> dict[int, dict[str, Any]]:
    """Of the blocks that are done. A mark that cannot be read is none: its block is run again."""
    found = {}
    for number in range(blocks):
        with contextlib.suppress(OSError, ValueError, LookupError, TypeError, AttributeError):
            mark = json.loads(_mark(folder, number).read_text(encoding="utf-8"))
            lost = {run: (float(time), str(text)) for run, (time, text) in mark["lost"].items()}
            found[number] = {"step_error": float(mark["step_error"]), "lost": lost}
    return found


def _write_whole(folder: Path, path: Path, text: str) -> None:
    """A file of a sweep, which is in its place when it is whole."""
    new = folder / _OWN / f"{_NEW}-{secrets.token_hex(6)}"
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
