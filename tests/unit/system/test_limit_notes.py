"""Notes about references and starts beyond the limits of the joints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import casadi as cs
import pytest

from armwright import Blocks, Robot, Scenario, load, load_scenario, scenario_names
from armwright.block import Block, Input, Output, Quantities
from armwright.blocks.references import REFERENCES
from armwright.robot import Limits
from armwright.system import Start

#: joint1: −1.3 to 1.5 rad, 2 rad/s; joint2: −1.2 to 1.2 rad, 2.3 rad/s
ARM = load("two_axis")


def notes(
    reference: Block | None = None, *, start: Start | None = None, robot: Robot = ARM, **more: Any
) -> tuple[str, ...]:
    given = {"name": "far", "duration": 1.0, "tick": 1e-3, **more}
    scenario = Scenario(
        robot=robot, blocks=Blocks(reference=reference), start=start or Start(), **given
    )
    return scenario.notes()


def reference(kind: str, **settings: Any) -> Block:
    return REFERENCES[kind](name="reference", **settings)


def ptp(begin: list[float], end: list[float], **more: Any) -> Block:
    return reference("joint_ptp", begin=begin, end=end, **{"speed": 2, "acceleration": 20, **more})


def test_a_formula_beyond_a_limit() -> None:
    assert notes(ptp([1.0, 0.0], [1.0, 1.3])) == (
        "reference reaches 1.3 rad at joint 'joint2' (limits −1.2 to 1.2)",
    )


def test_joints_beyond_their_limits_are_named_together() -> None:
    assert notes(reference("hold", position=[-1.4, 1.25])) == (
        "reference reaches −1.4 rad at joint 'joint1' (limits −1.3 to 1.5), "
        "1.25 rad at joint 'joint2' (limits −1.2 to 1.2)",
    )


def test_a_formula_is_looked_at_all_along_the_run_and_not_after_it() -> None:
    late = reference("steps", heights=[2.0, 0.0], times=[0.9, 0.0])
    assert "reaches 2 rad at joint 'joint1'" in notes(late)[0]
    assert notes(late, duration=0.8) == ()


def test_a_table_beyond_a_limit() -> None:
    rows = [[0.0, 0.0]] * 40 + [[0.0, 1.4]] * 5 + [[0.0, 0.0]] * 40
    table = reference("samples", positions=rows, rate=100.0)
    first, second = notes(table)
    assert first == "reference reaches 1.4 rad at joint 'joint2' (limits −1.2 to 1.2)"
    assert second.startswith("reference reaches ") and "rad/s at joint 'joint2'" in second
    assert notes(table, duration=0.3) == ()


@pytest.mark.parametrize("kind", ["joint_ptp", "samples"])
def test_degrees_taken_for_radians(kind: str) -> None:
    given = {
        "joint_ptp": ptp([0.0, 0.0], [30.0, 45.0], speed=50, acceleration=200, rate=1000.0),
        "samples": reference("samples", positions=[[30.0, 45.0]] * 3, rate=1000.0),
    }
    assert notes(given[kind], duration=2.0)[0] == (
        "reference reaches 30 rad at joint 'joint1' (limits −1.3 to 1.5), "
        "45 rad at joint 'joint2' (limits −1.2 to 1.2): did you mean degrees?"
    )


@pytest.mark.parametrize(
    "position", [[0.0, 5.9], [0.0, 400.0], [30.0, 400.0]], ids=["near", "far", "one far"]
)
def test_values_that_do_not_look_like_degrees(position: list[float]) -> None:
    (note,) = notes(reference("hold", position=position))
    assert "degrees" not in note


def test_what_is_in_degrees_already() -> None:
    assert notes(reference("hold", position=[30.0, 45.0], degrees=True)) == ()
    (note,) = notes(reference("hold", position=[0.0, 720.0], degrees=True))
    assert note == "reference reaches 12.57 rad at joint 'joint2' (limits −1.2 to 1.2)"


def test_a_reference_that_is_too_fast() -> None:
    assert notes(ptp([0.0, 0.0], [1.0, -1.0], speed=3, acceleration=50)) == (
        "reference reaches 3 rad/s at joint 'joint1' (limits −2 to 2), "
        "−3 rad/s at joint 'joint2' (limits −2.3 to 2.3)",
    )


def test_a_start_beyond_limits() -> None:
    assert notes(start=Start((0.0, -1.5), (2.5, 0.0))) == (
        "the arm starts at −1.5 rad at joint 'joint2' (limits −1.2 to 1.2)",
        "the arm starts with 2.5 rad/s at joint 'joint1' (limits −2 to 2)",
    )
    assert notes(start=Start((10.0, -90.0)))[0].endswith(
        "(limits −1.2 to 1.2): did you mean degrees?"
    )


def limited(*limits: Limits) -> Robot:
    joints = iter(limits)
    changed = tuple(
        replace(joint, limits=next(joints)) if joint in ARM.moving_joints else joint
        for joint in ARM.joints
    )
    return replace(ARM, joints=changed)


def test_an_arm_that_starts_at_zero_without_being_told() -> None:
    robot = limited(Limits(0.5, 1.5), Limits())
    assert notes(robot=robot) == ("the arm starts at 0 rad at joint 'joint1' (limits 0.5 to 1.5)",)
    assert notes(reference("hold", position=[0.6, 0.0]), robot=robot) == ()


def test_joints_without_limits() -> None:
    far = reference("hold", position=[90.0, 90.0])
    assert notes(far, robot=limited(Limits(), Limits())) == ()
    (note,) = notes(far, robot=limited(Limits(), Limits(upper=2.0)))
    assert note == (
        "reference reaches 90 rad at joint 'joint2' (limits −inf to 2): did you mean degrees?"
    )


def test_at_a_limit_is_not_beyond_it() -> None:
    assert notes(ptp([-1.3, -1.2], [1.5, 1.2]), start=Start((1.5, -1.2), (2.0, -2.3))) == ()


class Follower(Block):
    """A reference that depends on where the arm is."""

    joint_position = Input("rad", "q", size="joint")
    reference_joint_position = Output("rad", "q + 9", size="joint")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"reference_joint_position": x.joint_position + 9.0}


def test_a_reference_that_is_no_function_of_time_is_left_alone() -> None:
    assert notes(Follower(name="reference")) == ()


def test_a_start_of_the_wrong_length_is_for_the_run_to_refuse() -> None:
    assert notes(start=Start((9.0,))) == ()


@pytest.mark.crosscheck
def test_the_library_keeps_to_its_limits() -> None:
    found = {name: load_scenario(name).notes() for name in scenario_names()}
    others = {"four-bar/swing": "rigid links do not determine"}
    for name, words in others.items():
        (note,) = found.pop(name)
        assert words in note
    assert [name for name, notes in found.items() if notes] == []
