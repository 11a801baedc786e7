"""Two rods on a cart: they stand with the gains of the linear model, and fall with others."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw

WEIGHTS, FORCE = [10, 100, 100, 1, 1, 1], [0.1]


def gain(scenario: aw.Scenario) -> np.ndarray:
    return aw.linear.lqr(aw.linearise(scenario.robot).sampled(0.002), WEIGHTS, FORCE)


def test_the_gains_of_the_library_are_those_of_the_linear_model() -> None:
    scenario = aw.load_scenario("pendulum/upright")
    (controller,) = scenario.blocks.controller
    assert np.allclose(controller.values["gain"], gain(scenario), rtol=1e-6)


def test_both_rods_stand_for_a_minute_under_noise_and_a_push() -> None:
    scenario = aw.load_scenario("pendulum/upright")
    assert aw.linearise(scenario).stable
    run = scenario.simulate()
    q, time = run.data["joint_position"].values, run.data["time"].values
    assert time[-1] > 59.9
    assert np.abs(q[:, 1:]).max() < np.radians(6)
    assert np.abs(q[time > 10.1, 1]).max() > np.radians(2)  # it was pushed
    measured = run.data["measured_joint_position"].values
    assert 5e-5 < np.std((measured - q)[time > 20]) < 2e-4  # and there is noise
    assert np.abs(q[time > 20]).max() < 2e-3


def test_they_fall_with_gains_for_an_upper_rod_without_mass() -> None:
    scenario = aw.load_scenario("pendulum/upright")
    light = scenario.changed(
        {"links.rod2.mass": 5e-7, "links.rod2.inertia": [2.6e-9, 1e-11, 2.6e-9]}
    )
    wrong = scenario.changed({"controller.gain": gain(light).tolist(), "duration": 12})
    model = aw.linearise(wrong)
    assert not model.stable
    # It would hold the arm that it was made for.
    K = gain(light)
    own = aw.linearise(light.robot).sampled(0.002)
    assert np.abs(np.linalg.eigvals(own.A - own.B @ K)).max() < 1
    with pytest.warns(UserWarning, match="seem too long"):
        run = wrong.simulate()
    assert np.abs(run.data["joint_position"].values[:, 1]).max() > np.pi / 2
