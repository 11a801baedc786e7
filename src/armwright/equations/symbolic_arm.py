"""The bodies of a robot with numbers and symbols in them: moving bodies only, in link frames.

A body's frame is that of the link behind the moving joint. Links behind fixed joints are further
parts of the body they hang on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from armwright.equations import exact
from armwright.equations.algebra import (
    Algebra,
    AlgebraMatrix,
    AlgebraScalar,
    AlgebraVector,
    Coordinates,
    array,
)
from armwright.equations.hull_values import HullValues, hulls_of
from armwright.equations.parameters import AXES, SymbolicParameter
from armwright.multibody.loops import across
from armwright.robot import Pose, Robot
from armwright.robot.links import joints_behind
from armwright.robot.loop import LoopClosure, LoopKind


@dataclass(frozen=True)
class LinkMass:
    """A link's mass, centre of mass and tensor about it, seen from its body's frame."""

    mass: AlgebraScalar
    centre: AlgebraVector
    tensor: AlgebraMatrix


@dataclass(frozen=True)
class SymbolicBody:
    """`rotation`, `translation`: the joint frame in the parent body's frame at position 0. `axis`:
    in the joint frame, and so in the body's. `parent` is −1 for the base."""

    joint: int
    parent: int
    prismatic: bool
    rotation: AlgebraMatrix
    translation: AlgebraVector
    axis: AlgebraVector
    parts: tuple[LinkMass, ...]


@dataclass(frozen=True)
class PointDrag:
    """Quadratic and linear drag along and about the axes of a link; None where there is none."""

    at: AlgebraVector
    along: tuple[tuple[AlgebraScalar | None, AlgebraScalar | None], ...]
    about: tuple[tuple[AlgebraScalar | None, AlgebraScalar | None], ...]


@dataclass(frozen=True)
class SymbolicHull:
    """What water feels of a link, in the frame of its body. `axes`: across and along its cylinder;
    none without one. `matrix`: added inertia beside the cylinder's, (linear; angular), about the
    link's origin and along `link_axes`."""

    body: int
    label: str
    origin: AlgebraVector
    link_axes: tuple[AlgebraVector, ...]
    displaced: AlgebraScalar
    centre: AlgebraVector
    matrix: NDArray[Any]
    points: tuple[PointDrag, ...]
    start: AlgebraVector
    axes: tuple[AlgebraVector, ...]
    length: AlgebraScalar
    added: AlgebraScalar
    axial_added: AlgebraScalar
    drag: AlgebraScalar
    lift: AlgebraScalar
    axial_drag: AlgebraScalar


@dataclass(frozen=True)
class LoopFrame:
    """An end of a loop, in the frame of its body; −1 is the base."""

    body: int
    rotation: AlgebraMatrix
    origin: AlgebraVector


@dataclass(frozen=True)
class SymbolicLoop:
    """`axis` in both frames, and two directions across it, of length 1."""

    kind: LoopKind
    first: LoopFrame
    second: LoopFrame
    axis: AlgebraVector
    sides: tuple[AlgebraVector, AlgebraVector]


@dataclass(frozen=True)
class SymbolicArm:
    """Bodies in an order in which parents come first. `gravity` is the acceleration of free fall
    in base axes; `tool` is a point of body `tool_body`. `loops`: where bodies close chains.
    `hulls`: of the links that feel water."""

    algebra: Algebra
    coordinates: Coordinates
    bodies: tuple[SymbolicBody, ...]
    gravity: AlgebraVector
    tool_body: int
    tool: AlgebraVector
    loops: tuple[SymbolicLoop, ...] = ()
    hulls: tuple[SymbolicHull, ...] = ()

    @property
    def size(self) -> int:
        return len(self.bodies)

    def is_above(self, ancestor: int, body: int) -> bool:
        """Whether `body` is `ancestor`, or hangs on it."""
        while body > ancestor:
            body = self.bodies[body].parent
        return body == ancestor

    def carries(self, joint: int, other: int) -> bool:
        """Whether a joint moves all that another one does, and is not the same."""
        where = {body.joint: k for k, body in enumerate(self.bodies)}
        return joint != other and self.is_above(where[joint], where[other])

    def zeros(self) -> AlgebraVector:
        return array([self.algebra.number(0)] * 3)

    def symbols(self, symbols: tuple[sp.Symbol, ...]) -> list[AlgebraScalar]:
        return [self.algebra.symbol(symbol) for symbol in symbols]


def symbolic_arm(
    robot: Robot,
    chosen: Mapping[str, SymbolicParameter],
    algebra: Algebra,
    coordinates: Coordinates,
) -> SymbolicArm:
    """`chosen`: the parameters that become symbols, by their paths."""
    return _Builder(robot, chosen, algebra).arm(coordinates)


