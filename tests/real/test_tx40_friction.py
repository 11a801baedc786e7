"""Friction of a real Stäubli TX40, forwards and backwards, from one exciting trajectory."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Log, Robot, identify, load
from armwright.identify import FrictionFit
from armwright.identify.friction.measured import friction_records
from tests.real.test_tx40 import tx40_log

pytestmark = pytest.mark.crosscheck


@pytest.fixture(scope="module")
def log() -> Log:
    return tx40_log()


@pytest.fixture(scope="module")
def links(log: Log) -> Robot:
    return identify.rigid(load("tx40"), log).robot


@pytest.fixture(scope="module")
def fit(links: Robot, log: Log) -> FrictionFit:
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


def test_what_was_held_back_is_predicted_by_every_motor(fit: FrictionFit) -> None:
    assert fit.verdict == "valid for friction"
    figures = fit.validations[0].figures
    assert max(figures.values()) < 0.2
    assert figures["joint2"] < 0.1


def test_a_fifth_of_friction_is_ripple_of_the_current_that_no_law_explains(
    fit: FrictionFit,
) -> None:
    """Motors 1 and 2, at 1 to 2.4 kHz, growing with speed; motor 4 has hardly any."""
    assert 0.15 < fit.ripple["joint1"] < 0.25
    assert 0.15 < fit.ripple["joint2"] < 0.25
    assert fit.ripple["joint4"] < 0.05


def test_friction_flattens_with_speed_and_shows_no_stribeck_effect(fit: FrictionFit) -> None:
    """In five of six motors α₃ is below zero; none has a static friction above Coulomb's."""
    assert not [path for path in fit.parameters if "static" in path]
    flat = [one for path, one in fit.parameters.items() if path.endswith(".quadratic")]
    assert len(flat) == 5
    for one in flat:
        assert one.value < -3 * one.error, one.element


def test_slow_friction_is_the_same_while_speeding_up_and_slowing_down(
    links: Robot, log: Log
) -> None:
    """So that its bend comes neither from bristles after a turn, nor from wrong inertias."""
    records, _ = friction_records(links, log, [0, 1, 5], every=True)
    for record in (one.smoothed() for one in records):
        v, a = record.velocity, np.gradient(record.velocity, record.time)
        slow = (np.abs(v) > 0.07 * np.abs(v).max()) & (np.abs(v) < 0.2 * np.abs(v).max())
        sizes = [
            np.mean(np.sign(v[rows]) * record.friction[rows])
            for rows in (slow & (a * v > 0), slow & (a * v < 0))
        ]
        assert sizes[0] == pytest.approx(sizes[1], rel=0.06), record.name


def test_links_that_are_guessed_are_not_taken_for_friction(log: Log) -> None:
    assert identify.friction(load("tx40"), log, ["joint2"]).verdict.startswith("not valid")
