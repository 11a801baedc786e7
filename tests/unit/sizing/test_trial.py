"""One motor at one axis: each rule refuses by itself, and says why."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.sizing import AxisDemand, ListedGear, ListedMotor, SizingRules, try_motor

MOTOR = ListedMotor("A", 10, 5, 200, 0.01, 3, base_speed=100)
GEAR = ListedGear("G", 50, peak_torque=300, inertia=0.002)


def demand(torque: float = 100.0, speed: float = 1.0, acceleration: float = 0.0) -> AxisDemand:
    """Half of the time the torque drives, half of the time there is none."""
    time = np.linspace(0, 1, 1001)
    on = (time < 0.5).astype(float)
    return AxisDemand(
        "elbow", "revolute", 40.0, True, time, torque * on, speed * on, acceleration * on, 60.0
    )


def test_torque_counts_through_the_gear_with_the_rotor() -> None:
    found = try_motor(demand(acceleration=2.0), MOTOR, GEAR, SizingRules())
    assert found.peak_torque == pytest.approx(100 / 50 + 0.012 * 50 * 2.0)
    assert found.rms_torque == pytest.approx(found.peak_torque / np.sqrt(2), rel=2e-3)
    assert found.largest_speed == 50
    assert found.inertia_ratio == pytest.approx(60 / 50**2 / 0.012)
    assert found.gear_share == pytest.approx(1 / 3)
    assert found.fits and found.label == "A with G"


def test_without_a_gear_of_the_list_the_robots_own_counts() -> None:
    found = try_motor(demand(), MOTOR, None, SizingRules())
    assert (found.ratio, found.peak_torque, found.label) == (40, 2.5, "A")


@pytest.mark.parametrize(
    ("asked", "motor", "gear", "reason"),
    [
        (
            demand(450),
            replace(MOTOR, continuous_torque=9),
            ListedGear("G", 50),
            "peak torque: 9 N m at 50 rad/s, where 0.8",
        ),
        # At 150 rad/s half of the peak torque is left.
        (demand(225, 3.0), MOTOR, ListedGear("G", 50), "peak torque: 4.5 N m at 150 rad/s"),
        (demand(), replace(MOTOR, continuous_torque=1.5), GEAR, "heat: 1.41"),
        (demand(1, 3.8), MOTOR, GEAR, "speed: 190 rad/s, 0.9 of 200 rad/s may be used"),
        (
            demand(),
            MOTOR,
            replace(GEAR, peak_torque=99),
            "gear: 100 N m at the joint, 99 N m may be used",
        ),
        (demand(), replace(MOTOR, rotor_inertia=1e-4), GEAR, "inertia: the load has 11.4 times"),
    ],
)
def test_each_rule_refuses_by_itself(
    asked: AxisDemand, motor: ListedMotor, gear: ListedGear, reason: str
) -> None:
    (found,) = try_motor(asked, motor, gear, SizingRules()).reasons
    assert found.startswith(reason)


def test_braking_has_the_peak_torque_at_any_speed() -> None:
    driving, gear = demand(225, 3.0), ListedGear("G", 50)
    braking = replace(driving, torque=-driving.torque)
    assert not try_motor(driving, MOTOR, gear, SizingRules()).fits
    assert try_motor(braking, MOTOR, gear, SizingRules()).peak_share == pytest.approx(0.45)


def test_an_unknown_inertia_refuses_nothing() -> None:
    assert try_motor(replace(demand(), inertia=np.nan), MOTOR, GEAR, SizingRules()).fits


@pytest.mark.parametrize("rule", ["peak", "thermal", "speed", "gear"])
@pytest.mark.parametrize("value", [0.0, 1.1, float("nan")])
def test_rules_are_parts_of_one(rule: str, value: float) -> None:
    with pytest.raises(InputError, match=f"rules of sizing: {rule} "):
        SizingRules(**{rule: value})
    with pytest.raises(InputError, match="rules of sizing: inertia_ratio"):
        SizingRules(inertia_ratio=0)
