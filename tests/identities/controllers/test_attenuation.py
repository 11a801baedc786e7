"""S2's disturbance-attenuating controllers on its arm, the water left out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import armwright as aw
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import DisturbanceAttenuation
from armwright.blocks.disturbances import JointTorque
from armwright.blocks.references.hold import Hold
from armwright.system import Recording, Start
from tests.identities.controllers.loops import recorded, scenario

ROBOT = aw.load("underwater_two_link")
GOAL = np.array([1.0, -1.0])


def loop(rate=None, load=(0.0, 0.0), **fields):
    given = {
        "reference": Hold(name="reference", position=GOAL),
        "duration": 40.0,
        "fidelity": Fidelity(water=False),
        "start": Start((0.0, 0.0), at_rest=False),
        "disturbances": (JointTorque(torque=load, begin=10.0),),
        "recording": Recording(("joint_position", "motor_torque"), rate=50.0),
    }
    controller = DisturbanceAttenuation(name="controller", rate=rate)
    return scenario(ROBOT, controller, **{**given, **fields})


def listing(t, y, arm):
    """The program of S2's appendix D, its two controllers on one arm: q, v, x_m, x_t, x_r."""
    q, v, xm, dxm, xt, dxt, xr, dxr = y.reshape(8, 2)
    ddxt = [0.25, 1.0] * (GOAL - xt) - [1.0, 2.0] * dxt
    ddxr = [25.0, 36.0] * (q - xm - xr) - [10.0, 12.0] * dxr
    L = -np.array([4.0, 1.0]) * dxm - dxm**3
    u = 50 * (-L + (ddxt - ddxr) + 2 * (dxt - dxr - dxm) + (xt - xr - xm))
    u = np.clip(u, [-10.0, -20.0], [10.0, 20.0])
    a = arm.forward_dynamics(q, v, u - 0.3 * v)
    return np.concatenate([v, a, dxm, L + 0.02 * u, dxt, ddxt, dxr, ddxr])


def test_the_run_is_that_of_the_listing():
    links = tuple(replace(link, hull=None) for link in ROBOT.links)
    arm = aw.compile(replace(ROBOT, links=links))
    found = recorded(loop(duration=4.0))
    exact = solve_ivp(
        listing, (0, 4), np.zeros(16), "DOP853", found["time"], args=(arm,), rtol=1e-8, atol=1e-10
    )
    np.testing.assert_allclose(found["joint_position"], exact.y[:2].T, atol=2e-4)
    torque = np.abs(found["motor_torque"]).max(axis=0)
    np.testing.assert_array_equal(torque, [10.0, 20.0])


@pytest.mark.parametrize("rate", [None, 500.0])
def test_a_load_is_attenuated_as_the_theory_says(rate):
    """The joint rests (r₁/r₀) w beside the goal, a w + b w³ = β u, u = −load; it would fall away
    without control."""
    load = np.array([1.0, 0.5])
    found = recorded(loop(rate=rate, load=load.tolist()))
    expected = []
    for a, r0, r1, torque in zip([4, 1], [25, 36], [10, 12], load, strict=True):
        roots = np.roots([1.0, 0.0, a, 0.02 * torque])
        w = roots[np.abs(roots.imag) < 1e-12].real[0]
        expected.append(-r1 / r0 * w)
    # 1e-6: what the tracking filters, of 2 s and 1 s, still lack after 40 s.
    np.testing.assert_allclose(found["joint_position"][-1] - GOAL, expected, atol=1e-6)
    np.testing.assert_allclose(found["motor_torque"][-1], -load, atol=1e-5)
    before = found["joint_position"][found["time"] < 10.0]
    assert np.abs(before[-1] - GOAL).max() < 0.05


def test_both_links_follow_their_tracking_filters():
    """1 − (1 + ωt) e^(−ωt), ω = ½ and 1: the limits delay them at first, then they catch up."""
    found = recorded(loop(duration=20.0))
    wt = np.outer(found["time"], [0.5, 1.0])
    error = np.abs(found["joint_position"] - GOAL * (1 - (1 + wt) * np.exp(-wt)))
    late = found["time"] > 10.0
    assert error.max() < 0.15 and error[late].max() < 0.01
