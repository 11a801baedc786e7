"""S2's controller, against the listing of its appendix D."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import DisturbanceAttenuation
from tests.support.blocks import evaluate, site

TWO = site("underwater_two_link")
STATES = (
    "compensator_position",
    "compensator_velocity",
    "tracking_position",
    "tracking_velocity",
    "regulation_position",
    "regulation_velocity",
)


def listing(y, z, states, limits=(10.0, 20.0)):
    """Taul, Tau2 and the derivatives, as funeval has them."""
    (xm1, xm2), (dxm1, dxm2), (xt1, xt2), (dxt1, dxt2), (xf1, xf2), (dxf1, dxf2) = states
    ddxt1 = -0.25 * xt1 - 1 * dxt1 + 0.25 * z[0]
    ddxf1 = -25 * xf1 - 10 * dxf1 + 25 * (y[0] - xm1)
    L2fh1 = -4 * dxm1 - 1 * dxm1**3
    tau1 = 0.02**-1 * (-L2fh1 + (ddxt1 - ddxf1) + 2 * (dxt1 - dxf1 - dxm1) + (xt1 - xf1 - xm1))
    tau1 = np.clip(tau1, -limits[0], limits[0])
    ddxt2 = -1 * xt2 - 2 * dxt2 + 1 * z[1]
    ddxf2 = -36 * xf2 - 12 * dxf2 + 36 * (y[1] - xm2)
    L2fh2 = -1 * dxm2 - 1 * dxm2**3
    tau2 = 0.02**-1 * (-L2fh2 + (ddxt2 - ddxf2) + 2 * (dxt2 - dxf2 - dxm2) + (xt2 - xf2 - xm2))
    tau2 = np.clip(tau2, -limits[1], limits[1])
    ddxm = (L2fh1 + 0.02 * tau1, L2fh2 + 0.02 * tau2)
    rates = ((dxm1, dxm2), ddxm, (dxt1, dxt2), (ddxt1, ddxt2), (dxf1, dxf2), (ddxf1, ddxf2))
    return (tau1, tau2), rates


@pytest.mark.parametrize("size", [1e-3, 0.05, 1.0])
def test_equations_are_those_of_the_listing(size):
    y, z, *states = np.random.default_rng(7).normal(size=(8, 2)) * size
    found = evaluate(
        DisturbanceAttenuation(),
        TWO,
        measured_joint_position=y,
        reference_joint_position=z,
        **dict(zip(STATES, states, strict=True)),
    )
    torque, rates = listing(y, z, states)
    np.testing.assert_allclose(found["commanded_joint_torque"], torque, rtol=1e-11)
    for name, rate in zip(STATES, rates, strict=True):
        np.testing.assert_allclose(found[name], rate, rtol=1e-11, err_msg=name)
    np.testing.assert_array_equal(found["limited"], np.abs(torque) == [10.0, 20.0])
    assert found["limited"].any() == (size > 1e-3)


def test_without_saturation_the_torque_is_what_is_wanted():
    free = site("underwater_two_link", fidelity=Fidelity(saturation=False))
    found = evaluate(DisturbanceAttenuation(), free, measured_joint_position=[1.0, -1.0])
    none = np.inf, np.inf
    torque, _ = listing(np.array([1.0, -1.0]), np.zeros(2), np.zeros((6, 2)), none)
    np.testing.assert_allclose(found["commanded_joint_torque"], torque)


def test_numbers_of_the_source_for_two_joints_and_of_its_first_link_for_others():
    two, six = (DisturbanceAttenuation().parameters(w) for w in (TWO, site("rx90b")))
    assert two["compensator_damping"].tolist() == [4.0, 1.0]
    assert two["regulation_stiffness"].tolist() == [25.0, 36.0]
    assert two["torque_limit"].tolist() == [10.0, 20.0]
    assert six["compensator_damping"].tolist() == [4.0] * 6
    assert six["torque_limit"].tolist() == [320, 320, 170, 50, 35, 20]
    own = DisturbanceAttenuation(tracking_damping=3.0).parameters(TWO)
    assert own["tracking_damping"].tolist() == [3.0, 3.0]


def test_wrong_settings():
    with pytest.raises(InputError) as error:
        DisturbanceAttenuation(compensator_gain=[0.02, 0.0])
    assert str(error.value) == (
        "block 'disturbance_attenuation': 'compensator_gain' is too small (got [0.02, 0.0], "
        "expected more than 0 rad/(s² N m))"
    )
