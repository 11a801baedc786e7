"""The trapezoidal profile: ends, limits, derivatives; the same in numbers and as expression."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest

from armwright.blocks.references.profiles import Trapezoid

CASES = {"trapezoid": (0.8, 2.5), "triangle": (3.0, 2.5), "just": (1.5, 2.25), "slow": (1e-3, 7.0)}


@pytest.fixture(params=CASES.values(), ids=CASES.keys())
def profile(request: pytest.FixtureRequest) -> Trapezoid:
    return Trapezoid(*request.param)


def inside(profile: Trapezoid, count: int = 2001) -> np.ndarray:
    return np.linspace(0, profile.duration, count)


def test_ends_are_exact(profile: Trapezoid) -> None:
    T = float(profile.duration)
    s, v, a = profile.at(np.array([-1.0, 0.0, T, np.nextafter(T, np.inf), T + 1e-3, 1e6]))
    assert s.tolist() == [0, 0, 1, 1, 1, 1]
    assert v.tolist() == [0] * 6
    assert a.tolist() == [0, profile.acceleration, 0, 0, 0, 0]


def test_limits_are_kept_and_used(profile: Trapezoid) -> None:
    s, v, a = profile.at(inside(profile))
    assert s.min() >= 0 and s.max() <= 1 and np.all(np.diff(s) >= 0)
    assert v.max() <= profile.speed * (1 + 1e-15)
    assert set(np.round(a / profile.acceleration, 12)) <= {-1.0, 0.0, 1.0}
    reached = min(profile.speed, np.sqrt(profile.acceleration))
    assert v.max() == pytest.approx(reached, rel=2e-3)


def test_position_and_velocity_are_continuous(profile: Trapezoid) -> None:
    T, ramp = profile.duration, profile.ramp
    corners = np.array([0.0, ramp, T / 2, T - ramp, T])
    gap = 1e-9 * T
    s, v, _ = profile.at(np.add.outer([-gap, gap], corners))
    assert np.abs(np.diff(s, axis=0)).max() <= 2.1 * gap * profile.peak
    assert np.abs(np.diff(v, axis=0)).max() <= 2.1 * gap * profile.acceleration


def test_velocity_is_the_slope_of_position(profile: Trapezoid) -> None:
    time = inside(profile)
    h = min(1e-6 * profile.duration, 1e-2 * profile.ramp)
    forward, backward = profile.at(time + h), profile.at(time - h)
    _, v, a = profile.at(time)
    slope = (forward.position - backward.position) / (2 * h)
    assert np.abs(slope - v).max() < 1e-6 * profile.peak + h * profile.acceleration
    smooth = np.isclose(forward.acceleration, backward.acceleration)
    rate = (forward.velocity - backward.velocity) / (2 * h)
    assert np.abs(rate - a)[smooth].max() < 1e-4 * profile.acceleration


@pytest.mark.parametrize("free", [False, True], ids=["numbers", "parameters"])
def test_expression_and_numbers_agree(profile: Trapezoid, free: bool) -> None:
    time, limits = cs.SX.sym("t"), cs.SX.sym("limits", 2)
    same = Trapezoid(limits[0], limits[1]) if free else profile
    function = cs.Function("f", [time, limits], [*same.at(time)])
    times = np.linspace(-0.1, 1.1, 301) * profile.duration
    given = np.tile([[profile.speed], [profile.acceleration]], len(times))
    found = function.map(len(times))(times[None], given)
    for ours, theirs in zip(profile.at(times), found, strict=True):
        assert np.abs(np.array(theirs)[0] - ours).max() < 1e-13


def test_without_a_speed_limit_it_is_triangular() -> None:
    assert Trapezoid(np.inf, 4.0).duration == 1.0
