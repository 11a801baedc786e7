"""What is said where an arm cannot follow a path, or where a path makes no sense."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from armwright import InputError
from armwright.blocks.references import REFERENCES
from tests.support.inverse_arms import arm_of
from tests.support.references import site_of, tabled

RATE = 200.0
PUMA = [0.0, 0.6, -0.3, 0.2, 0.7, 0.1]
SIX_AXIS = [0.0, 1.0, 0.6, 0.2, 0.8, 0.3]

REACH = (
    "Move the path into the arm's reach, set another 'orientation', or position_only = true, "
    "which lets the tool turn."
)
ELSEWHERE = "Move the path, set another 'orientation', or start from another 'posture'."


def message(robot: str, posture: list[float], kind: str = "cartesian_line", **given: Any) -> str:
    """Of the error; points are given from where the posture has the tool."""
    origin = arm_of(robot).pose(posture)[:3, 3]
    for name in ("begin", "end", "centre"):
        if name in given:
            given[name] = origin + given[name]
    settings = {"posture": posture, "speed": 0.2, "acceleration": 1.0, "name": "path", **given}
    with pytest.raises(InputError) as caught:
        tabled(REFERENCES[kind](rate=RATE, **settings), site_of(robot, rate=RATE))
    return str(caught.value)


@pytest.mark.crosscheck
def test_out_of_reach_on_the_way() -> None:
    assert message("puma560", PUMA, end=[1, 0, 0]) == (
        "block 'path', at 0.3068 of the path, point [0.5549, -0.1500, 0.6623] m: out of reach (got "
        f"a miss of up to 0.544 m and 0.00°). {REACH}"
    )


def test_out_of_reach_at_the_start() -> None:
    assert message("puma560", PUMA, begin=[1, 0, 0], end=[0, 0, 0]) == (
        "block 'path', at 0.0000 of the path, point [1.2482, -0.1500, 0.6623] m: out of reach (got "
        f"a miss of up to 0.544 m and 0.00°). {REACH}"
    )


def test_out_of_reach_where_the_tool_may_turn() -> None:
    """A planar arm cannot leave its plane."""
    assert message("two_axis", [0.1, 0.2], end=[0, 0.01, 0.1]) == (
        "block 'path', at 0.0000 of the path, point [1.1407, 0.0000, 0.5704] m: out of reach (got "
        "a miss of up to 0.01 m). Move the path into the arm's reach."
    )


def test_an_orientation_that_four_joints_cannot_keep() -> None:
    assert message("reach_alpha5", [3, 1, 1, 3], end=[0.02, 0.02, 0.02]) == (
        "block 'path', at 0.0000 of the path, point [0.1820, -0.0259, 0.1822] m: out of reach (got "
        f"a miss of up to 0.0111 m and 0.71°). {REACH}"
    )


def test_singular_wrist_on_the_way() -> None:
    assert message("puma560", [0, 0.6, -0.9, 0, 0.05, 0], end=[-0.3, 0, 0]) == (
        "block 'path', at 0.0510 of the path, point [0.4881, -0.1500, 0.6503] m: too near to a "
        "singularity of joints 'joint4' and 'joint6' (got a condition number of 2.31e+03, expected "
        f"at most 1000). {ELSEWHERE}"
    )


def test_singular_at_the_start() -> None:
    assert message("puma560", [0, 0.6, -0.9, 0, 0, 0], end=[0, 0, -0.1]) == (
        "block 'path', at 0.0000 of the path, point [0.5034, -0.1500, 0.6503] m: too near to a "
        "singularity of joints 'joint4' and 'joint6' (got a condition number above 100000, "
        f"expected at most 1000). {ELSEWHERE}"
    )


def test_singularity_between_two_samples() -> None:
    """The knots step over it too: only the determinant's sign tells."""
    posture = [0, 0.6, -0.9, 0, 0.05, 0]
    assert message("puma560", posture, end=[-0.3, 0, 0], speed=100.0, acceleration=1e4) == (
        "block 'path', at 0.0530 of the path, point [0.4875, -0.1501, 0.6503] m: too near to a "
        "singularity of joints 'joint4' and 'joint6' (got a condition number above 100000, "
        f"expected at most 1000). {ELSEWHERE}"
    )


def test_beyond_a_joint_limit_on_the_way() -> None:
    assert message("puma560", [2.7, 0.6, -0.3, 0.2, 0.7, 0.1], end=[-0.1, -0.4, 0]) == (
        "block 'path', at 1.0000 of the path, point [-0.2602, -0.1583, 0.6623] m: joint 'joint1' "
        f"is beyond its limits (got 4.203 rad, expected -2.793 to 2.793 rad). {ELSEWHERE}"
    )


def test_beyond_a_joint_limit_at_the_start() -> None:
    assert message("two_axis", [1.6, 0.2], end=[0, 0, -0.1]) == (
        "block 'path', at 0.0000 of the path, point [0.6497, 0.0000, -1.0975] m: joint 'joint1' is "
        "beyond its limits (got 1.6 rad, expected -1.3 to 1.5 rad). Move the path, or start from "
        "another 'posture'."
    )


