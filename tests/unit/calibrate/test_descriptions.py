"""D-H, S-model, Whitney and Lozinski: the same arm in other words."""

import numpy as np
import pytest

import armwright as aw
from armwright.calibrate import dh_rows, s_model, whitney
from armwright.robot import dh_table
from tests.support.calibration import disturbed_cell


@pytest.mark.parametrize("name", ["puma560", "panda", "rx90b", "scara"])
def test_the_s_model_is_the_same_arm_whatever_its_free_numbers(name):
    robot, rng = aw.load(name), np.random.default_rng(1)
    n = len(robot.joint_names)
    chain = s_model(robot, rng.normal(size=n).tolist(), rng.normal(size=n).tolist())
    q = rng.uniform(-1, 1, (10, n))
    assert np.array([chain.pose(one) for one in q]) == pytest.approx(
        aw.compile(robot).pose(q), abs=1e-12
    )
    for row, again in zip(dh_table(robot).rows, dh_rows(chain), strict=True):
        assert [again.theta, again.d, again.a, again.alpha] == pytest.approx(
            [row.theta, row.d, row.a, row.alpha]
        )


@pytest.mark.parametrize("name", ["puma560", "panda", "rx90b", "ur10e"])
def test_whitney_and_lozinski_is_the_same_arm_also_when_disturbed(name):
    rng = np.random.default_rng(2)
    for robot in (aw.load(name), disturbed_cell(name, rng).true):
        chain = whitney(robot)
        q = rng.uniform(-2, 2, (10, len(robot.joint_names)))
        assert np.array([chain.pose(one) for one in q]) == pytest.approx(
            aw.compile(robot).pose(q), abs=1e-12
        )
        assert max(abs(row.y) + abs(row.z) for row in chain.rows) < 2


def test_what_a_description_cannot_say_is_named():
    with pytest.raises(aw.InputError, match="a joint slides"):
        whitney(aw.load("scara"))
    with pytest.raises(aw.InputError, match="axes are nearly parallel"):
        s_model(disturbed_cell("ur10e", np.random.default_rng(3)).true)
