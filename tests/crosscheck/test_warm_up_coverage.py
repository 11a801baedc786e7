"""The thermal time constant over many noises: its interval has the truth as often as it says."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.signal import lfilter

from armwright.identify.friction.heated_curve import Heating
from armwright.identify.friction.law_curve import LawCurve
from armwright.identify.friction.measured import FrictionRecord
from armwright.identify.friction.static import Asked
from armwright.identify.friction.warm_up import constant_interval, heated_fits
from armwright.studies.friction.arm import forearm

pytestmark = pytest.mark.crosscheck
AIR, CONSTANT, SEEDS = 293.15, 600.0, 51
LAW = LawCurve(
    "friction",
    "warm_coulomb",
    {
        "coulomb": 0.35,
        "viscous": 4e-3,
        "viscous_warm": 1.8e-3,
        "cold_temperature": AIR,
        "warm_temperature": AIR + 40,
    },
    (),
)


@cache
def hour(resistance: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Time, velocity and friction of an hour in which the gear warms up."""
    time = 2.0 * np.arange(1800)
    v = 120 * (np.sin(0.63 * time) + 0.7 * np.sin(0.45 * time + 1) + 0.4 * np.sin(0.145 * time))
    thermal = {"time_constant": CONSTANT, "initial_rise": 0.0, "thermal_resistance": resistance}
    kelvin = np.full(time.size, AIR)
    for _ in range(15):
        friction = LAW.torque(np.column_stack([v, kelvin]), np.zeros(0))
        kelvin = Heating.of(time, friction * v, AIR).temperature(time, thermal)
    return time, v, friction


def interval(resistance: float, colour: float, seed: int) -> tuple[float, float]:
    time, v, friction = hour(resistance)
    white = np.random.default_rng(seed).normal(size=time.size)
    noise = 0.03 * lfilter([np.sqrt(1 - colour**2)], [1, -colour], white)
    none, nothing = np.full(time.size, np.nan), np.zeros(time.size)
    record = FrictionRecord(
        "joint3",
        "joints.joint3.drive.friction",
        "motor",
        time,
        nothing,
        v,
        friction + noise,
        nothing,
        none,
        friction + noise,
        nothing,
        0.0,
    )
    ask = Asked("coulomb", False, "motion", "noise", ("coulomb",), False, 0.0)
    heating = Heating.of(time, record.friction * v, AIR)
    return constant_interval(heated_fits(forearm(), record, heating, ask))


@pytest.mark.parametrize(("resistance", "colour"), [(0.5, 0.0), (0.5, 0.8), (1.0, 0.5)])
def test_an_interval_of_the_time_constant_has_the_truth(resistance: float, colour: float) -> None:
    """Colder and warmer than where the law ends; in white and in coloured noise."""
    ends = np.array([interval(resistance, colour, seed) for seed in range(SEEDS // 3)])
    inside = (ends[:, 0] < CONSTANT) & (ends[:, 1] > CONSTANT)
    assert inside.mean() > 0.84, ends[~inside]
    assert np.median(ends[:, 1] / ends[:, 0]) < 2.0
