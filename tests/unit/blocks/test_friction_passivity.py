"""Who is told that friction may drive the motion, and that it does."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from armwright.laws.friction import LAWS, Dahl, LuGre, Tustin, passivity_warnings
from armwright.report.friction.rig import rig
from armwright.robot import Limits
from tests.support.blocks import site
from tests.support.friction_rig import NUMBERS, bench

ONE = site()
BRISTLES = {"coulomb": 1.0, "static": 1.5, "stiffness": 1e5, "stribeck_velocity": 1e-3}
TOO_LITTLE = (
    "LuGre friction can drive the motion: one that alternates between creeping and more than "
    "0.0382 rad/s can get more energy out than it puts in; viscous = 0.4 N m s/rad is too little, "
    "158 is enough; or damping = 0.8 instead of 316"
)
LOADED = {**BRISTLES, "damping": 10.0, "viscous": 10.0, "load_coefficient": 0.1}
FALLS = (
    "LuGre friction can drive the motion when its load falls: bristles that were bent under load "
    "push when it is gone. Loads up to "
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
    dry = {"static_positive": 1.0, "static_negative": 1.5, "stiffness": 1e5}
    dry |= {"coulomb": 1.0, "stribeck_velocity": 1e-3}
    found = passivity_warnings(LuGre(**dry, damping=316.0, viscous=0.4), ONE)
    assert found == (TOO_LITTLE,)


def test_warm_numbers_count_too():
    further = {"damping": 100.0, "viscous": 60.0, "warm_temperature": 330.0}
    cold = LAWS["warm_lugre"](**BRISTLES, **further)
    assert passivity_warnings(cold, ONE) == ()
    warm = LAWS["warm_lugre"](**BRISTLES, **further, static_warm=2.0)
    (text,) = passivity_warnings(warm, ONE)
    assert "viscous = 60 N m s/rad is too little, 100 is enough; or damping = 60 inst" in text
    both = LAWS["warm_loaded_lugre"](**BRISTLES, **further, viscous_warm=1.0)
    assert "viscous = 1 N m s/rad is too little" in passivity_warnings(both, ONE)[0]


def test_the_cold_may_bend_what_warmth_lets_go():
    """5 N m s/rad are enough for the cold numbers and 7.15 for the warm ones; for both 11.43."""
    warm = {"static_warm": 1.2, "coulomb_warm": 0.7, "warm_temperature": 330.0}
    law = LAWS["warm_lugre"](**BRISTLES, **warm, damping=10.0, viscous=7.2)
    assert "7.2 N m s/rad is too little, 11.43 is enough" in passivity_warnings(law, ONE)[0]


def test_the_load_may_fall():
    law = LAWS["loaded_lugre"](**LOADED)
    assert passivity_warnings(law, ONE, fastest=3.0, heaviest=20.0) == ()
    assert passivity_warnings(law, ONE, fastest=3.0, heaviest=100.0) == (
        FALLS + "20.5 N m cannot cause that, but the joint's limit of effort is 100 N m; viscous = "
        "10 N m s/rad is too little, 105 is enough; or damping = 0.9523 instead of 10",
    )
    enough = LAWS["loaded_lugre"](**{**LOADED, "viscous": 105.0})
    assert passivity_warnings(enough, ONE, heaviest=100.0) == ()
    enough = LAWS["loaded_lugre"](**{**LOADED, "damping": 0.9523})
    assert passivity_warnings(enough, ONE, heaviest=100.0) == ()


def test_what_would_be_enough_is_enough_under_load_too():
    law = LAWS["loaded_lugre"](**{**LOADED, "viscous": 1.0})
    (text,) = passivity_warnings(law, ONE, heaviest=100.0)
    assert "creeping" in text and "1 N m s/rad is too little, 105 is enough; or damping =" in text
    (text,) = passivity_warnings(law, ONE)
    assert text.endswith("5 is enough; or damping = 2 instead of 10, as long as there is no load")


def test_a_load_without_a_known_limit():
    law = LAWS["loaded_lugre"](**LOADED)
    (text,) = passivity_warnings(law, ONE)
    assert text == (
        FALLS + "4.99 N m cannot cause that, and the joint has no limit of effort; if it carries "
        "more, give viscous ≥ damping (static + load_coefficient load − coulomb)/coulomb, or "
        "damping = 0"
    )
    flat = LAWS["loaded_lugre"](**LOADED, quadratic=-0.2)
    assert "− coulomb)/coulomb + 0.6 N m s/rad, or" in passivity_warnings(flat, ONE, 3.0)[0]
    for harmless in ({"damping": 0.0}, {"load_coefficient": 0.0}):
        assert passivity_warnings(LAWS["loaded_lugre"](**{**LOADED, **harmless}), ONE) == ()


def test_bristles_that_flatten():
    numbers = {**BRISTLES, "damping": 1.0, "viscous": 0.4, "quadratic": -0.1}
    law = LuGre(**numbers)
    assert passivity_warnings(law, ONE, fastest=5.6) == ()
    (text,) = passivity_warnings(law, ONE, fastest=50.0)
    assert text.endswith(
        "viscous = 0.4 N m s/rad is too little, 5.5 is enough up to the joint's 50 rad/s with "
        "quadratic = -0.1"
    )
    assert passivity_warnings(LuGre(**{**numbers, "viscous": 5.5}), ONE, fastest=50.0) == ()
    (text,) = passivity_warnings(law, ONE)
    assert text.endswith("limit the joint's velocity, or give quadratic ≥ 0")
    (text,) = passivity_warnings(LuGre(**BRISTLES, quadratic=-0.1), ONE, fastest=1.0)
    assert "between creeping and any higher speed can get" in text


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
    assert text == (
        f"friction drives the motion when it is fast: above {speed:.4g} rad/s quadratic = -0.02 "
        "N m s²/rad² outweighs the rest; give quadratic closer to 0, or limit the joint's velocity "
        "to 17.8 rad/s"
    )
    assert passivity_warnings(law, ONE, fastest=15.0) == ()
    assert len(passivity_warnings(law, ONE, fastest=20.0)) == 1


def test_maxwell_slip_that_flattens_drives_while_it_sticks():
    """(σ₁ + α₂) v + α₃ v² < 0 over a short way forth, and slowly back."""
    numbers = {"coulomb": 1.0, "stiffness": 1e5, "attraction": 50.0, "viscous": 0.3}
    law = LAWS["gms"](**numbers, damping=0.04, quadratic=-0.02)
    assert passivity_warnings(law, ONE, fastest=16.9) == ()
    assert "above 17 rad/s" in passivity_warnings(law, ONE, fastest=17.1)[0]
    v = np.repeat([17.1, -1e-6], 200)
    found = bench("gms", **numbers, damping=0.04, quadratic=-0.02).torque(v, 1e-10 / np.abs(v))
    assert np.sum(found * np.sign(v)) < 0


def test_a_scenario_knows_the_limits_of_its_joints():
    scenario = rig("loaded_lugre", LOADED)
    (joint,) = scenario.robot.joints
    for effort, count in ((math.inf, 1), (100.0, 1), (20.0, 0)):
        limited = dataclasses.replace(joint, limits=Limits(velocity=3.0, effort=effort))
        robot = dataclasses.replace(scenario.robot, joints=(limited,))
        found = dataclasses.replace(scenario, robot=robot).notes()
        assert len(found) == count
        assert all(text.startswith(f"joint rail: {FALLS}20.5 N m") for text in found)


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
