"""How a mass begins to slide, and whether it then sticks and slips."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.report.friction.free_motion import BELT, SPRING
from armwright.report.friction.rig import MASS, rig
from tests.support.friction_rig import NUMBERS, motion

PLAIN = {"coulomb": 1.0, "static": 1.5}


def test_bristles_break_away_sooner_the_faster_the_load_rises():
    """From F_s for slow loads to F_c for fast ones. Canudas de Wit et al. 1995, figure 5."""
    peaks = motion("lugre").break_away
    assert (np.diff(peaks) < 0).all()
    assert 1.45 < peaks[0] < 1.5 and 1.0 < peaks[-1] < 1.05


def test_maxwell_slip_breaks_away_sooner_under_fast_loads():
    peaks = motion("gms").break_away
    assert peaks[0] == pytest.approx(1.5, abs=0.01)
    assert (np.diff(peaks[3:]) < 0).all() and peaks[-1] < 1.4


@pytest.mark.parametrize(
    ("kind", "torque"), [("coulomb", 1.5), ("tustin", 1.5), ("dahl", 1.0), ("sigmoid", 1.0)]
)
def test_other_laws_do_not_mind_how_fast_the_load_rises(kind, torque):
    np.testing.assert_allclose(motion(kind).break_away, torque, atol=0.006)


def closed_form_swing():
    """Of the spring's force, F_c ± √((F_s − F_c)² + m k w²): while it slips the mass swings about
    where F_c holds it, from the moment on when F_s was reached at the speed w of the belt."""
    return 2 * np.sqrt(0.5**2 + MASS * SPRING * BELT**2)


def test_stick_slip_of_coulomb_friction_is_as_on_paper():
    pull = {"stiffness": SPRING, "speed": BELT}
    data = rig("coulomb", PLAIN, pull, duration=12.0).simulate().data
    force, v = data["pull"].to_numpy()[6000:, 0], data["joint_velocity"].to_numpy()[6000:, 0]
    assert np.ptp(force) == pytest.approx(closed_form_swing(), rel=1e-4)
    assert (v == 0).mean() > 0.5, "it truly rests"


@pytest.mark.parametrize(
    "kind", ["coulomb", "tustin", "smooth_coulomb", "tanh_stribeck", "lugre", "gms"]
)
def test_friction_that_falls_with_the_speed_makes_a_limit_cycle(kind):
    """Viscous friction makes it smaller than on paper."""
    found = motion(kind).stick_slip
    assert 0.8 * closed_form_swing() < found.swing < closed_form_swing()
    assert found.resting > 0.5


def test_a_limit_cycle_does_not_remember_how_it_began():
    pull = {"stiffness": SPRING, "speed": BELT}
    runs = rig("lugre", NUMBERS["lugre"], pull, duration=16.0).sweep(
        {"pull.mean": [-0.7, 0.0, 0.4]}, 3
    )
    force = runs.data["pull"].to_numpy()[:, 9000:, 0]
    swings = np.ptp(force, axis=1)
    np.testing.assert_allclose(swings, swings[0], rtol=2e-3)


def test_without_the_stribeck_effect_swings_die_out():
    found = motion("dahl").stick_slip
    assert found.resting < 0.05
    assert found.swing < 0.1 * closed_form_swing()
