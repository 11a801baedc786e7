"""armwright's own `r3/…` scenarios beside the independent engine's stored result.

Two engines that share no code: rigid bodies by Pinocchio there; sticking from event to event there,
step by step here.
"""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.crosscheck.r3.write_reference import FILE
from tests.support.simulations import signals

#: What the stored result calls it → our signal.
NAMES = {
    "joint_angle": "joint_position",
    "joint_speed": "joint_velocity",
    "motor_angle": "motor_position",
    "motor_speed": "motor_velocity",
    "current": "motor_current",
}
#: rad, rad/s, rad, rad/s, A; twice to ten times what is reached.
LIMITS = {
    "r3/full": (1e-6, 1e-5, 5e-5, 1e-3, 5e-4),
    "r3/one-axis": (5e-8, 5e-6, 2e-5, 5e-3, 2e-3),
}


@pytest.mark.crosscheck
@pytest.mark.parametrize("name", LIMITS)
def test_every_axis_does_what_it_does_in_the_other_engine(name: str) -> None:
    """100 steps per millisecond; motors turn up to 210 times as far as joints. Motors stand still,
    exactly, where the other engine has them stuck, and nowhere else; but for a tick at the ends."""
    stored = json.loads(FILE.read_text())[name.removeprefix("r3/").replace("-", "_")]
    run = signals(name)
    at = np.rint(np.array(stored["time"]) * 1000).astype(int)
    assert run["time"][at] == pytest.approx(stored["time"], abs=1e-12)
    for (theirs, ours), limit in zip(NAMES.items(), LIMITS[name], strict=True):
        error = np.abs(run[ours][at] - stored[theirs]).max()
        assert error < limit, f"{ours}: {error:.3g}"
    for axis, intervals in enumerate(stored["stuck"]):
        stands = run["motor_velocity"][:, axis] == 0.0
        assert stands[within(run["time"], intervals, -1e-3)].all()
        assert not stands[~within(run["time"], intervals, 1e-3)].any()


def within(t: np.ndarray, intervals: list[list[float]], margin: float) -> np.ndarray:
    """Which times lie in one of the intervals, widened by the margin."""
    return np.any([(t > begin - margin) & (t < end + margin) for begin, end in intervals], axis=0)
