"""Set points: what lies between them."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError
from armwright.blocks.references import REFERENCES
from tests.support.references import site_of, tabled

RATE, INTERVAL = 1000.0, 0.02
POSITIONS = [[np.sin(0.01 * k), 0.002 * k] for k in range(400)]
SOURCE = {"kind": "samples", "positions": POSITIONS}


def _motion(between: str):
    block = REFERENCES["set_points"](source=SOURCE, interval=INTERVAL, between=between, rate=RATE)
    return tabled(block, site_of("two_axis", duration=0.3, rate=RATE))


def test_a_line_meets_the_source_at_every_set_point_and_nowhere_bends_between() -> None:
    motion = _motion("line")
    np.testing.assert_allclose(motion.position[:300:20], POSITIONS[:300:20], atol=1e-15)
    steps = np.diff(motion.position[:300], axis=0)
    for k in range(0, 280, 20):
        np.testing.assert_allclose(steps[k : k + 20], steps[k : k + 1].repeat(20, 0), atol=1e-15)
    np.testing.assert_allclose(motion.velocity[:299] / RATE, steps, atol=1e-15)
    assert not motion.acceleration.any()


def test_a_set_point_that_is_held_jumps_to_the_next() -> None:
    motion = _motion("hold")
    for k in range(0, 280, 20):
        np.testing.assert_array_equal(motion.position[k : k + 20], [POSITIONS[k]] * 20)
    assert not motion.velocity.any()


def test_an_interval_between_samples_is_refused() -> None:
    block = REFERENCES["set_points"](source=SOURCE, interval=0.0205, rate=RATE)
    with pytest.raises(InputError, match=r"'interval' is not a whole number of samples.*0.0205 s"):
        tabled(block, site_of("two_axis", rate=RATE))


def test_the_end_of_the_source_is_held() -> None:
    block = REFERENCES["set_points"](source=SOURCE, interval=INTERVAL, rate=RATE)
    motion = tabled(block, site_of("two_axis", duration=1.0, rate=RATE))
    np.testing.assert_allclose(motion.position[-1], POSITIONS[-1], atol=1e-15)
    assert not motion.velocity[-1].any()
