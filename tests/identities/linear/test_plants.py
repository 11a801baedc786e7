"""Linear models of plants: beside Pinocchio's derivatives, and beside the motion itself."""

from __future__ import annotations

import dataclasses

import casadi as cs
import numpy as np
import pinocchio as pin
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm

import armwright as aw
from armwright.linear.rest import at_rest
from armwright.plant.plant import MOTOR_TORQUE
from tests.support.every_block import arm
from tests.support.pinocchio_model import to_pinocchio
from tests.support.random_robots import random_state, random_tree


@pytest.mark.parametrize("seed", range(6))
def test_a_moving_tree_has_pinocchios_derivatives(seed: int) -> None:
    robot = random_tree(seed, 2 + seed)
    q, v, _ = random_state(robot, seed)
    torque = np.random.default_rng(seed).normal(size=q.size)
    model = aw.linearise(
        aw.Plant(robot), aw.OperatingPoint(q, v, torque), outputs="joint_acceleration"
    )
    peer, n = to_pinocchio(robot), q.size
    theirs = [peer.theirs(one) for one in (q, v, torque)]
    by_q, by_v, by_torque = pin.computeABADerivatives(peer.model, peer.data, *theirs)
    inverse = np.triu(by_torque) + np.triu(by_torque, 1).T
    expected = np.hstack([peer.ours(by_q), peer.ours(by_v)])
    scale = np.abs(expected).max()
    assert np.abs(model.A[n:] - expected).max() < 1e-9 * scale
    assert np.abs(model.B[n:] - peer.ours(inverse)).max() < 1e-9 * np.abs(inverse).max()
    assert (model.A[:n] == np.eye(n, 2 * n, n)).all()
    assert (model.A[n:] == model.C).all() and (model.B[n:] == model.D).all()


def test_mass_damping_and_stiffness_are_those_of_pinocchio() -> None:
    robot = random_tree(3, 5)
    q, *_ = random_state(robot, 3)
    peer = to_pinocchio(robot)
    model = aw.linearise(robot, q)
    mechanical = model.mechanical
    assert mechanical is not None
    still = np.zeros(q.size)
    mass = pin.crba(peer.model, peer.data, peer.theirs(q))
    mass = np.triu(mass) + np.triu(mass, 1).T
    by_q, *_ = pin.computeRNEADerivatives(peer.model, peer.data, peer.theirs(q), still, still)
    assert np.abs(mechanical.mass - peer.ours(mass)).max() < 1e-9 * np.abs(mass).max()
    assert np.abs(mechanical.stiffness - peer.ours(by_q)).max() < 1e-9 * np.abs(by_q).max()
    assert np.abs(mechanical.damping).max() < 1e-12 * np.abs(mass).max()


class Simulated:
    """A plant's own equations, integrated; its state is that of its linear model."""

    def __init__(self, plant: aw.Plant, model: aw.LinearModel) -> None:
        states = cs.vertcat(plant.x, plant.v, plant.bristles)
        rate = cs.vertcat(plant.v, plant.acceleration, plant.bristle_rate)
        torque = plant.inputs[MOTOR_TORQUE]
        others = [symbol for name, symbol in plant.inputs.items() if name != MOTOR_TORQUE]
        rate = cs.substitute(rate, cs.vertcat(*others), cs.SX.zeros(cs.vertcat(*others).shape[0]))
        self._rate = cs.Function("rate", [states, torque], [rate])
        point = model.point
        bristles = np.zeros(plant.bristles.shape[0])
        self.rest = np.concatenate([point.position, point.velocity, bristles])
        self._torque = point.motor_torque

    def after(
        self, duration: float, departure: np.ndarray, torque: np.ndarray | float = 0.0
    ) -> np.ndarray:
        def rate(_: float, y: np.ndarray) -> np.ndarray:
            return np.array(self._rate(y, self._torque + torque)).ravel()

        first = self.rest + departure
        found = solve_ivp(rate, (0, duration), first, "DOP853", rtol=1e-13, atol=1e-14)
        return found.y[:, -1] - self.rest


