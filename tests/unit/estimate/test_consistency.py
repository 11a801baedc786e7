"""Bounds for innovations, from tables of the χ² distribution."""

from __future__ import annotations

import pytest

from armwright import InputError
from armwright.estimate import Consistency


def test_bounds() -> None:
    """χ² with 100 degrees of freedom: 2.5 % below 74.222, 2.5 % above 129.561."""
    found = Consistency.of(110.0, 100.0)
    assert (found.mean, found.low, found.high) == pytest.approx((1.1, 0.74222, 1.29561), abs=1e-5)
    assert found.holds
    assert not Consistency.of(130.0, 100.0).holds and not Consistency.of(74.0, 100.0).holds
    assert not Consistency.of(110.0, 100.0, 0.5).holds


def test_refuses() -> None:
    with pytest.raises(InputError, match="nothing was measured"):
        Consistency.of(0.0, 0.0)
    with pytest.raises(InputError, match="probability"):
        Consistency.of(1.0, 1.0, 1.0)
