"""The payload from torques: its filters, what it finds, and what a controller makes of it."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw
from armwright.blocks.controllers import ComputedTorque, PayloadEstimator
from armwright.robot.changing import changed
from tests.support.blocks import evaluate, site

LINK, CENTRE = "output_shaft", (0.218, 0.0, 0.0)
ROBOT = aw.load("six_axis")
MASS = ROBOT.link(LINK).inertia.mass
Q, V, A = np.random.default_rng(6).normal(size=(3, 5, 6))


def carried(mass: float, v: np.ndarray, a: np.ndarray) -> np.ndarray:
    """What the arm needs more with so much more mass at the last link's centre: by inverse dynamics
    of two arms."""
    heavier = aw.compile(changed(ROBOT, {f"links.{LINK}.mass": MASS + mass}))
    return heavier.inverse_dynamics(Q, v, a) - aw.compile(ROBOT).inverse_dynamics(Q, v, a)


def test_a_controller_counts_the_payload_that_is_estimated():
    block = ComputedTorque(payload_frame=LINK, payload_centre=list(CENTRE), torque_limit=1e6)
    given = {
        "measured_joint_position": Q,
        "measured_joint_velocity": V,
        "reference_joint_position": Q,
        "reference_joint_velocity": V,
        "reference_joint_acceleration": A,
    }
    with_it, without = (
        evaluate(block, site(ROBOT), estimated_payload=mass, **given) for mass in (0.7, 0.0)
    )
    for name in ("commanded_joint_torque", "wanted_joint_torque"):
        np.testing.assert_allclose(with_it[name] - without[name], carried(0.7, V, A), atol=1e-9)
    parts = with_it["inertial_joint_torque"] + with_it["bias_joint_torque"]
    np.testing.assert_allclose(parts, with_it["wanted_joint_torque"], atol=1e-9)


def test_at_rest_it_is_the_mass_whose_weight_the_model_lacks():
    """In least squares of all joints, here without any misfit; the filters have settled."""
    block = PayloadEstimator(frame=LINK, centre=list(CENTRE), memory_time=0.5)
    weight = carried(1.0, 0 * V, 0 * A)
    torque = aw.compile(ROBOT).gravity(Q) + 0.4 * weight
    given = {"measured_joint_position": Q, "commanded_joint_torque": torque}
    found = evaluate(block, site(ROBOT), **given, lacking=0.4 * weight, carrying=weight)
    for name in ("lacking", "carrying"):
        np.testing.assert_allclose(found[name], 0.0, atol=1e-9)
    y_y = (weight**2).sum(axis=1)
    np.testing.assert_allclose(found["excitation"][:, 0], y_y / 0.5, rtol=1e-9)
    np.testing.assert_allclose(found["explained"][:, 0], 0.4 * y_y / 0.5, rtol=1e-9)


def test_what_it_puts_out_is_cautious_and_limited():
    block = PayloadEstimator(caution=2.0, payload_limit=0.5)
    found = evaluate(block, site(ROBOT), explained=[3.0], excitation=[10.0])
    assert found["estimated_payload"] == pytest.approx(0.25) and not found["limited"].any()
    found = evaluate(block, site(ROBOT), explained=[-30.0], excitation=[10.0])
    assert found["estimated_payload"] == pytest.approx(-0.5) and found["limited"].all()


def test_an_unknown_frame_is_named():
    with pytest.raises(aw.InputError, match=r"'payload_estimator': unknown frame .*'hand'"):
        evaluate(PayloadEstimator(frame="hand"), site(ROBOT))


@pytest.mark.crosscheck
def test_the_payload_is_found_while_the_arm_moves():
    """At 2.5 s, in the middle of the second step; without caution to within 1 %."""
    scenario = aw.load_scenario("six-axis/estimated")
    changes = np.array([-0.38, 0.38])
    runs = scenario.changed(
        {
            "duration": 2.5,
            "payload.caution": 1e-3,
            "recording.signals": ["estimated_payload"],
        }
    ).sweep({"links.output_shaft.mass": MASS + changes}, samples=2)
    found = runs.data.estimated_payload.values[:, -1].ravel()
    np.testing.assert_allclose(found, changes, rtol=0.01)
