"""Inverse-dynamics control of the rigid six-axis arm: tracking, and a robust outer loop."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import ComputedTorque, RobustTerm
from armwright.blocks.references.filtered_steps import FilteredSteps
from armwright.blocks.references.hold import Hold
from armwright.robot.changing import changed
from armwright.system import Recording, Start
from tests.identities.controllers.loops import recorded, scenario

ROBOT = aw.load("six_axis")
BEGIN = np.array([0.1, 1.4, -0.2, 0.3, 0.4, -0.5])
HEIGHTS = np.array([0.3, -0.5, 0.4, 1.0, -1.0, 1.2])
STEPS = FilteredSteps(name="reference", begin=BEGIN, heights=HEIGHTS, times=[0.1] * 6)
HOLD = Hold(name="reference", position=BEGIN)
W, ZETA = 9.0, 0.6
FREE = {"torque_limit": 1e9, "natural_frequency": W, "damping_ratio": ZETA}
RIGID = Fidelity(drives=False, friction=False)
ROBUST = {"acceleration": 6.0, "boundary_layer": 0.5, "position_weight": 10.0}


def error(*controller, **fields):
    given = {"reference": STEPS, "duration": 1.0, "fidelity": RIGID, **fields}
    found = recorded(scenario(given.pop("robot", ROBOT), *controller, **given))
    return found["time"], found["reference_joint_position"] - found["joint_position"]


@pytest.mark.crosscheck
def test_on_the_reference_it_stays():
    """At rest to rounding; on the steps as far as the integration goes: to second order."""
    _, e = error(ComputedTorque(**FREE), reference=HOLD)
    assert np.abs(e).max() < 1e-13
    coarse, fine = (
        np.abs(error(ComputedTorque(**FREE), tick=tick)[1]).max() for tick in (1e-3, 5e-4)
    )
    assert fine < 1e-5
    assert coarse / fine == pytest.approx(4, rel=0.1)


def test_beside_a_moving_reference_the_error_has_its_own_dynamics():
    """ë + K_D ė + K_P e = 0, wherever the reference goes.  S1 (3.7)."""
    e0 = np.array([0.05, -0.03, 0.02, 0.04, -0.05, 0.03])
    t, e = error(ComputedTorque(**FREE), start=Start(tuple(BEGIN - e0)))
    wd = W * np.sqrt(1 - ZETA**2)
    fall = np.exp(-ZETA * W * t) * (np.cos(wd * t) + ZETA * W / wd * np.sin(wd * t))
    np.testing.assert_allclose(e, np.outer(fall, e0), atol=2e-5)


def test_in_its_layer_the_robust_term_is_more_gain():
    """K_P + ρλ/φ and K_D + ρ/φ, for an arm that the controller does not know."""
    arm = changed(ROBOT, {"links.output_shaft.mass": 3.0})
    wide = {**ROBUST, "acceleration": 120.0, "boundary_layer": 10.0}
    fields = {"robot": arm, "model": ROBOT}
    _, robust = error(ComputedTorque(**FREE), RobustTerm(**wide), **fields)
    stiffness, damping = W**2 + 120.0, 2 * ZETA * W + 12.0
    gains = {
        "natural_frequency": np.sqrt(stiffness),
        "damping_ratio": damping / (2 * np.sqrt(stiffness)),
    }
    _, stiff = error(ComputedTorque(**{**FREE, **gains}), **fields)
    assert np.abs(stiff).max() > 1e-3
    np.testing.assert_allclose(robust, stiff, atol=1e-10)


@pytest.mark.crosscheck
@pytest.mark.parametrize("factor", [0.9, 1.1])
def test_a_robust_term_leaves_less_of_a_wrong_payload(factor):
    """At rest M̂ (K_P + ρλ/φ) e = g − ĝ; with an integral there is nothing left."""
    arm = changed(ROBOT, {"links.output_shaft.mass": factor * 3.8})
    fields = {"robot": arm, "model": ROBOT, "reference": HOLD, "duration": 6.0}
    _, e = error(ComputedTorque(**FREE), RobustTerm(**ROBUST), **fields)
    q, model = BEGIN - e[-1], aw.compile(ROBOT)
    unknown = aw.compile(arm).gravity(q) - model.gravity(q)
    held = model.mass_matrix(q) @ ((W**2 + 120.0) * e[-1])
    np.testing.assert_allclose(held, unknown, rtol=1e-6, atol=1e-8)
    assert np.abs(e[-1]).max() > 3e-3
    from_zero = Start(tuple(BEGIN), at_rest=False)
    with_integral = RobustTerm(**ROBUST, integral_weight=25.0)
    _, left = error(ComputedTorque(**FREE), with_integral, **fields, start=from_zero)
    assert np.abs(left).max() > 1e-3
    assert np.abs(left[-1]).max() < 1e-5


def test_a_run_may_begin_with_the_integral_in_place():
    arm = changed(ROBOT, {"links.output_shaft.mass": 4.0})
    with_integral = RobustTerm(**ROBUST, integral_weight=25.0)
    fields = {"robot": arm, "model": ROBOT, "reference": HOLD}
    _, e = error(ComputedTorque(**FREE), with_integral, **fields)
    assert np.abs(e).max() < 1e-9


def test_steps_beyond_the_layer_come_back_into_it():
    """Large errors of limited accelerations: the integral does not wind up."""
    signals = ("joint_position", "reference_joint_position", "additional_joint_acceleration")
    limits = {**FREE, "acceleration_limit": 12.0}
    robust = RobustTerm(**ROBUST, integral_weight=25.0)
    fields = {"reference": STEPS, "fidelity": RIGID, "duration": 4.0}
    loop = scenario(ROBOT, ComputedTorque(**limits), robust, **fields, recording=Recording(signals))
    found = recorded(loop)
    w = found["additional_joint_acceleration"]
    e = found["reference_joint_position"] - found["joint_position"]
    assert np.abs(w).max() == pytest.approx(6.0)
    assert np.abs(e).max() > 0.2
    assert np.abs(e[-1]).max() < 2e-3
    assert (-np.sign(HEIGHTS) * e).max() < 0.1
