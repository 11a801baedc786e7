"""S3's equations as it prints them, in NumPy, with the numbers of a scenario and nothing else of
the plant: what the plant and the perturbation method are compared with.

S3's mechanism is one of finite elements with lumped masses. Here every link is six equal masses on
the principal axes through its centre, which have its mass, centre and inertia. So x of (1) are
points alone, its mass matrix is constant, f of (6) is their weight, and the derivatives of x by the
joint angles, D and D², are cross products with the axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from armwright.arrays import Array
from armwright.robot import Robot
from armwright.robot.pose import rotation_about
from armwright.scenario import Scenario

JOINTS = 6


class PointDerivatives(NamedTuple):
    """Of some points by the joint angles; the joints are the last dimensions. `third` is what (27)
    needs beside S3's own two."""

    value: Array
    first: Array
    second: Array
    third: Array


class LengthDerivatives(NamedTuple):
    """Of one length by the joint angles: (), (6,) and (6, 6)."""

    value: Array
    first: Array
    second: Array


class MotionMatrices(NamedTuple):
    """Of (26) and (27). `structural`, `dynamic` and `geometric` are K₀, N₀ and G₀; all are (6,
    6)."""

    mass: Array
    velocity: Array
    structural: Array
    dynamic: Array
    geometric: Array

    @property
    def stiffness(self) -> Array:
        """(27)."""
        return self.structural + self.dynamic + self.geometric


@dataclass(frozen=True, eq=False)
class PublishedMechanism:
    """Section 2: links as point masses, and the spring between points of two links, its `ends`."""

    robot: Robot
    spring: Mapping[str, Array]
    ends: tuple[str, str]

    @cached_property
    def _points(self) -> dict[str, Array]:
        return {
            link.name: _lumped(link.inertia.mass, link.inertia.centre, link.inertia.tensor)
            for link in self.robot.links
            if link.inertia is not None
        }

    @cached_property
    def masses(self) -> Array:
        """Of all points, kg."""
        owners = [link.inertia.mass for link in self.robot.links if link.inertia is not None]
        return np.repeat(np.array(owners) / 6, 6)

    def frames(self, q: Array) -> ElementFrames:
        return _frames(self.robot, q)

    def nodes(self, q: Array) -> PointDerivatives:
        """(1) and its derivatives: the point masses in the world."""
        frames = self.frames(q)
        parts = [frames.moved(name, points) for name, points in self._points.items()]
        return PointDerivatives(*(np.concatenate(found) for found in zip(*parts, strict=True)))

    def elongation(self, q: Array) -> LengthDerivatives:
        """(2) and its derivatives, of the slider between two points."""
        a, b = self._ends(self.frames(q))
        way, first, second = (
            getattr(b, name)[0] - getattr(a, name)[0] for name in ("value", "first", "second")
        )
        span = float(np.sqrt(way @ way))
        slope = way @ first / span
        bend = (first.T @ first + np.einsum("c,cjk->jk", way, second)) / span
        bend -= np.outer(slope, slope) / span
        return LengthDerivatives(np.array(span - self.spring["length"]), slope, bend)

    def spring_ends(self, frames: ElementFrames) -> list[Array]:
        """Where the slider begins and ends."""
        return [one.value[0] for one in self._ends(frames)]

    def _ends(self, frames: ElementFrames) -> list[PointDerivatives]:
        return [
            frames.moved(name, np.atleast_2d(self.spring[point]))
            for name, point in zip(self.ends, ("point_a", "point_b"), strict=True)
        ]

    def stress(self, elongation: Array) -> Array:
        """(7)."""
        return self.spring["preload"] + self.spring["stiffness"] * elongation

    def torque(self, q: Array, v: Array, a: Array) -> Array:
        """The left-hand side of (6)."""
        _, D, D2, _ = self.nodes(q)
        e, De, _ = self.elongation(q)
        acceleration = D @ a + D2 @ v @ v
        forces = self.masses[:, None] * (acceleration - self.robot.gravity)
        return np.asarray(np.einsum("pcj,pc->j", D, forces) + De * self.stress(e))

    def mass(self, q: Array) -> Array:
        """The reduced mass matrix of (6)."""
        D = self.nodes(q).first
        return np.asarray(np.einsum("pcj,p,pck->jk", D, self.masses, D))

    def matrices(self, q: Array, v: Array, a: Array) -> MotionMatrices:
        """What small motions about (q, v, a) meet, without the rotors: (26), (27)."""
        _, D, D2, D3 = self.nodes(q)
        e, De, D2e = self.elongation(q)
        m = self.masses
        net = m[:, None] * (D @ a + D2 @ v @ v - self.robot.gravity)
        moved = D2 @ a + D3 @ v @ v
        return MotionMatrices(
            mass=np.einsum("pcj,p,pck->jk", D, m, D),
            velocity=2 * np.einsum("pcj,p,pck->jk", D, m, D2 @ v),
            structural=self.spring["stiffness"] * np.outer(De, De),
            dynamic=np.einsum("pcj,p,pck->jk", D, m, moved),
            geometric=np.einsum("pcjk,pc->jk", D2, net) + self.stress(e) * D2e,
        )


