"""The arm with a parallel linkage: its loop against the minimal form, rigid as both are then."""

from __future__ import annotations

import numpy as np

from armwright import Fidelity, Plant, load
from armwright.studies.parallel_linkage.arms import in_loop
from tests.identities.plant.arms import evaluated

RIGID = Fidelity(elastic=False, joints="rigid", friction=False)


def test_minimal_form_and_constraints_move_alike() -> None:
    loop, minimal = Plant(load("pl_arm"), RIGID), Plant(load("pl_arm_serial"), RIGID)
    rng = np.random.default_rng(5)
    for _ in range(4):
        q, v = rng.normal(size=(2, 6)) * 0.5
        torque = {"motor_torque": rng.normal(size=6) * 5}
        x, w = in_loop(q), in_loop(v)
        expected = in_loop(evaluated(minimal, minimal.acceleration, q, v, **torque).ravel())
        found = evaluated(loop, loop.acceleration, x, w, **torque).ravel()
        np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-8)
        tools = [one.frame("tool").position for one in (loop, minimal)]
        places = [
            evaluated(one, tool, *state)
            for one, tool, state in zip((loop, minimal), tools, ((x, w), (q, v)), strict=True)
        ]
        np.testing.assert_allclose(*places, atol=1e-12)
