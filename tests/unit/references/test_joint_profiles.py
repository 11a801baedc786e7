"""Joint references with limited jerk, and paths that do not stop at their points."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from armwright import InputError
from armwright.block import Block
from armwright.blocks.references import REFERENCES
from tests.support.references import at_times, site_of, slope

SPEED, ACCELERATION, JERK = np.array([1.0, 2.0]), np.array([3.0, 5.0]), np.array([20.0, 40.0])
LIMITS = {"speed": SPEED, "acceleration": ACCELERATION}
POINTS = np.array([[0, 0], [0.5, -0.4], [0.2, 0.3], [0.2, 0.3], [0.9, 0.4]])


def make(kind: str, **settings: Any) -> Block:
    return REFERENCES[kind](**{**LIMITS, **settings})


def test_limited_jerk_keeps_all_limits_and_one_joint_uses_them() -> None:
    rng = np.random.default_rng(2)
    h = 1e-4
    times = np.arange(0, 3.0, h)
    for _ in range(5):
        begin, end = rng.uniform(-1, 1, (2, 2))
        block = make("joint_ptp", begin=begin, end=end, profile="jerk_limited", jerk=JERK)
        motion = at_times(block, site_of("two_axis"), times)
        jerk = np.diff(motion.acceleration, axis=0) / h
        for values, limits in (
            (motion.velocity, SPEED),
            (motion.acceleration, ACCELERATION),
            (jerk, JERK),
        ):
            used = np.abs(values).max(axis=0) / limits
            assert used.max() <= 1 + 1e-9
        assert (np.abs(jerk).max(axis=0) / JERK).max() == pytest.approx(1.0, abs=1e-6)
        assert np.abs(motion.position[-1] - end).max() < 1e-15


@pytest.mark.parametrize("kind", ["joint_ptp", "joint_path"])
def test_acceleration_is_continuous_with_limited_jerk_only(kind: str) -> None:
    given: dict[str, Any] = {"begin": POINTS[0], "end": POINTS[1]}
    if kind == "joint_path":
        given = {"points": POINTS, "dwell": 0.1}
    times = np.arange(-0.1, 5.0, 1e-4)
    for profile, jumps in (("trapezoid", True), ("jerk_limited", False)):
        block = make(kind, profile=profile, jerk=JERK, **given)
        q, v, a = at_times(block, site_of("two_axis"), times)
        assert np.abs(np.diff(q, axis=0)).max() < 3e-4
        assert np.abs(np.diff(v, axis=0)).max() < 6e-4
        largest = np.abs(np.diff(a, axis=0)).max()
        assert (largest > 1) if jumps else (largest <= 40.1e-4)


def test_a_path_with_limited_jerk_rests_at_its_points() -> None:
    block = make("joint_path", points=POINTS[:3], profile="jerk_limited", jerk=JERK, dwell=0.2)
    times = np.arange(0, 5.0, 1e-3)
    q, v, _ = at_times(block, site_of("two_axis"), times)
    for k, point in enumerate(POINTS[:3]):
        there = np.abs(q - point).max(axis=1) < 1e-12
        assert there.sum() >= (1, 199, 199)[k]
        assert np.abs(v[there]).max() < 1e-6


@pytest.mark.parametrize("blend", [0.02, 0.2, 1.0])
def test_blends_keep_the_limits(blend: float) -> None:
    rng = np.random.default_rng(7)
    times = np.linspace(-0.5, 5 + 3 / blend, 8000)
    for _ in range(5):
        points = rng.uniform(-0.5, 0.5, (5, 2))
        block = make("joint_path", points=points, blend=blend)
        q, v, a = at_times(block, site_of("two_axis"), times)
        assert np.all(np.abs(v).max(axis=0) <= SPEED * (1 + 1e-9))
        assert np.all(np.abs(a).max(axis=0) <= ACCELERATION * (1 + 1e-9))
        assert np.abs(q[0] - points[0]).max() == 0 and np.abs(q[-1] - points[-1]).max() < 1e-14
        assert not v[-1].any() and not a[-1].any()


def test_blends_are_parabolas_between_straight_lines() -> None:
    """Craig 2005, section 7.3, written phase by phase."""
    points, blend = POINTS[[0, 1, 2, 4]], 0.4
    fastest = np.minimum(SPEED, ACCELERATION * blend / 2)
    spans = [max(blend, (np.abs(b - a) / fastest).max()) for a, b in pairwise(points)]
    speeds = [(b - a) / T for (a, b), T in zip(pairwise(points), spans, strict=True)]
    middles = blend / 2 + np.concatenate([[0], np.cumsum(spans)])
    block = make("joint_path", points=points, blend=blend)
    site = site_of("two_axis")
    for k, T in enumerate(spans):
        straight = middles[k] + np.linspace(blend / 2 + 1e-9, T - blend / 2 - 1e-9, 9)
        q, v, a = at_times(block, site, straight)
        line = points[k] + np.multiply.outer(straight - middles[k], speeds[k])
        assert np.abs(q - line).max() < 1e-12
        assert np.abs(v - speeds[k]).max() < 1e-12 and np.abs(a).max() < 1e-12
    for k in (1, 2):
        inside = middles[k] + blend * np.linspace(-0.49, 0.49, 9)
        q, _, a = at_times(block, site, inside)
        change = (speeds[k] - speeds[k - 1]) / blend
        assert np.abs(a - change).max() < 1e-12
        assert np.abs(q[4] - points[k] - change * blend**2 / 8).max() < 1e-12


def test_blended_derivatives_agree_with_differences() -> None:
    h = 1e-4
    times = np.arange(0, 4.0, h)
    q, v, a = at_times(make("joint_path", points=POINTS, blend=0.3), site_of("two_axis"), times)
    assert np.abs(slope(q, h) - v[2:-2]).max() < 5 * h
    assert np.abs(np.diff(v, axis=0)).max() < 6 * h
    error = np.abs(slope(v, h) - a[2:-2]).max(axis=1)
    assert np.quantile(error, 0.99) < 1e-9


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "no jerk": (
        {"profile": "jerk_limited"},
        "parameter 'jerk' is missing (expected the largest jerk of each joint in rad/s³, as the "
        "profile is jerk-limited)",
    ),
    "unknown profile": (
        {"profile": "jerk-limited"},
        "unknown 'profile' (got 'jerk-limited', expected one of trapezoid, jerk_limited). Did you "
        "mean 'jerk_limited'?",
    ),
    "blend": (
        {"blend": -0.1},
        "'blend' does not fit (got -0.1, expected finite, at least 0 s)",
    ),
    "blend and rest": (
        {"blend": 0.1, "dwell": 0.2},
        "'blend' and 'dwell' exclude each other (got dwell = 0.2, expected a trapezoidal profile "
        "without rests). Leave out one of them.",
    ),
    "blend and jerk": (
        {"blend": 0.1, "profile": "jerk_limited", "jerk": 3.0},
        "'blend' and 'profile' exclude each other (got profile = 'jerk_limited', expected a "
        "trapezoidal profile without rests). Leave out one of them.",
    ),
}


@pytest.mark.parametrize(("given", "text"), WRONG.values(), ids=WRONG.keys())
def test_errors_say_what_is_wrong(given: dict[str, Any], text: str) -> None:
    with pytest.raises(InputError) as caught:
        at_times(make("joint_path", points=POINTS, **given), site_of("two_axis"), [0.0])
    assert str(caught.value) == f"block 'joint_path': {text}"