@dataclass(frozen=True, eq=False)
class PublishedDrives:
    """Section 3. `gears`: T of (11); `constants` and `rotors`: the diagonals of C and J of (13)."""

    gears: Array
    constants: Array
    rotors: Array

    @classmethod
    def of(cls, robot: Robot) -> PublishedDrives:
        drives = [joint.drive for joint in robot.moving_joints if joint.drive is not None]
        gears = np.diag([drive.gear_ratio for drive in drives])
        gears[5, 4] = gears[5, 5]
        return cls(
            gears,
            np.array([drive.torque_constant for drive in drives]),
            np.array([drive.motor_inertia for drive in drives]),
        )

    @property
    def uncoupled(self) -> PublishedDrives:
        """Of a wrist whose motors turn one joint each."""
        return replace(self, gears=np.diag(np.diag(self.gears)))

    def driving(self, current: Array, acceleration: Array, friction: Array) -> Array:
        """(13); `acceleration` of the joints, (10)."""
        motors = acceleration @ self.gears.T
        return (current * self.constants - self.rotors * motors) @ self.gears - friction

    def net(self, current: Array, friction: Array) -> Array:
        """(16)."""
        return (current * self.constants) @ self.gears - friction

    @property
    def reduced_rotors(self) -> Array:
        """What (15) adds to the mass matrix."""
        return self.gears.T @ np.diag(self.rotors) @ self.gears


@dataclass(frozen=True, eq=False)
class LuGreFrictions:
    """Section 4: seven laws, each number (7,); the seventh feels the sum of joints 5 and 6."""

    stiffness: Array
    damping: Array
    viscous: Array
    stribeck: Array
    exponent: Array
    coulomb: tuple[Array, Array]
    static: tuple[Array, Array]

    def steady(self, v: Array) -> Array:
        """c⁽⁰⁾ g of (19), (…, 7); forward and backward differ."""
        coulomb, static = (
            np.where(v < 0, backward, forward) for forward, backward in (self.coulomb, self.static)
        )
        fading = np.exp(-((np.abs(v) / self.stribeck) ** self.exponent))
        return np.asarray(coulomb + (static - coulomb) * fading)

    def rate(self, v: Array, z: Array) -> Array:
        """ż of (17)."""
        return np.asarray(v - np.abs(v) / (self.steady(v) / self.stiffness) * z)

    def torque(self, v: Array, z: Array) -> Array:
        """(18)."""
        return np.asarray(self.stiffness * z + self.damping * self.rate(v, z) + self.viscous * v)


def felt(v: Array) -> Array:
    """What the seven laws feel of the joints' velocities, (…, 7)."""
    return np.concatenate([v, v[..., 4:5] + v[..., 5:6]], axis=-1)


def at_joints(friction: Array) -> Array:
    """(12): the vector of joint friction torques, of seven."""
    total = friction[..., :JOINTS].copy()
    total[..., 4:] += friction[..., 6:7]
    return total


@dataclass(frozen=True, eq=False)
class Published:
    """S3's model of a scenario such as `rx90b/line`."""

    mechanism: PublishedMechanism
    drives: PublishedDrives
    frictions: LuGreFrictions

    @classmethod
    def of(cls, scenario: Scenario) -> Published:
        robot, (block,) = scenario.robot, scenario.blocks.compensators
        drives = [joint.drive for joint in robot.moving_joints if joint.drive is not None]
        spring = {name: np.asarray(value, dtype=float) for name, value in _numbers(block.values)}
        laws = [*(drive.friction for drive in drives), scenario.frictions[0].settings]
        return cls(
            PublishedMechanism(robot, spring, (block.values["link_a"], block.values["link_b"])),
            PublishedDrives.of(robot),
            _frictions(laws),
        )

    def needed(self, q: Array, v: Array, a: Array) -> Array:
        """The left-hand side of (14), or of (25)."""
        return self.mechanism.torque(q, v, a) + self.drives.reduced_rotors @ a

    def mass(self, q: Array) -> Array:
        """(15)."""
        return self.mechanism.mass(q) + self.drives.reduced_rotors

    def acceleration(self, q: Array, v: Array, net: Array) -> Array:
        """q̈ of (14)."""
        rest = self.mechanism.torque(q, v, np.zeros(JOINTS))
        return np.asarray(np.linalg.solve(self.mass(q), net - rest))

    def state_space(self, q: Array, v: Array, a: Array) -> tuple[Array, Array]:
        """A and B of (31), for x = [δq, δq̇]: (30) has the two the other way round, which does not
        go with (31)."""
        found = self.mechanism.matrices(q, v, a)
        inverse = np.linalg.inv(found.mass + self.drives.reduced_rotors)
        zero, one = np.zeros((JOINTS, JOINTS)), np.eye(JOINTS)
        A = np.block([[zero, one], [-inverse @ found.stiffness, -inverse @ found.velocity]])
        return A, np.vstack([zero, inverse])


