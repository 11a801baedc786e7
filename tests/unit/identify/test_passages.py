"""Where a velocity passes zero between samples, sticks, or hides in noise."""

from __future__ import annotations

import numpy as np

from armwright.identify.passages import noise_of, passages


def test_a_passage_with_a_kink_is_found_inside_its_interval() -> None:
    time = np.arange(0, 2, 0.01)
    passed = 1.00437
    velocity = np.where(time < passed, -3.0, -1.0) * (time - passed) - 0.2 * (time - passed) ** 2
    found = passages(time, velocity)
    k = int(np.flatnonzero(found.before != found.after)[0])
    assert abs(time[k] + found.fraction[k] * 0.01 - passed) < 1e-6
    assert found.moving.all()
    assert abs(found.positive.sum() - passed) < 1e-6
    assert abs(found.negative.sum() - (time[-1] - passed)) < 1e-6


def test_where_it_sticks_nothing_counts() -> None:
    time = np.arange(0, 2, 0.01)
    velocity = np.clip(1 - time, 0.3, None) - 0.3 + np.clip(1.3 - time, None, 0)
    found = passages(time, velocity)
    assert len(found.segments) == 2
    assert not found.moving[75:125].any()
    assert found.moving[:69].all()


def test_in_noise_passages_are_left_out_and_not_guessed() -> None:
    time = np.arange(0, 4, 0.001)
    truth = np.sin(2 * np.pi * time)
    found = passages(time, truth + 0.05 * np.random.default_rng(0).normal(size=time.size))
    assert len(found.segments) >= 8
    assert np.all(found.before[found.moving] == np.sign(truth[:-1])[found.moving])
    assert found.moving.mean() > 0.7


def test_the_noise_of_a_smooth_signal_is_known() -> None:
    time = np.arange(0, 4, 0.001)
    noise = 0.03 * np.random.default_rng(1).normal(size=time.size)
    assert abs(noise_of(np.sin(5 * time) + noise) / 0.03 - 1) < 0.1
