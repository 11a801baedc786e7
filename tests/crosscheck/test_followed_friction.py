"""S4's experiments with a filter: right on true velocities, biased on measured ones, and cured."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from armwright.identify import AdaptiveTuning
from armwright.identify import sprung_links as module
from armwright.identify.link_motion import driven_links
from armwright.identify.motion import motion_of
from armwright.studies.friction.adaptive.claims import adaptive_claims
from armwright.studies.friction.adaptive.runs import (
    AdaptiveResults,
    experiments,
    heavier,
    hour,
    measured_logs,
    off,
    warmed,
)
from armwright.studies.friction.adaptive.source import COLD, WARM, serial_arm
from tests.crosscheck.claims import check_part

pytestmark = pytest.mark.crosscheck


@pytest.fixture(scope="module")
def found() -> AdaptiveResults:
    return experiments(lambda what, done: None)


def test_all_claims_but_one_agree(found: AdaptiveResults) -> None:
    claims = adaptive_claims(found)
    differing = [one.key for one in claims if one.verdict != "kind"]
    assert differing == ["follow-medium"]
    check_part("friction", claims)


def test_three_numbers_are_within_five_per_cent_of_five_minutes(found: AdaptiveResults) -> None:
    for fit in (found.one, found.three):
        assert max(map(abs, off(fit, COLD).values())) < 5.0


def test_the_cured_filter_stays_within_ten_per_cent_for_an_hour(found: AdaptiveResults) -> None:
    for fit, true in zip(found.cured, found.truths, strict=True):
        assert max(map(abs, off(fit, true).values())) < 10.0


@pytest.mark.parametrize("cure", ["springs", "model_error"])
def test_each_cure_is_needed(cure: str) -> None:
    tuning = dataclasses.replace(AdaptiveTuning(), **{cure: False if cure == "springs" else 0.0})
    logs, believed = measured_logs([warmed(0)], 60.0), heavier(serial_arm(WARM))
    (without,), (cured,) = (hour(believed, logs, one) for one in (tuning, AdaptiveTuning()))
    assert max(map(abs, off(without, COLD).values())) > 10.0
    assert max(map(abs, off(cured, COLD).values())) < 10.0


def test_links_behind_springs_carry_what_small_steps_say(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = serial_arm(COLD)
    (log,) = measured_logs([COLD], 10.0)
    motion = motion_of(robot, log, None, 60.0, every=True)
    links = driven_links(robot, motion)
    monkeypatch.setattr(module, "_LONGEST", 1e-4)
    exact = driven_links(robot, motion)
    apart = np.abs(links.pulled - exact.pulled).max(axis=0)
    assert (apart < 1e-3 * np.abs(exact.pulled).max(axis=0)).all()
    gears = np.asarray(robot.gear_matrix)
    stiffness = np.array([motor.drive.stiffness for motor in robot.all_motors])
    damping = np.array([motor.drive.damping for motor in robot.all_motors])
    pulled = stiffness * ((motion.q - links.q) @ gears.T)
    pulled = pulled + damping * ((motion.v - links.v) @ gears.T)
    assert np.abs(pulled - links.pulled).max() < 1e-6 * np.abs(pulled).max()
