"""Variants that one machine code does not serve are refused, or run as what they are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from armwright import InputError, load_scenario
from armwright.simulation import simulate_many


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"model.links.link2.mass": 150}, "what the controller knows of the arm"),
        ({"reference.speed": 0.1}, "rate, connections or options of block 'reference'"),
        ({"accelerometer.rate": 500}, "rate, connections or options of block 'accelerometer'"),
        ({"duration": 0.5}, "duration"),
        ({"fidelity.friction": False}, "fidelity"),
        ({"start.joint_position": [0.1, 0.1]}, "start"),
    ],
)
def test_differences_beyond_numbers(changes: dict[str, Any], what: str) -> None:
    scenario = load_scenario("two-axis/square").changed({"duration": 0.8})
    with pytest.raises(InputError, match=f"runs of a sweep cannot differ in {what}"):
        simulate_many([scenario, scenario.changed(changes)], {})


def test_differences_in_numbers() -> None:
    """Each run is what it would be alone."""
    short = {"duration": 0.3, "recording.signals": ("tool_position", "accelerometer")}
    scenario = load_scenario("two-axis/square").changed(short)
    other = scenario.changed({"links.link2.mass": 150, "accelerometer.drift": 0.5})
    both, alone = simulate_many([scenario, other], {}).data, other.simulate().data
    for signal in ("tool_position", "accelerometer"):
        np.testing.assert_allclose(both[signal][1], alone[signal], atol=1e-9)
