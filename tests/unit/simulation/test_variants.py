"""Variants that one machine code does not serve are refused, or run as what they are."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from armwright import ElasticAxis, ExtraFriction, InputError, load_scenario
from armwright.simulation import simulate_together


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"model.links.link2.mass": 150}, "model.links.link2.mass"),
        ({"reference.speed": 0.1}, "reference.speed"),
        ({"accelerometer.rate": 500}, "the rate of block 'accelerometer'"),
        ({"duration": 0.5}, "duration"),
        ({"fidelity.friction": False}, "fidelity"),
        ({"start.joint_position": [0.1, 0.1]}, "start"),
    ],
)
def test_differences_beyond_numbers(changes: dict[str, Any], what: str) -> None:
    scenario = load_scenario("two-axis/square").changed({"duration": 0.8})
    with pytest.raises(InputError, match=f"runs of a sweep cannot differ in {what}"):
        simulate_together([scenario, scenario.changed(changes)])


LAW = {"law": "coulomb", "coulomb": 0.1, "viscous": 0.01}
CUBIC = {"law": "cubic", "a0": 1e5, "damping": 10.0}
COUPLED = {"joints.joint2.coupling.joint1": -30.0}
SMOOTH = {"coulomb": 1.0, "transition_velocity": 0.1}
SEVENTH = ExtraFriction("seventh", "coulomb", {"joint1": 1.0, "joint2": 1.0}, {"coulomb": 1.0})


@pytest.mark.parametrize(
    ("first", "second", "what"),
    [
        ({}, {"joints.1.friction.side": "joint"}, r"joints\.joint1\.drive\.friction_side"),
        ({}, {"joints.2.friction": LAW}, r"joints\.joint2\.drive\.friction_law"),
        ({}, {"joints.1.spring": CUBIC}, r"joints\.joint1\.drive\.spring_law"),
        ({"joints.joint2.coupling.joint1": 0.0}, COUPLED, "the arm's gears"),
        ({}, COUPLED, r"joints\.joint2\.drive\.coupling"),
        ({}, {"joints.1.limits.velocity": 0.5}, r"joints\.joint1\.limits\.velocity"),
        ({}, {"fidelity.joints": "rigid"}, "fidelity"),
    ],
)
def test_an_arm_made_of_other_things_is_refused(
    first: dict[str, Any], second: dict[str, Any], what: str
) -> None:
    """Whatever is no number is structure, without anybody having listed it."""
    scenario = load_scenario("two-axis/square").changed({"duration": 0.1})
    one, two = scenario.changed(first), scenario.changed(first).changed(second)
    one = dataclasses.replace(one, model=two.model)
    with pytest.raises(InputError, match=f"runs of a sweep cannot differ in {what}"):
        simulate_together([one, two])


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"along": {"joint1": 1.0, "joint2": -1.0}}, "frictions.seventh.along.joint2"),
        ({"along": {"joint1": 1.0}}, "frictions.seventh.along"),
        ({"law": "smooth_coulomb", "settings": SMOOTH}, "frictions.seventh.law"),
    ],
)
def test_friction_along_other_directions(changes: dict[str, Any], what: str) -> None:
    scenario = load_scenario("two-axis/square").changed({"duration": 0.1})
    one = dataclasses.replace(scenario, frictions=(SEVENTH,))
    two = dataclasses.replace(scenario, frictions=(dataclasses.replace(SEVENTH, **changes),))
    with pytest.raises(InputError, match=f"cannot differ in {what}"):
        simulate_together([one, two])


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"axis": "rz"}, "elastic.give.axis"),
        ({"place": "after"}, "elastic.give.place"),
        ({"at": "joint1"}, "elastic.give.at"),
        ({"spring_law": "cubic", "spring": {"a0": 1e5}}, "elastic.give.spring_law"),
    ],
)
def test_elastic_axes_elsewhere_are_refused(changes: dict[str, Any], what: str) -> None:
    scenario = load_scenario("two-axis/square").changed({"duration": 0.1})
    axis = ElasticAxis("joint2", "rx", name="give", spring={"stiffness": 1e6})
    robots = [
        dataclasses.replace(scenario.robot, elastic=(one,))
        for one in (axis, dataclasses.replace(axis, **changes))
    ]
    one, two = (dataclasses.replace(scenario, robot=r, model=scenario.robot) for r in robots)
    with pytest.raises(InputError, match=f"cannot differ in {what}"):
        simulate_together([one, two])


@pytest.mark.crosscheck
def test_elastic_stiffness_is_a_number() -> None:
    """It has a path, and differs between runs like any other."""
    short = {"duration": 0.2, "recording.signals": ["tool_position"]}
    scenario = load_scenario("two-axis/joints").changed(short)
    axis = ElasticAxis("joint2", "rx", name="give", spring={"stiffness": 1e5, "damping": 200.0})
    robot = dataclasses.replace(scenario.robot, elastic=(axis,))
    soft = dataclasses.replace(scenario, robot=robot, model=scenario.robot)
    runs = soft.sweep({"elastic.give.stiffness": [1e5, 4e5]}, samples=2).data
    stiff = soft.changed({"elastic.give.stiffness": 4e5, "seed": soft.seed + 1}).simulate().data
    np.testing.assert_allclose(runs["tool_position"][1], stiff["tool_position"], atol=1e-9)
    assert np.abs(runs["tool_position"][1] - runs["tool_position"][0]).max() > 1e-6


@pytest.mark.crosscheck
def test_differences_in_numbers() -> None:
    """Each run is what it would be alone."""
    short = {"duration": 0.3, "recording.signals": ("tool_position", "accelerometer")}
    scenario = load_scenario("two-axis/square").changed(short)
    other = scenario.changed({"links.link2.mass": 150, "accelerometer.drift": 0.5})
    both, alone = simulate_together([scenario, other]).data, other.simulate().data
    for signal in ("tool_position", "accelerometer"):
        np.testing.assert_allclose(both[signal][1], alone[signal], atol=1e-9)
