"""Logs of an arm that moves along Fourier series, with the torques that this takes: computed from
the arm's inverse dynamics, gears and friction, without the plant."""

from __future__ import annotations

import numpy as np

from armwright import Log, Robot, compile
from armwright.arrays import Array


def fourier_motion(
    joints: int, time: Array, seed: int, harmonics: int = 5, base: float = 0.2
) -> tuple[Array, Array, Array]:
    """q, v, a (samples, joints), periodic in 1/base s, amplitudes of about a radian."""
    rng = np.random.default_rng(seed)
    q, v, a = (np.zeros((time.size, joints)) for _ in range(3))
    for k in range(1, harmonics + 1):
        w = 2 * np.pi * base * k
        amplitude = rng.normal(size=joints) * 0.7 / k
        phase = rng.uniform(0, 2 * np.pi, joints)
        angle = w * time[:, None] + phase
        q += amplitude * np.sin(angle)
        v += amplitude * w * np.cos(angle)
        a -= amplitude * w**2 * np.sin(angle)
    return q, v, a


def motor_torques(robot: Robot, q: Array, v: Array, a: Array) -> Array:
    """Of drives with Coulomb and viscous friction on the motor's side."""
    tau = compile(robot).inverse_dynamics(q, v, a)
    eta = robot.gear_matrix
    motor = tau @ np.linalg.inv(eta)
    speed, acceleration = v @ eta.T, a @ eta.T
    for k, one in enumerate(robot.all_motors):
        friction = one.drive.friction
        both = friction.get("coulomb", 0.0)
        forward = friction.get("coulomb_positive", both)
        backward = friction.get("coulomb_negative", both)
        motor[:, k] += one.drive.motor_inertia * acceleration[:, k]
        motor[:, k] += friction.get("viscous", 0.0) * speed[:, k]
        motor[:, k] += np.where(speed[:, k] > 0, forward, -backward)
    return motor


def excited_log(
    robot: Robot,
    *,
    seed: int = 0,
    duration: float = 10.0,
    rate: float = 500.0,
    noise: float = 0.0,
    still: tuple[int, ...] = (),
) -> Log:
    """`noise`: of the torques, as a part of their deviation, white. `still`: joints at rest."""
    time = np.arange(int(duration * rate)) / rate
    q, v, a = fourier_motion(len(robot.joint_names), time, seed)
    for joint in still:
        q[:, joint], v[:, joint], a[:, joint] = 0.3, 0.0, 0.0
    torque = motor_torques(robot, q, v, a)
    rng = np.random.default_rng(seed + 1000)
    torque += noise * torque.std(axis=0) * rng.normal(size=torque.shape)
    return Log.from_arrays(
        time, {"joint_position": q, "motor_torque": torque}, joints=robot.joint_names
    )
