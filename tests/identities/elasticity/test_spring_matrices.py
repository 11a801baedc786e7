"""Springs that pull on each other: full matrices K and D beside hand formulas, other integrators,
other engines, and the same springs without a matrix."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import casadi as cs
import mujoco
import numpy as np
import pytest

import armwright as aw
from armwright import (
    Drive,
    ElasticAxis,
    Fidelity,
    Inertia,
    InputError,
    Joint,
    Link,
    Robot,
    Scenario,
)
from armwright.blocks.controllers.model_spring import springs_on
from armwright.export.mjcf import mjcf
from armwright.plant import Plant
from armwright.plant.plant import MOTOR_TORQUE
from armwright.robot import SpringMatrix
from armwright.simulation.perturbation.inertial_torque import InertialTorque
from armwright.simulation.slow import solve
from armwright.system import Integration, Recording, Start, System
from tests.support.perturbation import line, tool_difference

MASS = 4.0
K = np.array([[3000.0, 1200.0], [1200.0, 900.0]])
D = np.array([[30.0, -8.0], [-8.0, 12.0]])


def on_two_springs(K: np.ndarray, D: np.ndarray | None = None) -> Robot:
    """A mass that its foundation lets slide along x and y."""
    body = Inertia(MASS, np.zeros(3), np.eye(3) * 0.02)
    joint = Joint("spin", "revolute", "base", "mass", drive=Drive(motor_inertia=1.0))
    axes = tuple(ElasticAxis("foundation", axis, name=axis) for axis in ("x", "y"))
    matrix = SpringMatrix("bed", ("x", "y"), K, np.zeros((2, 2)) if D is None else D)
    links = (Link("base"), Link("mass", body))
    return Robot("bed", links, (joint,), elastic=axes, spring_matrices=(matrix,), gravity=[1, 2, 0])


def wrist(K: np.ndarray | None = None) -> Robot:
    """Two joints one after the other, their motors coupled by gears and by springs; a soft
    foundation between."""
    arm = Inertia(2.0, [0.2, 0, 0.05], np.eye(3) * 0.03)
    joints = (
        Joint("a", "revolute", "base", "one", axis=[0.0, 1.0, 0.0]),
        Joint("b", "revolute", "one", "two", axis=[1.0, 0.0, 0.0]),
    )
    motors = (
        aw.Motor("m1", {"a": 30.0}, Drive(motor_inertia=1e-4)),
        aw.Motor("m2", {"a": -10.0, "b": 40.0}, Drive(motor_inertia=2e-4)),
    )
    stiffness = np.array([[2.0, 0.6, 5.0], [0.6, 1.0, -9.0], [5.0, -9.0, 3000.0]])
    matrix = SpringMatrix(
        "all", ("m1", "m2", "tilt"), stiffness if K is None else K, stiffness * 1e-3
    )
    tilt = (
        ElasticAxis("b", "ry", name="tilt", inertia=Inertia(0.5, [0, 0, 0.1], np.eye(3) * 1e-2)),
    )
    links = (Link("base"), Link("one", arm), Link("two", arm))
    return Robot("wrist", links, joints, motors=motors, elastic=tilt, spring_matrices=(matrix,))


def scenario(robot: Robot, method: str = "midpoint", **more: object) -> Scenario:
    n = len(robot.joint_names)
    options = {
        "duration": 0.1,
        "tick": 0.0005,
        "start": Start((0.2,) * n, at_rest=False),
        "integration": Integration(method, 1),
        "recording": Recording(
            ("coordinate_position", "kinetic_energy", "potential_energy", "damping_loss"), 1000.0
        ),
    }
    return Scenario(name="springs", robot=robot, **options | more)


def test_modes_are_those_of_the_pencil() -> None:
    """det(K − ω² m) = 0 for a mass on coupled springs, K as it was given."""
    model = aw.linearise(on_two_springs(K))
    found = sorted({round(abs(mode.frequency), 9) for mode in model.modes() if mode.frequency > 0})
    expected = np.sqrt(np.linalg.eigvalsh(K) / MASS) / (2 * np.pi)
    np.testing.assert_allclose(found, expected, rtol=1e-7)


def test_a_load_bends_them_by_the_inverse() -> None:
    """K⁻¹ m g at rest."""
    data = scenario(on_two_springs(K), start=Start((0.0,))).simulate().data
    elastic = data["coordinate_position"].values[-1][1:]
    np.testing.assert_allclose(elastic, np.linalg.solve(K, MASS * np.array([1.0, 2.0])), rtol=1e-8)


@pytest.mark.parametrize("method", ["midpoint", "implicit"])
def test_a_diagonal_matrix_is_springs_of_their_own(method: str) -> None:
    K, D = np.diag([3000.0, 900.0]), np.diag([30.0, 12.0])
    matrix = on_two_springs(K, D)
    springs = [{"stiffness": K[i, i], "damping": D[i, i]} for i in range(2)]
    axes = (replace(a, spring=s) for a, s in zip(matrix.elastic, springs, strict=True))
    alone = replace(matrix, elastic=tuple(axes), spring_matrices=())
    a, b = (scenario(one, method).simulate().data for one in (matrix, alone))
    for name in ("coordinate_position", "potential_energy", "damping_loss"):
        np.testing.assert_allclose(a[name].values, b[name].values, rtol=1e-12, atol=1e-15)


def test_the_fast_step_is_near_the_slow_solver() -> None:
    """With springs between motors and structure; the error falls with the square of the step."""
    start = scenario(wrist())
    exact = solve(System(start), 201, ["coordinate_position"])["coordinate_position"][-1]
    errors = []
    for steps in (1, 2):
        run = replace(start, integration=Integration("midpoint", steps)).simulate()
        errors.append(np.abs(run.data["coordinate_position"].values[-1] - exact).max())
    assert errors[0] < 2e-4 * np.abs(exact).max()
    assert errors[1] < 0.3 * errors[0]


def test_energy_goes_into_damping_alone() -> None:
    data = scenario(wrist(), tick=0.0001).simulate().data
    total = data["kinetic_energy"].values + data["potential_energy"].values
    lost = total[0] - total - data["damping_loss"].values
    assert data["damping_loss"].values[-1] > 1e-3
    assert np.abs(lost).max() < 2e-3 * data["damping_loss"].values[-1]


def test_stiff_coupled_springs_stay_stable() -> None:
    """ωh of 30: only with the whole of K in the matrix of the step."""
    R = np.array([[0.8, -0.6], [0.6, 0.8]])
    stiff = R @ np.diag([1e10, 1e3]) @ R.T
    data = scenario(on_two_springs(stiff), "implicit", duration=0.3, tick=0.001).simulate().data
    moved = data["coordinate_position"].values[:, 1:]
    assert np.abs(moved @ R[:, 0]).max() < 1e-6
    soft = moved @ R[:, 1]
    sag = MASS * R[:, 1] @ [1.0, 2.0] / 1e3
    expected = sag * (1 - np.cos(np.sqrt(1e3 / MASS) * data.time.values))
    np.testing.assert_allclose(soft, expected, atol=2e-3 * sag)


def test_acceleration_is_mujocos(tmp_path: Path) -> None:
    robot, fidelity = wrist(), Fidelity(saturation=False)
    plant = Plant(robot, fidelity)
    mjcf(robot, tmp_path / "a.xml", fidelity=fidelity)
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "a.xml"))
    data = mujoco.MjData(model)
    names = [one.name.replace("rotor of m1", "m1_rotor") for one in plant.coordinates]
    names = [name.replace("rotor of m2", "m2_rotor") for name in names]
    places = [model.joint(name).qposadr[0] for name in names]
    rng = np.random.default_rng(1)
    x, v = rng.normal(size=(2, len(names))) * 0.1
    torque = rng.normal(size=2)
    data.qpos[places], data.qvel[places], data.ctrl[:] = x, v, torque
    mujoco.mj_forward(model, data)
    inputs = [plant.x, plant.v, plant.inputs[MOTOR_TORQUE]]
    rest = [one for name, one in plant.inputs.items() if name != MOTOR_TORQUE]
    function = cs.Function("a", [*inputs, *rest], [plant.acceleration])
    ours = np.array(function(x, v, torque, *(np.zeros(one.shape) for one in rest))).ravel()
    np.testing.assert_allclose(data.qacc[places], ours, rtol=1e-7)


def test_free_entries_are_the_changed_robots() -> None:
    """In lanes, with the same machine code."""
    start = scenario(wrist())
    path = "spring_matrices.all.stiffness"
    prepared = start.prepare(free=[path])
    values = aw.Plant(wrist()).numbers[path] * np.array([1.2, 0.8, 1, 1.1, 1, 0.9])
    a = prepared.simulate({path: values.tolist()}).data["coordinate_position"].values
    b = start.changed({path: values.tolist()}).simulate().data["coordinate_position"].values
    np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12)


def test_what_does_not_give_way_drops_out() -> None:
    """At a lower fidelity the other springs keep their block of the matrix."""
    plant = Plant(wrist(), Fidelity(elastic=False))
    (part,) = plant.elements
    K = wrist().spring_matrices[0].stiffness
    slopes = cs.evalf(cs.jacobian(part.torque, part.displacement))
    np.testing.assert_allclose(np.array(slopes), K[:2, :2])
    assert Plant(wrist(), Fidelity(joints="rigid", elastic=False)).elements == ()


def test_controllers_that_bend_springs_refuse_coupled_ones() -> None:
    with pytest.raises(InputError, match=r"spring_matrices\.all: springs of the gears"):
        springs_on(Plant(wrist(), Fidelity(elastic=False)), "motor")


def test_entries_that_give_energy_away_are_refused_in_sweeps() -> None:
    path = "spring_matrices.all.stiffness"
    prepared = scenario(wrist()).prepare(free=[path])
    values = aw.Plant(wrist()).numbers[path] * np.array([1, 9, 1, 1, 1, 1])
    with pytest.raises(InputError, match="its stiffness is no matrix of springs"):
        prepared.simulate({path: values.tolist()})


@pytest.mark.crosscheck
def test_the_perturbation_method_has_them() -> None:
    """Springs of the wrist coupled: the full model's motion."""
    start = line(duration=1.0)
    names = ("J3", "OS")
    drives = [start.robot.joint(name).drive for name in names]
    stiffness, damping = ([getattr(d, key) for d in drives] for key in ("stiffness", "damping"))
    between = 0.4 * np.sqrt(np.prod(stiffness))
    K = np.diag(stiffness) + between * np.array([[0.0, 1.0], [1.0, 0.0]])
    matrix = SpringMatrix("wrist", names, K, np.diag(damping))
    joints = tuple(
        replace(one, drive=replace(one.drive, stiffness=None, damping=None))
        if one.name in names and one.drive is not None
        else one
        for one in start.robot.joints
    )
    robot = replace(start.robot, joints=joints, spring_matrices=(matrix,))
    coupled = replace(start, robot=robot)
    full, fast = coupled.simulate(), coupled.simulate(method="perturbation", points=400)
    apart = tool_difference(full, start.simulate()).max()
    assert apart > 20e-6
    assert tool_difference(full, fast).max() < 10e-6
    plant = Plant(robot, free=["spring_matrices.wrist.stiffness"])
    with pytest.raises(InputError, match="the arm's inertia or in coupled springs"):
        InertialTorque(plant, cs.SX(0), "line")
