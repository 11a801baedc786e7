"""Runs of a sweep begin as they would alone."""

from __future__ import annotations

import numpy as np

import armwright as aw

LUGRE = {
    "law": "lugre",
    "side": "joint",
    "coulomb": 0.5,
    "static": 0.7,
    "stribeck_velocity": 0.1,
    "stiffness": 500.0,
    "damping": 1.0,
}


def test_bristles_are_bent_by_the_run_s_own_friction() -> None:
    """The arm begins in motion, with bristles as after a long time at this velocity."""
    moving = aw.load_scenario("pendulum/swing").changed(
        {"joints.1.friction": LUGRE, "start.joint_velocity": [1.0], "duration": 0.01}
    )
    values = [0.5, 1.5]
    runs = moving.sweep({"joints.1.friction.coulomb": values}, samples=2)
    for k, value in enumerate(values):
        alone = moving.changed({"joints.1.friction.coulomb": value}).simulate()
        for signal in ("joint_position", "joint_velocity"):
            found, expected = runs.data[signal].values[k], alone.data[signal].values
            assert np.allclose(found, expected, rtol=0, atol=1e-12)
