"""An elbow arm whose rotors ride on its links: matrices, torques on a fast motion, and two runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import CONTROLLERS
from armwright.blocks.references import REFERENCES
from armwright.plant import Plant
from armwright.progress import Tell
from armwright.robot import Robot, load
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.couplings.source import DURATION, FOLDED, UP
from armwright.studies.running import run_apart
from armwright.system import Blocks, Recording

ROBOT = "elbow_arm"
#: Hz, of the sinusoids of the six joints, each at its largest velocity; assumed, S4 has none.
FREQUENCIES: Array = np.array([0.45, 0.55, 0.65, 0.8, 0.95, 1.1])
#: About which joints swing, rad; assumed.
MIDDLE: Array = np.array([0.0, 0.2, -0.3, 0.0, 0.0, 0.0])
#: All gear ratios times these, with rotors that feel the same from the joints.
GEARS = (1.0, 0.7, 0.5, 0.3, 0.2, 0.1)
_RIGID = Fidelity(joints="rigid", friction=False, elastic=False)
_Model = Literal["reduced", "bodies"]
_MODELS: tuple[_Model, ...] = ("reduced", "bodies")


@dataclass(frozen=True, eq=False)
class Matrices:
    """Of many configurations (first dimension): M of the links, and S η, both at the joints."""

    q: Array
    mass: Array
    coupling: Array

    @property
    def normalised(self) -> Array:
        """Rows of S η, each divided by its M_ii."""
        own = np.diagonal(self.mass, axis1=-2, axis2=-1)
        return np.asarray(self.coupling / own[..., None])


@dataclass(frozen=True, eq=False)
class FastMotion:
    """Joint torques of the complete rigid model on sinusoids (samples, joints), and the part of
    them that rotors add, by velocities alone and altogether."""

    time: Array
    torque: Array
    coriolis: Array
    added: Array


@dataclass(frozen=True, eq=False)
class CoupledArm:
    """`up`, `folded`: S4's configurations. `anywhere`: at random. `swept`: joints 2 and 3 over all
    their travel, the others at zero. `wrist`: all joints but 2 and 3 at random, those two fixed.
    `geared`: `up` by the factor of all gear ratios. `runs`: by model."""

    robot: Robot
    up: Matrices
    folded: Matrices
    anywhere: Matrices
    swept: Matrices
    wrist: Matrices
    geared: Mapping[float, Matrices]
    motion: FastMotion
    runs: Mapping[str, Run]


def couple(tell: Tell) -> CoupledArm:
    robot = load(ROBOT)
    joints = robot.moving_joints
    lower = np.array([max(joint.limits.lower, -np.pi) for joint in joints])
    upper = np.array([min(joint.limits.upper, np.pi) for joint in joints])
    rng = np.random.default_rng(0)
    tell("matrices of many configurations", 0.0)
    anywhere = rng.uniform(lower, upper, (200, len(joints)))
    wrist = anywhere.copy()
    wrist[:, 1:3] = MIDDLE[1:3]
    swept = np.zeros((41 * 41, len(joints)))
    grids = np.meshgrid(*(np.linspace(lower[k], upper[k], 41) for k in (1, 2)), indexing="ij")
    swept[:, 1:3] = np.stack([grid.ravel() for grid in grids], axis=1)
    found = {
        name: matrices(robot, q)
        for name, q in {
            "up": UP[None],
            "folded": FOLDED[None],
            "anywhere": anywhere,
            "swept": swept,
            "wrist": wrist,
        }.items()
    }
    geared = {factor: matrices(with_gears(robot, factor), UP[None]) for factor in GEARS}
    tell("a fast motion", 0.2)
    motion = fast_motion(robot)
    tell("closed loops", 0.3)
    scenarios: dict[str, Scenario] = {model: moving(robot, model) for model in _MODELS}
    runs = run_apart(scenarios, lambda what, done: tell(what, 0.3 + 0.6 * done))
    return CoupledArm(robot, geared=geared, motion=motion, runs=runs, **found)


def matrices(robot: Robot, q: Array) -> Matrices:
    """By the tree: M of the complete flexible model, whose upper right block is S on the motors'
    side."""
    plant = Plant(robot, replace(_RIGID, joints="flexible", rotors="bodies"))
    n, size = len(robot.joint_names), len(plant.coordinates)
    M = cs.SX.zeros(size, size)
    for (i, j), value in plant.mass().items():
        M[i, j] = M[j, i] = value
    function = cs.Function("M", [plant.x], [M])
    full = np.array([function(np.r_[one, np.zeros(size - n)]) for one in q])
    return Matrices(q, full[:, :n, :n], full[:, :n, n:] @ robot.gear_matrix)


def with_gears(robot: Robot, factor: float) -> Robot:
    """All gear ratios times a factor, and rotors whose inertia at the joints stays the same."""
    joints = tuple(
        replace(
            joint,
            drive=replace(
                joint.drive,
                gear_ratio=joint.drive.gear_ratio * factor,
                motor_inertia=joint.drive.motor_inertia / factor**2,
            ),
        )
        if joint.drive
        else joint
        for joint in robot.joints
    )
    return replace(robot, joints=joints)


def fast_motion(robot: Robot) -> FastMotion:
    time = np.linspace(0.0, DURATION, 4001)
    rate = 2 * np.pi * FREQUENCIES
    size = np.array([joint.limits.velocity for joint in robot.moving_joints]) / rate
    angle = rate * time[:, None]
    motion = (
        MIDDLE + size * np.sin(angle),
        size * rate * np.cos(angle),
        -size * rate**2 * np.sin(angle),
    )
    torque, bias = {}, {}
    for model in _MODELS:
        plant = Plant(robot, replace(_RIGID, rotors=model))
        a = cs.SX.sym("a", len(plant.coordinates))
        forces = [cs.vertcat(*plant.inertial_forces(cs.vertsplit(a))), cs.vertcat(*plant.bias())]
        function = cs.Function("forces", [plant.x, plant.v, a], forces).map(len(time))
        torque[model], bias[model] = (np.array(one).T for one in function(*(m.T for m in motion)))
    return FastMotion(
        time,
        torque["bodies"],
        bias["bodies"] - bias["reduced"],
        torque["bodies"] - torque["reduced"],
    )


def moving(robot: Robot, model: _Model) -> Scenario:
    """From one posture to another as fast as motors can, elastic gears, LuGre friction."""
    reference = REFERENCES["joint_ptp"](
        name="reference",
        rate=1000.0,
        begin=[-0.6, -0.3, 0.2, -0.8, 0.6, 0.0],
        end=[0.6, 0.5, -0.6, 0.8, -0.6, 1.0],
        speed=1.5,
        acceleration=4.0,
    )
    controller = CONTROLLERS["cascade"](
        name="controller",
        position_rate=1000.0,
        velocity_rate=4000.0,
        position_gain=15.0,
        velocity_gain=[0.6, 1.2, 0.9, 0.08, 0.08, 0.06],
        integral_time=0.1,
    )
    return Scenario(
        f"elbow-arm-{model}",
        robot,
        duration=2.5,
        fidelity=Fidelity(elastic=False, rotors=model),
        blocks=Blocks(reference=reference, controller=(controller,)),
        recording=Recording(("tool_position", "motor_torque", "joint_position"), 1000.0),
    )
