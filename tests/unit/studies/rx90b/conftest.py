"""One run of the scenario `rx90b/line`, and copies of it with something wrong."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from armwright import Run, load_scenario

Spoil = Callable[[np.ndarray, np.ndarray], None]


@pytest.fixture(scope="package")
def run() -> Run:
    return load_scenario("rx90b/line").simulate()


@pytest.fixture(scope="package")
def spoiled(run: Run) -> Callable[[str, Spoil], Run]:
    """The run with one signal changed in place by a function of time and its values."""

    def changed(signal: str, spoil: Spoil) -> Run:
        data = run.data.copy(deep=True)
        values = np.array(data[signal].values)
        spoil(data["time"].values, values)
        data[signal] = (data[signal].dims, values, data[signal].attrs)
        return Run(data)

    return changed
