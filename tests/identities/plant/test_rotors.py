"""Rotors that ride on links: against Pinocchio, in whose tree each is a body of its own with mass
and an inertia that turns with it; and against a two-link arm by hand."""

from __future__ import annotations

import dataclasses
from typing import Any

import casadi as cs
import numpy as np
import pinocchio as pin
import pytest

from armwright import (
    Drive,
    ElasticAxis,
    Environment,
    Fidelity,
    Inertia,
    InputError,
    Joint,
    Link,
    Motor,
    Plant,
    Pose,
    Robot,
)
from armwright.robot import rotation_about
from tests.identities.plant.arms import evaluated, states
from tests.support.pinocchio_model import to_pinocchio
from tests.support.random_robots import random_axis, random_tree

CLOSE = 1e-10
FLEXIBLE = Fidelity(friction=False, rotors="bodies")
RIGID = dataclasses.replace(FLEXIBLE, joints="rigid")


def upright(axis: np.ndarray) -> np.ndarray:
    """A rotation that brings z onto an axis."""
    turn = np.cross([0, 0, 1.0], axis)
    size = np.linalg.norm(turn)
    if size < 1e-12:
        return np.diag([1.0, axis[2], axis[2]])
    return rotation_about(turn / size, float(np.arctan2(size, axis[2])))


def with_rotors(
    seed: int, joints: int, drive: dict[str, float]
) -> tuple[Robot, Robot, list[dict[str, float]]]:
    """A random tree with as many motors on random links, each turning with one or two joints: the
    description, whose links count rotors in; the tree in which rotors are bodies; the rows."""
    rng = np.random.default_rng(seed)
    tree = random_tree(seed, joints)
    names = list(tree.joint_names)
    motors, rows = [], []
    links = {link.name: link for link in tree.links}
    extra_links, extra_joints = [], []
    for k, joint in enumerate(names):
        along = {joint: float(rng.uniform(5, 40)) * rng.choice([-1, 1])}
        if k and rng.random() < 0.5:
            along[names[k - 1]] = float(rng.uniform(-5, 5))
        link = str(rng.choice([one.name for one in tree.links]))
        axis, J = random_axis(rng), float(rng.uniform(1e-3, 3e-3))
        rotor = Inertia(0.7, [0, 0, 0.03], np.diag([0.6 * J, 0.6 * J, J]))
        place = Pose(upright(axis), rng.normal(size=3) * 0.1)
        whole = (links[link].inertia or Inertia(0, np.zeros(3), np.zeros((3, 3)))) + (
            rotor.seen_from(place)
        )
        links[link] = dataclasses.replace(links[link], inertia=whole)
        motors.append(Motor(f"m{k}", along, Drive(motor_inertia=J, **drive), link, axis))
        extra_links.append(Link(f"rotor{k}", rotor))
        extra_joints.append(Joint(f"spin{k}", "revolute", link, f"rotor{k}", place))
        rows.append(along)
    described = dataclasses.replace(tree, links=tuple(links.values()), motors=tuple(motors))
    real = dataclasses.replace(
        tree, links=(*tree.links, *extra_links), joints=(*tree.joints, *extra_joints)
    )
    return described, real, rows


def equations(plant: Plant, x: np.ndarray, v: np.ndarray) -> dict[str, Any]:
    size = len(plant.coordinates)
    mass = cs.SX.zeros(size, size)
    for (i, j), value in plant.mass().items():
        mass[i, j] = mass[j, i] = value
    accelerated = plant.inertial_forces(cs.vertsplit(cs.SX(np.arange(1.0, size + 1))))
    wanted = {
        "mass": mass,
        "bias": cs.vertcat(*plant.bias()),
        "forces": cs.vertcat(*accelerated),
        "kinetic": plant.energies[0],
        "potential": plant.energies[1] - plant._spring_energy(),
    }
    return {name: evaluated(plant, value, x, v) for name, value in wanted.items()}


