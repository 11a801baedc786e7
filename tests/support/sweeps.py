"""Small sweeps, and whether two of them are the same."""

from __future__ import annotations

import errno
import io
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

from armwright.scenario.sweeps import plan

#: Runs of a block of these sweeps.
BLOCK = 8
HIDDEN = ".armwright-sweep"
PATHS = {"links.link2.mass": "10%", "encoder.noise": "5%"}
#: What is kept of them.
KEPT: dict[str, Any] = {
    "figures": ["rms(joint_torque)"],
    "keep": ["joint_position", "friction_torque"],
    "rate": 200.0,
}


def with_small_blocks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(plan, "_BLOCK_RUNS", BLOCK)


def assert_same(one: xr.Dataset, other: xr.Dataset) -> None:
    """Bit for bit, with all that is said of it."""
    xr.testing.assert_identical(one.load(), other.load())
    for name in one.variables:
        assert one[name].values.tobytes() == other[name].values.tobytes(), name


def leftovers(folder: Path) -> list[str]:
    """What a sweep that is complete has no use for."""
    visible = [path for path in folder.rglob("*") if HIDDEN not in path.parts]
    found = [path for path in visible if path.name.endswith(".partial") or ".new" in path.name]
    hidden = {path.name for path in (folder / HIDDEN).iterdir()} - {"done", "lock", "sweep.json"}
    beside = [path for path in folder.parent.iterdir() if path.name.startswith(".armwright")]
    marks = [path.name for path in (folder / HIDDEN / "done").iterdir()]
    wrong = [name for name in marks if not name.removesuffix(".json").isdigit()]
    return [*map(str, found), *sorted(hidden), *map(str, beside), *wrong]


def chunks(folder: Path) -> dict[str, bytes]:
    """All files of the arrays, by name."""
    files = [path for path in folder.rglob("*") if path.is_file() and HIDDEN not in path.parts]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


class FullDisk:
    """From write number `last` on, nothing can be written below a folder."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path, last: float) -> None:
        self.writes, opened = 0, io.open

        def open_file(file: Any, mode: str = "r", *rest: Any, **options: Any) -> Any:
            path = os.fspath(file) if isinstance(file, str | os.PathLike) else ""
            if set(mode) & set("wxa") and str(path).startswith(str(folder)):
                self.writes += 1
                if self.writes >= last:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
            return opened(file, mode, *rest, **options)

        patch.setattr(io, "open", open_file)


def same_numbers(one: Any, other: Any) -> bool:
    return bool(np.array_equal(np.asarray(one), np.asarray(other), equal_nan=True))