def _numbers(values: Mapping[str, object]) -> list[tuple[str, object]]:
    return [(name, value) for name, value in values.items() if not isinstance(value, str)]


def _frictions(laws: Sequence[Mapping[str, float]]) -> LuGreFrictions:
    def all_of(name: str) -> Array:
        return np.array([law[name] for law in laws])

    def both(name: str) -> tuple[Array, Array]:
        return all_of(f"{name}_positive"), all_of(f"{name}_negative")

    return LuGreFrictions(
        all_of("stiffness"),
        all_of("damping"),
        all_of("viscous"),
        all_of("stribeck_velocity"),
        all_of("stribeck_exponent"),
        both("coulomb"),
        both("static"),
    )


def _lumped(mass: float, centre: Array, tensor: Array) -> Array:
    """Six points (6, 3), of a sixth of the mass each, with this inertia about the centre."""
    moments = 0.5 * np.trace(tensor) * np.eye(3) - tensor
    squares, axes = np.linalg.eigh(moments)
    arms = axes * np.sqrt(3 * np.maximum(squares, 0) / mass)
    return np.asarray(centre + np.concatenate([arms.T, -arms.T]))


@dataclass(frozen=True, eq=False)
class ElementFrames:
    """Links in the world: rotation, origin, and the joints that move them, the first at the base.
    Of the joints their axes and origins."""

    links: Mapping[str, tuple[Array, Array, tuple[int, ...]]]
    axes: Sequence[Array]
    origins: Sequence[Array]

    @cached_property
    def turns(self) -> list[Array]:
        """zⱼ × as matrices."""
        return [np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]]) for x, y, z in self.axes]

    def moved(self, link: str, points: Array) -> PointDerivatives:
        """Points of a link in the world, and their derivatives: ∂p/∂qⱼ = zⱼ × (p − oⱼ), and of the
        joints beyond it what these do, turned by zⱼ ×."""
        R, at, joints = self.links[link]
        p = points @ R.T + at
        n = len(self.axes)
        first, second, third = (np.zeros((len(p), 3, *[n] * order)) for order in (1, 2, 3))
        for last in joints:
            inner = (p - self.origins[last]) @ self.turns[last].T
            first[..., last] = inner
            for middle in joints[: joints.index(last) + 1]:
                twice = inner @ self.turns[middle].T
                second[..., middle, last] = second[..., last, middle] = twice
                for begin in joints[: joints.index(middle) + 1]:
                    thrice = twice @ self.turns[begin].T
                    for i, j, k in _orders(begin, middle, last):
                        third[..., i, j, k] = thrice
        return PointDerivatives(p, first, second, third)


def _orders(i: int, j: int, k: int) -> set[tuple[int, int, int]]:
    return {(i, j, k), (i, k, j), (j, i, k), (j, k, i), (k, i, j), (k, j, i)}


def _frames(robot: Robot, q: Array) -> ElementFrames:
    """For a chain of revolute joints and fixed ones."""
    base = robot.joints[0].parent
    links: dict[str, tuple[Array, Array, tuple[int, ...]]] = {base: (np.eye(3), np.zeros(3), ())}
    axes: list[Array] = []
    origins: list[Array] = []
    for joint in robot.joints:
        R, at, moving = links[joint.parent]
        at, R = R @ joint.origin.translation + at, R @ joint.origin.rotation
        if joint.moves:
            axes.append(R @ joint.axis)
            origins.append(at)
            R = R @ rotation_about(joint.axis, float(q[len(axes) - 1]))
            moving = (*moving, len(axes) - 1)
        links[joint.child] = (R, at, moving)
    return ElementFrames(links, axes, origins)