@pytest.mark.parametrize("fidelity", [RIGID, FLEXIBLE], ids=["rigid", "flexible"])
@pytest.mark.parametrize("seed", range(6))
def test_rotors_are_bodies_of_pinocchios_tree(seed: int, fidelity: Fidelity) -> None:
    described, real, rows = with_rotors(seed, 4, {"stiffness": 50.0})
    plant, peer = Plant(described, fidelity), to_pinocchio(real)
    names = list(described.joint_names)
    eta = np.array([[row.get(name, 0.0) for name in names] for row in rows])
    G = np.vstack([np.eye(4), eta]) if fidelity is RIGID else np.eye(8)
    scale = 1.0 if fidelity is RIGID else np.r_[np.ones(4), np.full(4, 30.0)]
    for x, v in states(plant, 3):
        v = v * scale
        found = equations(plant, x, v)
        q, w = peer.theirs(G @ x), peer.theirs(G @ v)
        a = peer.theirs(G @ np.arange(1.0, len(x) + 1))
        upper = np.triu(pin.crba(peer.model, peer.data, q))
        expected = {
            "mass": G.T @ peer.ours(upper + np.triu(upper, 1).T) @ G,
            "bias": G.T @ peer.ours(pin.nonLinearEffects(peer.model, peer.data, q, w)),
            "forces": G.T @ peer.ours(pin.rnea(peer.model, peer.data, q, w, a)),
            "kinetic": pin.computeKineticEnergy(peer.model, peer.data, q, w),
        }
        for name, value in expected.items():
            size = np.abs(value).max()
            np.testing.assert_allclose(
                found[name].reshape(np.shape(value)), value, rtol=CLOSE, atol=CLOSE * size
            )
        potential = pin.computePotentialEnergy(peer.model, peer.data, q)
        start = pin.computePotentialEnergy(peer.model, peer.data, 0 * q)
        own = evaluated(plant, plant.energies[1] - plant._spring_energy(), 0 * x, v)
        assert found["potential"] - own == pytest.approx(potential - start, rel=1e-9)


def test_a_two_link_arm_by_hand() -> None:
    """Vertical axes. Motor 2 rides on link 1 about a parallel axis, motor 1 on the link that it
    drives: with J the axial inertias, S = [[J₁, J₂], [0, 0]], constant."""
    J, n = (2e-3, 1e-3), (-50.0, 30.0)
    robot = planar(J, n)
    reduced = Plant(robot, dataclasses.replace(FLEXIBLE, rotors="reduced"))
    plant = Plant(robot, FLEXIBLE)
    S = np.array([[J[0], J[1]], [0, 0]])
    zero = np.zeros((2, 2))
    for x, v in states(plant):
        some, full = equations(reduced, x, v), equations(plant, x, v)
        np.testing.assert_allclose(
            full["mass"] - some["mass"], np.block([[zero, S], [S.T, zero]]), atol=1e-15
        )
        np.testing.assert_allclose(full["bias"], some["bias"], atol=1e-12)
        assert full["kinetic"] - some["kinetic"] == pytest.approx(v[:2] @ S @ v[2:], abs=1e-14)
    rigid, plain = (
        Plant(robot, dataclasses.replace(RIGID, rotors=one)) for one in ("bodies", "reduced")
    )
    eta = np.diag(n)
    for x, v in states(rigid):
        more = equations(rigid, x, v)["mass"] - equations(plain, x, v)["mass"]
        np.testing.assert_allclose(more, S @ eta + eta.T @ S.T, atol=1e-13)


def test_a_rotor_across_its_link_makes_it_a_gyroscope() -> None:
    """Its axis x turns with the link about z: at ω and θ̇ the link needs −J θ̇ ω about y, which its
    bearing carries, and neither the joint nor the rotor feels anything. Tilted by a second joint
    about y, that joint carries it."""
    links = (
        Link("base"),
        Link("turret", Inertia(2.0, np.zeros(3), np.diag([0.1, 0.1, 0.1]))),
        Link("gun", Inertia(1.0, np.zeros(3), np.diag([0.1, 0.1, 0.1]))),
    )
    joints = (
        Joint("pan", "revolute", "base", "turret", axis=[0, 0, 1.0], passive=True),
        Joint("tilt", "revolute", "turret", "gun", axis=[0, 1.0, 0]),
    )
    J = 3e-3
    drive = Drive(motor_inertia=J, stiffness=1.0)
    motor = Motor("wheel", {"tilt": 1.0}, drive, "gun", np.array([1.0, 0, 0]))
    plant = Plant(Robot("gyro", links, joints, motors=(motor,)), FLEXIBLE)
    bias = evaluated(plant, cs.vertcat(*plant.bias()), [0, 0.0, 0], [2.0, 0, 100.0])
    np.testing.assert_allclose(bias.ravel(), [0, J * 100 * 2, 0], atol=1e-12)
    # Tilting, the axis swings in the pan's plane: J θ̇ q̇₂ about z, and a·α = −q̇₁ q̇₂ on the rotor.
    bias = evaluated(plant, cs.vertcat(*plant.bias()), [0, 0.0, 0], [2.0, 3.0, 100.0])
    np.testing.assert_allclose(bias.ravel(), [-J * 100 * 3, J * 100 * 2, -J * 6], atol=1e-12)


