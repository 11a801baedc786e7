"""Where the tool is for given joints and numbers of the geometry, with exact derivatives.

Between two joints, any small displacement is possible: three shifts and three turns of the joint's
frame, the numbers `joints.X.translation` and `joints.X.rotation`. That is more than can be seen
(`observability.py` finds what can), but it has no special case: parallel axes are like any others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.compiler import CompiledFunction, Program, compile_program, make_program
from armwright.errors import InputError
from armwright.multibody.kinematics import frame_pose, homogeneous, jacobian
from armwright.multibody.mechanism import Mechanism, build
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.spatial import Matrix, Vector, matrix_of
from armwright.robot import Joint, Robot
from armwright.robot.dh_table import chain_at_zero


def chain_to(robot: Robot, frame: str) -> tuple[Joint, ...]:
    """The joints that move, from the base to the frame."""
    chain, _, _ = chain_at_zero(robot, frame)
    if not chain:
        raise InputError("no joint moves it", where=f"robot '{robot.name}', frame '{frame}'")
    return tuple(chain)


@dataclass(frozen=True)
class ToolMotion:
    """For m poses: the tool frame in the base, (m, 4, 4), and how it moves, (m, 6, ·): velocity of
    its origin, then angular velocity, in base axes, per joint and per number."""

    pose: Array
    by_joints: Array
    by_numbers: Array


@dataclass(frozen=True, eq=False)
class Geometry:
    """The chain from the base of `robot` to its frame `tool`."""

    robot: Robot
    tool: str

    @cached_property
    def chain(self) -> tuple[Joint, ...]:
        return chain_to(self.robot, self.tool)

    @cached_property
    def _free(self) -> FreeParameters:
        names = [f"joints.{j.name}.{part}" for j in self.chain for part in _PARTS]
        return FreeParameters.choose(self.robot, names)

    @property
    def names(self) -> tuple[str, ...]:
        """Paths of the numbers, three each, in the order of the vector."""
        return self._free.names

    @property
    def nominal(self) -> Array:
        return self._free.nominal

    def place(self, name: str) -> slice:
        return self._free.places[name]

    @cached_property
    def reach(self) -> float:
        """Length of the chain from the first joint to the tool, as if it were stretched (m)."""
        lengths = [float(np.linalg.norm(joint.origin.translation)) for joint in self.chain[1:]]
        last = float(np.linalg.norm(self.robot.frame(self.tool).pose.translation))
        return max(sum(lengths) + last, 0.05)

    @cached_property
    def _function(self) -> CompiledFunction:
        return _compiled(self.robot, self.tool)

    def motion(self, q: Array, numbers: Array) -> ToolMotion:
        """`q` (m, n); `numbers` (g,) or (m, g)."""
        pose, by_joints, by_numbers = self._function(q, numbers)
        return ToolMotion(pose, by_joints, by_numbers)


_PARTS = ("translation", "rotation")


@lru_cache(maxsize=64)
def _compiled(robot: Robot, tool: str) -> CompiledFunction:
    """Scalar code: a thousand poses take a millisecond, and code for lanes takes longer to make."""
    geometry = Geometry(robot, tool)
    return compile_program(_program(geometry._free, tool, geometry.chain), lanes=1)


def _program(free: FreeParameters, tool: str, chain: Sequence[Joint]) -> Program:
    mechanism = build(free)
    placement = frame_pose(mechanism, tool)
    columns = [
        column
        for name in free.names
        for column in _columns(mechanism, placement.translation, *_named(name, chain))
    ]
    outputs = {
        "pose": homogeneous(placement),
        "by_joints": jacobian(mechanism, tool),
        "by_numbers": cs.horzcat(*columns),
    }
    return make_program("tool motion", {"q": mechanism.q, "numbers": free.symbol}, outputs)


def _named(name: str, chain: Sequence[Joint]) -> tuple[Joint, str]:
    _, rest = name.split(".", 1)
    joint, part = rest.rsplit(".", 1)
    return next(one for one in chain if one.name == joint), part


def _columns(mechanism: Mechanism, point: Vector, joint: Joint, part: str) -> list[cs.SX]:
    """How `point` on the tool moves and turns with the three numbers of a joint's place: a shift
    along the parent link's axes; turns about x, then the new y, then the new z of the joint's
    frame."""
    parent = frame_pose(mechanism, joint.parent)
    if part == "translation":
        still = Vector().column()
        return [cs.vertcat(axis.column(), still) for axis in _axes(parent.rotation)]
    x, y, _ = mechanism.free.get(f"joints.{joint.name}.rotation")
    shift = mechanism.free.get(f"joints.{joint.name}.translation")
    arm = point - (parent.translation + parent.rotation @ Vector(*shift))
    R = parent.rotation.of(matrix_of(joint.origin.rotation))
    axes = (
        Vector(1.0),
        Vector(0.0, cs.cos(x), cs.sin(x)),
        Vector(cs.sin(y), -cs.sin(x) * cs.cos(y), cs.cos(x) * cs.cos(y)),
    )
    turning = [R @ axis for axis in axes]
    return [cs.vertcat(axis.cross(arm).column(), axis.column()) for axis in turning]


def _axes(rotation: Matrix) -> tuple[Vector, ...]:
    return rotation.T.rows


def euler_of(rotation: Array) -> Array:
    """The angles of Rx Ry Rz, as in `joints.X.rotation`."""
    y = np.arcsin(np.clip(rotation[0, 2], -1, 1))
    x = np.arctan2(-rotation[1, 2], rotation[2, 2])
    z = np.arctan2(-rotation[0, 1], rotation[0, 0])
    return np.array([x, y, z])
