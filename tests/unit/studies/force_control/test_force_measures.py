"""What is measured of a touch."""

from __future__ import annotations

import numpy as np
import pytest
import xarray as xr

from armwright.signals import Run
from armwright.studies.force_control.measures import touched

WANTED, SLIDE = 40.0, 3.5


def run(highest: float) -> Run:
    """A force that rises to `highest` within half a second, and stays at the set force."""
    time = np.arange(6001) / 1000.0
    force = WANTED * np.where(time < 1.5, highest * np.clip(2 * (time - 1), 0, 1), 1.0)
    tool = ("time", "axis"), np.zeros((time.size, 3))
    data = xr.Dataset(
        {"contact_force": ("time", force), "tool_position": tool, "reference_tool_position": tool},
        coords={"time": time},
    )
    return Run(data)


@pytest.mark.parametrize(("highest", "overshoot"), [(1.2, 0.2), (0.9, 0.0)])
def test_a_force_that_does_not_get_there_has_no_overshoot(highest: float, overshoot: float) -> None:
    found = touched(run(highest), WANTED, SLIDE)
    assert found.overshoot == pytest.approx(overshoot, abs=0.01)
    assert found.settling == pytest.approx(0.5, abs=0.01) and found.held