def test_energy_is_kept_and_torques_do_the_work() -> None:
    """dT/dt = v · (forces − gravity), whatever moves: Ṁ and the bias fit together."""
    described, _, _ = with_rotors(3, 4, {"stiffness": 50.0})
    described = dataclasses.replace(
        described,
        gravity=np.zeros(3),
        elastic=(ElasticAxis("foundation", "rx", spring={"stiffness": 1e4}),),
    )
    plant = Plant(described, FLEXIBLE, Environment(base_motion=()))
    x, v = states(plant, 1)[0]
    a = np.linspace(-1, 1, len(x))
    kinetic = plant.energies[0]
    rate = cs.jtimes(kinetic, plant.x, plant.v) + cs.jtimes(kinetic, plant.v, cs.SX(a))
    power = cs.dot(plant.v, cs.vertcat(*plant.inertial_forces(cs.vertsplit(cs.SX(a)))))
    assert evaluated(plant, rate - power, x, v).item() == pytest.approx(0, abs=1e-11)


def test_free_inertias_of_rotors_are_those_of_a_changed_description() -> None:
    robot = planar((2e-3, 1e-3), (-50.0, 30.0))
    path = "joints.elbow.drive.motor_inertia"
    plant = Plant(robot, FLEXIBLE, free=[path])
    other = Plant(planar((2e-3, 4e-3), (-50.0, 30.0)), FLEXIBLE)
    (x, v), a = states(other, 1)[0], np.arange(1.0, 5)
    forces = cs.vertcat(*plant.inertial_forces(cs.vertsplit(cs.SX(a))))
    (forces,) = cs.substitute([forces], [plant.values.symbol], [cs.SX(4e-3)])
    expected = evaluated(other, cs.vertcat(*other.inertial_forces(cs.vertsplit(cs.SX(a)))), x, v)
    np.testing.assert_allclose(evaluated(plant, forces, x, v), expected, rtol=1e-12)


def test_a_rotor_of_unknown_place_is_refused() -> None:
    robot = planar((2e-3, 1e-3), (-50.0, 30.0))
    first = dataclasses.replace(robot.joints[0].drive, link="")
    joints = (dataclasses.replace(robot.joints[0], drive=first), robot.joints[1])
    with pytest.raises(InputError) as error:
        Plant(dataclasses.replace(robot, joints=joints), FLEXIBLE)
    assert str(error.value) == (
        "robot 'planar', motor 'shoulder': where its rotor is mounted is not known (got no link, "
        "expected link and axis in its description). Give them, or choose "
        'fidelity.rotors = "reduced".'
    )


def planar(J: tuple[float, float], n: tuple[float, float]) -> Robot:
    """Two links that turn about z; both motors on the first, which motor 1 drives."""
    box = Inertia(3.0, [0.2, 0, 0], np.diag([0.01, 0.1, 0.1]))
    drives = [
        Drive(gear_ratio=ratio, motor_inertia=inertia, stiffness=5.0, link="upper")
        for inertia, ratio in zip(J, n, strict=True)
    ]
    return Robot(
        "planar",
        (Link("base"), Link("upper", box), Link("fore", box)),
        (
            Joint("shoulder", "revolute", "base", "upper", drive=drives[0]),
            Joint(
                "elbow",
                "revolute",
                "upper",
                "fore",
                Pose(translation=np.array([0.5, 0, 0])),
                drive=drives[1],
            ),
        ),
    )
