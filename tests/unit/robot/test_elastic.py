"""Axes in which the structure gives way: what they may be."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.robot import ElasticAxis, Inertia, Pose, rotation_from_rpy
from armwright.robot.snapping import snapped
from tests.unit.robot.gripper import gripper

STIFF = {"stiffness": 1e5}


def test_names_come_from_the_place():
    assert [axis.name for axis in gripper().elastic] == [
        "foundation.z",
        "bend.rx",
        "bearing",
        "boom",
    ]
    assert [axis.turns for axis in gripper().elastic] == [False, True, True, True]


def test_may_be_at_a_joint_that_follows():
    axis = ElasticAxis("follow", "x", spring=STIFF)
    assert replace(gripper(), elastic=(axis,)).elastic == (axis,)


@pytest.mark.parametrize(
    "given, message",
    [
        (
            {"axis": "w"},
            "elastic axis 'bend.w' (w, before 'bend'): unknown axis (got 'w', expected x, y, "
            "z, rx, ry or rz)",
        ),
        (
            {"place": "in"},
            "elastic axis 'bend.rx' (rx, in 'bend'): unknown place (got 'in', expected "
            "before, after or on)",
        ),
        (
            {"spring": {"stiffness": -1.0}},
            "elastic axis 'bend.rx' (rx, before 'bend'): stiffness or damping (got -1 and 0, "
            "expected more than 0, and at least 0)",
        ),
        (
            {"spring": {"stiffness": 1.0, "damping": -2.0}},
            "stiffness or damping (got 1 and -2, expe",
        ),
        (
            {"spring": {"damping": 1.0}},
            "elastic axis 'bend.rx' (rx, before 'bend'): has no stiffness (expected stiffness"
            " in N m/rad, or in N/m along x, y or z)",
        ),
        (
            {"spring": {"stiffness": float("nan")}},
            "spring stiffness: not finite",
        ),
        (
            {"friction": {"coulomb": "much"}},
            "friction coulomb: not numbers",
        ),
        (
            {"origin": Pose(translation=[1, 0, 0])},
            "an origin is only for an axis on a link (got place 'before', expected on)",
        ),
        (
            {"at": "foundation", "place": "on"},
            "(rx, at 'foundation'): the foundation is before the whole arm (got 'on', "
            "expected before). Give the joint or link another name if one is mean",
        ),
    ],
)
def test_what_cannot_be(given, message):
    with pytest.raises(InputError, match=re.escape(message)):
        ElasticAxis(**{"at": "bend", "axis": "rx", "spring": STIFF, **given})


@pytest.mark.parametrize(
    "axes, message",
    [
        (
            [ElasticAxis("elbow", "x", spring=STIFF)],
            "robot 'gripper', elastic axis 'elbow.x' (x, before 'elbow'): no such joint"
            " (got 'elbow', expected 'foundation', or one of lift, bend, follow, "
            "open, flap)",
        ),
        (
            [ElasticAxis("bend", "rx")],
            "elastic axis 'bend.rx' (rx, before 'bend'): has no stiffness (expected stiffness",
        ),
        (
            [ElasticAxis("bend", "x", "on", spring=STIFF)],
            "elastic axis 'bend.x' (x, on 'bend'): no such link (got 'bend', "
            "expected one of base, arm, wrist, left, right, flap)",
        ),
        (
            [
                ElasticAxis("bend", "x", spring=STIFF),
                ElasticAxis("bend", "x", "after", spring=STIFF),
            ],
            "robot 'gripper': name of an elastic axis is used twice (got 'bend.x', expected "
            "names that neither another axis nor a joint has). Say name = '…' for one of "
            "them.",
        ),
        (
            [ElasticAxis("bend", "x", name="lift", spring=STIFF)],
            "used twice (got 'lift'",
        ),
    ],
)
def test_what_a_robot_cannot_have(axes, message):
    with pytest.raises(InputError, match=re.escape(message)):
        replace(gripper(), elastic=tuple(axes))


def test_laws_are_only_names_here():
    axis = ElasticAxis("bend", "rx", spring_law="mine", spring={"a": -1.0})
    assert (axis.spring_law, dict(axis.spring), dict(axis.friction)) == ("mine", {"a": -1.0}, {})


def test_findings_in_the_body_behind_it_and_its_origin():
    body = Inertia(1.0, np.zeros(3), np.diag([0.01, 0.01, 0.05]))
    turned = Pose(rotation_from_rpy([1.5708, 0, 0]))
    axis = ElasticAxis("arm", "x", "on", origin=turned, spring=STIFF, inertia=body)
    robot = replace(gripper(), elastic=(axis,))
    wrong, odd = robot.check()
    assert wrong.what == "inertia violates the triangle inequality"
    assert wrong.where == odd.where == "elastic axis 'arm.x' (x, on 'arm')"
    assert odd.what == "angle looks like a truncated π/2"
    exact = snapped(robot).elastic[0].origin.rotation
    assert exact.tolist() == [[1, 0, 0], [0, 0, -1], [0, 1, 0]]
