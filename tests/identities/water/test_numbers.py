"""Numbers of hulls as inputs of the machine code, as columns of a regressor, in all models."""

from __future__ import annotations

import dataclasses

import casadi as cs
import numpy as np
import pytest

import armwright as aw
from armwright.blocks.catalogue import CATALOGUE
from armwright.blocks.disturbances import JointTorque
from armwright.identify.regressor import regressor
from armwright.robot.changing import changed
from armwright.system import Blocks, Recording
from tests.identities.water.bodies import free_body

ROBOT = aw.load("underwater_two_link")
PATHS = [
    f"links.{link}.hull.{key}"
    for link in ("link1", "link2")
    for key in ("drag_coefficient", "added_mass_coefficient")
]


def pushed(robot: aw.Robot = ROBOT, **fields: object) -> aw.Scenario:
    push = JointTorque(torque=[1.0, -0.5], end=0.5)
    return aw.Scenario(
        "pushed",
        robot,
        1.0,
        start=aw.Start((0.1, 0.7), (0.5, -1.5), False),
        blocks=Blocks(disturbances=(push,)),
        recording=Recording(("joint_position",), rate=20.0),
        **fields,  # type: ignore[arg-type]
    )


def test_free_numbers_give_what_changed_descriptions_give() -> None:
    scenario = pushed()
    values = {PATHS[0]: 0.7, PATHS[1]: 1.3, PATHS[2]: 1.4, "water_density": 990.0}
    prepared = scenario.prepare(free=[*PATHS, "water_density", "links.*.hull.volume"])
    found = prepared.simulate(values).data["joint_position"].values
    expected = scenario.changed(values).simulate().data["joint_position"].values
    np.testing.assert_allclose(found, expected, atol=1e-12)
    assert np.abs(found - scenario.simulate().data["joint_position"].values).max() > 1e-2


def test_the_regressor_has_columns_for_the_coefficients() -> None:
    """Y π + known is inverse dynamics; every column counts."""
    found = regressor(ROBOT, "joint_torque", PATHS)
    q, v, a = np.random.default_rng(0).normal(size=(3, 6, 2))
    Y, y = found.at(q, v, a)
    assert found.elements == tuple(PATHS)
    torque = aw.compile(ROBOT).inverse_dynamics(q, v, a) + 0.3 * v
    np.testing.assert_allclose(Y @ found.nominal - y, torque, atol=1e-10)
    assert (np.abs(Y).max(axis=(0, 1)) > 0.1).all()


def test_coefficients_are_found_again_from_torques() -> None:
    robot = ROBOT
    found = regressor(robot, "joint_torque", PATHS)
    truth = np.array([0.8, 1.7, 1.2, 0.9])
    changes = dict(zip(PATHS, truth.tolist(), strict=True))
    other = aw.compile(changed(robot, changes))
    q, v, a = np.random.default_rng(1).normal(size=(3, 40, 2))
    torque = other.inverse_dynamics(q, v, a) + 0.3 * v
    Y, y = found.at(q, v, a, torque)
    values = np.linalg.lstsq(Y.reshape(-1, 4), y.ravel(), rcond=None)[0]
    np.testing.assert_allclose(values, truth, rtol=1e-9)


def test_linear_models_have_the_slopes_of_drag() -> None:
    robot = free_body(
        aw.Hull(drag=[3.0, 4, 5], linear_drag=[0.5, 0, 0]),
        aw.Inertia(2.0, np.zeros(3), np.eye(3)),
        gravity=np.zeros(3),
    )
    plant = aw.Plant(robot)
    slope = cs.jacobian(cs.vertcat(*map(cs.SX, plant.bias())), plant.v)
    at = np.array([0.6, -0.2, 0, 0, 0, 0])
    numbers = np.array(cs.Function("slope", [plant.x, plant.v], [slope])(np.zeros(6), at))
    np.testing.assert_allclose(np.diag(numbers)[:3], [0.5 + 6 * 0.6, 8 * 0.2, 0.0], atol=1e-12)


