"""The laser tracker: where its target is, with noise."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw
from armwright import InputError
from armwright.block.fidelity import Fidelity
from armwright.blocks.sensors import LaserTracker
from tests.support.blocks import evaluate, site
from tests.unit.sensors.statistics import assert_independent, assert_white, drawn

RATE = 100.0
SIX = site("puma560", rate=RATE)
OUT = "measured_tool_position"


def test_noise_of_a_tenth_of_a_millimetre() -> None:
    noise = drawn(LaserTracker(rate=RATE), SIX, OUT)
    assert_white(noise, 1e-4)
    assert_independent(noise, drawn(LaserTracker(rate=RATE, name="second"), SIX, OUT))


def columns(poses: np.ndarray) -> np.ndarray:
    """(..., 9): rotations as the arm shows them."""
    return np.swapaxes(poses[..., :3, :3], -1, -2).reshape(*poses.shape[:-2], 9)


def test_target_beside_the_tool() -> None:
    q = np.random.default_rng(1).normal(size=(10, 6))
    offset = [0.03, -0.02, 0.11]
    poses = aw.compile(aw.load("puma560")).pose(q)
    block = LaserTracker(rate=RATE, noise=0.0, target_offset=offset)
    found = evaluate(block, SIX, position=poses[:, :3, 3], rotation=columns(poses))[OUT]
    expected = poses @ [*offset, 1.0]
    np.testing.assert_allclose(found, expected[:, :3], rtol=0, atol=1e-14)


def test_the_target_leaves_the_noise_as_it_is() -> None:
    rotation = columns(aw.compile(aw.load("puma560")).pose(np.full(6, 0.4)))
    noise = drawn(LaserTracker(rate=RATE), SIX, OUT)
    moved = LaserTracker(rate=RATE, target_offset=[0.1, 0.0, 0.2])
    quiet = site("puma560", rate=RATE, fidelity=Fidelity(noise=False))
    still = evaluate(moved, quiet, rotation=rotation)[OUT]
    np.testing.assert_allclose(
        drawn(moved, SIX, OUT, rotation=rotation) - still, noise, rtol=0, atol=1e-15
    )


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"rate": None},
            "block 'laser_tracker' measures at samples but has no rate (expected rate = … (Hz))",
        ),
        (
            {"noise": [1e-4, -1e-4, 0]},
            "block 'laser_tracker': 'noise' is too small (got [0.0001, -0.0001, 0], expected at "
            "least 0 m)",
        ),
        (
            {"target_offset": [0.1]},
            "block 'laser_tracker': 'target_offset' has the wrong length (got [1], expected one "
            "number or 3)",
        ),
    ],
)
def test_wrong_settings(settings, message) -> None:
    with pytest.raises(InputError) as error:
        LaserTracker(**{"rate": RATE, **settings}).parameters(SIX)
    assert str(error.value) == message
