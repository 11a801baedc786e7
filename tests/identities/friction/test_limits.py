"""Laws that become others: bristles that are very stiff, motions that are very slow."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest

from tests.support.friction_rig import NUMBERS, bench

STEPS, PERIOD = 4000, 1.0
T = (np.arange(2 * STEPS) + 0.5) * PERIOD / STEPS
#: Turns round twice in every period.
V = 5e-3 * np.sin(2 * np.pi * T / PERIOD)


def difference(kind, other, **changes):
    """(STEPS,) of the torques in the second period."""
    numbers = {k: x for k, x in NUMBERS[kind].items() if k != "damping"} | changes
    found = bench(kind, **numbers).torque(V, PERIOD / STEPS)
    expected = bench(other, **{k: NUMBERS["tustin"][k] for k in OTHER[other]}).torque(V, 0.0)
    return np.abs(found - expected)[STEPS:]


OTHER = {
    "coulomb": ("coulomb", "viscous"),
    "tustin": ("coulomb", "static", "viscous", "stribeck_velocity"),
}


@pytest.mark.parametrize(
    ("kind", "other"), [("dahl", "coulomb"), ("lugre", "tustin"), ("gms", "tustin")]
)
def test_stiff_bristles_are_dry_friction(kind, other):
    """∫|Δτ| dx falls as the way F/σ₀ that bristles need to bend."""
    changes = {"attraction": 1e9} if kind == "gms" else {}
    way = np.abs(V[STEPS:]) * PERIOD / STEPS
    sizes = [way @ difference(kind, other, stiffness=s, **changes) for s in (3e5, 3e6)]
    assert sizes[0] / sizes[1] == pytest.approx(10.0, rel=0.25)
    if kind == "dahl":
        assert sizes[0] == pytest.approx(2 * 2 * 1.0**2 / 3e5, rel=0.02), "2 F_c²/σ₀ at each turn"
    far = np.abs(np.cumsum(V[STEPS:]) * PERIOD / STEPS - 8e-4) < 7e-4
    assert difference(kind, other, stiffness=1e7, **changes)[far].max() < 2e-3


def test_slow_changes_of_speed_leave_lugre_on_the_stribeck_curve():
    """However soft the bristles are: v grows from 0.2 to 3 mm/s, ten times slower each time."""
    worst = []
    for duration in (0.1, 1.0, 10.0):
        v = np.concatenate([np.full(2000, 2e-4), np.linspace(2e-4, 3e-3, 2000)])
        step = np.repeat([1.0, duration / 2000], 2000)
        found = bench("lugre", **NUMBERS["lugre"]).torque(v, step)
        worst.append(np.abs(found - bench("tustin").torque(v, step))[2000:].max())
    assert worst[0] > 3 * worst[1] > 9 * worst[2] and worst[2] < 5e-3


def test_lugre_without_stribeck_effect_is_dahl():
    numbers = {"coulomb": 1.3, "stiffness": 1e5, "viscous": 0.4}
    lugre, dahl = (bench(kind, **numbers).torque(V, 1e-4) for kind in ("lugre", "dahl"))
    np.testing.assert_allclose(lugre, dahl, rtol=1e-12, atol=1e-14)


def settled(kind, z, v, h):
    """The bristles after h: exactly, and as simulations have them."""
    part = bench(kind).part
    both = cs.Function("both", [part.state, part.velocity, part.step], [part.after, part.soon])
    return (np.array(one).ravel() for one in both(z[None], v[None], h[None]))


@pytest.mark.parametrize("kind", ["dahl", "lugre"])
def test_bristles_of_simulations_are_right_to_fourth_order(kind):
    z, v = np.full(2, -3e-6), np.full(2, 1e-3)
    exact, soon = settled(kind, z, v, np.array([4e-3, 2e-3]))
    ratio = (soon - exact)[0] / (soon - exact)[1]
    assert 2**4.4 < ratio < 2**5.2, "the error of one step falls with the fifth power"


@pytest.mark.parametrize("kind", ["dahl", "lugre"])
def test_bristles_of_simulations_never_bend_beyond_where_they_come_to_rest(kind):
    """Whatever the step: from the other end or from anywhere between, at any speed."""
    v, h = (grid.ravel() for grid in np.meshgrid(np.geomspace(1e-6, 1e2, 60), [1e-4, 1e-2, 1.0]))
    rest, _ = settled(kind, np.zeros(v.size), v, np.full(v.size, 1e9))
    for part in (-1.0, 0.0, 0.5, 1.0):
        _, soon = settled(kind, part * rest, v, h)
        assert (soon <= rest * (1 + 1e-12)).all() and (soon >= part * rest - 1e-18).all()
