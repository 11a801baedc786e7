"""The motions of the library's `pendulum/…` scenarios, on paper.

The numbers are read out of the robots' descriptions, so that the two cannot drift apart. Everything
is on the joint's side of the gear: η² J of a rotor, η² k of a spring, η F of a motor's friction.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq
from scipy.special import ellipj

from armwright import Robot

Array = np.ndarray


class Motion(NamedTuple):
    """(times,), of a joint or of a motor."""

    position: Array
    velocity: Array


class Rod(NamedTuple):
    """J q̈ = −w sin q − friction; q from the hanging position."""

    inertia: float
    weight: float

    @staticmethod
    def of(robot: Robot) -> Rod:
        body = robot.link("rod").inertia
        assert body is not None
        distance = -body.centre[2]
        inertia = body.tensor[1, 1] + body.mass * distance**2
        return Rod(inertia, -robot.gravity[2] * body.mass * distance)

    def swing(self, start: float, t: Array) -> Motion:
        """From rest: sin(q/2) = k cd(ωt), k = sin(start/2).  Whittaker 1937, § 44."""
        w, k = np.sqrt(self.weight / self.inertia), np.sin(start / 2)
        sn, cn, dn, _ = ellipj(w * t, k**2)
        q = 2 * np.arcsin(k * cn / dn)
        return Motion(q, -2 * w * k * np.cos(start / 2) * sn / dn)

    def turning_points(self, start: float, coulomb: float, static: float) -> list[float]:
        """From rest at `start` > 0 on: at each of them friction has taken what the weight gave; at
        the last one the weight does not overcome the break-away torque."""
        points = [start]
        while self.weight * abs(np.sin(points[-1])) > static:
            points.append(_sign(points[-1]) * self._across(abs(points[-1]), coulomb))
        return points

    def _across(self, a: float, coulomb: float) -> float:
        """Where a swing from a > 0 ends."""

        def left(x: float) -> float:
            return self.weight * (np.cos(x) - np.cos(a)) - coulomb * (a - x)

        return float(brentq(left, -a, a * (1 - 1e-9), xtol=1e-15))

    def swing_time(self, begin: float, end: float, coulomb: float) -> float:
        """From one turning point to the next: ∫ dq/q̇ with q = c + r cos s, by quadrature."""
        nodes, weights = np.polynomial.legendre.leggauss(200)
        s = (nodes + 1) * np.pi / 2
        c, r = (begin + end) / 2, (begin - end) / 2
        q = c + r * np.cos(s)
        gained = self.weight * (np.cos(q) - np.cos(begin)) - coulomb * np.abs(q - begin)
        return (
            float(weights @ (np.abs(r * np.sin(s)) / np.sqrt(2 * gained / self.inertia)))
            * np.pi
            / 2
        )


class Torsion(NamedTuple):
    """The load, and what is behind the gear as seen from the load."""

    load: float
    rotor: float
    stiffness: float
    damping: float
    coulomb: float
    viscous: float
    ratio: float

    @staticmethod
    def of(robot: Robot) -> Torsion:
        body, drive = robot.link("load").inertia, robot.moving_joints[0].drive
        assert body is not None
        assert drive is not None
        ratio, square = drive.gear_ratio, drive.gear_ratio**2
        return Torsion(
            load=body.tensor[2, 2],
            rotor=square * drive.motor_inertia,
            stiffness=square * (drive.stiffness or 0.0),
            damping=square * (drive.damping or 0.0),
            coulomb=ratio * drive.friction.get("coulomb", 0.0),
            viscous=square * drive.friction.get("viscous", 0.0),
            ratio=ratio,
        )

    @property
    def inertia(self) -> float:
        return self.load + self.rotor

    def pushed(self, torque: float, t: Array) -> tuple[Motion, Motion]:
        """Load and motor, from rest under a constant torque on the load: the common centre has the
        acceleration τ/J, the deflection Δ goes from 0 to τ/(J_L ω²) as a damped oscillation."""
        shares = 1 / self.load + 1 / self.rotor
        w = np.sqrt(self.stiffness * shares)
        decay = self.damping * shares / 2
        wd = np.sqrt(w**2 - decay**2)
        final, fading = torque / (self.load * w**2), np.exp(-decay * t)
        deflection = final * (1 - fading * (np.cos(wd * t) + decay / wd * np.sin(wd * t)))
        rate = final * fading * w**2 / wd * np.sin(wd * t)
        centre, speed = torque * t**2 / (2 * self.inertia), torque * t / self.inertia
        near, far = self.rotor / self.inertia, -self.load / self.inertia
        load = Motion(centre + near * deflection, speed + near * rate)
        rotor = Motion(centre + far * deflection, speed + far * rate)
        return load, Motion(*(self.ratio * part for part in rotor))

    def against_friction(self, torque: float, t: Array) -> Motion:
        """Rigid, from rest, viscous friction alone."""
        final, lag = torque / self.viscous, self.inertia / self.viscous
        fading = np.exp(-t / lag)
        return Motion(final * (t - lag * (1 - fading)), final * (1 - fading))

    def braked(self, speed: float, t: Array) -> tuple[Motion, float]:
        """Rigid, J v̇ = −F − b v until it stops, which is at the time that comes second."""
        lag, dry = self.inertia / self.viscous, self.coulomb / self.viscous
        stop = lag * np.log(1 + speed / dry)
        s = np.minimum(t, stop)
        way = lag * (speed + dry) * -np.expm1(-s / lag) - dry * s
        left = (speed + dry) * np.exp(-s / lag) - dry
        return Motion(way, np.where(t < stop, left, 0.0)), float(stop)


def _sign(x: float) -> int:
    return 1 if x > 0 else -1
