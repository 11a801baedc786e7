"""Effects beside the geometry, and which of them are worth their numbers."""

import numpy as np
import pytest

import armwright as aw
from armwright.calibrate import choose_effects, pose_model
from armwright.calibrate.effects import EFFECTS, approach
from armwright.calibrate.geometry import Geometry
from armwright.calibrate.measurements import measurements
from armwright.calibrate.model import PoseModel
from tests.support.calibration import disturbed_cell

QUICK = ("backlash",)


@pytest.mark.parametrize(
    "effect",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.crosscheck) for name in EFFECTS],
)
def test_the_size_of_an_effect_is_found_again(effect):
    """The truth has it; the fit sees only where the target was."""
    rng = np.random.default_rng(10)
    robot = aw.load("puma560")
    q, fresh = (
        np.asarray(disturbed_cell("puma560", rng).joints(n, rng), dtype=float) for n in (150, 20)
    )
    nothing = {"target": np.zeros((150, 3))}
    geometry = Geometry(robot, robot.tool)
    place = {"target": aw.Pose(translation=np.array([0.03, 0.02, 0.1]))}
    model = PoseModel(geometry, measurements(robot, q, nothing), targets=place, effects=(effect,))
    x = np.zeros(len(model.elements.names))
    first = len(x) - len(model.columns)
    x[first:] = model.elements.scale[first:] * rng.normal(size=len(x) - first) * 0.5
    seen = model.predicted(x)["target"]
    plain = aw.calibrate.poses(robot, q, seen, targets=place)
    fit = aw.calibrate.poses(robot, q, seen, targets=place, effects=[effect])
    assert plain.fitted.mean > 2e-4
    assert fit.fitted.mean < 1e-8
    later = PoseModel(
        geometry,
        measurements(robot, fresh, {"target": np.zeros((20, 3))}),
        targets=place,
        effects=(effect,),
    )
    assert fit.predicted(fresh)["target"] == pytest.approx(later.predicted(x)["target"], abs=1e-7)


def test_joints_give_way_downwards():
    """Compliance lets the arm sink: a positive one moves a level arm's target down."""
    robot = aw.load("puma560")
    q = np.zeros((1, 6))
    place = {"target": aw.Pose(translation=np.array([0.03, 0.02, 0.1]))}
    for effect, head in (
        ("joint_compliance", "compliance"),
        ("link_compliance", "tilt_compliance"),
    ):
        model = PoseModel(
            Geometry(robot, robot.tool),
            measurements(robot, q, {"target": np.zeros((1, 3))}),
            targets=place,
            effects=(effect,),
        )
        x = np.zeros(len(model.elements.names))
        for k, name in enumerate(model.elements.names):
            if head in name:
                x[k] = 1e-5
        sunk = model.predicted(x)["target"] - model.predicted(0 * x)["target"]
        assert sunk[0, 2] < -1e-6


def test_the_direction_of_approach_needs_a_move_larger_than_the_play():
    q = np.array([[0.0], [0.5], [0.5], [0.499], [0.2], [0.2001]])
    assert approach(q)[:, 0] == pytest.approx([0, 1, 1, 0.5, -1, -0.95])


def test_held_back_poses_choose_the_effect_that_is_there():
    rng = np.random.default_rng(11)
    cell = disturbed_cell("scara", rng)
    q = cell.joints(60, rng)
    moved = q - 2e-3 * approach(q) * [1, 1, 0]
    seen = cell.points(moved) + rng.normal(0, 1e-4, (60, 3))
    trials = choose_effects(pose_model(cell.nominal, q, seen), ["gear", "backlash"], folds=4)
    assert [one.effects for one in trials if one.taken][-1] == ("backlash",)
    assert all(one.held_back.mean >= 0.9 * one.fitted.mean for one in trials)
