"""How often planted faults are found, and clean logs and scenarios give a finding."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from armwright import Log, load_scenario
from tests.support.measured_logs import FAULTS, as_log, clean_signals

pytestmark = pytest.mark.crosscheck
SEEDS = range(45)
RATES = (1000.0, 250.0, 4000.0)


def _clean(seed: int) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    return clean_signals(seed, rate=RATES[seed // 3 % 3], duration=6.0)


def test_clean_logs_give_no_finding() -> None:
    found = Counter(
        f"{seed}: {finding}" for seed in SEEDS for finding in as_log(*_clean(seed)).check()
    )
    assert found == {}


@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_are_found(fault: str) -> None:
    plant, word, signal = FAULTS[fault]
    missed = [
        seed
        for seed in SEEDS
        if not any(
            word in finding.what and signal in finding.where
            for finding in as_log(*plant(seed, *_clean(seed))).check()
        )
    ]
    print(fault, "missed:", missed)
    # What is cut off may be a few peaks of noise, and a wrong sample may lie beside a step of the
    # torque that is as large; all else shows.
    assert len(missed) <= {"saturation": 3, "spike": 7}.get(fault, 0)


@pytest.mark.parametrize(
    "name", ["two-axis/iso", "two-axis/square", "rx90b/line", "pendulum/swing"]
)
def test_simulated_runs_give_no_finding(name: str) -> None:
    scenario = load_scenario(name)
    assert Log.from_run(scenario.simulate()).check(scenario.robot) == ()
