"""Numbers of a robot made exact."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp

from armwright.equations import exact
from armwright.robot.pose import rotation_about


@pytest.mark.parametrize("value", [0.1, 0.4318, 1e-5, -9.80665, 3.0, 2 / 3])
def test_decimals_stay_the_decimals_they_are(value: float) -> None:
    assert float(exact.number(value)) == value
    assert exact.number(0.1) == sp.Rational(1, 10)


@pytest.mark.parametrize("axis", [[1, 0, 0], [0, 1, 0], [0, 0, -1]])
@pytest.mark.parametrize("parts", [2, 4, 6])
def test_known_angles_become_exact(axis: list[int], parts: int) -> None:
    for k in range(-parts, parts):
        given = rotation_about(axis, np.pi * k / parts + 3e-10)
        found = exact.rotation(given)
        assert np.abs(found.astype(float) - given).max() < 1e-9
        assert not exact.is_rounded(found)
        product = found @ found.T
        assert all(sp.expand(x) == int(i == j) for (i, j), x in np.ndenumerate(product))


def test_other_angles_are_left_alone() -> None:
    for angle in (np.pi / 2 + 1e-8, 0.3, 1.5708):
        given = rotation_about([0, 0, 1], angle)
        found = exact.rotation(given)
        assert (found.astype(float) == given).all()
        assert exact.is_rounded(found)


def test_cosines_are_taken_for_known_ones_only_together() -> None:
    """cos 60° alone is no reason: the rotation must be one with all nine."""
    given = rotation_about([1, 2, 3] / np.sqrt(14), 1.0)
    given = rotation_about([0, 0, 1], np.pi / 3) @ given
    assert (exact.rotation(given).astype(float) == given).all()


def test_directions() -> None:
    assert exact.direction([0, 0, -1]).tolist() == [0, 0, -1]
    root = np.sqrt(0.5)
    assert exact.direction([root, 0, root]).tolist() == [sp.sqrt(2) / 2, 0, sp.sqrt(2) / 2]
    third = 1 / np.sqrt(3)
    assert exact.is_rounded(exact.direction([third, third, third]))
