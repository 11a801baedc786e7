"""Guesses between the knots of a curve."""

from __future__ import annotations

import numpy as np
from scipy.interpolate import CubicHermiteSpline

from armwright.blocks.references.following import Derivatives, Knots


def test_guesses_are_the_cubics_through_the_knots_with_their_slopes() -> None:
    draw = np.random.default_rng(3)
    s = np.array([0.0, 0.1, 0.15, 0.6, 1.0])
    q, slope = draw.normal(size=(2, s.size, 6))
    one = np.ones(s.size)
    knots = Knots(s, q, Derivatives(slope, 0 * slope, one, one))
    places = np.concatenate([s, draw.uniform(size=200)])
    expected = CubicHermiteSpline(s, q, slope)(places)
    np.testing.assert_allclose(knots.between(places), expected, rtol=0, atol=1e-14)
