"""How many numbers of an arm measurements can tell."""

import numpy as np
import pytest

import armwright as aw
from armwright.calibrate import observable
from armwright.robot import Joint, Link, Pose, Robot
from armwright.robot.pose import rotation_about


def chain(kinds, turns, steps):
    links, joints = [Link("base")], []
    for k, (kind, turn, step) in enumerate(zip(kinds, turns, steps, strict=True)):
        place = Pose(rotation_about([1, 0, 0], turn), np.array(step))
        long = {"R": "revolute", "P": "prismatic"}[kind]
        joints.append(Joint(f"j{k}", long, links[-1].name, f"l{k}", place))
        links.append(Link(f"l{k}"))
    return Robot("chain", tuple(links), tuple(joints))


SCARA = chain("RRPR", [0, 0, 0, 0], [[0, 0, 0.3], [0.3, 0, 0], [0.25, 0, 0], [0, 0, -0.1]])
H = np.pi / 2
STANFORD = chain(
    "RRPRRR",
    [0, -H, H, 0, -H, H],
    [[0, 0, 0.4], [0, 0.15, 0], [0, 0, 0.3], [0, 0, 0], [0, 0, 0.1], [0, 0, 0]],
)


@pytest.mark.parametrize(
    ("robot", "count"),
    [("puma560", 30), ("ur10e", 30), ("rx90b", 30), ("panda", 34), (SCARA, 20), (STANFORD, 28)],
    ids=["puma560", "ur10e", "rx90b", "panda", "scara", "stanford"],
)
def test_full_poses_tell_4r_2p_6_one_target_three_fewer_two_targets_one_fewer(robot, count):
    robot = aw.load(robot) if isinstance(robot, str) else robot
    assert observable(robot, ["pose"]) == count
    assert observable(robot, ["position"]) == count - 3
    assert observable(robot, ["position"] * 2) == count - 1
    assert observable(robot, ["position"] * 3) == count
    assert observable(robot, ["position"], places_known=False) == count - 3


def test_a_fit_finds_as_many_as_can_be_told():
    from tests.support.calibration import disturbed_cell

    rng = np.random.default_rng(8)
    cell = disturbed_cell("ur10e", rng)
    q = cell.joints(40, rng)
    assert aw.calibrate.poses(cell.nominal, q, cell.points(q)).unknowns == 27
    assert aw.calibrate.poses(cell.nominal, q, cell.frames(q)).unknowns == 30


def test_an_unknown_kind_is_named():
    with pytest.raises(aw.InputError, match=r"no such kind of target \(got 'angle'"):
        observable(aw.load("scara"), ["angle"])
