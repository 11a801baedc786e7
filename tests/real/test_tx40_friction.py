"""Friction of a real Stäubli TX40, forwards and backwards, from one exciting trajectory."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import identify, load
from armwright.identify import FrictionFit
from tests.real.test_tx40 import tx40_log

pytestmark = pytest.mark.crosscheck


@pytest.fixture(scope="module")
def fit() -> FrictionFit:
    log = tx40_log()
    links = identify.rigid(load("tx40"), log).robot
    return identify.friction(links, log, directed=True)


def test_all_six_motors_have_curves_with_intervals(fit: FrictionFit) -> None:
    assert [curve.name for curve in fit.curves] == [f"joint{k}" for k in range(1, 7)]
    for curve in fit.curves:
        fast = np.abs(curve.velocity) > 0.1 * np.abs(curve.velocity).max()
        assert np.all(curve.error[fast] > 0)
        assert np.all(curve.error[fast] < 0.15 * np.abs(curve.torque[fast])), curve.name


def test_friction_opposes_motion_and_grows_with_speed(fit: FrictionFit) -> None:
    for curve in fit.curves:
        forth = curve.velocity > 0
        assert np.all(curve.torque[forth] > 0) and np.all(curve.torque[~forth] < 0), curve.name
        assert curve.torque[-1] > 2 * curve.torque[forth][0] > 0, curve.name


def test_points_lie_on_the_curves(fit: FrictionFit) -> None:
    for curve in fit.curves:
        v, torque, _ = curve.points.T
        off = torque - np.interp(v, curve.velocity, curve.torque)
        assert np.sqrt(np.mean(off**2)) < 0.1 * np.abs(torque).max(), curve.name


def test_most_of_what_was_held_back_is_predicted(fit: FrictionFit) -> None:
    figures = fit.validations[0].figures
    assert max(figures.values()) < 0.35
    assert float(np.median(list(figures.values()))) < 0.25
