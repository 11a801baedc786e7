"""From what a user asks to rows for the solver, and back; why there is no solution, in words."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import casadi as cs
import numpy as np
from numpy.typing import ArrayLike, NDArray

from armwright.arm.inverse.chain import JointChain, chain_to
from armwright.arm.inverse.search import PoseRows
from armwright.arm.inverse.solutions import Solutions
from armwright.arm.inverse.solver import FrameCode, FrameSolver, Options
from armwright.arrays import Array
from armwright.compiler import CompiledFunction, compile_program, make_program
from armwright.errors import InputError
from armwright.multibody.parameters import FreeParameters
from armwright.robot import Pose

#: Larger numbers (m, rad, parameters) leave no digits to solve with.
LARGEST, LARGEST_START = 1e9, 1e4
#: How far R Rᵀ may be from 1: as in robot descriptions, enough for six printed digits.
ROTATION_TOLERANCE = 1e-6


class InverseKinematics:
    """Of all frames of an arm. Solvers are kept, with the code they have compiled."""

    def __init__(self, free: FreeParameters, lanes: int | None) -> None:
        moves_frames = any(name.startswith("joints.") for name in free.names)
        self._free = free if moves_frames else FreeParameters.choose(free.robot, ())
        self._lanes = lanes
        self._chains: dict[str, JointChain] = {}
        self._solvers: dict[tuple[str, bool], FrameSolver] = {}

    def __call__(
        self,
        pose: Any,
        start: Any,
        frame: str,
        options: Options,
        *,
        position_only: bool | None,
        closest: bool,
        parameters: ArrayLike,
    ) -> Solutions:
        chain = self._chain(frame)
        used = parameters if self._free.names else np.zeros(0)
        given = read_targets(chain, pose, start, used, position_only)
        solver = self._solver(frame, given.position_only)
        rows = PoseRows(given.rows, given.starts, given.parameters if self._free.names else None)
        if options.search.every is None:
            every = given.batch == () and not solver.redundant
            options = replace(options, search=replace(options.search, every=every))
        found = solver.solve(rows, options)
        missing = np.flatnonzero(found.count == 0)
        if missing.size:
            found = found.with_rows(missing, solver.closest(rows.take(missing), options))
            missing = np.flatnonzero(found.count == 0)
        if missing.size and not closest:
            raise no_solution(solver, rows, found, options, missing, given.batch)
        return found.shaped(given.batch)

    def _chain(self, frame: str) -> JointChain:
        if frame not in self._chains:
            self._chains[frame] = chain_to(self._free.robot, frame)
        return self._chains[frame]

    def _solver(self, frame: str, position_only: bool) -> FrameSolver:
        key = (frame, position_only)
        if key not in self._solvers:
            self._solvers[key] = FrameSolver(
                FrameCode(self._chain(frame), self._free, position_only, self._lanes)
            )
        return self._solvers[key]


@dataclass(frozen=True, eq=False)
class Targets:
    """`rows` (N, 4, 4), or (N, 3) where only the position counts; `starts` (N, n); `parameters`
    (N, p); and the batch dimensions that the user gave."""

    rows: Array
    starts: Array
    parameters: Array
    batch: tuple[int, ...]
    position_only: bool


def read_targets(
    chain: JointChain, pose: Any, start: Any, parameters: Any, position_only: bool | None
) -> Targets:
    """A pose is a matrix, a `Pose`, or a point; by default only its position counts if it is a
    point, or if that takes all the joints that there are."""
    where = f"inverse kinematics of '{chain.robot.name}'"
    array = _numbers(pose.matrix() if isinstance(pose, Pose) else pose, f"{where}: pose", LARGEST)
    is_pose = array.shape[-2:] == (4, 4)
    if not is_pose and array.shape[-1:] != (3,):
        raise InputError(
            "wrong shape",
            where=f"{where}: pose",
            got=array.shape,
            expected="(..., 4, 4), or (..., 3) for a position alone",
        )
    if position_only is None:
        position_only = not is_pose or chain.only_places
    elif not position_only and not is_pose:
        raise InputError(
            "a point says nothing about the direction of the tool",
            where=f"{where}: pose",
            got=array.shape,
            expected="(..., 4, 4)",
            hint="Leave position_only out, or give the whole pose.",
        )
    if is_pose:
        array = _rotations(array, f"{where}: pose")
        if position_only:
            array = array[..., :3, 3]
    size = array.shape[-1:] if position_only else array.shape[-2:]
    lead = array.shape[: array.ndim - len(size)]
    starts = _starts(chain, start, where)
    parameters = _numbers(parameters, f"{where}: parameters", LARGEST)
    shapes = {"poses": lead, "starts": starts.shape[:-1], "parameters": parameters.shape[:-1]}
    try:
        batch = np.broadcast_shapes(*shapes.values())
    except ValueError:
        raise InputError(
            "batch dimensions do not fit each other",
            where=where,
            got=shapes,
            expected="equal, or 1, or absent, as in NumPy",
        ) from None
    return Targets(
        np.broadcast_to(array, (*batch, *size)).reshape(-1, *size),
        np.broadcast_to(starts, (*batch, chain.size)).reshape(-1, chain.size),
        np.broadcast_to(parameters, (*batch, parameters.shape[-1])).reshape(
            int(np.prod(batch)), parameters.shape[-1]
        ),
        batch,
        position_only,
    )


def _starts(chain: JointChain, start: Any, where: str) -> Array:
    """By default zero, or the limit nearest to it."""
    if start is None:
        return np.clip(np.zeros(chain.size), chain.lower, chain.upper)
    array = _numbers(start, f"{where}: start", LARGEST_START)
    if array.shape[-1:] != (chain.size,):
        raise InputError(
            "wrong shape",
            where=f"{where}: start",
            got=array.shape,
            expected=f"(..., {chain.size})",
        )
    return array


def _numbers(value: Any, where: str, largest: float) -> Array:
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError("not an array of numbers", where=where, got=repr(value)[:80]) from None
    fine = np.abs(array) <= largest
    if fine.all():
        return array
    place = tuple(int(k) for k in np.argwhere(~fine)[0])
    raise InputError(
        "too large" if np.isfinite(array[place]) else "not finite",
        where=where,
        got=f"{array[place]} at {list(place)}",
        expected=f"numbers up to {largest:g}",
    )


def _rotations(array: Array, where: str) -> Array:
    """The poses with rotations that are exact to rounding; refused where they are none."""
    cleaned, defect, handed = _cleaner()(array)
    bad = np.argwhere((defect > ROTATION_TOLERANCE) | (handed < 0))
    if len(bad):
        place = tuple(int(k) for k in bad[0])
        below = array[place][3]
        if np.abs(below - [0, 0, 0, 1]).max() > ROTATION_TOLERANCE:
            raise InputError(
                "not a pose: wrong last row",
                where=_at(where, place),
                got=below.tolist(),
                expected=[0, 0, 0, 1],
            )
        raise InputError(
            "not a rotation matrix",
            where=_at(where, place),
            got=array[place][:3, :3].tolist(),
            expected="orthonormal, determinant +1",
        )
    return np.asarray(cleaned)


def _at(where: str, place: tuple[int, ...]) -> str:
    return f"{where} {list(place)}" if place else where


@cache
def _cleaner() -> CompiledFunction:
    """T → T with R replaced by the nearest rotation, the largest defect of T, and det R.

    Two steps R ← R (3 − RᵀR)/2 (Björck and Bowie 1971) take a defect of 1e-6 to below rounding.
    """

    def make() -> Any:
        T = cs.SX.sym("pose", 4, 4)
        R = T[:3, :3]
        defects = cs.vertcat(
            cs.vec(R.T @ R - cs.SX.eye(3)), cs.vec(T[3, :] - cs.SX([[0, 0, 0, 1]]))
        )
        for _ in range(2):
            R = R @ (3 * cs.SX.eye(3) - R.T @ R) / 2
        cleaned = cs.vertcat(cs.horzcat(R, T[:3, 3]), cs.SX([[0, 0, 0, 1]]))
        return make_program(
            "pose",
            {"pose": T},
            {"pose": cleaned, "defect": cs.mmax(cs.fabs(defects)), "handed": cs.det(T[:3, :3])},
            output_shapes={"defect": (), "handed": ()},
        )

    return compile_program(make, key="inverse kinematics: cleaned pose")


def no_solution(
    solver: FrameSolver,
    rows: PoseRows,
    closest: Solutions,
    options: Options,
    missing: NDArray[np.intp],
    batch: tuple[int, ...],
) -> InputError:
    """The error for the first of the rows without a solution, of which `closest` has the misses."""
    chain, row = solver.chain, int(missing[0])
    where = f"inverse kinematics of '{chain.robot.name}', frame '{chain.frame}'"
    if batch:
        where += f", pose {[int(k) for k in np.unravel_index(row, batch)]}"
    more = f" {len(missing) - 1} more have no solution." if len(missing) > 1 else ""
    if options.limits:
        free = solver.solve(rows.take(missing[:1]), replace(options, limits=False))
        if free.found[0]:
            return InputError(
                "every solution found is beyond a joint limit",
                where=where,
                got=f"at the nearest of {free.count[0]}, {_violation(solver, free.q[0])}",
                hint="limits=False ignores the limits, closest=True gives the closest pose within "
                f"them.{more}",
            )
    near = f"within {closest.miss_position[row]:.3g} m"
    if not solver.code.position_only:
        near += f" and {math.degrees(closest.miss_angle[row]):.2f}°"
    return InputError(
        "pose out of reach" if solver.code.closed else "no solution found",
        where=where,
        got=near,
        hint=f"closest=True gives the closest pose.{more}",
    )


def _violation(solver: FrameSolver, q: np.ndarray) -> str:
    """The joint that is farthest beyond its limits, moved by full turns to be nearest to them."""
    chain = solver.chain
    worst, text = -math.inf, ""
    for k, joint in zip(chain.places, chain.joints, strict=True):
        low, high = chain.lower[k], chain.upper[k]
        turn = 2 * math.pi if chain.turns[k] else 0.0
        beyond, value = min((max(low - x, x - high), x) for x in (q[k] - turn, q[k], q[k] + turn))
        if beyond > worst:
            worst = beyond
            unit = "rad" if chain.turns[k] else "m"
            text = f"joint '{joint.name}' at {value:.4g} {unit}, limits {low:.4g} to {high:.4g}"
    return text
