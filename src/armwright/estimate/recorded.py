"""What filters need of a run."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals import Run


def samples(run: Run, period: float) -> Array:
    """The times of a single run, which are `period` (s) apart."""
    time = run.data["time"].values
    if "run" in run.data.dims:
        raise InputError("a filter takes one run at a time", where="run", got=run.data.sizes["run"])
    if len(time) < 2 or not np.allclose(np.diff(time), period, rtol=1e-6, atol=0):
        raise InputError(
            "not recorded as often as the filter expects",
            where="run",
            got=f"{len(time)} samples, {np.diff(time)[:1]} s apart",
            expected=f"one every {period:g} s",
        )
    return np.asarray(time, dtype=np.float64)


def signal(run: Run, *names: str) -> Array:
    """The first of these signals that was recorded, (samples, size)."""
    for name in names:
        if name in run.data:
            return np.asarray(run.data[name].values, dtype=np.float64)
    raise InputError(
        f"the run did not record '{names[0]}'",
        where="run",
        expected=" or ".join(names),
        hint="Name it in recording.signals.",
    )
