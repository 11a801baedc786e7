"""Gears that swing: two inertias and a spring, chains of them, and the steps that can follow."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import armwright as aw
from armwright.linear import linearise
from armwright.plant import Plant
from armwright.plant.spring_modes import drive_modes, fastest_mode
from armwright.report.runs import drives_text
from armwright.simulation import Diverged

RATIO, ROTOR, LINK, STIFFNESS = 50.0, 1e-4, 0.3, 3.6


def swing(stiffness: float = STIFFNESS, ratio: float = RATIO) -> aw.Robot:
    """A disc about a vertical axis, which gravity leaves alone."""
    drive = aw.Drive(gear_ratio=ratio, motor_inertia=ROTOR, stiffness=stiffness)
    disc = aw.Link("disc", aw.Inertia(1.0, [0, 0, 0], np.diag([LINK, LINK, LINK])))
    joint = aw.Joint("pivot", "revolute", "base", "disc", drive=drive)
    return aw.Robot("swing", (aw.Link("base"), disc), (joint,))


@pytest.mark.parametrize("ratio", [RATIO, -7.0])
def test_two_inertias_and_a_spring(ratio: float) -> None:
    (found,) = drive_modes(Plant(swing(ratio=ratio)), [0.4])
    at_joint, rotor = STIFFNESS * ratio**2, ROTOR * ratio**2
    assert (found.name, found.joint) == ("pivot", "pivot")
    assert found.motor_stiffness == pytest.approx(STIFFNESS, rel=1e-12)
    assert found.joint_stiffness == pytest.approx(at_joint, rel=1e-12)
    assert found.held == pytest.approx(math.sqrt(at_joint / LINK) / (2 * math.pi), rel=1e-12)
    free = math.sqrt(at_joint * (1 / LINK + 1 / rotor)) / (2 * math.pi)
    assert found.free == pytest.approx(free, rel=1e-12)
    fastest = fastest_mode(Plant(swing(ratio=ratio)), [0.4])
    assert fastest is not None and fastest[0] == pytest.approx(free, rel=1e-12)


def test_a_joint_that_slides_has_units_of_length() -> None:
    robot = swing()
    joint = replace(robot.joints[0], kind="prismatic")
    turning, sliding = (
        drive_modes(Plant(one), [0.4])[0] for one in (robot, replace(robot, joints=(joint,)))
    )
    assert (turning.unit, sliding.unit) == ("N m/rad", "N/m")
    assert sliding.held == pytest.approx(math.sqrt(sliding.joint_stiffness / 1.0) / (2 * math.pi))
    told = drives_text([turning, sliding])
    assert told.startswith("stiffness of the gears, N m/rad or N/m ")


def test_the_fastest_is_that_of_the_linear_model() -> None:
    """Of an arm whose joints are coupled, without weight and friction, at a pose."""
    robot = aw.load_scenario("six-axis-line").robot
    plain = replace(
        robot,
        gravity=[0.0, 0.0, 0.0],
        joints=tuple(
            replace(one, drive=one.drive and replace(one.drive, friction={}))
            for one in robot.joints
        ),
    )
    pose = np.array([0.3, 0.5, -0.4, 0.2, 0.6, -0.1])
    plant = Plant(plain, aw.Fidelity(friction=False, springs="linear"))
    modes = [one.frequency for one in linearise(plant, pose).modes() if one.oscillates]
    found = fastest_mode(plant, pose)
    assert found is not None and len(modes) >= 5
    assert found[0] == pytest.approx(max(modes), rel=5e-3)  # theirs are damped


def test_what_has_no_springs_or_is_closed_has_no_modes() -> None:
    for robot in (aw.load("puma560"), aw.load("four_bar")):
        plant = Plant(robot)
        at = np.zeros(len(robot.joint_names))
        assert drive_modes(plant, at) == () and fastest_mode(plant, at) is None


def test_what_has_no_inertia_has_no_modes() -> None:
    robot = swing()
    bare = replace(robot, links=(robot.links[0], aw.Link("disc")))
    plant = Plant(bare)
    assert drive_modes(plant, [0.0]) == () and fastest_mode(plant, [0.0]) is None


@pytest.mark.parametrize("method", ["midpoint", "rk4"])
def test_steps_stay_bounded_up_to_where_a_note_says_so(method: str) -> None:
    limit = {"midpoint": math.sqrt(6), "rk4": math.sqrt(8)}[method]
    tick = 1e-3

    def scenario(turn: float) -> aw.Scenario:
        """Whose spring turns by an angle in a step; it is pushed off its rest."""
        rotor = ROTOR * RATIO**2
        at_joint = (turn / tick) ** 2 / (1 / LINK + 1 / rotor)
        return aw.Scenario(
            "swing",
            swing(at_joint / RATIO**2),
            1.0,
            tick=tick,
            start=aw.Start((0.0,), (1.0,), at_rest=False),
            integration=aw.Integration(method, tolerance=1e3),  # type: ignore[arg-type]
        )

    assert "will not stay bounded" in scenario(1.02 * limit).notes()[0]
    with pytest.raises(Diverged):
        scenario(1.02 * limit).simulate()
    (note,) = scenario(0.98 * limit).notes()
    assert note.startswith("steps of 1 ms are coarse for springs that swing at ")
    assert np.abs(scenario(0.98 * limit).simulate().data["joint_velocity"]).max() < 10
    enough = math.ceil(0.98 * limit * 10 / (2 * math.pi))
    assert f"Try integration.steps = {enough}, or integration.method = 'implicit'" in note
    for change in ({"integration.steps": enough}, {"integration.method": "implicit"}):
        assert scenario(0.98 * limit).changed(change).notes() == ()
    assert scenario(5.0).changed({"integration.steps": "auto"}).notes() == ()
