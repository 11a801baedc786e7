"""Generalised Maxwell slip: its declarations, its step, and a second implementation beside it."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest

from armwright import InputError
from armwright.block import State
from armwright.laws.friction import GMS, GMS10, LAWS, maxwell_slip
from tests.support.blocks import site
from tests.support.friction_rig import NUMBERS, Slips, bench

ONE = site()
N = 4


def test_elements_have_equal_springs_and_growing_shares_unless_told():
    values = GMS(coulomb=1.0, stiffness=8.0, attraction=1.0).parameters(ONE)
    assert [values[f"stiffness_{i}"].item() for i in range(1, 5)] == [2.0] * 4
    np.testing.assert_allclose(
        [values[f"share_{i}"][0] for i in range(1, 5)], [0.1, 0.2, 0.3, 0.4], rtol=1e-15
    )


def test_springs_may_be_given_one_by_one():
    springs = {f"stiffness_{i}": 10.0 * i for i in range(1, 5)}
    values = GMS(coulomb=1.0, attraction=1.0, **springs).parameters(ONE)
    assert values["stiffness"].item() == 100.0
    part = GMS(coulomb=1.0, attraction=1.0, stiffness=8.0, stiffness_2=5.0).parameters(ONE)
    assert [part[f"stiffness_{i}"].item() for i in range(1, 5)] == [2.0, 5.0, 2.0, 2.0]


def test_springs_must_be_given_somehow():
    with pytest.raises(InputError) as error:
        GMS(coulomb=1.0, attraction=1.0, stiffness_1=3.0).parameters(ONE)
    assert str(error.value) == (
        "block 'gms': parameter 'stiffness' is missing (expected σ₀, of all springs that are not "
        "given by themselves in N m/rad)"
    )


def test_springs_of_many_joints():
    two = site(channels=2)
    values = GMS(coulomb=1.0, stiffness=[4.0, 8.0], attraction=1.0).parameters(two)
    np.testing.assert_array_equal(values["stiffness_3"], [1.0, 2.0])


def test_kinds_differ_in_their_number_of_elements():
    assert LAWS["gms"] is GMS and LAWS["gms10"] is GMS10
    assert len(GMS.of(State)) == 8 and len(GMS10.of(State)) == 20
    seven = maxwell_slip("gms7", 7)
    assert seven.kind == "gms7" and len(seven.of(State)) == 14 and seven.__doc__


def test_only_ratios_of_shares_count():
    given = {f"share_{i}": 20.0 * i for i in range(1, 5)}
    v = 2e-4 * np.sin(np.arange(300) / 20)
    plain = bench("gms").torque(v, 1e-3)
    np.testing.assert_allclose(
        bench("gms", **NUMBERS["gms"], **given).torque(v, 1e-3), plain, rtol=1e-12, atol=1e-15
    )


def after(step_function: cs.Function, z: np.ndarray, v: float, h: float) -> np.ndarray:
    return np.array(step_function(z, v, h)).ravel()


def step_function() -> cs.Function:
    part = bench("gms").part
    return cs.Function("after", [part.state, part.velocity, part.step], [part.after])


def test_two_half_steps_are_one_step():
    """From any state, in any mode: the velocity is held, so the solution is exact."""
    function = step_function()
    rng = np.random.default_rng(1)
    kinds = set()
    for _ in range(300):
        z = np.empty(8)
        z[0::2] = rng.normal(scale=1e-5, size=N)
        z[1::2] = rng.integers(-1, 2, size=N)
        v, h = rng.choice([-1.0, 0.0, 1.0]) * 10 ** rng.uniform(-6, 0), 10 ** rng.uniform(-5, -1)
        once = after(function, z, v, h)
        twice = after(function, after(function, z, v, h / 2), v, h / 2)
        np.testing.assert_allclose(twice, once, rtol=1e-11, atol=1e-18)
        kinds |= {(bool(m), bool(n)) for m, n in zip(z[1::2], once[1::2], strict=True)}
    assert len(kinds) == 4, "sticking and slipping, before and after"


def test_elements_stick_where_nothing_moves():
    z = np.array([1e-6, 1.0, -2e-6, -1.0, 3e-6, 0.0, 0.0, 1.0])
    found = after(step_function(), z, 0.0, 10.0)
    np.testing.assert_array_equal(found[0::2], z[0::2])
    np.testing.assert_array_equal(found[1::2], 0.0)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_same_torque_as_many_small_euler_steps(seed):
    rng = np.random.default_rng(seed)
    shares, springs = rng.uniform(0.1, 1, size=N), rng.uniform(1e4, 5e4, size=N)
    shares /= shares.sum()
    v = np.cumsum(rng.normal(scale=2e-4, size=300))
    v[100:110], v[200:] = 0.0, np.abs(v[200:]) + 1e-5
    given = {f"share_{i + 1}": x for i, x in enumerate(shares)}
    given |= {f"stiffness_{i + 1}": x for i, x in enumerate(springs)}
    dry = {"coulomb": 1.0, "static": 1.5, "stribeck_velocity": 1e-3, "attraction": 30.0}
    law = bench("gms", **dry, **given)
    expected = Slips(1.0, 1.5, 1e-3, 30.0, shares, springs).torque(v, 1e-3, fine=60)
    found = law.torque(v, 1e-3, where=1.0)
    assert np.abs(found - expected).max() < 0.02
    assert np.ptp(expected) > 1.5


def test_damping_acts_on_what_sticks():
    """All elements stick: σ₀ x + σ₁ v. One slips, with F_s = F_c: its part of σ₁ is gone."""
    numbers = {"coulomb": 1.0, "stiffness": 1e5, "attraction": 50.0, "damping": 100.0}
    v, h = 1e-5, 1e-2
    torque = bench("gms", **numbers).torque(np.full(60, v), h, where=1.0)
    x = v * h * np.arange(1, 61)
    stuck = x < 0.4e-5
    np.testing.assert_allclose(torque[stuck], 1e5 * x[stuck] + 100.0 * v, rtol=1e-12)
    first = (x > 0.41e-5) & (x < 0.79e-5)
    expected = 0.1 + 0.75e5 * x[first] + 90.0 * v
    np.testing.assert_allclose(torque[first], expected, rtol=1e-12)


def test_directions_may_differ():
    numbers = NUMBERS["gms"] | {"coulomb_positive": 1.0, "coulomb_negative": 0.5}
    numbers = {k: x for k, x in numbers.items() if k not in ("coulomb", "viscous")}
    found = bench("gms", **numbers | {"static_negative": 0.7}).steady(np.array([-1.0, 1.0]))
    np.testing.assert_allclose(found, [-0.5, 1.0], rtol=1e-12)
