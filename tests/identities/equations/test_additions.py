"""Equations with drives and a moved base, beside the plant's own functions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import casadi as cs
import numpy as np
import pytest

from armwright import Drive, Environment, Fidelity, Plant, Robot, load
from armwright.equations import Equations, Form, Method, derive
from tests.support.comparison import relative

pytestmark = pytest.mark.crosscheck

BASE = ("x", "y", "z", "rx", "ry", "rz")
RNG = np.random.default_rng(3)
RIGID = Fidelity(joints="rigid", elastic=False)


def plant_values(
    robot: Robot, q: np.ndarray, v: np.ndarray, base: np.ndarray
) -> dict[str, np.ndarray]:
    """M, bias with gravity (and the base's motion), and friction that slides, of the plant.
    `base`: velocity and acceleration along and about the axes of `BASE`, at its zero position."""
    plant = Plant(robot, RIGID, Environment(base_motion=BASE))
    n = len(plant.coordinates)
    mass = cs.SX.zeros(n, n)
    for (i, j), value in plant.mass().items():
        mass[i, j] = mass[j, i] = value
    forces = plant.driving([0.0] * n, [0.0] * n, plant.torques)
    speeds = cs.vertcat(*(part.along(cs.vertsplit(plant.v)) for part in plant.elements))
    inputs: dict[str, Any] = {"base_velocity": base[:6], "base_acceleration": base[6:]}
    symbols = [plant.x, plant.v, plant.dry, *plant.inputs.values()]
    numbers = [q, v, np.zeros(plant.dry.shape[0])]
    numbers += [inputs.get(name, np.zeros(s.shape[0])) for name, s in plant.inputs.items()]
    ask = cs.Function("ask", symbols, [mass, cs.vertcat(*plant.bias()), speeds])
    M, bias, sliding = (np.array(x) for x in ask(*numbers))
    if plant.dry.shape[0]:
        numbers[2] = _dry(robot, sliding.ravel())
    (friction,) = [cs.Function("f", symbols, [cs.vertcat(*map(cs.SX, forces))])(*numbers)]
    return {"mass": M, "bias": bias.ravel(), "friction": -np.array(friction).ravel()}


def _dry(robot: Robot, speeds: np.ndarray) -> np.ndarray:
    """Coulomb friction of each channel, by the way that it slides."""
    drives = [motor.drive for motor in robot.all_motors if motor.drive.friction]
    found = []
    for drive, speed in zip(drives, speeds, strict=True):
        way = "coulomb_positive" if speed > 0 else "coulomb_negative"
        numbers = drive.friction
        found.append(np.sign(speed) * numbers.get(way, numbers.get("coulomb", 0.0)))
    return np.array(found)


def spin_of(base: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """W0, E0 and A0 of a base at its zero position, which turns about x, then y, then z."""
    turns = np.diag(base[3:6])
    alpha = base[9:12] + np.cross(turns[0], turns[1]) + np.cross(turns[0] + turns[1], turns[2])
    return base[3:6], alpha, base[6:9]


def check(found: Equations, robot: Robot, base: np.ndarray) -> None:
    n = len(robot.moving_joints)
    q, v, a = RNG.normal(size=(3, n))
    plant = plant_values(robot, q, v, base)
    loads = spin_of(base) if any(term.kind == "b" for term in found.added) else ()
    terms = found.function("terms")(q, v, *loads)
    names = [output.name for output in found.routine("terms").outputs]
    ours = {name: np.array(value) for name, value in zip(names, terms, strict=True)}
    bias = ours["bias"] + ours["gravity"] + ours.get("base_force", 0.0)
    assert relative(ours["mass_matrix"], plant["mass"]) < 1e-10
    assert relative(bias, plant["bias"]) < 1e-10
    assert relative(ours["friction"], plant["friction"]) < 1e-10
    torque = np.array(found.function("torque")(q, v, a, *loads))
    whole = plant["mass"] @ a + plant["bias"] + plant["friction"]
    assert relative(torque, whole) < 1e-10


@pytest.mark.parametrize("method", ["newton-euler", "lagrange", "kane"])
@pytest.mark.parametrize("form", ["closed", "sequence"])
def test_drives_and_base_motion_are_those_of_the_plant(method: Method, form: Form) -> None:
    robot = load("scara")
    found = derive(robot, method, form=form, drives=True, base_motion=True)
    check(found, robot, RNG.normal(size=12))


@pytest.mark.parametrize(
    ("name", "symbols"),
    [
        ("aa300", ("drives", "masses")),
        pytest.param("puma560", (), marks=pytest.mark.crosscheck),
        pytest.param("rx90b", (), marks=pytest.mark.crosscheck),
    ],
)
def test_bigger_arms_and_coupled_motors(name: str, symbols: tuple[str, ...]) -> None:
    robot = load(name)
    laws = {motor.drive.friction_law for motor in robot.all_motors if motor.drive.friction}
    if laws - {"coulomb"}:
        robot = _without_friction(robot)
    found = derive(robot, "newton-euler", symbols, form="sequence", drives=True, base_motion=True)
    check(found, robot, RNG.normal(size=12))


def _without_friction(robot: Robot) -> Robot:
    joints = tuple(
        replace(joint, drive=replace(joint.drive, friction={}, friction_law="coulomb"))
        if joint.drive
        else joint
        for joint in robot.joints
    )
    motors = tuple(
        replace(m, drive=replace(m.drive, friction={}, friction_law="coulomb"))
        for m in robot.motors
    )
    return replace(robot, joints=joints, motors=motors)


def test_friction_at_the_joint_and_gears_that_turn_backwards() -> None:
    robot = load("scara")
    first, second, *rest = robot.joints
    backwards = Drive(gear_ratio=-30, motor_inertia=1e-3, friction={"coulomb": 0.2, "viscous": 0.1})
    joint_side = Drive(motor_inertia=1e-3, friction={"coulomb": 2.0}, friction_side="joint")
    robot = replace(
        robot,
        joints=(replace(first, drive=backwards), replace(second, drive=joint_side), *rest),
    )
    check(derive(robot, drives=True, base_motion=True), robot, np.zeros(12))


def test_a_base_that_only_accelerates_upwards_is_more_gravity() -> None:
    """Einstein's lift."""
    robot = load("two_axis")
    found = derive(robot, base_motion=True, symbols=())
    q, v = RNG.normal(size=(2, 2))
    still = np.zeros(3)
    _, _, gravity, lift = found.function("terms")(q, v, still, still, -2 * robot.gravity)
    assert np.allclose(lift, 2 * np.array(gravity), atol=1e-12)


def test_friction_differs_by_direction() -> None:
    robot = load("scara")
    first, *rest = robot.joints
    drive = Drive(friction={"coulomb_positive": 3.0, "coulomb_negative": 2.0})
    robot = replace(robot, joints=(replace(first, drive=drive), *rest))
    terms = derive(robot, drives=True).function("terms")
    ahead, back = (terms([0.0] * 3, [s, 0.0, 0.0])[3][0] for s in (1.0, -1.0))
    assert (ahead, back) == (3.0, -2.0)
