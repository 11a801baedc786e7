"""Arms with many elastic axes: rigid as stiffness grows, compliance K⁻¹, eigenfrequencies against
Pinocchio and MuJoCo with the same joints written out from the robot's file."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import casadi as cs
import mujoco
import numpy as np
import pinocchio as pin
import pytest
from scipy.linalg import eigh

import armwright as aw
from armwright import Fidelity, Plant, Robot
from armwright.plant.plant import wrench_on
from armwright.robot.loading import library_file
from tests.identities.plant.arms import evaluated

Q = (0.3, -0.4, 0.5)
AXES = {"x": (1.0, 0, 0), "y": (0, 1.0, 0), "z": (0, 0, 1.0)}
QUIET = Fidelity(friction=False, gravity=False)


def stiffer(robot: Robot, factor: float) -> Robot:
    """Every spring, of gears and structure, so much stiffer."""
    joints = tuple(
        replace(j, drive=replace(j.drive, stiffness=factor * j.drive.stiffness, damping=0.0))
        for j in robot.joints
    )
    axes = tuple(
        replace(one, spring={"stiffness": factor * one.spring["stiffness"], "damping": 0.0})
        for one in robot.elastic
    )
    return replace(robot, joints=joints, elastic=axes)


def file() -> dict:
    with library_file("three_axis_elastic").open("rb") as opened:
        return tomllib.load(opened)


def chain() -> list[tuple[str, tuple[float, ...], tuple[float, ...], str | None]]:
    """Joint by joint from the ground: name, place on what is before, axis, link that it carries."""
    found = []
    for joint in file()["joints"]:
        place = tuple(joint["origin"]["xyz"])
        for axis in file()["elastic"]:
            if axis["before"] == joint["name"]:
                found.append(
                    (f"{joint['name']}.{axis['axis']}", place, AXES[axis["axis"][1]], None)
                )
                place = (0.0, 0.0, 0.0)
        found.append((joint["name"], place, tuple(joint["axis"]), joint["child"]))
    return found


def stiffness_of(name: str) -> float:
    return next(
        axis["stiffness"]
        for axis in file()["elastic"]
        if f"{axis['before']}.{axis['axis']}" == name
    )


def pinocchio_mass(order: list[str]) -> np.ndarray:
    """M of the tree at Q, elastic axes at zero, in an order of names."""
    model, parent = pin.Model(), 0
    bodies = {link["name"]: link for link in file()["links"]}
    for name, place, axis, child in chain():
        joint = pin.JointModelRevoluteUnaligned(np.array(axis))
        parent = model.addJoint(parent, joint, pin.SE3(np.eye(3), np.array(place)), name)
        if child:
            body = bodies[child]
            inertia = pin.Inertia(body["mass"], np.array(body["centre"]), np.diag(body["inertia"]))
            model.appendBodyToJoint(parent, inertia, pin.SE3.Identity())
    q = np.zeros(model.nq)
    for k, angle in enumerate(Q):
        q[model.joints[model.getJointId(f"axis{k + 1}")].idx_q] = angle
    mass = pin.crba(model, model.createData(), q)
    mass = np.triu(mass) + np.triu(mass, 1).T
    places = [model.joints[model.getJointId(name)].idx_v for name in order]
    return mass[np.ix_(places, places)]


def mujoco_mass(order: list[str]) -> np.ndarray:
    """The same of MuJoCo."""
    bodies = {link["name"]: link for link in file()["links"]}
    text, depth = "", 0
    for name, place, axis, child in chain():
        xyz, about = (" ".join(map(str, values)) for values in (place, axis))
        text += f'<body pos="{xyz}"><joint name="{name}" axis="{about}"/>'
        if child:
            body = bodies[child]
            centre, diagonal = (" ".join(map(str, body[key])) for key in ("centre", "inertia"))
            text += f'<inertial mass="{body["mass"]}" pos="{centre}" diaginertia="{diagonal}"/>'
        else:  # MuJoCo wants every body to have mass
            text += '<inertial mass="1e-9" pos="0 0 0" diaginertia="1e-9 1e-9 1e-9"/>'
        depth += 1
    text = f"<mujoco><worldbody>{text}{'</body>' * depth}</worldbody></mujoco>"
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    for k, angle in enumerate(Q):
        data.joint(f"axis{k + 1}").qpos = angle
    mujoco.mj_forward(model, data)
    mass = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, mass)
    places = [int(model.joint(name).dofadr[0]) for name in order]
    return mass[np.ix_(places, places)]


@pytest.mark.parametrize(
    ("engine", "tolerance"),
    [(pinocchio_mass, 1e-10), (mujoco_mass, 1e-7)],
    ids=["pinocchio", "mujoco"],
)
def test_eigenfrequencies_are_those_of_another_engine(engine, tolerance: float) -> None:
    """Seven elastic axes and three rotors, S4's figure 2.6: K φ = ω² M φ, rotors and gears put in
    by hand."""
    robot = stiffer(aw.load("three_axis_elastic"), 1.0)
    plant = Plant(robot, QUIET)
    order = [one.name for one in plant.coordinates[:7]]
    drives = [joint["drive"] for joint in file()["joints"]]
    M, K = np.zeros((10, 10)), np.zeros((10, 10))
    M[:7, :7] = engine(order)
    for k in range(3, 7):
        K[k, k] = stiffness_of(order[k])
    for k, drive in enumerate(drives):
        M[7 + k, 7 + k] = drive["motor_inertia"]
        row = np.zeros(10)
        row[k], row[7 + k] = drive["gear_ratio"], -1.0
        K += drive["stiffness"] * np.outer(row, row)
    expected = np.sqrt(np.maximum(eigh(K, M, eigvals_only=True), 0.0))[3:] / (2 * np.pi)
    found = [mode.frequency for mode in aw.linearise(plant, Q).modes() if mode.oscillates]
    assert len(found) == 7  # three more are the arm's free motion
    np.testing.assert_allclose(sorted(found), expected, rtol=tolerance)


def test_the_tool_gives_way_by_the_inverse_of_the_stiffness() -> None:
    """Motors held, a force at the tool: δ = J K⁻¹ Jᵀ F, springs in series, to first order of F."""
    robot = stiffer(aw.load("three_axis_elastic"), 1.0)
    plant = Plant(robot, QUIET, aw.Environment(wrenches=("tool",)))
    drives = [joint["drive"] for joint in file()["joints"]]
    names = [one.name for one in plant.coordinates]
    K = np.diag(
        [d["stiffness"] * d["gear_ratio"] ** 2 for d in drives]
        + [stiffness_of(name) for name in names[3:7]]
    )
    rest = np.array(
        [*Q, 0, 0, 0, 0, *(d["gear_ratio"] * q for d, q in zip(drives, Q, strict=True))]
    )
    tool = plant.frame("tool").position
    J = evaluated(plant, cs.jacobian(tool, plant.x[:7]), rest, 0 * rest)
    force = np.array([100.0, -200.0, 300.0])
    forces = cs.vertcat(*plant.driving(plant.applied(), plant.bias(), plant.torques))[:7]
    deflected = rest.copy()
    for _ in range(8):  # Newton's method: where nothing accelerates
        given = {wrench_on("tool"): np.r_[force, 0, 0, 0]}
        left = evaluated(plant, forces, deflected, 0 * rest, **given).ravel()
        deflected[:7] += np.linalg.solve(K, left)
    assert np.abs(left).max() < 1e-8
    moved = (
        evaluated(plant, tool, deflected, 0 * rest) - evaluated(plant, tool, rest, 0 * rest)
    ).ravel()
    expected = J @ np.linalg.solve(K, J.T @ force)
    assert np.linalg.norm(expected) > 1e-3
    np.testing.assert_allclose(moved, expected, atol=5e-3 * np.linalg.norm(expected))


@pytest.mark.parametrize("rotors", ["reduced", "bodies"])
def test_stiff_springs_make_a_rigid_arm(rotors: str) -> None:
    """Motor torque to motor acceleration at 5 Hz: what is left falls with the stiffness."""
    fidelity = replace(QUIET, rotors=rotors)
    robot = aw.load("three_axis_elastic")
    rigid = replace(fidelity, joints="rigid", elastic=False)

    def response(one: Robot, chosen: Fidelity) -> np.ndarray:
        model = aw.linearise(Plant(one, chosen), Q, outputs="motor_velocity")
        return model.frequency_response([10 * np.pi])[0]

    wanted = response(robot, rigid)
    left = [
        np.abs(response(stiffer(robot, factor), fidelity) - wanted).max() / np.abs(wanted).max()
        for factor in (1e1, 1e2, 1e3)
    ]
    assert left[0] < 0.05
    np.testing.assert_allclose(np.array(left[:-1]) / left[1:], 10.0, rtol=0.1)


def test_a_heavy_wheel_behind_a_gear_by_hand() -> None:
    """ω² = n² k (1 / (n² J) + 1 / I) with a motor that rides on a link at rest."""
    J, n, k, inertia = 2e-3, 50.0, 4.0, 3.0
    wheel = aw.Link("wheel", aw.Inertia(1.0, np.zeros(3), inertia * np.eye(3)))
    drive = aw.Drive(n, J, stiffness=k, link="base")
    joint = aw.Joint("axis", "revolute", "base", "wheel", drive=drive)
    for rotors in ("reduced", "bodies"):
        robot = Robot("wheel", (aw.Link("base"), wheel), (joint,))
        plant = Plant(robot, replace(QUIET, rotors=rotors))
        (mode,) = (one for one in aw.linearise(plant, [0.0]).modes() if one.oscillates)
        expected = np.sqrt(n**2 * k * (1 / (n**2 * J) + 1 / inertia)) / (2 * np.pi)
        assert mode.frequency == pytest.approx(expected, rel=1e-12)


def test_a_rotor_that_rides_on_the_wheel_it_drives_by_hand() -> None:
    """θ and q with [[I, J], [J, J]] and k (n q − θ)²/2: ω² = k (I + 2 n J + n² J) / (I J − J²)."""
    J, n, k, inertia = 2e-3, 50.0, 4.0, 3.0
    wheel = aw.Link("wheel", aw.Inertia(1.0, np.zeros(3), inertia * np.eye(3)))
    drive = aw.Drive(n, J, stiffness=k, link="wheel")
    joint = aw.Joint("axis", "revolute", "base", "wheel", drive=drive)
    plant = Plant(
        Robot("wheel", (aw.Link("base"), wheel), (joint,)), replace(QUIET, rotors="bodies")
    )
    (mode,) = (one for one in aw.linearise(plant, [0.0]).modes() if one.oscillates)
    square = k * (inertia + 2 * n * J + n**2 * J) / (inertia * J - J**2)
    assert mode.frequency == pytest.approx(np.sqrt(square) / (2 * np.pi), rel=1e-12)
