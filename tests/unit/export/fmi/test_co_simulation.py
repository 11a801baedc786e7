"""FMUs for co-simulation: importers get our own runs, to rounding."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.c_code import needs_compiler
from tests.support.fmus import Instance, differences, exported, ours, scenario, simulated

pytestmark = needs_compiler

#: As a part of a signal's largest value: rounding, and what a run makes of it.
NEAR = 1e-10
#: Scenario, version, duration.
RUNS = [
    ("pendulum/swing", 2, 0.5),
    ("pendulum/settling", 3, 1.0),
    ("pendulum/braked", 2, 2.0),
    ("pendulum/damped", 3, 0.2),
    ("pendulum/flexible", 2, 0.2),
    ("pendulum/driven", 3, 0.2),
    ("two-link/balanced", 2, 0.2),
    ("two-link/free", 3, 0.5),
    ("two-link/spinning", 2, 0.5),
    ("noisy", 2, 0.1),
    ("noisy", 3, 0.1),
    ("two-axis/square", 3, 0.7),
    ("six-axis-line", 2, 0.1),
]


@pytest.mark.parametrize(
    ("name", "version", "duration"),
    [*RUNS[:4], *(pytest.param(*run, marks=pytest.mark.crosscheck) for run in RUNS[4:])],
)
def test_runs_are_ours(name: str, version: int, duration: float) -> None:
    path, lost = exported(name, version, duration)
    own = scenario(name, duration)
    expected = ours(own.simulate())
    found = simulated(path, output_interval=1.0 / own.recording.rate)
    assert lost == ()
    assert set(expected) <= set(found)
    for signal, difference in differences(found, expected).items():
        assert difference <= NEAR, signal


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
    """A scenario's own time begins with it."""
    path = exported("noisy", 2, 0.1)[0]
    early, late = simulated(path), simulated(path, start_time=100.0, stop_time=100.1)
    assert np.array_equal(early["joint_position"], late["joint_position"])
    assert np.ptp(early["joint_position"][:, 0]) > 1e-3
    assert late["time"][0] == 100.0


def test_a_run_that_diverges_is_told() -> None:
    one = Instance(exported("two-link/free", 3, 0.5, parameters=("gravity",))[0])
    one.initialise(gravity=[1e300, 1e300, -1e300])
    with pytest.raises(Exception, match="DoStep failed"):
        one.step(0.0, 1.0)
    assert one.log == ["The run has diverged before 1 s."]
    one.fmu.freeInstance()
