"""The exported MJCF of an arm with everything beyond plain driven joints: a joint that mimics
another, a passive one, motors along several joints, elastic axes of every place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import casadi as cs
import mujoco
import numpy as np
import pytest

from armwright import Fidelity, Robot, Scenario, Start
from armwright.export.mjcf import mjcf
from armwright.plant import Plant
from armwright.plant.plant import MOTOR_TORQUE
from armwright.robot import Mimic
from tests.support.comparison import relative
from tests.unit.robot.gripper import gripper

#: MuJoCo's friction and limits are constraints: not part of what is compared here.
SMOOTH = Fidelity(friction=False, springs="linear", saturation=False)


def arm() -> Robot:
    """With laws that have all their numbers, and a follower with an offset."""
    robot = gripper()
    *axes, boom = robot.elastic
    spring = {"a0": 1e4, "a1": 0.0, "a2": 1e6}
    friction = {"coulomb": 0.3, "stiffness": 1e3}
    boom = replace(boom, spring=spring, friction=friction)
    joints = (
        replace(joint, mimic=Mimic("open", 0.5, 0.02)) if joint.mimic else joint
        for joint in robot.joints
    )
    return replace(robot, joints=tuple(joints), elastic=(*axes, boom))


class Theirs:
    """In MuJoCo; `A` and `offset`: positions of its joints are A x + offset."""

    def __init__(self, plant: Plant, path: Path) -> None:
        self.model = mujoco.MjModel.from_xml_path(str(path))
        self.data = mujoco.MjData(self.model)
        names = [self.model.joint(k).name for k in range(self.model.njnt)]
        coordinates = [one.name for one in plant.coordinates]
        self.A, self.offset = np.zeros((len(names), len(coordinates))), np.zeros(len(names))
        for i, name in enumerate(names):
            if name.endswith("_rotor"):
                self.A[i, coordinates.index(f"rotor of {name.removesuffix('_rotor')}")] = 1.0
                continue
            row, self.offset[i] = plant.arrangement.positions[name]
            for k, weight in row.items():
                self.A[i, k] = weight

    def acceleration(self, x: np.ndarray, v: np.ndarray, torque: np.ndarray) -> np.ndarray:
        """As if the follower were held exactly: in our coordinates."""
        data = self.data
        data.qpos[:], data.qvel[:], data.ctrl[:] = self.A @ x + self.offset, self.A @ v, torque
        mujoco.mj_forward(self.model, data)
        M = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, data, M)
        forces = data.qfrc_actuator + data.qfrc_passive - data.qfrc_bias
        return np.linalg.solve(self.A.T @ M @ self.A, self.A.T @ forces)


def test_acceleration(tmp_path: Path) -> None:
    plant = Plant(arm(), SMOOTH)
    assert {one.role for one in plant.coordinates} == {"driven", "passive", "elastic", "rotor"}
    mjcf(arm(), tmp_path / "a.xml", fidelity=SMOOTH)
    theirs = Theirs(plant, tmp_path / "a.xml")
    assert [theirs.model.actuator(k).name for k in range(theirs.model.nu)] == [
        "lift_motor",
        "m1_motor",
        "m2_motor",
    ]
    rng = np.random.default_rng(3)
    x, v = 0.1 * rng.normal(size=(2, len(plant.coordinates)))
    x[-1] += plant.gears.matrix[1] @ x[: plant.arrangement.joints]
    torque = rng.normal(size=3)
    others = [symbol for name, symbol in plant.inputs.items() if name != MOTOR_TORQUE]
    symbols = [plant.x, plant.v, plant.inputs[MOTOR_TORQUE], *others]
    ours = cs.Function("a", symbols, [plant.acceleration])(x, v, torque, *(0 for _ in others))
    assert relative(np.array(ours).ravel(), theirs.acceleration(x, v, torque)) < 1e-9


def test_the_start_satisfies_the_equality(tmp_path: Path) -> None:
    start = Start((0.3, -0.2, 0.01, 0.4), (0.1, 0.2, 0.3, 0.4), at_rest=False)
    scenario = Scenario("grip", arm(), 1.0, start=start, fidelity=SMOOTH)
    mjcf(scenario, tmp_path / "a.xml")
    theirs = Theirs(Plant(arm(), SMOOTH), tmp_path / "a.xml")
    model, data = theirs.model, theirs.data
    mujoco.mj_resetDataKeyframe(model, data, 0)
    assert data.joint("open").qpos[0] == pytest.approx(0.01)
    assert data.joint("follow").qpos[0] == pytest.approx(0.5 * 0.01 + 0.02)
    assert data.joint("follow").qvel[0] == pytest.approx(0.5 * 0.3)
    assert data.joint("m1_rotor").qpos[0] == pytest.approx(80 * -0.2 - 300 * 0.01)
    mujoco.mj_forward(model, data)
    assert model.neq == 1
    equality = data.efc_type == mujoco.mjtConstraint.mjCNSTR_EQUALITY
    assert equality.any() and np.abs(data.efc_pos[equality]).max() < 1e-12


def test_what_is_lost_of_it(tmp_path: Path) -> None:
    lost = mjcf(arm(), tmp_path / "a.xml")
    (spring,) = (line for line in lost if "spring law 'cubic'" in line)
    assert spring.startswith("elastic axis 'boom': spring law 'cubic' (a0 10000")
    assert spring.endswith("is kept as stiffness 10000 N m/rad and damping 0 N m s/rad only")
    (friction,) = (line for line in lost if "friction law 'lugre'" in line)
    assert friction.startswith("elastic axis 'boom': friction law 'lugre' (coulomb_positive 0.3")
    assert "motor 'm1': mounted on link 'arm'" in lost
    assert not any("motor 'm1': turns" in line or "motor inertia" in line for line in lost)
    rigid = mjcf(arm(), tmp_path / "b.xml", fidelity=Fidelity(joints="rigid"))
    assert "motor 'm1': gear stiffness 5 N m/rad, at the motor" in rigid


def test_a_motors_spring_without_a_rotor_is_left_out(tmp_path: Path) -> None:
    first, second = arm().motors
    light = replace(first, drive=replace(first.drive, motor_inertia=0.0))
    lost = mjcf(replace(arm(), motors=(light, second)), tmp_path / "a.xml")
    said = "motor 'm1': gear stiffness 5 N m/rad, at the motor, because its motor has no inertia"
    assert said in lost
