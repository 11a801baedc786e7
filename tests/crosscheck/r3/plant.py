"""Arm, gears, friction, motors, current loops and controllers as one system of equations.

One friction element per axis, with a mode: +1 forward, −1 backward, 0 stuck. The state is

    q v (joints)   θ ω (motors of the elastic axes)   i u (current loops)   x (controllers)
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from tests.crosscheck.r3 import published
from tests.crosscheck.r3.mechanics import Mechanics
from tests.crosscheck.r3.path import PointToPoint
from tests.crosscheck.r3.published import Array, Drives


class Signals(NamedTuple):
    """Of all axes at one time."""

    reference: Array
    motor_angle: Array
    motor_speed: Array
    joint_angle: Array
    joint_speed: Array
    spring_deflection: Array
    current: Array
    friction_torque: Array


class Motion(NamedTuple):
    """What the laws of motion give: accelerations, and the torque of every friction element."""

    joints: Array
    motors: Array
    friction: Array


class Plant:
    def __init__(self, mechanics: Mechanics, drives: Drives, path: PointToPoint) -> None:
        self.mechanics, self.drives, self.path = mechanics, drives, path
        n, e = len(drives.ratio), len(drives.stiffness)
        self.axes, self.elastic = n, e
        bounds = np.cumsum([0, n, n, e, e, n, n, n])
        self.parts = [slice(*pair) for pair in pairwise(bounds)]
        #: Where the state holds the speed at each friction element.
        self.speeds = np.r_[2 * n + e : 2 * n + 2 * e, n + e : 2 * n]
        self.break_away = drives.peak * drives.coulomb
        rigid = np.arange(n) >= e
        self.rotors = np.diag(np.where(rigid, drives.inertia * drives.ratio**2, 0))
        self.inductance = published.RESISTANCE / (2 * drives.damping_ratio * drives.frequency)
        capacitance = 0.004 * drives.damping_ratio / drives.frequency
        self.integrator_time = published.INTEGRATOR_RESISTANCE * capacitance

    def initial_state(self) -> Array:
        """At rest; springs and currents carry the weight, the friction nothing."""
        d, e = self.drives, self.elastic
        q, _ = self.path(0.0)
        zero = np.zeros(self.axes)
        _, weight = self.mechanics(q, zero)
        i = weight / (d.ratio * d.torque_constant)
        deflection = -weight[:e] / (d.ratio[:e] * d.stiffness)
        motors = d.ratio[:e] * q[:e] - deflection
        error = d.ratio * q - self._motor_angles(q, motors)
        u = -published.RESISTANCE * i / published.POWER_GAIN
        return np.concatenate([q, zero, motors, zero[:e], i, u, i / d.ks - d.kp * error])

    def derivative(self, t: float, state: Array, mode: Array) -> Array:
        q, v, θ, ω, i, u, x = self._split(state)
        motion = self._motion(state, mode)
        d = self.drives
        q_ref, v_ref = self.path(t)
        motor_speed = self._motor_angles(v, ω)
        e = d.ratio * v_ref + d.kp * (d.ratio * q_ref - self._motor_angles(q, θ)) - motor_speed
        voltage = (
            -published.POWER_GAIN * u - d.torque_constant * motor_speed - published.RESISTANCE * i
        )
        di = voltage / self.inductance
        du = (i - d.ks * (x + e)) / self.integrator_time
        return np.concatenate([v, motion.joints, ω, motion.motors, di, du, e / d.Ts])

    def friction(self, state: Array, mode: Array) -> Array:
        """On the motor shaft of an elastic axis, on the joint of a rigid one."""
        return self._motion(state, mode).friction

    def margins(self, state: Array, mode: Array) -> Array:
        """Of every element; below zero, its mode has come to an end."""
        ahead = mode * state[self.speeds]
        if mode.all():
            return ahead
        return np.where(mode == 0, self.break_away - np.abs(self.friction(state, mode)), ahead)

    def accelerations(self, state: Array, mode: Array) -> Array:
        """At the friction elements."""
        motion = self._motion(state, mode)
        return np.concatenate([motion.motors, motion.joints[self.elastic :]])

    def signals(self, t: float, state: Array, mode: Array) -> Signals:
        q, v, θ, ω, i, _, _ = self._split(state)
        motor_angle = self._motor_angles(q, θ)
        return Signals(
            reference=self.path(t)[0],
            motor_angle=motor_angle,
            motor_speed=self._motor_angles(v, ω),
            joint_angle=q.copy(),
            joint_speed=v.copy(),
            spring_deflection=self.drives.ratio * q - motor_angle,
            current=i.copy(),
            friction_torque=self.friction(state, mode),
        )

    def _split(self, state: Array) -> list[Array]:
        return [state[part] for part in self.parts]

    def _motor_angles(self, joints: Array, motors: Array) -> Array:
        """Or speeds: states of the elastic axes, behind the gear on the rigid ones."""
        e = self.elastic
        return np.concatenate([motors, self.drives.ratio[e:] * joints[e:]])

    def _motion(self, state: Array, mode: Array) -> Motion:
        d, e = self.drives, self.elastic
        q, v, θ, ω, i, _, _ = self._split(state)
        ratio = d.ratio[:e]
        spring = d.stiffness * (ratio * q[:e] - θ) + d.damping * (ratio * v[:e] - ω)
        drive = d.torque_constant * i
        sliding = mode * d.coulomb + d.viscous * state[self.speeds]

        on_shaft = drive[:e] + spring
        shaft_friction = np.where(mode[:e] == 0, on_shaft, sliding[:e])
        motors = (on_shaft - shaft_friction) / d.inertia[:e]

        M, h = self.mechanics(q, v)
        on_joint = np.concatenate([-ratio * spring, d.ratio[e:] * drive[e:]]) - h
        on_joint[e:] -= sliding[e:]
        stuck = mode == 0
        stuck[:e] = False
        joints, holding = constrained(M + self.rotors, on_joint, stuck)
        joint_friction = sliding[e:] + holding[e:]
        return Motion(joints, motors, np.concatenate([shaft_friction, joint_friction]))


def constrained(M: Array, torque: Array, stuck: Array) -> tuple[Array, Array]:
    """The a of M a = torque − holding, where a is zero if stuck, and holding zero if not."""
    if not stuck.any():
        return np.linalg.solve(M, torque), np.zeros(len(torque))
    free = ~stuck
    K = M * np.outer(free, free)
    K[stuck, stuck] = 1
    a = np.linalg.solve(K, torque * free)
    return a, (torque - M @ a) * stuck
