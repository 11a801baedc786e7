"""The published numbers of the robot, in SI units.

Source: Modelica Standard Library, Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3, commit
b756f9de (BSD-3-Clause): FullRobot, OneAxis and their Utilities. Arrays run over the axes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

Array = np.ndarray

GRAVITY = np.array([0, -9.81, 0])
#: From the world to joint 1, and from joint i to joint i + 1; all frames parallel at q = 0.
BASE_TO_JOINT_1 = np.array([0, 0.351, 0])
LINK_VECTORS = np.array(
    [[0, 0.324, 0.3], [0, 0.65, 0], [0, 0.414, -0.155], [0, 0.186, 0], [0, 0.125, 0], [0, 0, 0]]
)
#: The axis of each joint.
JOINT_AXES = "yxxyxy"
MASSES = np.array([1, 56.5, 26.4, 28.7, 5.2, 0.5])
CENTRES = np.array(
    [[0, 0, 0], [0.172, 0.205, 0], [0.064, -0.034, 0], [0, 0, 0], [0, 0, 0], [0.05, 0.05, 0.05]]
)
#: About the centre of mass: I₁₁, I₂₂, I₃₃, I₂₁, I₃₁, I₃₂. Not given in the source: 0.001 and 0.
INERTIAS = np.array(
    [
        [0.001, 1.16, 0.001, 0, 0, 0],
        [2.58, 0.64, 2.73, -0.46, 0, 0],
        [0.279, 0.245, 0.413, -0.07, 0, 0],
        [1.67, 0.081, 1.67, 0, 0, 0],
        [1.25, 0.81, 1.53, 0, 0, 0],
        [0.001, 0.001, 0.001, 0, 0, 0],
    ]
)
LOAD_MASS = 15.0
LOAD_CENTRE = np.array([0.1, 0.25, 0.1])
LOAD_INERTIA = 0.001 * np.eye(3)


class Drives(NamedTuple):
    """One number per axis; `stiffness` and `damping` have the elastic axes only, which come first.

    Friction acts on the motor shaft of an elastic axis, and on the joint of a rigid one.
    """

    ratio: Array
    stiffness: Array
    damping: Array
    coulomb: Array
    viscous: Array
    peak: Array
    inertia: Array
    torque_constant: Array
    frequency: Array
    damping_ratio: Array
    kp: Array
    ks: Array
    Ts: Array


class Path(NamedTuple):
    begin: Array
    end: Array
    speed_max: Array
    acceleration_max: Array


#: The current loop: ohms, and the gain of the power amplifier.
RESISTANCE = 250.0
INTEGRATOR_RESISTANCE = 10.0
POWER_GAIN = 5.0

ROBOT_DRIVES = Drives(
    ratio=np.array([-105, 210, 60, -99, 79.2, -99]),
    stiffness=np.array([43.0, 8, 58]),
    damping=np.array([0.005, 0.01, 0.04]),
    coulomb=np.array([0.4, 0.5, 0.7, 21.8, 30.1, 10.9]),
    viscous=np.array([0.13 / 160, 0.1 / 130, 0.2 / 130, 9.8, 0.03, 3.92]),
    peak=np.array([1, 1, 1, 26.7 / 21.8, 39.6 / 30.1, 16.8 / 10.9]),
    inertia=np.array([0.0013, 0.0013, 0.0013, 1.6e-4, 1.8e-4, 4.3e-5]),
    torque_constant=np.array([1.1616, 1.1616, 1.1616, 0.2365, 0.2608, 0.0842]),
    frequency=np.array([4590.0, 5500, 5500, 6250, 6250, 7400]),
    damping_ratio=np.array([0.6, 0.6, 0.6, 0.55, 0.55, 0.27]),
    kp=np.full(6, 5.0),
    ks=np.full(6, 0.5),
    Ts=np.full(6, 0.05),
)
ROBOT_PATH = Path(
    begin=np.deg2rad([-60.0, 20, 90, 0, -110, 0]),
    end=np.deg2rad([60.0, -70, -35, 45, 110, 45]),
    speed_max=np.array([3, 1.5, 5, 3.1, 3.1, 4.1]),
    acceleration_max=np.array([15.0, 15, 15, 60, 60, 60]),
)

#: The drive of axis 2 alone, turning a flywheel: no gravity.
ONE_AXIS_DRIVES = Drives(
    ratio=np.array([210.0]),
    stiffness=np.array([8.0]),
    damping=np.array([0.01]),
    coulomb=np.array([0.5]),
    viscous=np.array([0.1 / 130]),
    peak=np.array([1.0]),
    inertia=np.array([0.0013]),
    torque_constant=np.array([1.1616]),
    frequency=np.array([5500.0]),
    damping_ratio=np.array([0.6]),
    kp=np.array([5.0]),
    ks=np.array([0.5]),
    Ts=np.array([0.05]),
)
ONE_AXIS_PATH = Path(
    begin=np.array([0.0]),
    end=np.deg2rad([120.0]),
    speed_max=np.array([3.0]),
    acceleration_max=np.array([10.0]),
)
ONE_AXIS_LOAD = 15 * 1.14**2
#: What OneAxis.mo itself has: 1.3 mLoad. Dymola's published trajectories are with this one.
ONE_AXIS_LOAD_OF_DYMOLA = 1.3 * 15