class _Builder:
    def __init__(
        self, robot: Robot, chosen: Mapping[str, SymbolicParameter], algebra: Algebra
    ) -> None:
        self.robot, self.chosen, self.algebra = robot, chosen, algebra

    def arm(self, coordinates: Coordinates) -> SymbolicArm:
        robot = self.robot
        number = {joint.name: k for k, joint in enumerate(robot.moving_joints)}
        behind = joints_behind(robot.links, robot.joints)
        bodies: list[SymbolicBody] = []
        parts: list[list[LinkMass]] = []
        seats: dict[str, tuple[int, AlgebraMatrix, AlgebraVector]] = {
            robot.base: (-1, self._one(), self._zeros())
        }
        todo = list(reversed(behind[robot.base]))
        while todo:
            joint = todo.pop()
            home, R, p = seats[joint.parent]
            step, way = self._pose(joint.origin, f"joints.{joint.name}.translation")
            R, p = R @ step, p + R @ way
            if joint.moves:
                axis = self._numbers(exact.direction(joint.axis))
                is_slide = joint.kind == "prismatic"
                bodies.append(SymbolicBody(number[joint.name], home, is_slide, R, p, axis, ()))
                parts.append([])
                home, R, p = len(bodies) - 1, self._one(), self._zeros()
            seats[joint.child] = (home, R, p)
            if home >= 0:
                parts[home] += self._part(joint.child, R, p)
            todo += reversed(behind[joint.child])
        tool = robot.frame(robot.tool)
        home, R, p = seats[tool.link]
        _, way = self._pose(tool.pose, f"frames.{tool.name}.translation")
        whole = tuple(
            SymbolicBody(
                b.joint, b.parent, b.prismatic, b.rotation, b.translation, b.axis, tuple(own)
            )
            for b, own in zip(bodies, parts, strict=True)
        )
        gravity = self._vector(robot.gravity, "gravity")
        loops = tuple(self._loop(loop, seats) for loop in robot.loops)
        hulls = tuple(
            self._hull(hull, seats[hull.link])
            for hull in hulls_of(robot)
            if seats[hull.link][0] >= 0
        )
        return SymbolicArm(
            self.algebra, coordinates, whole, gravity, home, p + R @ way, loops, hulls
        )

    def _hull(
        self, hull: HullValues, seat: tuple[int, AlgebraMatrix, AlgebraVector]
    ) -> SymbolicHull:
        home, R, p = seat

        def at(values: Any) -> AlgebraVector:
            placed: AlgebraVector = p + R @ array(
                self.algebra.number(exact.number(x)) for x in values
            )
            return placed

        def one(key: str) -> AlgebraScalar:
            return self._scalar(hull.values.get(key, 0.0), f"{hull.path}.{key}")

        def known(key: str) -> AlgebraScalar | None:
            return one(key) if key in hull.values else None

        matrix = np.empty((6, 6), dtype=object)
        for i, j in np.ndindex(6, 6):
            matrix[i, j] = known(f"added_inertia.{min(i, j) + 1}{max(i, j) + 1}")
        points = tuple(
            PointDrag(
                at(place),
                *(
                    tuple((known(f"{q}{k}.{axis}"), known(f"{d}{k}.{axis}")) for axis in AXES)
                    for q, d in (("drag", "linear_drag"), ("turning_drag", "linear_turning_drag"))
                ),
            )
            for k, place in enumerate(hull.places, 1)
        )
        return SymbolicHull(
            body=home,
            label=hull.label,
            origin=p,
            link_axes=tuple(R @ axis for axis in self._one()),
            displaced=one("displaced_mass"),
            centre=at(hull.centre),
            matrix=matrix,
            points=points,
            start=at(hull.start),
            axes=tuple(R @ self._numbers(exact.direction(axis)) for axis in hull.axes),
            length=one("length"),
            added=one("added_mass_per_length"),
            axial_added=one("axial_added_mass_per_length"),
            drag=one("drag_per_length"),
            lift=one("lift_per_length"),
            axial_drag=one("axial_drag_per_length"),
        )

    def _loop(
        self, loop: LoopClosure, seats: Mapping[str, tuple[int, AlgebraMatrix, AlgebraVector]]
    ) -> SymbolicLoop:
        ends = []
        for key, end in (("first", loop.first), ("second", loop.second)):
            home, R, p = seats[end.link]
            turn, way = self._pose(end.pose, f"loops.{loop.name}.{key}.translation")
            ends.append(LoopFrame(home, R @ turn, p + R @ way))
        axis, *sides = (
            self._numbers(exact.direction(one)) for one in (loop.axis, *across(loop.axis))
        )
        return SymbolicLoop(loop.kind, ends[0], ends[1], axis, (sides[0], sides[1]))

    def _part(self, name: str, R: AlgebraMatrix, p: AlgebraVector) -> list[LinkMass]:
        inertia, path = self.robot.link(name).inertia, f"links.{name}"
        if inertia is None or not (inertia.mass or inertia.tensor.any()):
            return []
        tensor = np.empty((3, 3), dtype=object)
        for (i, j), value in np.ndenumerate(inertia.tensor):
            axes = AXES[min(i, j)] + AXES[max(i, j)]
            tensor[i, j] = self._scalar(value, f"{path}.inertia.{axes}")
        mass = self._scalar(inertia.mass, f"{path}.mass")
        centre = p + R @ self._vector(inertia.centre, f"{path}.centre")
        return [LinkMass(mass, centre, R @ tensor @ R.T)]

    def _pose(self, pose: Pose, path: str) -> tuple[AlgebraMatrix, AlgebraVector]:
        return self._numbers(exact.rotation(pose.rotation)), self._vector(pose.translation, path)

    def _vector(self, values: Any, path: str) -> AlgebraVector:
        return array(self._scalar(x, f"{path}.{a}") for x, a in zip(values, AXES, strict=True))

    def _scalar(self, value: float, path: str) -> AlgebraScalar:
        parameter = self.chosen.get(path)
        if parameter is None:
            return self.algebra.number(exact.number(value))
        symbol = self.algebra.symbol(sp.Symbol(parameter.name))
        return symbol if parameter.sign > 0 else -symbol

    def _numbers(self, values: exact.ExactNumbers) -> NDArray[Any]:
        made = np.empty(values.shape, dtype=object)
        for place, value in np.ndenumerate(values):
            made[place] = self.algebra.number(value)
        return made

    def _one(self) -> AlgebraMatrix:
        return self._numbers(exact.rotation(np.eye(3)))

    def _zeros(self) -> AlgebraVector:
        return self._numbers(np.array([sp.Integer(0)] * 3, dtype=object))
