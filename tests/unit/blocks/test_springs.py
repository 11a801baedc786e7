"""Laws of elasticity."""

from __future__ import annotations

import casadi as cs
import numpy as np

from armwright import library_names, load
from armwright.laws.transmission import LAWS, LinearSpring, StiffeningSpring
from tests.support.blocks import evaluate, expressions, site

ONE = site()
LOW, HIGH, PSI = 4e5, 8e5, 1.5e-3
STIFFENING = StiffeningSpring(k_low=LOW, k_high=HIGH, psi=PSI, damping=600.0)


def torque(block, deflection, rate=0.0):
    deflection = np.asarray(deflection)[:, None]
    return evaluate(block, ONE, deflection=deflection, deflection_rate=[rate])["torque"][:, 0]


def slope(block, deflection):
    symbols, results, numbers = expressions(block, ONE)
    by = cs.jacobian(results["torque"], symbols["deflection"])
    arguments = [symbols["deflection"], *map(symbols.get, numbers)]
    return float(cs.Function("slope", arguments, [by])(deflection, *numbers.values()))


def test_linear():
    block = LinearSpring(stiffness=1e4, damping=3.0)
    np.testing.assert_allclose(torque(block, [0.01, -0.02], 2.0), [106.0, -194.0])


def test_stiffening():
    d = np.linspace(-4 * PSI, 4 * PSI, 81)
    k3 = (HIGH - LOW) / (3 * PSI**2)
    m0 = LOW * PSI + k3 * PSI**3
    far = np.sign(d) * (m0 + HIGH * (np.abs(d) - PSI))
    expected = np.where(np.abs(d) <= PSI, LOW * d + k3 * d**3, far)
    np.testing.assert_allclose(torque(STIFFENING, d), expected, rtol=1e-13, atol=1e-12)
    np.testing.assert_allclose(torque(STIFFENING, d, 0.5), expected + 300.0, rtol=1e-13, atol=1e-10)


def test_value_and_slope_are_continuous_at_psi():
    for sign in (-1, 1):
        near = sign * PSI * np.array([1 - 1e-9, 1, 1 + 1e-9])
        values = torque(STIFFENING, near)
        np.testing.assert_allclose(values, values[1], rtol=3e-9)
        np.testing.assert_allclose([slope(STIFFENING, d) for d in near], HIGH, rtol=3e-9)
    assert slope(STIFFENING, 0.0) == LOW


def test_springs_pull_back():
    for block in (STIFFENING, LinearSpring(stiffness=1e4)):
        d = np.linspace(-0.01, 0.01, 101)
        assert (torque(block, d) * d >= 0).all()
        np.testing.assert_allclose(torque(block, d), -torque(block, -d))


def test_nan_does_not_pass_silently():
    assert np.isnan(torque(STIFFENING, [np.nan])).all()


def test_robots_of_the_library_have_springs_that_the_laws_understand():
    count = 0
    for name in library_names():
        for joint in load(name).moving_joints:
            if joint.drive is not None and joint.drive.spring:
                assert LAWS[joint.drive.spring_law](**joint.drive.spring).parameters(ONE)
                count += 1
    assert count
