"""What numbers tell of a gear, and filters in lanes."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.identify import PLAIN, GearConditions, adaptive, diagnose, gear_conditions
from armwright.identify.diagnosis import CONSTANT, DRY, HEALTHY, PAYLOAD, WORN, diagnosed
from armwright.robot.changing import changed
from armwright.studies.friction.adaptive.histories import (
    CARRIED,
    KINDS,
    TORQUE_CONSTANT,
    histories,
)
from armwright.studies.friction.adaptive.source import COLD, JOINT, WARM, serial_arm
from tests.unit.identify.test_adaptive import HEAD, log, pendulum


@pytest.fixture(scope="module")
def known() -> GearConditions:
    arms = serial_arm(COLD), serial_arm(WARM)
    return gear_conditions(*arms, JOINT, carried=CARRIED, constant=TORQUE_CONSTANT)


@pytest.mark.parametrize("warmth", [-0.9, 0.0, 0.9])
@pytest.mark.parametrize(
    ("fault", "size"), [(HEALTHY, 0.0), (WORN, 0.4), (DRY, 0.4), (PAYLOAD, 1.0), (CONSTANT, 0.1)]
)
def test_each_fault_is_told_at_any_temperature(
    known: GearConditions, fault: str, size: float, warmth: float
) -> None:
    direction = known.faults.get(fault, 0.0 * known.healthy)
    values = known.healthy + warmth * known.warmer + size * direction
    told = diagnosed(values, np.diag((0.1 * known.spread) ** 2), known)
    assert told.fault == fault
    assert told.temperature == {-0.9: "cold", 0.0: "normal", 0.9: "warm"}[warmth]
    assert told.warmth == pytest.approx(warmth, abs=0.05)
    assert told.size == pytest.approx(size, abs=0.02)
    assert fault in str(told)


def test_what_the_filter_does_not_know_is_no_fault(known: GearConditions) -> None:
    values = known.healthy + 0.4 * known.faults[WORN]
    unsure = np.diag((0.5 * known.healthy) ** 2)
    assert diagnosed(values, unsure, known).fault == HEALTHY
    less = known.healthy - 0.4 * known.faults[WORN]
    told = diagnosed(less, np.diag((0.1 * known.spread) ** 2), known)
    assert told.fault != WORN, "a gear does not wear backwards"


def test_a_followed_arm_is_diagnosed_and_a_missing_number_named() -> None:
    cold, warm = (changed(pendulum(), {HEAD + "viscous": value}) for value in (0.4, 0.1))
    conditions = gear_conditions(cold, warm, "shoulder")
    found = adaptive(pendulum(viscous=0.25), log(), conditions.numbers, tuning=PLAIN)
    told = diagnose(found, conditions)
    assert told.fault == HEALTHY
    assert told.warmth == pytest.approx(-1 / 3, abs=0.15)
    with pytest.raises(InputError, match="a number that tells was not followed"):
        diagnose(adaptive(pendulum(), log(), [HEAD + "viscous"], tuning=PLAIN), conditions)
    bare = changed(pendulum(), {HEAD[:-1]: {"law": "coulomb", "coulomb": 1.0}})
    with pytest.raises(InputError, match="needs dry and viscous friction"):
        gear_conditions(bare, bare, "shoulder")
    with pytest.raises(InputError, match="the arm is the same cold and warm"):
        gear_conditions(cold, cold, "shoulder")


def test_a_torque_constant_may_drift_either_way(known: GearConditions) -> None:
    direction = known.faults[CONSTANT]
    for size in (0.1, -0.1):
        told = diagnosed(known.healthy + size * direction, np.diag(known.spread**2) / 100, known)
        assert told.fault == CONSTANT
        assert told.size == pytest.approx(size, abs=0.02)


def test_how_much_healthy_arms_differ_is_a_setting() -> None:
    """A torque constant that is 6 % low is a fault, unless healthy arms differ by 4 %."""
    arms = serial_arm(COLD), serial_arm(WARM)
    faults = []
    for part in (0.01, 0.04):
        conditions = gear_conditions(
            *arms, JOINT, constant=TORQUE_CONSTANT, spread=0.03, constant_spread=part
        )
        values = conditions.healthy + 0.06 * conditions.faults[CONSTANT]
        faults.append(diagnosed(values, np.diag((1e-3 * values) ** 2), conditions).fault)
    assert faults == [CONSTANT, HEALTHY]
    with pytest.raises(InputError, match=r"constant_spread .*between 0 and 1"):
        gear_conditions(*arms, JOINT, constant_spread=0.0)


def test_numbers_that_are_not_finite_are_refused(known: GearConditions) -> None:
    with pytest.raises(InputError, match="diagnosis, numbers: not finite"):
        diagnosed(known.healthy * np.nan, np.diag(known.spread**2), known)


@pytest.mark.crosscheck
def test_histories_of_other_arms_are_told() -> None:
    """The study has two hundred; these are others, of another seed."""
    aged = histories(seed=5, kinds=tuple((kind, count // 2) for kind, count in KINDS))
    assert len(aged.kinds) == 100
    assert aged.false_alarms <= 0.05
    assert min(aged.detections.values()) >= 0.8
    assert aged.temperatures >= 0.9
    off = (aged.estimates - aged.truths) / np.abs(aged.conditions.healthy)
    assert np.sqrt((off**2).mean(axis=(0, 1))).max() < 0.06
    early = [one[0].fault for one in aged.diagnoses]
    assert early.count(HEALTHY) >= 97
