"""Who is told that friction may drive the motion, and that it does."""

from __future__ import annotations

import math

import numpy as np
import pytest

from armwright.laws.friction import LAWS, Dahl, LuGre, Tustin, passivity_warnings
from tests.support.blocks import setting
from tests.support.friction_rig import NUMBERS, bench

ONE = setting()
BRISTLES = {"coulomb": 1.0, "static": 1.5, "stiffness": 1e5, "stribeck_velocity": 1e-3}
TOO_LITTLE = (
    "LuGre friction can drive the motion: viscous = 0.4, passive from damping (static − "
    "coulomb)/coulomb = 158 N m s/rad on"
)


def test_the_numbers_of_the_best_known_paper_are_not_passive():
    """Canudas de Wit et al. 1995, table 1."""
    law = LuGre(**BRISTLES, damping=316.0, viscous=0.4)
    assert passivity_warnings(law, ONE) == (TOO_LITTLE,)


@pytest.mark.parametrize(
    "numbers",
    [
        {"damping": 316.0, "viscous": 158.0},
        {"damping": 0.0, "viscous": 0.0},
        {"damping": 316.0, "viscous": 0.0, "static": 1.0},
    ],
)
def test_nothing_is_said_about_bristles_that_only_brake(numbers):
    assert passivity_warnings(LuGre(**{**BRISTLES, **numbers}), ONE) == ()


def test_each_direction_counts():
    dry = {"coulomb": 1.0, "static_positive": 1.0, "static_negative": 1.5, "stiffness": 1e5}
    found = passivity_warnings(LuGre(**dry, damping=316.0, viscous=0.4), ONE)
    assert found == (TOO_LITTLE,)


def test_warm_numbers_count_too():
    further = {"damping": 100.0, "viscous": 60.0, "warm_temperature": 330.0}
    cold = LAWS["warm_lugre"](**BRISTLES, **further)
    assert passivity_warnings(cold, ONE) == ()
    warm = LAWS["warm_lugre"](**BRISTLES, **further, static_warm=2.0)
    assert (
        "passive from damping (static − coulomb)/coulomb = 100" in passivity_warnings(warm, ONE)[0]
    )
    both = LAWS["warm_loaded_lugre"](**BRISTLES, **further, viscous_warm=1.0)
    assert "viscous = 1," in passivity_warnings(both, ONE)[0]


def test_other_laws_have_nothing_to_hide():
    assert passivity_warnings(Dahl(coulomb=1.0, stiffness=1e5), ONE) == ()
    for kind in ("coulomb", "tustin", "smooth_coulomb", "tanh_stribeck", "sigmoid", "gms"):
        assert passivity_warnings(LAWS[kind](**NUMBERS[kind]), ONE) == ()


def test_friction_that_flattens_ends_somewhere():
    """1 + 0.3 v − 0.02 v² = 0 at 17.8 rad/s."""
    dry = {"coulomb": 1.0, "static": 1.5, "stribeck_velocity": 0.1, "viscous": 0.3}
    law = Tustin(**dry, quadratic=-0.02)
    speed = (0.3 + math.sqrt(0.09 + 0.08)) / 0.04
    (text,) = passivity_warnings(law, ONE)
    assert text.startswith(f"friction drives the motion above {speed:.4g} rad/s: quadratic = -0.02")
    assert passivity_warnings(law, ONE, fastest=15.0) == ()
    assert len(passivity_warnings(law, ONE, fastest=20.0)) == 1


@pytest.mark.parametrize(
    ("viscous", "drives"), [(0.4, True), (150.0, True), (158.0, False), (170.0, False)]
)
def test_bursts_draw_energy_from_bristles_that_are_not_passive(viscous, drives):
    """And only from those. They creep until they are bent by F_s/σ₀; then comes a very fast burst
    over a short way, again and again."""
    v = np.tile(np.repeat([1e-6, 1e6], [1000, 10]), 3)
    step = 1e-7 / v
    law = bench("lugre", **BRISTLES, damping=316.0, viscous=viscous)
    spent = np.sum(law.torque(v, step) * v * step)
    assert (spent < 0) == drives


@pytest.mark.parametrize("static", [1.0, 1.25, 1.5])
def test_maxwell_slip_gives_back_what_its_springs_gain_while_it_slows_down(static):
    """Fast forward, then so slow that g rises from F_c to F_s, and back by the same way: each cycle
    returns Σ ((F_s − F_c) νᵢ)²/(2σᵢ) more than it took; that is nothing where F_s = F_c."""
    numbers = {"coulomb": 1.0, "stiffness": 1e5, "stribeck_velocity": 1e-3, "attraction": 50.0}
    way, count = 8e-6, 2000
    v = np.repeat([1.0, 1e-15, -1e-9], [count, 10, count])
    step = np.repeat([way / count, 1.0, 1e9 * way / count], [count, 10, count])
    begin = np.full(count, 1.0), np.full(count, 1e-4 / count)
    v, step = (np.concatenate([a, b, b, b]) for a, b in zip(begin, (v, step), strict=True))
    power = bench("gms", **numbers, static=static).torque(v, step) * v * step
    cycle = power[-(2 * count + 10) :].sum()
    gain = (static - 1.0) ** 2 / 2 * (0.01 + 0.04 + 0.09 + 0.16) / 25e3
    assert cycle == pytest.approx(-gain, rel=1e-3, abs=1e-13)
