"""Every library scenario at every fidelity with every integrator gives what it gave before, with
programs that are hardly longer."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.scenario.file import scenario_names
from tests.support.recordings import PERTURBATION, cases, key_of, limits, read, recorded

pytestmark = pytest.mark.crosscheck

#: As a part of the largest value of the signal: sums may be taken in another order.
CLOSE = 1e-8


@pytest.mark.parametrize("name", scenario_names())
def test_runs_are_as_recorded(name: str) -> None:
    """One instruction more is allowed in a tick, for a difference may come out as a sum and a
    sign, two percent for the length of steps, which was a constant when they were recorded, and two
    for every limit of a block in continuous time, which is counted since. The benchmark's tick has
    to do without."""
    before, lengths = read()
    for case in cases():
        if case[0] != name:
            continue
        signals, programs = recorded(case)
        assert signals.keys() == before[key_of(case)].keys(), case
        for signal, values in before[key_of(case)].items():
            # At rest torques cancel, and their rounding is left of an acceleration.
            least = 1e-3 if signal.endswith("acceleration") else 1e-9
            size = max(least, np.abs(values).max())
            np.testing.assert_allclose(
                signals[signal], values, rtol=0, atol=CLOSE * size, err_msg=f"{case}, {signal}"
            )
        if case[2] != PERTURBATION:
            allowed = 1.0 if name == "six-axis-line" else 1.02
            most = allowed * sum(lengths[key_of(case)].values()) + 1 + 2 * limits(case)
            assert sum(programs.values()) <= most, case
