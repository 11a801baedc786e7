"""What a contact does before it slides: hysteresis, its memory, and drift under swinging loads."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.laws.friction import maxwell_slip
from armwright.report.friction.free_motion import FREQUENCY, LOAD, SWING
from armwright.report.friction.given_velocity import INNER, LOOP, presliding_loops
from tests.support.friction_rig import NUMBERS, bench, motion

SIGMA = 1e5
QUIET = {"coulomb": 1.0, "stiffness": SIGMA}


@pytest.mark.parametrize("kind", list(NUMBERS))
def test_loops_take_energy(kind):
    assert presliding_loops(bench(kind)).area > 1e-6


def along(kind, turns, laws=(), **numbers):
    return presliding_loops(bench(kind, laws, **numbers), tuple(turns), steps=400)


def test_dahl_follows_exponentials():
    """F = ±F_c − (±F_c − F_r) e^(−σ₀|x − x_r|/F_c) from each turning point r on. Dahl 1968."""
    found = along("dahl", (0, 2e-5, -1e-5, 3e-6), **QUIET)
    for begin, end in zip(found.turns, found.turns[1:], strict=False):
        x, torque = found.position[begin : end + 1], found.torque[begin : end + 1]
        to = np.sign(x[-1] - x[0])
        expected = to - (to - torque[0]) * np.exp(-SIGMA * np.abs(x - x[0]))
        np.testing.assert_allclose(torque, expected, atol=1e-12)


def test_dahl_forgets_where_a_small_loop_began():
    """With y = F/F_c where it begins and E = e^(−σ₀δ/F_c): gap/F_c = (1 − E)(1 − E − y(1 + E))."""
    found = presliding_loops(bench("dahl", **QUIET))
    y, E = found.torque[found.turns[3]], np.exp(-SIGMA * (LOOP - INNER))
    assert found.gap == pytest.approx((1 - E) * (1 - E - y * (1 + E)), rel=1e-9)
    assert abs(found.gap) > 0.1


def test_lugre_forgets_too():
    assert presliding_loops(bench("lugre")).gap < -0.2


@pytest.mark.parametrize("kind", ["gms", "gms10"])
def test_maxwell_slip_remembers_all_turning_points(kind):
    """Loops within loops close one after the other, from the innermost outwards."""
    numbers = {**QUIET, "static": 1.5, "attraction": 50.0}
    turns = (0, 25, -20, 12, -10, 6, -4, 3, -4, 6, -10, 12, -20, 25)
    found = along(kind, [1e-6 * x for x in turns], **numbers)
    at = found.torque[list(found.turns)]
    np.testing.assert_allclose(at[7:], at[7:0:-1], atol=1e-11)
    assert presliding_loops(bench(kind, **numbers)).gap == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("elements", [1, 4, 10, 60])
def test_maxwell_slip_rises_along_a_parabola(elements):
    """u − u²/4, u = σ₀x/F: its corners are on u − (u/2)² N/(N + 1) − …, and for N → ∞ on the curve
    itself; element i slips from x = 2 i F/((N + 1) σ₀) on."""
    law = maxwell_slip("chain", elements)
    end = 2 * elements / (elements + 1) / SIGMA
    found = along("chain", (0, 1.5 * end), (law,), **QUIET, attraction=50.0)
    x, torque = found.position, found.torque
    i = np.arange(1, elements + 1)
    limits = 2 * i / ((elements + 1) * SIGMA)
    expected = SIGMA / elements * np.minimum(x[:, None], limits).sum(axis=1)
    np.testing.assert_allclose(torque, expected, atol=1e-11)
    u = np.minimum(SIGMA * x, 2.0)
    assert np.abs(torque - (u - u**2 / 4)).max() < 1.0 / elements
    assert torque[-1] == pytest.approx(1.0, abs=1e-12)


def test_maxwell_slip_obeys_masing():
    """After a turning point the way is twice the first loading, upside down. Masing 1926."""
    numbers = {**QUIET, "attraction": 50.0}
    back = along("gms", (0, 2.5e-5, -2.5e-5), **numbers)
    turn = back.turns[1]
    first = along("gms", (0, 2.5e-5), **numbers)
    x, torque = back.position[turn:], back.torque[turn:]
    virgin = np.interp((x[0] - x) / 2, first.position, first.torque)
    np.testing.assert_allclose(torque, torque[0] - 2 * virgin, atol=5e-3)


@pytest.mark.parametrize(("kind", "holding"), [("dahl", 1.0), ("lugre", 1.5)])
def test_a_swinging_load_makes_bristles_drift(kind, holding):
    """Slowly from load m to M and back: σ₀ Δx = F ln((1 − m²/F²)/(1 − M²/F²)) in every cycle."""
    low, high = ((LOAD + side * SWING) / holding for side in (-1, 1))
    step = holding / SIGMA * np.log((1 - low**2) / (1 - high**2))
    assert motion(kind).drift.rate == pytest.approx(step * FREQUENCY / (2 * np.pi), rel=0.06)


def test_a_swinging_load_does_not_move_maxwell_slip():
    drift = motion("gms").drift
    assert abs(drift.way) < 1e-12
    assert 1e-6 < np.ptp(drift.position[1000:]) < 1e-5, "it moves to and fro"


@pytest.mark.parametrize("kind", ["coulomb", "tustin"])
def test_a_swinging_load_does_not_move_what_sticks_at_all(kind):
    assert (motion(kind).drift.position == 0).all()


@pytest.mark.parametrize("kind", ["smooth_coulomb", "tanh_stribeck", "sigmoid"])
def test_smooth_laws_creep_under_a_load_below_what_would_hold(kind):
    assert motion(kind).drift.rate > 2e-5
