"""Do intervals hold what they promise? 200 arms in closed loop, with quantised encoders, positions
that are filtered, and torques with coloured noise."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Log, identify
from armwright.blocks.sensors import Encoder
from armwright.identify.problem import RigidProblem
from armwright.robot.changing import changed
from tests.support.closed_loops import exciting, noisy_log, spread_values, true_robot
from tests.support.combined import combined

pytestmark = pytest.mark.crosscheck
SEEDS, TOGETHER = 200, 50


@pytest.fixture(scope="module")
def off() -> np.ndarray:
    """Distances from the truth in standard errors, (seeds, combinations)."""
    robot = true_robot()
    values = spread_values(robot, SEEDS, seed=1)
    prepared = exciting(robot).prepare(free=list(values))
    problem = RigidProblem(robot, "motor_torque")
    found = []
    for first in range(0, SEEDS, TOGETHER):
        some = slice(first, first + TOGETHER)
        runs = prepared.run({path: v[some] for path, v in values.items()})
        for k in range(TOGETHER):
            seed = first + k
            truth = changed(robot, {path: float(v[seed]) for path, v in values.items()})
            log = noisy_log(
                robot, runs.time, runs["measured_motor_position"][k], runs["motor_torque"][k], seed
            )
            known = problem.solve(problem.motion(log)).combinations
            found.append((known.values - combined(truth, known)) / known.errors)
    return np.array(found)


def test_truth_is_within_three_standard_errors(off: np.ndarray) -> None:
    assert np.mean(np.abs(off) < 3) >= 0.95


def test_intervals_of_95_percent_hold_the_truth_as_often(off: np.ndarray) -> None:
    assert 0.92 <= np.mean(np.abs(off) < 1.96) <= 0.98


def test_no_combination_is_far_off_on_average(off: np.ndarray) -> None:
    assert np.abs(off.mean(axis=0)).max() < 1.5


def test_instruments_from_the_simulated_loop_undo_the_bias_of_noise_in_the_loop() -> None:
    """Noisy encoders, a filter that lets too much of it pass: least squares are off by more than
    they say, the same with the scenario as the instrument are not."""
    robot = true_robot()
    noisy = Encoder(rate=4000.0, resolution=2 * np.pi / 4096, noise=0.1)
    scenario = exciting(robot).with_blocks(sensors=(noisy,))
    log = Log.from_run(scenario.simulate())
    off = {}
    for estimator in ("weighted", "instrumental"):
        fit = identify.rigid(
            robot, log, estimator=estimator, instrument=scenario, cutoff=30.0, unchecked=True
        )
        known = fit.combinations
        distance = (known.values - combined(robot, known)) / known.errors
        off[estimator] = float(np.sqrt(np.mean(distance**2)))
    assert off["weighted"] > 1.3
    assert off["instrumental"] < 1.2
