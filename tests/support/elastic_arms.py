"""Small arms with springs, and responses as if they had been measured."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

import armwright as aw
from armwright.arrays import Array
from armwright.identify.frequency import MeasuredResponse, ResponseModel
from armwright.robot.changing import changed

TRUTH = {
    "joints.shoulder.drive.stiffness": 0.8,
    "joints.shoulder.drive.damping": 8e-4,
    "joints.elbow.drive.stiffness": 0.5,
    "joints.elbow.drive.damping": 4e-4,
}
FREQUENCIES = 2 * np.pi * np.geomspace(1.0, 60.0, 60)
CONFIGURATIONS = np.array([[0.2, 0.4], [0.2, 1.8], [-0.6, 1.0]])


def arm(numbers: Mapping[str, Any] | None = None) -> aw.Robot:
    """Upper arm and forearm in an upright plane, on elastic gears."""
    links = [
        aw.Link("base"),
        aw.Link("upper", aw.Inertia(6.0, [0.2, 0, 0], np.diag([0.02, 0.12, 0.12]))),
        aw.Link("fore", aw.Inertia(3.0, [0.2, 0, 0.02], np.diag([0.01, 0.05, 0.05]))),
    ]
    joints = [
        aw.Joint(
            name,
            "revolute",
            parent,
            child,
            axis=[0, 1, 0],
            origin=aw.Pose(translation=[offset, 0, 0]),
            limits=aw.Limits(-3.0, 3.0, velocity=4.0, effort=200.0),
            drive=aw.Drive(
                gear_ratio=80.0,
                motor_inertia=2e-4,
                torque_constant=0.1,
                torque_limit=2.0,
                friction={"viscous": 2e-4},
                stiffness=TRUTH[f"joints.{name}.drive.stiffness"],
                damping=TRUTH[f"joints.{name}.drive.damping"],
            ),
        )
        for name, parent, child, offset in (
            ("shoulder", "base", "upper", 0.0),
            ("elbow", "upper", "fore", 0.4),
        )
    ]
    frames = [aw.Frame("tip", "fore", aw.Pose(translation=[0.4, 0, 0]))]
    robot = aw.Robot("springy", links, joints, frames=frames, tool="tip")
    return changed(robot, dict(numbers or {}))


def six_axes() -> aw.Robot:
    """Linear springs in all gears, foundation and links, viscous friction alone. What bends beside
    the lower arm turns about the same axis as joint 1: the two are hard to tell apart."""
    robot = aw.load_scenario("six-axis-line").robot
    viscous = (2e-4, 2e-4, 1.5e-4, 6e-5, 6e-5, 5e-5)
    laws = {
        f"joints.{k + 1}.friction": {"law": "coulomb", "viscous": one}
        for k, one in enumerate(viscous)
    }
    axes = (
        aw.ElasticAxis(at="foundation", axis="rx", spring={"stiffness": 8e4, "damping": 80.0}),
        aw.ElasticAxis(at="foundation", axis="ry", spring={"stiffness": 7e4, "damping": 70.0}),
        aw.ElasticAxis(at="LA", axis="ry", spring={"stiffness": 9e3, "damping": 6.0}),
        aw.ElasticAxis(at="J2", axis="ry", spring={"stiffness": 1e4, "damping": 7.0}),
        aw.ElasticAxis(at="UA", axis="rx", spring={"stiffness": 1.2e4, "damping": 4.0}),
    )
    return dataclasses.replace(changed(robot, laws), elastic=axes)


def answered(
    robot: aw.Robot,
    noise: float = 0.0,
    seed: int = 1,
    configurations: Array = CONFIGURATIONS,
    frequencies: Array = FREQUENCIES,
    spread: Array | None = None,
) -> list[MeasuredResponse]:
    """Responses of a model of the robot, with noise of this part of the largest |G|, which is
    known."""
    model = ResponseModel(robot, (), configurations, frequencies, statistical=spread is not None)
    rng = np.random.default_rng(seed)
    found = []
    for c, G in enumerate(model.answers(np.zeros(0), spread).G):
        n = G.shape[-1]
        size = noise * np.abs(G).max()
        random = rng.normal(size=(2, *G.shape)) / np.sqrt(2)
        identity = np.tile(np.eye(n, dtype=complex), (len(frequencies), 1, 1))
        found.append(
            MeasuredResponse(
                configurations[c],
                frequencies,
                G + size * (random[0] + 1j * random[1]),
                identity * size**2,
                identity,
                identity,
                np.zeros(n),
                "made up",
            )
        )
    return found
