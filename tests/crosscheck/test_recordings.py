"""Every library scenario at every fidelity with every integrator gives what it gave before."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.scenario.file import scenario_names
from tests.support.recordings import PERTURBATION, cases, key_of, programs, read, recorded

pytestmark = pytest.mark.crosscheck

#: As a part of the largest value of the signal: sums may be taken in another order.
CLOSE = 1e-8


@pytest.mark.parametrize("name", scenario_names())
def test_runs_are_as_recorded(name: str) -> None:
    signals, _ = read()
    for case in cases():
        if case[0] != name:
            continue
        now, before = recorded(case), signals[key_of(case)]
        assert now.keys() == before.keys(), case
        for signal, values in before.items():
            size = max(1e-9, np.abs(values).max())
            np.testing.assert_allclose(
                now[signal], values, rtol=0, atol=CLOSE * size, err_msg=f"{case}, {signal}"
            )


@pytest.mark.parametrize("name", scenario_names())
def test_programs_are_no_longer_than_recorded(name: str) -> None:
    """Instructions of a whole tick, whatever programs they are spread over."""
    _, lengths = read()
    for case in cases():
        if case[0] == name and case[2] != PERTURBATION:
            now = sum(length for length, _ in programs(case).values())
            assert now <= sum(lengths[key_of(case)].values()), case
