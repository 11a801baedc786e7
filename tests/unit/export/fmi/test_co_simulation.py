"""FMUs for co-simulation: importers get our own runs, to rounding."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.c_code import needs_compiler
from tests.support.fmus import Instance, differences, exported, ours, scenario, simulated

pytestmark = needs_compiler

#: Scenario, version, duration, and how near it must be: rounding, and what a run makes of it.
RUNS = [
    ("pendulum/swing", 2, 0.5, 1e-13),
    ("pendulum/settling", 3, 1.0, 1e-13),
    ("pendulum/braked", 2, 2.0, 1e-13),
    ("pendulum/damped", 3, 0.2, 1e-12),
    ("pendulum/flexible", 2, 0.2, 1e-12),
    ("pendulum/driven", 3, 0.2, 1e-13),
    ("two-link/balanced", 2, 0.2, 1e-13),
    ("two-link/free", 3, 0.5, 1e-13),
    ("two-link/spinning", 2, 0.5, 1e-13),
    ("noisy", 2, 0.1, 1e-9),
    ("noisy", 3, 0.1, 1e-9),
    ("two-axis/square", 3, 0.1, 1e-9),
    ("six-axis-line", 2, 0.2, 1e-11),
]


@pytest.mark.parametrize(("name", "version", "duration", "near"), RUNS)
def test_runs_are_ours(name: str, version: int, duration: float, near: float) -> None:
    path, lost = exported(name, version, duration)
    own = scenario(name, duration)
    expected = ours(own.simulate())
    found = simulated(path, output_interval=1.0 / own.recording.rate)
    assert lost == ()
    assert set(expected) <= set(found)
    for signal, difference in differences(found, expected).items():
        assert difference <= near, signal


@pytest.mark.parametrize("version", [2, 3])
def test_steps_are_any_number_of_ticks(version: int) -> None:
    """Larger ones hold the inputs; here there are none."""
    path = exported("noisy", version, 0.1)[0]
    fine, coarse = Instance(path).initialise(), Instance(path).initialise()
    tick = scenario("noisy", 0.1).tick
    fine.steps(24, tick)
    for first, count in ((0, 1), (1, 8), (9, 15)):
        coarse.step(first * tick, count * tick)
    for signal in ("joint_position", "commanded_motor_torque", "time"):
        assert np.array_equal(fine.get(signal), coarse.get(signal)), signal
    for one in (fine, coarse):
        one.close()


def test_a_run_may_start_at_any_time() -> None:
    path = exported("noisy", 2, 0.1)[0]
    early, late = simulated(path), simulated(path, start_time=100.0, stop_time=100.1)
    for signal in ("joint_position", "measured_motor_position"):
        if signal in early:
            assert np.allclose(early[signal], late[signal], rtol=0, atol=1e-12)
    assert late["time"][0] == 100.0
