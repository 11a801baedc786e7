"""Single values of a robot, by their paths."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from armwright import InputError, Joint, Link, Robot, load
from armwright.robot import check, save
from armwright.robot.changing import changed
from armwright.robot.model import Description
from armwright.robot.snapping import snapped

ARM = load("two_axis")


def joint(robot: Robot, name: str) -> Joint:
    return next(one for one in robot.joints if one.name == name)


def link(robot: Robot, name: str) -> Link:
    return next(one for one in robot.links if one.name == name)


def drives(robot: Robot) -> list[Any]:
    return [one.drive for one in robot.moving_joints]


@pytest.mark.parametrize("path", ["joints.joint2.gear_ratio", "joints.2.gear_ratio"])
@pytest.mark.parametrize("infix", ["", "drive."])
def test_joints_go_by_name_or_number_with_or_without_drive(path: str, infix: str) -> None:
    path = path.replace("gear", f"{infix}gear")
    arm = changed(ARM, {path: 100})
    assert [drive.gear_ratio for drive in drives(arm)] == [180.0, 100.0]
    assert type(drives(arm)[1].gear_ratio) is float
    assert drives(ARM)[1].gear_ratio == 160.0


def test_a_star_means_all() -> None:
    arm = changed(ARM, {"joints.*.motor_inertia": 0.01, "links.*.mass": 5})
    assert [drive.motor_inertia for drive in drives(arm)] == [0.01, 0.01]
    masses = {one.name: one.inertia.mass for one in arm.links if one.inertia}
    assert masses == {"link1": 5.0, "link2": 5.0}
    assert link(arm, "base").inertia is None


@pytest.mark.parametrize(
    "name",
    ["motor_inertia", "torque_constant", "torque_limit", "current_limit", "stiffness", "damping"],
)
def test_numbers_of_a_drive(name: str) -> None:
    arm = changed(ARM, {f"joints.1.{name}": 2})
    assert getattr(drives(arm)[0], name) == 2.0
    assert arm == dataclasses.replace(
        ARM,
        joints=tuple(
            dataclasses.replace(one, drive=dataclasses.replace(one.drive, **{name: 2.0}))
            if one.name == "joint1" and one.drive
            else one
            for one in ARM.joints
        ),
    )


def test_a_number_can_be_taken_away() -> None:
    assert drives(changed(ARM, {"joints.1.torque_limit": None}))[0].torque_limit is None


@pytest.mark.parametrize("name", ["lower", "upper", "velocity", "effort"])
def test_limits(name: str) -> None:
    limits = joint(changed(ARM, {f"joints.1.limits.{name}": 7}), "joint1").limits
    assert getattr(limits, name) == 7.0
    assert limits == dataclasses.replace(joint(ARM, "joint1").limits, **{name: 7.0})


def test_a_parameter_of_a_law_leaves_the_others() -> None:
    drive = drives(changed(ARM, {"joints.1.friction.fc": 0.9}))[0]
    assert dict(drive.friction) == {**drives(ARM)[0].friction, "fc": 0.9}
    assert drive.friction_law == "tanh_stribeck"
    drive = drives(changed(ARM, {"joints.1.spring.psi": 1e-3}))[0]
    assert dict(drive.spring) == {**drives(ARM)[0].spring, "psi": 1e-3}
    drive = drives(changed(ARM, {"joints.1.electrical.resistance": 3}))[0]
    assert dict(drive.electrical) == {"resistance": 3.0}


def test_a_whole_law_replaces_the_old_one() -> None:
    law = {"law": "lugre", "side": "joint", "coulomb": 1, "stiffness": 100}
    drive = drives(changed(ARM, {"joints.2.friction": law}))[1]
    assert (drive.friction_law, drive.friction_side) == ("lugre", "joint")
    assert dict(drive.friction) == {"coulomb": 1.0, "stiffness": 100.0}
    drive = drives(changed(ARM, {"joints.2.spring": {"law": "linear", "stiffness": 1e5}}))[1]
    assert (drive.spring_law, dict(drive.spring)) == ("linear", {"stiffness": 1e5})


def test_words_of_a_law() -> None:
    drive = drives(changed(ARM, {"joints.1.friction.law": "own", "joints.1.spring.law": "mine"}))[0]
    assert (drive.friction_law, drive.spring_law) == ("own", "mine")
    assert drives(changed(ARM, {"joints.1.friction.side": "joint"}))[0].friction_side == "joint"


def test_coupling() -> None:
    arm = changed(ARM, {"joints.joint2.coupling.joint1": -30})
    np.testing.assert_array_equal(arm.gear_matrix, [[180, 0], [-30, 160]])


def test_a_joint_without_a_drive_gets_one() -> None:
    bare = dataclasses.replace(
        ARM, joints=tuple(dataclasses.replace(one, drive=None) for one in ARM.joints)
    )
    assert drives(changed(bare, {"joints.1.gear_ratio": 3}))[0].gear_ratio == 3.0
    assert drives(changed(bare, {"joints.1.gear_ratio": 3}))[1] is None


def test_masses_centres_and_inertias() -> None:
    one = link(changed(ARM, {"links.link1.mass": 3}), "link1").inertia
    assert one is not None and one.mass == 3.0 and type(one.mass) is float
    old = link(ARM, "link1").inertia
    assert old is not None
    np.testing.assert_array_equal(one.centre, old.centre)
    np.testing.assert_array_equal(one.tensor, old.tensor)
    two = link(changed(ARM, {"links.link1.centre": [1, 2, 3]}), "link1").inertia
    assert two is not None and two.centre.tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    ("given", "tensor"),
    [
        ([1, 2, 3], [[1, 0, 0], [0, 2, 0], [0, 0, 3]]),
        ([4, 1, 2, 5, 3, 6], [[4, 1, 2], [1, 5, 3], [2, 3, 6]]),
        ([[4, 1, 2], [1, 5, 3], [2, 3, 6]], [[4, 1, 2], [1, 5, 3], [2, 3, 6]]),
    ],
)
def test_inertias_as_files_have_them_or_as_a_matrix(given: Any, tensor: Any) -> None:
    inertia = link(changed(ARM, {"links.link2.inertia": given}), "link2").inertia
    assert inertia is not None and inertia.tensor.tolist() == tensor


def test_gravity() -> None:
    arm = changed(ARM, {"gravity": [0, 0, -1.62]})
    assert arm.gravity.tolist() == [0.0, 0.0, -1.62]
    assert arm.gravity.dtype == np.float64


def test_changes_are_made_in_the_order_given() -> None:
    arm = changed(ARM, {"joints.*.gear_ratio": 10, "joints.2.gear_ratio": 20})
    assert [drive.gear_ratio for drive in drives(arm)] == [10.0, 20.0]


def test_nothing_changed_is_the_same_robot() -> None:
    assert changed(ARM, {}) is ARM
    back = changed(changed(ARM, {"links.link1.mass": 1}), {"links.link1.mass": 90})
    assert back == ARM and back.fingerprint() == ARM.fingerprint()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("joints.3.gear_ratio", 1, "joints.3.gear_ratio: unknown joint (got '3', expected a numbe"),
        ("joints.0.gear_ratio", 1, "unknown joint (got '0'"),
        ("joints.joint1.gear_ration", 1, "unknown value of a joint (got 'gear_ration', expected o"),
        ("joints.joint3.damping", 1, "Did you mean 'joint2'?"),
        ("joints.1", 1, "joints.1: no such value of a robot (expected joints.<joint>.…, links.<li"),
        ("joints.1.limits", 1, "unknown value of a joint (got 'limits'"),
        ("joints.1.limits.lowr", 1, "unknown value of a joint (got 'limits.lowr'"),
        ("joints.1.friction.a.b", 1, "unknown value of a joint (got 'friction.a.b'"),
        ("joints.1.friction", 1, "joints.1.friction: not a table (got 1)"),
        ("joints.1.friction.fc", "much", "joints.1.friction.fc: not a number (got 'much')"),
        ("joints.1.friction.fc", True, "joints.1.friction.fc: not a number (got True)"),
        ("joints.1.friction.law", 3, "joints.1.friction.law: not a name (got 3)"),
        ("joints.1.gear_ratio", float("nan"), "joints.1.gear_ratio: not a number (got nan)"),
        ("joints.1.gear_ratio", [1, 2], "joints.1.gear_ratio: not a number (got [1, 2])"),
        ("joints.2.coupling.joint7", 1, "joint 'joint2': drive is coupled to a joint that does"),
        ("links.link9.mass", 1, "links.link9.mass: unknown link (got 'link9', expected one of ba"),
        ("links.link1.mas", 1, "unknown value of a link (got 'mas', expected one of mass, centr"),
        ("links.link1.mass", -1, "links.link1.mass: a mass cannot be negative (got -1, expected"),
        ("links.link1.centre", [1, 2], "centre of mass: wrong shape (got (2,), expected (3,))"),
        ("links.link1.inertia", [1, 2], "inertia tensor: wrong shape (got (2,), expected (3, 3))"),
        ("links.link1", 3, "links.link1: no such value of a robot"),
        ("gravity", 9.81, "gravity: wrong shape (got (), expected (3,))"),
        ("gravity.z", 9.81, "gravity.z: no such value of a robot"),
        ("name", "x", "name: no such value of a robot"),
        ("", 1, "no such value of a robot"),
        pytest.param("links.link1.inertia", "round", "inertia", id="inertia text"),
        pytest.param("links.link1.inertia", [[1], [2, 3]], "inertia", id="ragged"),
        pytest.param("links.link1.mass", 10**400, "mass", id="400 digits"),
        pytest.param("joints.1.friction.side", "arm", "side", id="side"),
        pytest.param("links.link1.inertia", [-1, 2, 2], "inertia", id="negative"),
    ],
)
def test_what_cannot_be_changed(path: str, value: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        changed(ARM, {path: value})
    assert message in str(error.value)


def test_a_description_is_checked_saved_and_changed_like_a_robot(tmp_path: Path) -> None:
    """Only `Robot` has methods for it; the other functions keep the kind they are given."""
    plain = Description(**{one.name: getattr(ARM, one.name) for one in dataclasses.fields(ARM)})
    assert plain != ARM and check(plain) == ARM.check()
    save(plain, tmp_path / "plain.toml")
    assert load(tmp_path / "plain.toml") == ARM
    for kind in (plain, ARM):
        assert type(changed(kind, {"gravity": [0, 0, -1]})) is type(snapped(kind)) is type(kind)
