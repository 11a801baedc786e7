"""When a tool is where: moves, rests at corners, the way back."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.blocks.references.profiles import Profile, Trapezoid
from armwright.blocks.references.schedule import scheduled

CORNERS = (0.25, 0.7)


def profile(part: float) -> Profile:
    return Trapezoid(1.0 / part, 4.0 / part)


def test_moves_follow_each_other_with_rests() -> None:
    schedule = scheduled(CORNERS, profile, begin=0.5, dwell=0.2, back=True)
    legs = [0.25, 0.45, 0.3, 0.3, 0.45, 0.25]
    begin = 0.5
    for move, leg in zip(schedule.moves, legs, strict=True):
        assert move.begin == pytest.approx(begin)
        assert abs(move.target - move.origin) == pytest.approx(leg)
        begin += float(profile(leg).duration) + 0.2
    assert schedule.end == pytest.approx(begin - 0.2)
    s, v, a = schedule.at(np.array([0.0, 0.5, schedule.end, schedule.end + 1]))
    assert s.tolist() == [0, 0, 0, 0] and not v.any() and a[1] == 4


def test_derivatives_agree_with_differences() -> None:
    schedule = scheduled(CORNERS, profile, begin=0.1, dwell=0.1, back=True)
    h = 1e-6
    time = np.linspace(0, schedule.end + 0.1, 1001)
    before, after, (_, v, a) = schedule.at(time - h), schedule.at(time + h), schedule.at(time)
    assert np.abs((after.position - before.position) / (2 * h) - v).max() < 1e-5
    smooth = np.isclose(before.acceleration, after.acceleration)
    assert np.abs((after.velocity - before.velocity) / (2 * h) - a)[smooth].max() < 1e-6


@pytest.mark.parametrize("dwell", [0.0, 0.1])
def test_a_move_keeps_to_its_own_side_of_the_corners(dwell: float) -> None:
    """Also where rounding puts it into the corner: the curve's derivatives there are those behind
    it."""
    schedule = scheduled(CORNERS, profile, begin=0.0, dwell=dwell, back=True)
    for move in schedule.moves:
        low, high = sorted((move.origin, move.target))
        end = move.begin + float(move.profile.duration)
        time = np.array([move.begin, np.nextafter(end, 0.0), end - 1e-12, (move.begin + end) / 2])
        s, _, a = schedule.at(time)
        assert np.all(s >= low) and (np.all(s < high) or high == 1)
        assert np.any(a != 0)