def test_the_perturbation_method_has_the_water() -> None:
    """Near its reference it is the full model; the controller believes that the arm is dry."""
    move = CATALOGUE["reference"]["joint_ptp"](
        name="reference", begin=[0.2, 0.4], end=[0.6, 0.1], speed=1.0, acceleration=2.0
    )
    gains = {"natural_frequency": 30.0, "damping_ratio": 1.0, "torque_limit": 1e3}
    scenario = aw.Scenario(
        "tracked",
        ROBOT,
        1.0,
        model=changed(ROBOT, dict.fromkeys(PATHS, 0.0)),
        blocks=Blocks(
            reference=move, controller=(CATALOGUE["controller"]["computed_torque"](**gains),)
        ),
        recording=Recording(("joint_position",), rate=100.0),
    )
    full = scenario.simulate().data["joint_position"].values
    near = scenario.simulate(method="perturbation", points=200).data["joint_position"].values
    dry = scenario.changed({"fidelity.water": False}).simulate().data["joint_position"].values
    assert np.abs(near - full).max() < np.abs(dry - full).max() / 100


@pytest.mark.parametrize("switch", [True, False])
def test_the_switch_takes_all_of_the_water_away(switch: bool) -> None:
    links = tuple(dataclasses.replace(link, hull=None) for link in ROBOT.links)
    dry = pushed(dataclasses.replace(ROBOT, links=links)).simulate().data["joint_position"].values
    found = pushed(fidelity=aw.Fidelity(water=switch)).simulate().data["joint_position"].values
    assert np.array_equal(found, dry) is not switch


@pytest.mark.crosscheck
def test_coefficients_are_identified_from_a_run() -> None:
    """Drag and added mass of both links from ten seconds of an excited arm with noisy torques."""
    truth = dict(zip(PATHS, (0.8, 1.2, 1.3, 0.9), strict=True))
    rng = np.random.default_rng(0)
    waves = {name: (rng.normal(size=(2, 4)) * 0.3).tolist() for name in ("sine", "cosine")}
    follow = {"natural_frequency": 20.0, "damping_ratio": 1.0, "torque_limit": 1e4}
    scenario = aw.Scenario(
        "excited",
        changed(ROBOT, truth),
        10.0,
        model=ROBOT,
        blocks=Blocks(
            reference=CATALOGUE["reference"]["fourier"](name="reference", frequency=0.2, **waves),
            controller=(CATALOGUE["controller"]["computed_torque"](**follow),),
        ),
        recording=Recording(("joint_position", "motor_torque"), rate=500.0),
    )
    data = scenario.simulate().data
    torque = data["motor_torque"].values
    torque = torque + 0.01 * torque.std(axis=0) * rng.normal(size=torque.shape)
    signals = {"joint_position": data["joint_position"].values, "motor_torque": torque}
    log = aw.Log.from_arrays(data["time"].values, signals, joints=ROBOT.joint_names)
    fit = aw.identify.rigid(ROBOT, log, free=PATHS, friction="described")
    for path, value in truth.items():
        found = fit.parameters[path]
        assert abs(found.value - value) < min(4 * found.error, 0.06 * value), path
    hull = fit.robot.link("link2").hull
    assert hull is not None and hull.drag_coefficient == pytest.approx(1.3, rel=0.02)


def test_symbols_of_free_numbers_are_in_the_equations() -> None:
    """The plant with all numbers open, at other values, is the plant of the other description."""
    values = {**dict(zip(PATHS, (0.7, 1.3, 1.4, 0.6), strict=True)), "water_density": 900.0}
    free, other = aw.Plant(ROBOT, free=values), aw.Plant(changed(ROBOT, values))
    found = []
    for plant in (free, other):
        forces = cs.vertcat(*map(cs.SX, plant.inertial_forces([0.4, -1.1])))
        symbols = [plant.x, plant.v, plant.values.symbol]
        vector = plant.values.vector(other.numbers)
        function = cs.Function("forces", symbols, [forces])
        found.append(np.array(function([0.3, 0.8], [1.0, -2.0], vector)).ravel())
    np.testing.assert_allclose(found[0], found[1], rtol=1e-12)