@pytest.mark.parametrize(
    ("friction", "size", "tolerance"), [(False, 5e-5, 1e-7), (True, 2e-6, 1e-5)]
)
def test_small_motions_of_a_simulated_arm_are_those_of_its_linear_model(
    friction: bool, size: float, tolerance: float
) -> None:
    """Springs in gears, a foundation that gives way, and gravity; bristles are not smooth at rest,
    and agree as well as |v| z is small."""
    plant, duration = aw.Plant(arm(2), aw.Fidelity(friction=friction)), 2e-3
    model = aw.linearise(plant, [0.3, -0.7])
    simulated = Simulated(plant, model)
    assert np.abs(simulated.after(duration, np.zeros(len(simulated.rest)))).max() < 1e-10
    n, m = model.B.shape
    both = np.zeros((n + m, n + m))
    both[:n, :n], both[:n, n:] = model.A, model.B
    flow = expm(both * duration)

    def slope(unit: np.ndarray) -> np.ndarray:
        ahead, back = (simulated.after(duration, s * unit[:n], s * unit[n:]) for s in (1.0, -1.0))
        return (ahead - back) / (2 * unit.max())

    for k in range(n + m):
        unit = np.zeros(n + m)
        unit[k] = size
        found, expected = (4 * slope(0.5 * unit) - slope(unit)) / 3, flow[:n, k]
        assert np.abs(found - expected).max() < tolerance * np.abs(expected).max()


@pytest.mark.parametrize("axes", [False, True])
def test_motors_that_are_held_let_the_joints_sag_to_where_they_would_be_held(axes: bool) -> None:
    """Motors where the gears put them; about the joints that follow, the same rest."""
    robot = aw.load_scenario("six-axis-line").robot
    if axes:
        spring = {"stiffness": 9e3, "damping": 6.0}
        axis = aw.ElasticAxis(at="J2", axis="ry", spring=spring)
        robot = dataclasses.replace(robot, elastic=(axis,))
    plant = aw.Plant(robot)
    q = np.array([[0.0, 1.2, -0.4, 0.3, 0.6, 0.2], [0.5, 0.6, 0.6, -0.8, -0.9, 0.5]])
    held = at_rest(plant, q, held="motors")
    rotors = plant.arrangement.places("rotor")
    np.testing.assert_allclose(held.position[:, rotors], q @ robot.gear_matrix.T, atol=1e-11)
    sag = held.position[:, :6] - q
    assert (np.abs(sag).max(axis=1) > 1e-3).all() and np.abs(sag).max() < 5e-3
    again = at_rest(plant, held.position[:, :6])
    np.testing.assert_allclose(again.position, held.position, atol=1e-10)
    np.testing.assert_allclose(again.motor_torque, held.motor_torque, atol=1e-9)


def test_stiff_gears_leave_no_difference_between_motors_and_joints_that_are_held() -> None:
    plant = aw.Plant(aw.load_scenario("six-axis-line").robot, aw.Fidelity(joints="rigid"))
    q = np.array([0.0, 1.2, -0.4, 0.3, 0.6, 0.2])
    motors, joints = at_rest(plant, q, held="motors"), at_rest(plant, q)
    np.testing.assert_allclose(motors.position, joints.position, atol=1e-12)
    np.testing.assert_allclose(motors.motor_torque, joints.motor_torque, atol=1e-10)


def test_many_configurations_are_what_each_of_them_is() -> None:
    plant = aw.Plant(arm(3))
    at = np.random.default_rng(1).uniform(-1, 1, (2, 3, 3))
    outputs = ("motor_acceleration", "tool_velocity")
    many = aw.linearise(plant, at, outputs=outputs)
    w = np.geomspace(1, 1e3, 5)
    responses = many.frequency_response(w)
    assert many.batch == (2, 3)
    for place in ((0, 0), (1, 2)):
        one, part = aw.linearise(plant, at[place], outputs=outputs), many[place]
        for name in "ABCD":
            ours, theirs = getattr(part, name), getattr(one, name)
            assert np.abs(ours - theirs).max() <= 1e-10 * np.abs(theirs).max()
        expected = one.frequency_response(w)
        assert np.abs(responses[place] - expected).max() < 1e-8 * np.abs(expected).max()
        names = [[m.name for m in model.modes() if m.oscillates] for model in (part, one)]
        assert names[0] == names[1] and len(names[0]) >= 4


