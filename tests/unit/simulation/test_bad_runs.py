"""Runs that go wrong beside others, and threads that are interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from armwright import load_scenario
from armwright.simulation import Diverged, simulate_together

SIGNALS = ["joint_position", "tool_position"]
#: Gains: the middle one is far beyond what the loop can take.
GAINS = [20.0, 5e4, 25.0, 30.0, 8e4, 22.0]


@pytest.mark.crosscheck
def test_an_unstable_run_is_left_out_and_the_others_kept() -> None:
    scenario = load_scenario("six-axis-line").changed(
        {"duration": 0.4, "recording.signals": SIGNALS, "fidelity.saturation": False}
    )
    runs = scenario.sweep({"controller.position_gain": GAINS}, samples=len(GAINS))
    data = runs.data
    assert data["run"].values.tolist() == [0, 2, 3, 5]
    assert data["controller.position_gain"].values.tolist() == [20.0, 25.0, 30.0, 22.0]
    assert data.attrs["complete"]
    lines = data.attrs["diverged_runs"].splitlines()
    assert len(lines) == 2
    assert any(", run 1: the simulation diverged at t = " in line for line in lines)
    assert any(", run 4: the simulation diverged at t = " in line for line in lines)
    alone = scenario.changed({"controller.position_gain": 30.0, "seed": scenario.seed + 3})
    expected = alone.simulate().data
    for name in SIGNALS:
        np.testing.assert_allclose(data[name].sel(run=3), expected[name], atol=1e-9)
        assert np.isfinite(data[name]).all()
    assert "4 runs" in runs.summary().text()


def test_if_all_diverge_it_is_an_error() -> None:
    scenario = load_scenario("two-axis/joints").changed(
        {"duration": 0.4, "fidelity.saturation": False}
    )
    bad = [scenario.changed({"controller.proportional_gain": gain}) for gain in (6e5, 7e5, 9e5)]
    with pytest.raises(Diverged, match="the simulation diverged at t = ") as error:
        simulate_together(bad)
    assert error.value.run is not None
    assert error.value.run.data.sizes["run"] == 1


@pytest.mark.crosscheck
@pytest.mark.parametrize("attempt", range(3))
def test_ctrl_c_in_a_threaded_sweep(attempt: int) -> None:
    """What threads still read must not be freed under them: this ended in a crash."""
    code = (
        "import armwright as aw, sys\n"
        "s = aw.load_scenario('six-axis-line').changed({'duration': 2000.0,"
        " 'recording.rate': 10.0})\n"
        "def told(*_):\n    print('.', flush=True)\n"
        "run = s.sweep({'links.*.mass': '1%'}, samples=8, progress=told, threads=2)\n"
        "print(run.data.attrs['complete'])\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    assert child.stdout is not None
    for _ in range(3 + attempt):
        assert child.stdout.readline().strip() == "."
    time.sleep(0.03 * attempt)
    child.send_signal(signal.SIGINT)
    rest, _ = child.communicate(timeout=60)
    assert child.returncode == 0
    assert rest.strip().splitlines()[-1] == "False"
