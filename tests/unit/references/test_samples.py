"""A reference from given samples."""

from __future__ import annotations

import math

import numpy as np
import pytest

from armwright import InputError
from armwright.blocks.references.from_samples import Samples
from tests.support.references import site_of, tabled

RATE = 100.0


def test_derivatives_are_those_of_the_curve() -> None:
    times = np.arange(0, 1, 1 / RATE)
    q = np.column_stack([np.sin(3 * times), np.cos(2 * times)])
    block = Samples(positions=q, rate=RATE)
    motion = tabled(block, site_of("two_axis", rate=RATE))
    v = np.column_stack([3 * np.cos(3 * times), -2 * np.sin(2 * times)])
    a = np.column_stack([-9 * np.sin(3 * times), -4 * np.cos(2 * times)])
    assert np.array_equal(motion.position[:-1], q)
    assert np.abs(motion.velocity[:-1] - v).max() < 1e-3
    assert np.abs(motion.velocity[:-1] - v)[10:-10].max() < 1e-6
    assert np.abs(motion.acceleration[:-1] - a)[10:-10].max() < 1e-3


def test_it_rests_after_the_last_sample() -> None:
    block = Samples(positions=[[0, 0], [1, 2], [3, 5]], degrees=True, rate=RATE)
    motion = tabled(block, site_of("two_axis", rate=RATE))
    assert motion.position.shape == (4, 2)
    assert motion.position[-1].tolist() == [math.radians(3), math.radians(5)]
    assert motion.velocity[-2].all() and not motion.velocity[-1].any()
    assert not motion.acceleration[-1].any()


def test_one_sample_is_holding() -> None:
    motion = tabled(Samples(positions=[[1, 2]], rate=RATE), site_of("two_axis", rate=RATE))
    assert motion.position.tolist() == [[1, 2]] * 2
    assert not motion.velocity.any() and not motion.acceleration.any()


def test_the_block_keeps_its_own_samples() -> None:
    given = np.zeros((3, 2))
    block = Samples(positions=given, rate=RATE)
    given[:] = 7
    assert not tabled(block, site_of("two_axis", rate=RATE)).position.any()


def test_errors_say_what_is_wrong() -> None:
    with pytest.raises(InputError) as caught:
        Samples(positions=[[0, 0]])
    assert str(caught.value) == (
        "block 'samples': keeps 'position_table' from sample to sample but has no rate (expected "
        "rate = … (Hz))"
    )
    for positions in ([], [[0, 0, 0]], [0, 0], [[0, 0], [0]]):
        with pytest.raises(InputError) as caught:
            Samples(positions=positions, rate=RATE).tables(site_of("two_axis", rate=RATE))
        got = repr(tuple(tuple(x) if isinstance(x, list) else x for x in positions))
        assert str(caught.value) == (
            f"block 'samples': 'positions' does not fit (got {got}, expected rows of 2 numbers, "
            "one for each of joint1, joint2)"
        )
