"""The robust term of inverse-dynamics control, against its formula."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError
from armwright.blocks.controllers import RobustTerm
from tests.support.blocks import evaluate, site

HERE = site("two_axis")
RHO, PHI, LAMBDA, MU = np.array([6.0, 3.0]), np.array([0.5, 0.2]), 8.0, 20.0
BLOCK = RobustTerm(
    acceleration=RHO.tolist(),
    boundary_layer=PHI.tolist(),
    position_weight=LAMBDA,
    integral_weight=MU,
)


def term(e, e_dot, integral=0.0):
    """The results for an error; where the arm is does not matter."""
    q, v = np.array([0.4, -0.3]), np.array([0.2, 0.1])
    return evaluate(
        BLOCK,
        HERE,
        measured_joint_position=q,
        measured_joint_velocity=v,
        reference_joint_position=q + e,
        reference_joint_velocity=v + e_dot,
        integral=integral,
    )


def test_in_the_layer_it_is_linear():
    e, e_dot, integral = np.array([0.01, -0.003]), np.array([0.1, 0.05]), np.array([2e-3, -1e-3])
    found = term(e, e_dot, integral)
    s = e_dot + LAMBDA * e + MU * integral
    assert (np.abs(s) < PHI).all()
    np.testing.assert_allclose(found["additional_joint_acceleration"], RHO * s / PHI, rtol=1e-12)
    np.testing.assert_allclose(found["integral"], e, rtol=1e-12)
    assert not found["outside"].any()


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_outside_of_the_layer_it_is_as_large_as_it_gets(sign):
    found = term(sign * np.array([0.2, 0.2]), 0.0)
    np.testing.assert_allclose(found["additional_joint_acceleration"], sign * RHO)
    assert found["outside"].all()


def test_outside_of_the_layer_the_integral_shrinks_but_does_not_grow():
    """The same error, with s on its side, and with s on the other."""
    e = np.array([0.02, 0.02])
    assert not term(e, np.array([1.0, 1.0]))["integral"].any()
    np.testing.assert_allclose(term(e, np.array([-1.0, -1.0]))["integral"], e, rtol=1e-12)


def test_without_an_integral_weight_the_integral_does_not_matter():
    block = RobustTerm(acceleration=1.0, boundary_layer=1.0)
    assert not evaluate(block, HERE, integral=5.0)["additional_joint_acceleration"].any()


def test_a_layer_has_a_thickness():
    with pytest.raises(InputError, match="'boundary_layer' is too small"):
        RobustTerm(acceleration=1.0, boundary_layer=0.0)