def test_a_joint_that_may_not_move_is_too_fast() -> None:
    """Files of robots give speeds of 0 where nobody knew better."""
    robot = arm_of("two_axis").robot
    still = [replace(one, limits=replace(one.limits, velocity=0.0)) for one in robot.joints]
    begin, end = arm_of("two_axis").pose([0.1, 0.2])[:3, 3] + [[0, 0, 0], [0, 0, -0.1]]
    block = REFERENCES["cartesian_line"](
        posture=[0.1, 0.2], begin=begin, end=end, speed=0.2, acceleration=1.0, rate=RATE
    )
    with pytest.raises(InputError, match=r"too fast .*0 rad/s\). Give it a limit above 0, or move"):
        tabled(block, site_of(replace(robot, joints=tuple(still)), rate=RATE))


def test_a_joint_too_fast_and_the_speed_that_is_not() -> None:
    end = [-0.1, -0.2, -0.1]
    assert message("six_axis", SIX_AXIS, end=end, speed=6.0, acceleration=100.0) == (
        "block 'path', at 0.4134 of the path, point [0.3605, -0.2168, 0.6580] m: joint 'J2' is too "
        "fast (got 8.71 rad/s, expected at most 3.142 rad/s). Set 'speed' to 1 m/s, or move the "
        "path."
    )
    there = arm_of("six_axis").pose(SIX_AXIS)[:3, 3] + end
    block = REFERENCES["cartesian_line"](
        posture=SIX_AXIS, end=there, speed=1.0, acceleration=100.0, rate=RATE
    )
    assert np.abs(tabled(block, site_of("six_axis", rate=RATE)).velocity[:, 2]).max() < 3.142


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "posture": (
        {"posture": [0, 0]},
        ": 'posture' does not fit (got (0, 0), expected 6 numbers, one for each of joint1, joint2, "
        "joint3, joint4, joint5, joint6)",
    ),
    "end": (
        {"end": [0, 0]},
        ": 'end' does not fit (got (0, 0), expected x, y and z in m, in the robot's base frame)",
    ),
    "speed": (
        {"speed": 0.0},
        ": 'speed' does not fit (got 0.0, expected finite, more than 0 m/s)",
    ),
    "acceleration": (
        {"acceleration": math.inf},
        ": 'acceleration' does not fit (got inf, expected finite, more than 0 m/s²)",
    ),
    "start_time": (
        {"start_time": -1.0},
        ": 'start_time' does not fit (got -1.0, expected finite, at least 0 s)",
    ),
    "dwell": (
        {"dwell": math.nan},
        ": 'dwell' does not fit (got nan, expected finite, at least 0 s)",
    ),
    "not a rotation": (
        {"orientation": np.diag([1, 1, -1])},
        ": 'orientation' does not fit (got ((1, 0, 0), (0, 1, 0), (0, 0, -1)), expected a rotation "
        "matrix)",
    ),
    "not an orientation": (
        {"orientation": [0, 0]},
        ": 'orientation' does not fit (got (0, 0), expected a 3 × 3 matrix, or roll, pitch and "
        "yaw)",
    ),
    "pointless orientation": (
        {"orientation": [0, 0, 0], "position_only": True},
        ": 'orientation' is given, but only the tool's position counts. Leave it out, or set "
        "position_only = false.",
    ),
    "no rate": (
        {"rate": None},
        ": keeps 'position_table' from sample to sample but has no rate (expected rate = … (Hz))",
    ),
}


@pytest.mark.parametrize(("given", "text"), WRONG.values(), ids=WRONG.keys())
def test_lines_that_make_no_sense(given: dict[str, Any], text: str) -> None:
    settings = {"posture": PUMA, "end": [0.3, 0, 0.5], "speed": 0.2, "acceleration": 1.0}
    with pytest.raises(InputError) as caught:
        block = REFERENCES["cartesian_line"](**{"name": "path", "rate": RATE, **settings, **given})
        block.tables(site_of("puma560", rate=RATE))
    assert str(caught.value) == f"block 'path'{text}"


WRONG_CIRCLES: dict[str, tuple[dict[str, Any], str]] = {
    "no size": ({}, "how large is the circle? (got neither, expected 'begin' or 'radius')"),
    "two sizes": (
        {"begin": [0, 0.1, 0], "radius": 0.1},
        "how large is the circle? (got both, expected 'begin' or 'radius')",
    ),
    "another plane": (
        {"begin": [0, 0.1, 0.02]},
        "'begin' is not on a circle about 'centre' across 'normal' (got 0.02 m along the normal, "
        "0.102 m from the centre, expected 0 m along the normal, more than 0 m from the centre)",
    ),
    "no radius": (
        {"begin": [0, 0, 0]},
        "'begin' is not on a circle about 'centre' across 'normal' (got 0 m along the normal, "
        "0 m from the centre, expected 0 m along the normal, more than 0 m from the centre)",
    ),
    "radius": (
        {"radius": -0.1},
        "'radius' does not fit (got -0.1, expected finite, more than 0 m)",
    ),
    "normal": (
        {"radius": 0.1, "normal": [0, 0, 0]},
        "'normal' does not fit (got (0, 0, 0), expected a direction)",
    ),
    "angle": (
        {"radius": 0.1, "angle": math.nan},
        "'angle' does not fit (got nan, expected a finite angle)",
    ),
}


@pytest.mark.parametrize(("given", "text"), WRONG_CIRCLES.values(), ids=WRONG_CIRCLES.keys())
def test_circles_that_make_no_sense(given: dict[str, Any], text: str) -> None:
    found = message("puma560", PUMA, "cartesian_circle", centre=[0, 0, 0], **given)
    assert found == f"block 'path': {text}"
