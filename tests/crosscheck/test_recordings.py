"""Library scenarios at every fidelity with every integrator give what they gave before, with
programs that are hardly longer."""

from __future__ import annotations

import pytest

from armwright.scenario.file import scenario_names
from tests.support.recordings import FIDELITIES, INTEGRATORS, differences, part

pytestmark = pytest.mark.crosscheck


@pytest.mark.parametrize("name", scenario_names())
def test_runs_are_as_recorded(name: str) -> None:
    assert [line for case in part() if case[0] == name for line in differences(case)] == []


def test_every_switch_meets_every_integrator() -> None:
    pairs = [case[1:] for case in part()]
    for fidelity in FIDELITIES:
        for integrator in INTEGRATORS:
            assert pairs.count((fidelity, integrator)) >= len(scenario_names()) // 3