def test_expressions_are_the_numbers_and_their_slopes_by_parameters_are_exact() -> None:
    paths = ["joints.elbow.drive.spring.k_low", "links.elbow link.mass"]
    robot, q = arm(2), [0.3, -0.7]
    plant = aw.Plant(robot, free=paths)
    outputs = {"motor_acceleration": (0, 1)}
    expressions = aw.linear.linear_expressions(plant, outputs=outputs)
    model = aw.linearise(plant, q, outputs="motor_acceleration")
    symbols = expressions.symbols
    values = {
        "position": model.point.position,
        MOTOR_TORQUE: model.point.motor_torque,
        "drive_parameters": plant.values.vector(plant.numbers),
        "link_parameters": plant.free_bodies.vector(plant.numbers),
    }
    given = [values.get(name, np.zeros(one.shape[0])) for name, one in symbols.items()]
    four = [expressions.A, expressions.B, expressions.C, expressions.D]
    function = cs.Function("model", list(symbols.values()), four)
    for name, value in zip("ABCD", function(*given), strict=True):
        ours = getattr(model, name)
        assert np.abs(np.array(value) - ours).max() < 1e-10 * np.abs(ours).max()
    assert set(expressions.parameters) == set(paths)
    for path in paths:
        by = cs.Function(
            "by", list(symbols.values()), [cs.jacobian(four[0], expressions.parameters[path])]
        )
        name = "drive_parameters" if path.startswith("joints") else "link_parameters"
        size = 1e-5 * float(plant.numbers[path][0])
        ends = []
        for side in (1, -1):
            moved = [
                v + side * size if one == name else v for one, v in zip(symbols, given, strict=True)
            ]
            ends.append(np.array(function(*moved)[0]))
        found = np.array(by(*given)).reshape(model.A.shape, order="F")
        expected = (ends[0] - ends[1]) / (2 * size)
        assert np.abs(found - expected).max() < 1e-6 * np.abs(expected).max()


def test_what_s4_neglects_is_the_slope_of_gravity_and_nothing_else_at_rest() -> None:
    plant, q = aw.Plant(arm(2)), [0.3, -0.7]
    exact, without = (aw.linearise(plant, q, neglect=n) for n in ((), "gravity"))
    weightless = aw.linearise(
        aw.Plant(arm(2), aw.Fidelity(gravity=False)), exact.point.position[:2]
    )
    assert exact.mechanical and without.mechanical and weightless.mechanical
    gravity = exact.mechanical.stiffness - without.mechanical.stiffness
    x = plant.x
    force = cs.substitute(cs.vertcat(*map(cs.SX, plant.bias())), plant.v, cs.SX.zeros(x.shape[0]))
    expected = np.array(cs.Function("slope", [x], [cs.jacobian(force, x)])(exact.point.position))
    assert np.abs(expected).max() > 1.0
    assert np.abs(gravity - expected).max() < 1e-9 * np.abs(expected).max()
    every = aw.linearise(plant, q, neglect=("gravity", "coriolis", "inertia"))
    assert np.allclose(every.A, without.A, rtol=1e-12, atol=1e-9)
    slowest = [
        min(m.frequency for m in model.modes() if m.oscillates) for model in (exact, without)
    ]
    assert abs(slowest[0] - slowest[1]) > 1e-3


def test_coriolis_and_inertia_matter_where_the_arm_moves() -> None:
    robot = random_tree(4, 4)
    q, v, _ = random_state(robot, 4)
    point = aw.OperatingPoint(q, v, np.full(q.size, 3.0))
    exact = aw.linearise(robot, point)
    assert exact.mechanical is not None
    for name in ("gravity", "coriolis", "inertia"):
        other = aw.linearise(robot, point, neglect=name)
        assert other.mechanical is not None
        assert np.abs(other.mechanical.stiffness - exact.mechanical.stiffness).max() > 1e-3
        assert any(name in text for text in other.assumptions)
    every = aw.linearise(robot, point, neglect=("gravity", "coriolis", "inertia"))
    assert every.mechanical is not None
    assert (
        np.abs(every.mechanical.stiffness).max() < 1e-9 * np.abs(exact.mechanical.stiffness).max()
    )
    assert np.abs(every.mechanical.damping).max() < 1e-9 * np.abs(exact.mechanical.damping).max()
