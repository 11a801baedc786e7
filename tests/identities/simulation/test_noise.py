"""Random numbers depend on seed, source and tick, and on nothing else."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from armwright import Blocks, Scenario, load_scenario
from armwright.blocks.references.joint_ptp import JointPtp
from armwright.blocks.sensors import Encoder, JointEncoder
from armwright.simulation import execution
from armwright.system import Recording
from tests.support.simulations import signals

MEASURED = ("measured_motor_position", "measured_motor_velocity")
ENCODER = Encoder(rate=4000.0, noise=1e-3, velocity_noise=1e-2)


def resting(**changes: Any) -> Scenario:
    """An arm that hangs, all motors at zero: what is measured is noise and nothing else."""
    scenario = Scenario(
        name="resting",
        robot=load_scenario("pendulum/settling").robot,
        duration=0.1,
        blocks=Blocks(sensors=(ENCODER,)),
        recording=Recording(MEASURED, rate=4000.0),
    )
    return dataclasses.replace(scenario, **changes)


def noise(scenario: Scenario, changes: dict[str, Any] | None = None) -> np.ndarray:
    run = signals(scenario, changes)
    return np.hstack([run[name] for name in MEASURED])


@pytest.mark.parametrize("switch", ["friction", "gravity", "drives", "ripple", "saturation"])
def test_switching_an_effect_off_leaves_the_noise(switch: str) -> None:
    assert (noise(resting()) == noise(resting(), {f"fidelity.{switch}": False})).all()


def test_other_sources_and_longer_runs_leave_the_noise() -> None:
    """Another noisy sensor, more steps, a longer run: the same numbers at the same ticks."""
    own = noise(resting())
    other = JointEncoder(rate=1000.0, noise=1.0, velocity_noise=1.0)
    assert (own == noise(resting().with_blocks(sensors=(other, ENCODER)))).all()
    assert (own == noise(resting(), {"integration.steps": 3})).all()
    assert (own == noise(resting(duration=0.2))[: len(own)]).all()


def test_noise_switched_off_is_none() -> None:
    assert not noise(resting(), {"fidelity.noise": False}).any()


def test_seeds_and_sources_differ() -> None:
    """Positions and velocities of one sensor, two sensors, two seeds: not correlated."""
    scenario = resting(duration=2.5)
    columns = [noise(scenario), noise(scenario, {"seed": 2})]
    renamed = Encoder(name="another", rate=4000.0, noise=1e-3, velocity_noise=1e-2)
    columns.append(noise(scenario.with_blocks(sensors=(renamed,))))
    table = np.hstack(columns) / np.tile([1e-3, 1e-2], 3)
    count = len(table)
    assert np.abs(table.mean(axis=0)).max() < 5 / np.sqrt(count)
    assert table.std(axis=0) == pytest.approx(1, abs=5 / np.sqrt(2 * count))
    correlations = np.corrcoef(table.T) - np.eye(6)
    assert np.abs(correlations).max() < 5 / np.sqrt(count)
    following = (table[1:] * table[:-1]).mean(axis=0)
    assert np.abs(following).max() < 5 / np.sqrt(count)


def closed_loop() -> Scenario:
    """Six joints with bristles, whose controllers see noisy motors."""
    scenario = load_scenario("six-axis-line")
    begin, end = np.radians([[-20, 110, -30, 0, 20, 0], [0, 95, -10, 20, 0, -30]])
    path = JointPtp(begin=begin, end=end, speed=2, acceleration=20, rate=1000.0)
    noisy = scenario.with_blocks(reference=path, sensors=(ENCODER,))
    return dataclasses.replace(noisy, duration=0.05)


@pytest.mark.crosscheck
def test_runs_are_the_same_bits_alone_in_lanes_in_threads_and_in_slices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Five runs fill more than one block of four lanes. They start at rest, whatever noise the
    controllers see at the first tick."""
    scenario = closed_loop()
    names = ("joint_position", "joint_velocity", "commanded_motor_current")
    lanes = scenario.sweep(samples=5, seed=7, threads=1).data
    threads = scenario.sweep(samples=5, seed=7, threads=2).data
    alone = signals(scenario, {"seed": 10})
    monkeypatch.setattr(execution, "_SLICE", 0.0)  # one tick at a time
    slices = scenario.sweep(samples=5, seed=7, threads=2).data
    for name in names:
        assert (lanes[name].values == threads[name].values).all()
        assert (lanes[name].values == slices[name].values).all()
        assert (lanes[name].values[3] == alone[name]).all()
        assert (lanes[name].values[3] != lanes[name].values[4]).any()
