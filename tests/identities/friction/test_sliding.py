"""The Stribeck curve and frictional lag: friction of a motion that does not turn round."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.report.friction.given_velocity import frictional_lag, stribeck_curve
from tests.support.friction_rig import NUMBERS, bench

V = np.concatenate([-np.logspace(-1, -5, 30), np.logspace(-5, -1, 30)])


def curve(v, static):
    g = 1.0 + (static - 1.0) * np.exp(-((v / 1e-3) ** 2))
    return np.sign(v) * g + 0.4 * v


@pytest.mark.parametrize(
    ("kind", "static"),
    [("coulomb", 1.0), ("dahl", 1.0), ("tustin", 1.5), ("lugre", 1.5), ("gms", 1.5)],
)
def test_steady_sliding(kind, static):
    """F_c, or g(v), and α₂ v: laws with states come to it in the end."""
    np.testing.assert_allclose(bench(kind).steady(V), curve(V, static), rtol=1e-9)


@pytest.mark.parametrize("kind", ["smooth_coulomb", "tanh_stribeck"])
def test_smooth_laws_have_their_peak_near_the_break_away_torque(kind):
    found = stribeck_curve(bench(kind))
    peak = found.velocity[found.torque.argmax()]
    assert 1.4 < found.torque.max() < 1.5 and 1e-4 < peak < 5e-4
    assert found.torque[-1] == pytest.approx(1.0, abs=0.03)
    assert found.torque[found.velocity.size // 2] == 0


def test_a_sigmoid_has_no_peak():
    assert (np.diff(bench("sigmoid").steady(np.linspace(0, 1e-2, 100))) >= 0).all()


@pytest.mark.parametrize("kind", ["lugre", "gms"])
def test_friction_lags_behind_the_velocity(kind):
    """Larger while the velocity grows than while it falls, and the more so the faster it swings;
    slow swings follow the curve of steady sliding. Canudas de Wit et al. 1995, figure 4."""
    found = frictional_lag(bench(kind), (0.1, 1.0, 10.0, 25.0))
    assert found.height[0] > 0 and (np.diff(found.height) > 0).all()
    assert found.height[-1] > 0.04
    steady = curve(found.velocity, 1.5)
    assert np.abs(found.torque[0] - steady).max() < 2e-3
    area = [np.sum(row * np.gradient(found.velocity)) for row in found.torque]
    assert min(area) > 0


@pytest.mark.parametrize(
    "kind", ["coulomb", "tustin", "smooth_coulomb", "tanh_stribeck", "sigmoid", "dahl"]
)
def test_other_laws_have_no_lag(kind):
    """Dahl's contact is stretched as far as it goes, at any velocity."""
    assert np.abs(frictional_lag(bench(kind)).height).max() < 1e-13


def test_lag_of_maxwell_slip_ends_with_its_attraction():
    """C → ∞: slipping elements follow the Stribeck curve at once."""
    fast = bench("gms", **NUMBERS["gms"] | {"attraction": 1e7, "damping": 0.0})
    assert np.abs(frictional_lag(fast).height).max() < 1e-5
