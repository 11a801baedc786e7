"""Derivatives of what would be measured, by everything that is unknown: against differences."""

import numpy as np
import pytest

import armwright as aw
from armwright.calibrate import Distances
from armwright.calibrate.geometry import Geometry
from armwright.calibrate.measurements import measurements
from armwright.calibrate.model import PoseModel
from armwright.robot import Pose
from tests.support.calibration import random_joints

STEP = 1e-6


@pytest.mark.parametrize("known", [False, True], ids=["targets fitted", "tool fitted"])
@pytest.mark.parametrize("name", ["puma560", "scara"])
def test_derivatives_are_exact_far_from_the_start(name, known):
    rng = np.random.default_rng(40)
    robot = aw.load(name)
    q = random_joints(robot, 6, rng)
    frames = np.tile(np.eye(4), (6, 1, 1))
    frames[:, :3, 3] = rng.normal(size=(6, 3))
    seen = {
        "frame": frames,
        "point": rng.normal(size=(6, 3)),
        "wire": Distances(np.ones(6), [2.0, 1.0, 0.5]),
    }
    places = {key: Pose(translation=0.1 * rng.normal(size=3)) for key in seen}
    model = PoseModel(
        Geometry(robot, robot.tool),
        measurements(robot, q, seen),
        targets=places,
        targets_known=frozenset(places) if known else frozenset(),
        effects=("gear", "backlash", "link_compliance"),
    )
    x = 0.2 * rng.normal(size=len(model.elements.names))
    x[len(x) - len(model.columns) :] *= 1e-2
    _, exact = model.evaluated(x)
    for k in range(len(x)):
        h = np.zeros(len(x))
        h[k] = STEP
        ahead, behind = model.evaluated(x + h)[0], model.evaluated(x - h)[0]
        for a, b, J in zip(ahead, behind, exact, strict=True):
            assert (a - b) / (2 * STEP) == pytest.approx(J[:, :, k], abs=2e-7), (
                model.elements.names[k]
            )
