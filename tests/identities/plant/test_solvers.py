"""Which way M is solved with: by operations, and without any change of what comes out."""

from __future__ import annotations

from dataclasses import replace

import casadi as cs
import numpy as np
import pytest

import armwright as aw
from armwright import ElasticAxis, Environment, Fidelity, Plant, Robot
from armwright.multibody.factorisation import SparseFactors
from armwright.multibody.laden_tree import LadenTree
from armwright.multibody.rows import add_square
from armwright.plant.arrangement import ExtraFriction
from armwright.simulation import dynamics
from armwright.simulation.dynamics import add_pulls, full_pull
from armwright.simulation.instants import now
from armwright.system import System
from benchmarks.native_loop import NativeLoop
from tests.identities.plant.arms import evaluated, states
from tests.support.random_robots import random_chain

QUIET = Fidelity(friction=False)


def elastic_chain(joints: int, axes: int) -> Robot:
    """A random arm with flexible gears and elastic axes before its joints."""
    robot = random_chain(joints, joints)
    drives = [aw.Drive(20.0 + k, 1e-3, stiffness=3.0 + k, damping=0.01) for k in range(joints)]
    made = tuple(replace(j, drive=d) for j, d in zip(robot.joints, drives, strict=True))
    ways = ("rx", "y", "ry")
    elastic = tuple(
        ElasticAxis(f"joint{k % joints}", ways[k // joints], spring={"stiffness": 1e4})
        for k in range(axes)
    )
    return replace(robot, joints=made, elastic=elastic)


@pytest.mark.parametrize("joints", ["flexible", "rigid"])
def test_both_ways_give_the_same_accelerations(joints: str) -> None:
    plant = Plant(elastic_chain(4, 6), replace(QUIET, joints=joints))
    laden, mass = plant.rotor_entries(), plant.mass()
    for part in plant.elements:  # springs, as in the matrix of a step
        for k, row in enumerate(part.rows):
            for entries in (laden, mass):
                add_square(entries, row, 1e-3 * (k + 1))
    side = cs.SX.sym("b", len(plant.coordinates))
    ways = (plant.factorised(mass), LadenTree(plant.mechanism, laden))
    found = cs.horzcat(*(cs.vertcat(*way.solve(cs.vertsplit(side))) for way in ways))
    function = cs.Function("x", [plant.x, side], [found])
    for x, b in states(plant, 3):
        one, other = np.array(function(x, b)).T
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9 * np.abs(one).max())


@pytest.mark.parametrize(
    ("robot", "fidelity", "tree"),
    [
        ("elbow_arm", QUIET, True),
        ("elbow_arm", replace(QUIET, rotors="bodies"), False),
        ("elbow_arm", replace(QUIET, elastic=False), False),
        ("three_axis_elastic", QUIET, False),
        ("puma560", QUIET, False),
    ],
)
def test_many_elastic_axes_take_articulated_bodies(robot, fidelity, tree: bool) -> None:
    plant = Plant(aw.load(robot), fidelity)
    assert isinstance(plant.mass_solver(), LadenTree if tree else SparseFactors)
    if tree:
        side = cs.vertsplit(cs.SX.sym("b", len(plant.coordinates)))
        shorter, longer = (
            cs.n_nodes(cs.vertcat(*way.solve(side)))
            for way in (plant.mass_solver(), plant.factorised(plant.mass()))
        )
        assert shorter < 0.6 * longer


def test_a_moved_base_keeps_to_the_factors() -> None:
    """Its own acceleration is given, and not to be solved for."""
    plant = Plant(aw.load("elbow_arm"), QUIET, Environment(base_motion=("x",)))
    assert isinstance(plant.mass_solver(), SparseFactors)


def test_rows_over_two_joints_keep_to_the_factors() -> None:
    """In the matrix of a step, and in that of the accelerations."""
    robot = aw.load("elbow_arm")
    drive = robot.joints[5].drive
    coupled = replace(robot.joints[5], drive=replace(drive, coupling={"axis5": 10.0}))
    robot = replace(robot, joints=(*robot.joints[:5], coupled))
    rigid = Plant(robot, replace(QUIET, joints="rigid"))
    assert not rigid.is_laden_tree(rigid.rotor_entries())
    sum_of_two = ExtraFriction("seventh", "coulomb", {"axis5": 1.0, "axis6": 1.0}, {"viscous": 2.0})
    scenario = aw.Scenario("still", aw.load("elbow_arm"), 0.1, frictions=(sum_of_two,))
    for setup, fits in ((scenario, False), (replace(scenario, frictions=()), True)):
        system = System(setup)
        pulls = [
            full_pull(system, part, now(system).x, 1e-4, 0.1) for part in system.plant.elements
        ]
        laden = system.plant.rotor_entries()
        add_pulls(laden, pulls)
        assert system.plant.is_laden_tree(laden) is fits


@pytest.mark.crosscheck
def test_a_run_is_the_same_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """LuGre friction, springs and elastic axes in the matrix of a step."""
    start = aw.Start((0.3, -0.4, 0.5, 0.2), (1.0, 2.0, -1.0, 0.5), at_rest=False)
    scenario = aw.Scenario("falling", elastic_chain(4, 5), 0.02, start=start)
    found, taken = [], []
    for wanted in (dynamics.TreeAtInstant, SparseFactors):

        def chosen(candidates, *_, wanted=wanted):
            taken.append(wanted)
            return next(one for one in candidates if isinstance(one, wanted))

        monkeypatch.setattr(dynamics, "shortest", chosen)
        found.append(NativeLoop(scenario).run()["joint_position"])
    assert taken == [dynamics.TreeAtInstant, SparseFactors]
    np.testing.assert_allclose(*found, rtol=1e-10, atol=1e-12)


def test_accelerations_of_the_elbow_arm_are_those_of_its_equations() -> None:
    """M ẍ + bias + Σ g f = applied, in the plant's own terms."""
    plant = Plant(aw.load("elbow_arm"), QUIET)
    (x, v), torque = states(plant, 1)[0], np.linspace(-3, 3, 6)
    x, v = 0.01 * x, 0.1 * v
    a = evaluated(plant, plant.acceleration, x, v, motor_torque=torque).ravel()
    forces = cs.vertcat(*plant.inertial_forces(cs.vertsplit(cs.SX(a))))
    driving = cs.vertcat(*plant.driving(plant.applied(), [0.0] * len(a), plant.torques))
    left = evaluated(plant, forces - driving, x, v, motor_torque=torque).ravel()
    assert np.abs(left).max() < 1e-8
