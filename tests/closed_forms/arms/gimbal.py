"""Fast rotation: a flywheel in two gimbals, and a lopsided body in place of the flywheel.

Joints: ψ about the vertical, θ about the outer ring's x axis, φ about the inner ring's z axis. Both
are derived here by hand. All numbers are assumed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.closed_forms.arms.equations import Array, Equations


@dataclass(frozen=True)
class FlywheelNumbers:
    """Outer ring about the vertical; inner ring about its axes; flywheel across and along its axis.

    The flywheel's centre is `offset` above the crossing of the axes: a top in gravity.
    """

    outer: float = 0.02
    inner_x: float = 0.006
    inner_y: float = 0.008
    inner_z: float = 0.011
    across: float = 0.013
    along: float = 0.024
    mass: float = 3.0
    offset: float = 0.05
    g: float = 9.81


def flywheel(n: FlywheelNumbers, q: Array, v: Array) -> Equations:
    """With H = C (φ̇ + ψ̇ cos θ) and A' = A + m l² the torques are

    τ₁ = d/dt[(J + (A' + B₂) sin²θ + C₂ cos²θ) ψ̇ + H cos θ],
    τ₂ = (A' + A₂) θ̈ − (A' + B₂ − C₂) sin θ cos θ ψ̇² + H ψ̇ sin θ − m g l sin θ,   τ₃ = Ḣ.
    """
    theta = q[1]
    psi_dot, theta_dot, phi_dot = v
    s, c = np.sin(theta), np.cos(theta)
    across = n.across + n.mass * n.offset**2
    uneven = across + n.inner_y - n.inner_z
    spin = n.along * (phi_dot + psi_dot * c)
    about_vertical = n.outer + (across + n.inner_y) * s**2 + n.inner_z * c**2
    mass = np.array(
        [
            [about_vertical + n.along * c**2, 0, n.along * c],
            [0, across + n.inner_x, 0],
            [n.along * c, 0, n.along],
        ]
    )
    spin_rate = -n.along * psi_dot * s * theta_dot
    bias = [
        2 * uneven * s * c * theta_dot * psi_dot + spin_rate * c - spin * s * theta_dot,
        -uneven * s * c * psi_dot**2 + spin * psi_dot * s - n.mass * n.g * n.offset * s,
        spin_rate,
    ]
    return Equations(mass, np.array(bias))


def level_precession(n: FlywheelNumbers, phi_dot: float) -> float:
    """ψ̇ = m g l / (C φ̇) at which the level flywheel neither sinks nor rises."""
    return n.mass * n.g * n.offset / (n.along * phi_dot)


@dataclass(frozen=True)
class BodyNumbers:
    """Inertia tensor about the crossing of the axes, where the centre of mass is; body axes."""

    xx: float = 0.021
    xy: float = 0.0013
    xz: float = -0.0021
    yy: float = 0.034
    yz: float = 0.0017
    zz: float = 0.027

    @property
    def tensor(self) -> Array:
        return np.array(
            [
                [self.xx, self.xy, self.xz],
                [self.xy, self.yy, self.yz],
                [self.xz, self.yz, self.zz],
            ]
        )


def body(n: BodyNumbers, q: Array, v: Array) -> Equations:
    """Euler's equations, I ω̇ + ω × I ω, taken about the three joint axes; rings without mass."""
    I, (E, E_dot) = n.tensor, _axes(q, v)
    return Equations(E.T @ I @ E, E.T @ (I @ E_dot @ v) + gyroscopic(n, q, v))


def gyroscopic(n: BodyNumbers, q: Array, v: Array) -> Array:
    """The part of ω × I ω in the joint torques."""
    E, _ = _axes(q, v)
    omega = E @ v
    return E.T @ np.cross(omega, n.tensor @ omega)


def _axes(q: Array, v: Array) -> tuple[Array, Array]:
    """The joint axes in body axes, one in each column, so that ω = E v; and Ė."""
    _, theta, phi = q
    _, theta_dot, phi_dot = v
    st, ct, sp, cp = np.sin(theta), np.cos(theta), np.sin(phi), np.cos(phi)
    E = np.array([[st * sp, cp, 0], [st * cp, -sp, 0], [ct, 0, 1]])
    E_dot = np.array(
        [
            [ct * sp * theta_dot + st * cp * phi_dot, -sp * phi_dot, 0],
            [ct * cp * theta_dot - st * sp * phi_dot, -cp * phi_dot, 0],
            [-st * theta_dot, 0, 0],
        ]
    )
    return E, E_dot
