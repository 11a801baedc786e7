"""Which numbers become symbols, and what they are called."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Frame, Inertia, InputError, Joint, Link, Pose, Robot, load
from armwright.equations import GROUPS, derive
from armwright.equations.link_labels import link_labels
from armwright.equations.parameters import all_parameters, choose


def names(robot: Robot, *symbols: str) -> list[str]:
    return [parameter.name for parameter in choose(robot, symbols)]


def test_groups() -> None:
    robot = load("two_axis")
    assert names(robot, "lengths") == ["l1", "l2"]
    assert names(robot, "masses") == ["m1", "m2"]
    assert names(robot, "centres") == ["c1z", "c2x"]
    assert names(robot, "inertias") == ["I1xx", "I1yy", "I1zz", "I2xx", "I2yy", "I2zz"]
    assert names(robot, "gravity") == ["g"]
    assert names(robot, *GROUPS) == [p.name for p in all_parameters(robot)]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("links.link2.mass", ["m2"]),
        ("links.link2", ["m2", "c2x", "I2xx", "I2yy", "I2zz"]),
        ("links.*.mass", ["m1", "m2"]),
        ("links.link2.inertia.yy", ["I2yy"]),
        ("joints.joint2.translation", ["l1"]),
        ("frames.tool.translation", ["l2"]),
        ("gravity", ["g"]),
        ("c1z", ["c1z"]),
    ],
)
def test_single_ones(wanted: str, found: list[str]) -> None:
    assert names(load("two_axis"), wanted) == found


def test_a_single_word_is_not_taken_letter_by_letter() -> None:
    assert [p.name for p in choose(load("two_axis"), "masses")] == ["m1", "m2"]


def test_unknown_names_are_refused_with_a_proposal() -> None:
    with pytest.raises(InputError, match=r"no parameter of that name.*Did you mean 'masses'\?"):
        choose(load("two_axis"), ["mases"])
    with pytest.raises(InputError, match="or it is zero"):
        choose(load("two_axis"), ["links.link1.centre.x"])
    assert choose(load("underwater_two_link"), ["gravity"]) is not None


def test_values_signs_and_units() -> None:
    by_name = {p.name: p for p in all_parameters(load("puma560_armstrong3"))}
    assert (by_name["c2z"].value, by_name["c2z"].unit) == (-0.006, "m")
    assert (by_name["g"].value, by_name["g"].sign, by_name["g"].unit) == (9.80665, -1, "m/s²")
    assert by_name["I3zz"].meaning == "inertia of link3 about its centre, zz"


def branched() -> Robot:
    """A body with a part fixed to it, which carries two joints and the tool."""
    mass = Inertia(1.0, [0.1, 0, 0], np.eye(3) * 0.01)
    links = [Link("ground"), Link("rack")] + [Link(name, mass) for name in "abcd"]
    shift = Pose(translation=[0.0, 0.2, 0.3])
    joints = (
        Joint("rack", "fixed", "ground", "rack", shift),
        Joint("left", "revolute", "b", "c", shift),
        Joint("turn", "revolute", "rack", "a", shift),
        Joint("weld", "fixed", "a", "b", shift),
        Joint("right", "prismatic", "b", "d", Pose(translation=[0.5, 0, 0])),
    )
    frames = (Frame("tip", "b", shift),)
    return Robot("branched", tuple(links), joints, frames, "tip", [1.0, 0, -9.0])


def test_labels_and_names_in_a_tree() -> None:
    robot = branched()
    labels = {"ground": "0", "rack": "0", "a": "2", "b": "2a", "c": "1", "d": "3"}
    assert link_labels(robot) == labels
    lengths = names(robot, "lengths")
    assert lengths == [
        *("l0_0y", "l0_0z", "l2a_1y", "l2a_1z", "l0_2y", "l0_2z", "l2y", "l2z"),
        *("l2a_3", "l2a_ty", "l2a_tz"),
    ]
    assert names(robot, "masses") == ["m2", "m2a", "m1", "m3"]
    assert names(robot, "gravity") == ["gx", "gz"]
    every = [p.name.lower() for p in all_parameters(robot)]
    assert len(set(every)) == len(every)


def test_the_legend_lists_what_occurs_and_nothing_else() -> None:
    found = derive(load("two_axis"), "kane", ("masses", "lengths", "gravity"))
    assert [str(entry.symbol) for entry in found.legend] == ["q1", "q2", "l1", "m1", "m2", "g"]
    assert {str(s): value for s, value in found.values.items()} == {
        "l1": 0.9,
        "m1": 90.0,
        "m2": 110.0,
        "g": 9.81,
    }
    used = found.mass_matrix.free_symbols | found.bias.free_symbols | found.gravity.free_symbols
    assert {str(s) for s in used} - {"dq1", "dq2"} == {"q1", "q2", "l1", "m1", "m2", "g"}


def test_refusals() -> None:
    robot = load("two_axis")
    with pytest.raises(InputError, match=r"unknown method.*newton-euler, lagrange, kane"):
        derive(robot, "hamilton")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"unknown form.*closed, sequence, auto"):
        derive(robot, "kane", form="short")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no joint that moves"):
        derive(Robot("stone", (Link("base"),), ()))
