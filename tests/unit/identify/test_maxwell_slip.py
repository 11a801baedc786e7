"""Maxwell slip with any number of elements: counted, found, and written as files know it."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError, Log, identify
from armwright.identify.friction.law_march import LawMarch
from armwright.identify.friction.maxwell import (
    free_numbers,
    slip_law,
    written_names,
    written_numbers,
)
from armwright.laws.friction import LAWS
from armwright.studies.friction.arm import (
    COLD,
    GEAR,
    INERTIA,
    LEVER,
    MASS,
    MOTOR_INERTIA,
    forearm,
    in_a_slow_chirp,
    measured,
)

STATIC = {**COLD, "stribeck_velocity": 0.5}
TWO = {
    "stiffness_1": 60.0,
    "stiffness_2": 20.0,
    "share_1": 1.0,
    "share_2": 2.0,
    "attraction_1": 20.0,
    "attraction_2": 20.0,
    "damping_1": 0.05,
    "damping_2": 0.2,
}


def slow_log(seed: int, noise: float = 0.02) -> Log:
    """The motor swings, its torque is that of inertia and of friction along sixteen times as many
    samples."""
    fine, step = 16, 2e-3
    time = step / fine * np.arange(12 * 500 * fine)
    rate = 2 * np.pi * 0.5
    speed = 2.0 * np.sin(rate * time) + 0.6 * np.sin(2.3 * rate * time + 1)
    position = -2.0 / rate * np.cos(rate * time) - 0.6 / (2.3 * rate) * np.cos(
        2.3 * rate * time + 1
    )
    acceleration = 2.0 * rate * np.cos(rate * time) + 0.6 * 2.3 * rate * np.cos(
        2.3 * rate * time + 1
    )
    settings = {**STATIC, "attraction": 20.0, **TWO}
    friction = LawMarch(slip_law(2), settings, ("attraction",), step / fine).torque(
        speed, np.array([[20.0]])
    )[0]
    whole = MOTOR_INERTIA + (INERTIA + MASS * LEVER**2) / GEAR**2
    torque = whole * acceleration + friction
    rows = slice(0, None, fine)
    white = np.random.default_rng(seed).normal(size=len(time[rows]))
    signals = {"motor_position": position[rows], "motor_torque": torque[rows] + noise * white}
    return Log.from_arrays(time[rows], signals, joints=("joint3",))


def test_an_element_in_parts_is_the_element() -> None:
    velocity = 2.0 * np.sin(np.linspace(0, 12, 400))
    settings = {**STATIC, "attraction": 20.0, **TWO}
    whole = LawMarch(slip_law(2), settings, ("viscous",), 1e-3)
    parts = LawMarch(LAWS["gms"], written_numbers(settings, 2), ("viscous",), 1e-3)
    numbers = np.array([[4e-3]])
    expected = whole.torque(velocity, numbers)
    np.testing.assert_allclose(parts.torque(velocity, numbers), expected, atol=1e-12)
    assert written_names("stiffness_2", 2) == dict.fromkeys(
        ["stiffness_2", "stiffness_3", "stiffness_4"], 1 / 3
    )
    assert written_names("damping_2", 3) == {"damping_2": 1.0}


def test_four_numbers_an_element_are_free_but_for_one_share() -> None:
    assert len(free_numbers(3, apart=True)) == 4 * 3 - 1
    assert len(free_numbers(3, apart=False)) == 2 * 3 + 1


@pytest.mark.crosscheck
def test_elements_are_counted_and_their_numbers_found() -> None:
    robot = forearm(STATIC, gravity=False)
    fit = identify.bristles(
        robot,
        slow_log(0),
        law="gms",
        elements=(1, 2, 3),
        apart=True,
        inverse="rigid",
        starts=4,
        batches=2,
    )
    assert fit.elements == 2
    values = dict(zip(fit.names, fit.ends[0, 0], strict=True))
    # Elements have no order of their own, and shares count against the first.
    first = 1 if values["stiffness_1"] > values["stiffness_2"] else 2
    names = {1: first, 2: 3 - first}
    for i, j in names.items():
        for name in ("stiffness", "attraction", "damping"):
            low, high = fit.intervals[f"{name}_{j}"]
            assert low / 1.02 < TWO[f"{name}_{i}"] < high * 1.02, (name, low, high)
            # What σ₁ does to the stiffer element is below the noise, and its interval says so.
            wide = {"stiffness": 1.1, "attraction": 2.5, "damping": np.inf if i == 1 else 2.5}
            assert high < wide[name] * low, (name, low, high)
    ratio = values["share_2"] if first == 1 else 1 / values["share_2"]
    assert ratio == pytest.approx(2.0, rel=0.05)
    drive = fit.robot.joints[0].drive
    assert drive is not None
    assert drive.friction_law == "gms"


@pytest.mark.crosscheck
def test_what_is_left_over_of_a_simulated_run_is_not_noise() -> None:
    """Along velocities that went through a filter, elements stick a little too late: numbers are
    farther off than noise explains, and the fit says so."""
    truth = {f"stiffness_{i}": 40.0 / (1 + i) for i in range(1, 5)}
    arm = forearm({**COLD, **truth, "attraction": 20.0, "damping": 0.1}, "gms")
    log = measured(in_a_slow_chirp(arm, 20.0).simulate(), 3)
    fit = identify.bristles(forearm(COLD), log, law="gms", starts=3, batches=2)
    assert ["is not noise" in one.what for one in fit.findings] == [True]
    right = identify.bristles(
        forearm(STATIC, gravity=False),
        slow_log(0),
        law="gms",
        elements=2,
        inverse="rigid",
        starts=2,
        batches=2,
    )
    assert right.findings == ()


def test_a_count_that_no_law_has_is_refused() -> None:
    log = slow_log(0)
    with pytest.raises(InputError, match=r"how many elements\?.*got 0.*1 to 10"):
        identify.bristles(forearm(STATIC), log, law="gms", elements=0)
    with pytest.raises(InputError, match="elements are counted of Maxwell slip"):
        identify.bristles(forearm(STATIC), log, law="lugre", elements=2)
    with pytest.raises(InputError, match="no such law of bristles"):
        identify.bristles(forearm(STATIC), log, law="tustin")
