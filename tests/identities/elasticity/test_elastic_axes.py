"""Axes that give way: the foundation and bearings as springs, beside the arm's own joints."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from armwright import (
    Drive,
    ElasticAxis,
    Frame,
    Inertia,
    InputError,
    Joint,
    Link,
    Pose,
    Robot,
    Scenario,
    load,
)
from armwright.block.fidelity import Fidelity
from armwright.plant import Plant
from armwright.system import Integration, Recording, Start

MASS, LENGTH = 3.0, 0.5


def elastic(robot: Robot, *axes: ElasticAxis) -> Robot:
    return replace(robot, elastic=axes)


def sprung(at: str, axis: str, stiffness: float, damping: float = 0.0) -> ElasticAxis:
    return ElasticAxis(at, axis, spring={"stiffness": stiffness, "damping": damping})


def slider() -> Robot:
    """A mass that slides along x on a base which has a mass, too."""
    body = Inertia(MASS, np.zeros(3), np.eye(3) * 0.01)
    base = Inertia(5.0, np.zeros(3), np.eye(3) * 0.02)
    joint = Joint("slide", "prismatic", "base", "mass", axis=np.array([1.0, 0, 0]), drive=Drive())
    return Robot("slider", (Link("base", base), Link("mass", body)), (joint,), gravity=[0, 0, 0])


def test_a_mass_that_slides_freely_leaves_its_foundation_at_rest() -> None:
    """m₁ on a spring to ground, m₂ sliding on it at 1 m/s: neither feels the other."""
    scenario = Scenario(
        name="foundation",
        robot=elastic(slider(), sprung("foundation", "x", 2000.0)),
        duration=1.0,
        tick=0.001,
        fidelity=Fidelity(),
        start=Start((0.0,), (1.0,), at_rest=False),
        integration=Integration("rk4", 1),
        recording=Recording(("joint_position", "tool_position", "elastic_position"), 1000.0),
    )
    run = scenario.simulate()
    assert np.abs(run.data["tool_position"].values[:, 0] - run.data.time.values).max() < 1e-12
    assert np.abs(run.data["elastic_position"].values).max() < 1e-12


def test_a_foundation_swings_at_its_frequency() -> None:
    """Let go with straight springs, weight along x and y. Along y the foundation carries both
    masses; along x, where the slider falls freely, its own alone: m g/k (1 − cos √(k/m) t)."""
    gravity, stiffness = np.array([2.0, 3.0]), np.array([500.0, 2000.0])
    axes = [sprung("foundation", axis, k) for axis, k in zip("xy", stiffness, strict=True)]
    scenario = Scenario(
        name="foundation",
        robot=replace(elastic(slider(), *axes), gravity=[*gravity, 0.0]),
        duration=1.0,
        tick=0.0005,
        start=Start((0.0,), (0.0,), at_rest=False),
        integration=Integration("rk4", 1),
        recording=Recording(("elastic_position", "tool_position"), 1000.0),
    )
    data = scenario.simulate().data
    mass = np.array([5.0, 5.0 + MASS])
    time = data.time.values[:, None]
    expected = mass * gravity / stiffness * (1 - np.cos(np.sqrt(stiffness / mass) * time))
    np.testing.assert_allclose(data["elastic_position"].values, expected, atol=1e-9)
    fallen = data["tool_position"].values[:, :1]
    np.testing.assert_allclose(fallen, gravity[0] * time**2 / 2, atol=1e-9)


def test_stiff_axes_change_nothing() -> None:
    scenario = Scenario(
        name="stiff",
        robot=load("puma560"),
        duration=0.3,
        tick=0.001,
        fidelity=Fidelity(friction=False, drives=False),
        start=Start((0.1, -0.6, 1.2, 0.3, 0.5, 0.2), at_rest=True),
        integration=Integration("implicit", 2),
        recording=Recording(("tool_position",), 1000.0),
    )
    rigid = scenario.simulate().data["tool_position"].values
    axes = [sprung("joint2", axis, 1e9, 1e5) for axis in ("rx", "ry")]
    soft = replace(scenario, robot=elastic(scenario.robot, *axes))
    found = soft.simulate().data["tool_position"].values
    assert np.abs(found - rigid).max() < 2e-6


def test_an_arm_sags_on_a_soft_foundation_by_its_weight() -> None:
    """A rod held level at a joint that does not move: the foundation turns by m g L / K."""
    rod = Inertia(MASS, np.array([LENGTH, 0, 0]), np.eye(3) * 0.01)
    joint = Joint("spin", "revolute", "base", "rod", axis=np.array([1.0, 0, 0]))
    robot = Robot(
        "rod", (Link("base"), Link("rod", rod)), (joint,), (Frame("tip", "rod", Pose()),), "tip"
    )
    stiffness = 1e5
    scenario = Scenario(
        name="sag",
        robot=elastic(robot, sprung("foundation", "ry", stiffness, 10.0)),
        duration=0.05,
        tick=0.001,
        recording=Recording(("elastic_position", "elastic_velocity"), 1000.0),
    )
    run = scenario.simulate()
    expected = MASS * 9.81 * LENGTH / stiffness
    found = run.data["elastic_position"].values
    assert found == pytest.approx(expected, rel=1e-6)


def test_unknown_places_are_explained() -> None:
    with pytest.raises(InputError, match=r"no such joint \(got 'elbow', expected "):
        Plant(elastic(load("puma560"), sprung("elbow", "rx", 1.0)))
    with pytest.raises(InputError, match="stiffness or damping"):
        sprung("foundation", "x", -1.0)
