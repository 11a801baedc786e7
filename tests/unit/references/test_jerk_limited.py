"""The jerk-limited profile: ends, limits, continuity; the same in numbers and as expression."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest

from armwright.blocks.references.profiles import JerkLimited, Trapezoid

#: By what binds: all three limits, or fewer of them.
CASES = {
    "seven phases": (0.8, 2.5, 20.0),
    "no steady acceleration": (0.8, 2.5, 5.0),
    "no steady speed": (3.0, 2.5, 40.0),
    "jerk alone": (3.0, 20.0, 30.0),
    "just": (1.0, 1.0, 1.0),
    "slow": (1e-3, 7.0, 50.0),
}


def random_profiles(count: int) -> list[JerkLimited]:
    limits = 10 ** np.random.default_rng(5).uniform(-2, 2, (count, 3))
    return [JerkLimited(*row) for row in limits]


@pytest.fixture(params=CASES.values(), ids=CASES.keys())
def profile(request: pytest.FixtureRequest) -> JerkLimited:
    return JerkLimited(*request.param)


def inside(profile: JerkLimited, count: int = 40) -> np.ndarray:
    """Some times in each phase."""
    ends = np.array(profile.phases)
    parts = np.linspace(0.01, 0.99, count)
    return (ends[:-1, None] + np.diff(ends)[:, None] * parts).ravel()


def test_ends_are_exact(profile: JerkLimited) -> None:
    T = float(profile.duration)
    s, v, a = profile.at(np.array([-1.0, 0.0, T, np.nextafter(T, np.inf), T + 1e-3, 1e6]))
    assert s.tolist() == [0, 0, 1, 1, 1, 1]
    assert not v.any() and not a.any()


def test_limits_are_kept_by_any_profile() -> None:
    for profile in random_profiles(300):
        ends = np.unique(profile.phases)
        time = np.sort(np.concatenate([inside(profile), ends]))
        s, v, a = profile.at(time)
        assert s.min() >= 0 and s.max() <= 1 and np.all(np.diff(s) >= -1e-15)
        assert v.min() >= 0 and v.max() <= profile.speed * (1 + 1e-14)
        assert np.abs(a).max() <= profile.acceleration * (1 + 1e-14)
        away = np.diff(time) > 1e-6 * profile.rise
        jerk = np.diff(a)[away] / np.diff(time)[away]
        assert np.abs(jerk).max() <= profile.jerk * (1 + 1e-6)


def test_it_is_as_fast_as_the_limits_let_it(profile: JerkLimited) -> None:
    """In every phase one of the limits is reached."""
    time, h = inside(profile), 1e-4 * profile.rise
    _, v, a = profile.at(time)
    change = profile.at(time + h).acceleration - profile.at(time - h).acceleration
    used = [v / profile.speed, np.abs(a) / profile.acceleration, np.abs(change) / (2 * h)]
    used[2] /= profile.jerk
    long = np.repeat(np.diff(profile.phases) > 0.01 * profile.rise, 40)
    assert np.abs(np.max(used, axis=0) - 1)[long].max() < 1e-6


def test_position_velocity_and_acceleration_are_continuous(profile: JerkLimited) -> None:
    ends = np.array([*profile.phases, profile.duration / 2])
    gap = 1e-9 * profile.rise
    s, v, a = profile.at(np.add.outer([-gap, gap], ends))
    assert np.abs(np.diff(s, axis=0)).max() <= 2.1 * gap * profile.peak + 1e-15
    assert np.abs(np.diff(v, axis=0)).max() <= 2.1 * gap * profile.strongest + 1e-15
    assert np.abs(np.diff(a, axis=0)).max() <= 2.1 * gap * profile.jerk + 1e-13


def test_derivatives_agree_with_differences(profile: JerkLimited) -> None:
    time, h = inside(profile), 1e-3 * profile.rise
    before, after, (_, v, a) = profile.at(time - h), profile.at(time + h), profile.at(time)
    slope = (after.position - before.position) / (2 * h)
    assert np.abs(slope - v).max() < 1e-5 * profile.peak + 1e-15 / h
    slope = (after.velocity - before.velocity) / (2 * h)
    assert np.abs(slope - a).max() < 1e-3 * profile.strongest


def test_a_large_jerk_makes_it_trapezoidal() -> None:
    sharp, corner = JerkLimited(0.8, 2.5, 1e9), Trapezoid(0.8, 2.5)
    time = np.linspace(0, corner.duration, 1001)
    assert sharp.duration == pytest.approx(corner.duration, abs=1e-8)
    assert np.abs(sharp.at(time).position - corner.at(time).position).max() < 1e-8


def test_only_the_trapezoid_jumps_in_acceleration() -> None:
    """What the two profiles claim, told apart."""
    for profile, jumps in ((Trapezoid(0.8, 2.5), True), (JerkLimited(0.8, 2.5, 20.0), False)):
        time = np.linspace(-0.1, profile.duration + 0.1, 200_001)
        steps = [np.abs(np.diff(part)).max() for part in profile.at(time)]
        assert steps[0] < 1e-5 and steps[1] < 5e-5
        assert steps[2] > 2.4 if jumps else steps[2] < 1e-3


@pytest.mark.parametrize("free", [False, True], ids=["numbers", "parameters"])
def test_expression_and_numbers_agree(profile: JerkLimited, free: bool) -> None:
    time, limits = cs.SX.sym("t"), cs.SX.sym("limits", 3)
    same = JerkLimited(limits[0], limits[1], limits[2]) if free else profile
    function = cs.Function("f", [time, limits], [*same.at(time)])
    times = np.linspace(-0.1, 1.1, 301) * profile.duration
    given = np.tile([[profile.speed], [profile.acceleration], [profile.jerk]], len(times))
    found = function.map(len(times))(times[None], given)
    for ours, theirs in zip(profile.at(times), found, strict=True):
        assert np.abs(np.array(theirs)[0] - ours).max() < 1e-12 * max(1.0, profile.jerk)
