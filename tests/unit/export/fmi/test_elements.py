"""Labels and units of what vectors hold, where joints, motors and coordinates are not one each."""

from __future__ import annotations

from dataclasses import replace

from armwright import Scenario
from armwright.export.fmi.elements import VectorElements
from armwright.export.model import ModelVector
from armwright.robot.changing import changed
from tests.unit.robot.gripper import gripper


def elements() -> VectorElements:
    robot = gripper()
    return VectorElements(Scenario("grip", replace(robot, elastic=robot.elastic[:2]), 1.0))


def vector(name: str, size: int, unit: str, dimension: str = "") -> ModelVector:
    return ModelVector(name, size, unit, name, (0.0,) * size, dimension)


def test_coordinates() -> None:
    position = vector("position", 7, "rad")
    assert elements().meanings(position) == (
        "position: joint lift",
        "position: joint bend",
        "position: joint open",
        "position: joint flap",
        "position: elastic axis foundation.z",
        "position: elastic axis bend.rx",
        "position: motor of m1",
    )
    assert elements().units(position) == ("rad", "rad", "m", "rad", "m", "rad", "rad")


def test_motors_and_joints() -> None:
    """The unit of a motor that moves nothing but what slides is left open."""
    motors, joints = vector("a", 3, "rad/s", "motor"), vector("b", 4, "N m", "joint")
    assert elements().meanings(motors) == ("a: lift", "a: m1", "a: m2")
    assert elements().units(motors) == ("rad/s", "rad/s", "")
    assert elements().units(joints) == ("N m", "N m", "N", "N m")
    assert elements().units(vector("c", 2, "rad", "elastic")) == ("m", "rad")


def test_frictions() -> None:
    """Each on its side; that of a motor which moves nothing but what slides has no unit."""
    robot, joint, motor = gripper(), "joint", "motor"
    sides = {"lift": joint, "m1": motor, "m2": motor}
    assert [m.name for m in robot.all_motors] == list(sides)
    drives = {"lift": "joints.lift", "m1": "motors.m1", "m2": "motors.m2"}
    friction = {drives[name]: {"side": side, "viscous": 1.0} for name, side in sides.items()}
    robot = changed(robot, {f"{path}.friction": numbers for path, numbers in friction.items()})
    found = VectorElements(Scenario("grip", replace(robot, elastic=()), 1.0))
    frictions = vector("f", 3, "N m", "friction")
    assert found.meanings(frictions) == (
        "f: lift coulomb (joint side)",
        "f: m1 coulomb (motor side)",
        "f: m2 coulomb (motor side)",
    )
    assert found.units(frictions) == ("N m", "N m", "")
