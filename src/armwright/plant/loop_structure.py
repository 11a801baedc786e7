"""What the loops of a robot are in numbers: which constraints are independent, which joints follow.

Several constraints may say the same: across the plane of a planar mechanism all of them do. Which
do not is seen where the loops are closed: there, at places that a random walk with closed loops
finds, Ψ has its rank, and as many rows are chosen that are far from dependent at all places. The
others hold by themselves; their multipliers are not determined, and neither are the components of
reactions that these enter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

import casadi as cs
import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.multibody.loops import ClosedLoop, closed_loop
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.placement import Placement
from armwright.multibody.rows import dense
from armwright.multibody.spatial import Scalar, matrix_of, vector_of
from armwright.robot import Pose, Robot

#: Singular values below it, of rows of length 1, are zero but for rounding.
_RANK = 1e-8
#: Where two frames are together, in m and rad.
CLOSED = 1e-11
_ITERATIONS = 60
#: No joint goes further at once while a loop is closed, rad or m: it stays where it is meant.
_FARTHEST = 0.3
_ATTEMPTS = 40
_PLACES = 24
_WALK = 0.4


@dataclass(frozen=True, eq=False)
class LoopStructure:
    """`rows`: the constraints that are independent, numbered through all loops. `dependent`: as
    many coordinates that follow from the others, by name. `undetermined`: for each loop the
    components of its reaction (force x, y, z, moment x, y, z, in the axes of its first frame) that
    rigid links do not determine. `regular`: the smallest singular value of the chosen rows, its
    median where the walk went: what a singular position is measured by. `home`: a position in which
    all loops are closed. `places`: others, of the coordinates `names`; `idle`: there, the
    multipliers without effect (rows × ways)."""

    rows: tuple[int, ...]
    dependent: tuple[str, ...]
    undetermined: tuple[tuple[int, ...], ...]
    regular: float
    home: Array = field(repr=False)
    names: tuple[str, ...] = field(repr=False)
    places: tuple[Array, ...] = field(repr=False)
    idle: tuple[Array, ...] = field(repr=False)


class NotClosed(Exception):
    """The frames cannot be brought together; `x`: where they are nearest."""

    def __init__(self, x: Array) -> None:
        super().__init__("loops cannot be closed")
        self.x = x


class LoopNumbers:
    """Φ and Ψ of all loops, of coordinates `x` and what else they depend on, as numbers."""

    def __init__(self, loops: Sequence[ClosedLoop], x: cs.SX, more: Sequence[cs.SX] = ()) -> None:
        self.loops = tuple(loops)
        closings = [one for loop in loops for one in loop.closings]
        size = x.shape[0]
        residual = cs.vertcat(*(cs.SX(one.residual) for one in closings))
        rows = [cs.horzcat(*_first(one.row, size)) for one in closings]
        wrenches = [_wrenches(loop) for loop in loops]
        everything = [residual, cs.densify(cs.vertcat(*rows)), *map(cs.densify, wrenches)]
        self._function = cs.Function("loops", [x, *more], everything)
        ends = np.cumsum([0, *(len(loop.closings) for loop in loops)]).tolist()
        self.slices = [slice(a, b) for a, b in pairwise(ends)]

    def at(self, x: Array, more: Sequence[Array] = ()) -> tuple[Array, Array, list[Array]]:
        """Φ; Ψ; for each loop its reaction by multipliers, 6 × rows."""
        residual, jacobian, *wrenches = self._function(cs.DM(x), *map(cs.DM, more))
        return np.array(residual).ravel(), np.array(jacobian), [np.array(w) for w in wrenches]

    def closed(self, x: Array, moving: Sequence[int], more: Sequence[Array] = ()) -> Array:
        """x with all loops closed, changed in the coordinates `moving` only: Gauss and Newton's
        method in steps that are not too long. Raises NotClosed."""
        x, best = np.array(x, dtype=np.float64), np.inf
        nearest, stalled = x.copy(), 0
        for _ in range(_ITERATIONS):
            residual, jacobian, _wrenches = self.at(x, more)
            size = float(np.abs(residual).max(initial=0.0))
            if not np.isfinite(size):
                break
            if size < best:
                stalled = 0 if size < 0.5 * best else stalled + 1
                nearest, best = x.copy(), size
            else:
                stalled += 1
            if size == 0.0 or (stalled > 2 and best < CLOSED) or stalled > 15:
                break
            part = jacobian[:, moving]
            step = np.linalg.lstsq(part, residual, rcond=1e-10)[0]
            longest = float(np.abs(step).max(initial=0.0))
            x[moving] -= step * min(1.0, _FARTHEST / longest if longest else 1.0)
        if best > CLOSED or self.turned_round(nearest, more):
            raise NotClosed(nearest)
        return nearest

    def gaps(self, x: Array, more: Sequence[Array] = ()) -> list[tuple[float, float]]:
        """Of each loop: how far its frames are apart, m and rad (as far as their sine tells)."""
        residual, _jacobian, _wrenches = self.at(x, more)
        found = []
        for loop, place in zip(self.loops, self.slices, strict=True):
            turns = np.array([one.turns for one in loop.closings])
            own = residual[place]
            found.append((float(np.linalg.norm(own[~turns])), float(np.linalg.norm(own[turns]))))
        return found

    def turned_round(self, x: Array, more: Sequence[Array] = ()) -> list[int]:
        """Loops whose residuals vanish with an axis the wrong way round."""
        _residual, _jacobian, wrenches = self.at(x, more)
        found = []
        for k, (loop, wrench) in enumerate(zip(self.loops, wrenches, strict=True)):
            turns = [i for i, one in enumerate(loop.closings) if one.turns]
            moments = wrench[3:, turns]
            if loop.loop.kind == "revolute":
                # The two moments stand on the second axis: their product is along it.
                if float(np.cross(moments[:, 0], moments[:, 1]) @ loop.loop.axis) < 0:
                    found.append(k)
            elif loop.loop.kind in ("prismatic", "weld") and np.linalg.det(moments) < 0.5:
                found.append(k)
        return found


def _first(row: object, size: int) -> list[Scalar]:
    full = dense({k: v for k, v in row.items() if k < size}, size)  # type: ignore[attr-defined]
    return [cs.SX(value) for value in full]


def _wrenches(loop: ClosedLoop) -> cs.SX:
    """The reaction by multipliers, in the axes of the first frame: 6 × rows."""
    back = loop.first.rotation.T
    columns = []
    for one in loop.closings:
        part, none = (back @ one.direction).column(), cs.SX.zeros(3)
        columns.append(cs.vertcat(none, part) if one.turns else cs.vertcat(part, none))
    return cs.horzcat(*columns)


def placement(pose: Pose) -> Placement:
    return Placement(matrix_of(pose.rotation), vector_of(pose.translation))


@lru_cache(maxsize=64)
def loop_structure(tree: Robot, passive: tuple[str, ...]) -> LoopStructure:
    """`passive`: the coordinates that should follow, rather than others."""
    mechanism = build(FreeParameters.choose(tree, [], linear=True))
    loops = [
        closed_loop(mechanism, one, (placement(one.first.pose), placement(one.second.pose)))
        for one in tree.loops
    ]
    numbers = LoopNumbers(loops, mechanism.q)
    size = mechanism.coordinates
    # A robot whose loops cannot be closed has a structure all the same; who needs them closed says
    # what is wrong.
    home, _closed = _nearest(numbers, np.zeros(size), list(range(size)), ())
    places = _walk(numbers, home)
    matrices, scale = _scaled([numbers.at(x)[1] for x in places])
    ranks = [_rank(matrix) for matrix in matrices]
    rank = max(ranks)
    regular = [(x, m) for x, m, r in zip(places, matrices, ranks, strict=True) if r == rank]
    own = [matrix for _, matrix in regular]
    rows = _independent(own, rank, worst=True)
    chosen = [matrix[rows] for matrix in own]
    names = mechanism.names
    first = [k for k, name in enumerate(names) if name in passive]
    columns = _independent([m.T for m in chosen], rank, worst=False, first=first)
    smallest = [float(np.linalg.svd(m, compute_uv=False)[-1]) if rank else 1.0 for m in chosen]
    there = [x for x, _ in regular]
    idle = [_idle(numbers.at(x)[1], scale) for x in there]
    return LoopStructure(
        tuple(sorted(rows)),
        tuple(names[k] for k in sorted(columns)),
        _undetermined(numbers, there, idle),
        float(np.median(smallest)),
        home,
        names,
        tuple(there),
        tuple(idle),
    )


def closed_somewhere(
    numbers: LoopNumbers,
    x: Array,
    moving: Sequence[int],
    robot: str,
    more: Sequence[Array] = (),
    hint: str = "",
) -> Array:
    """Closed loops near x, or else anywhere that random places lead to."""
    nearest, closed = _nearest(numbers, x, moving, more)
    if closed:
        return nearest
    gaps = numbers.gaps(nearest, more)
    k = max(range(len(gaps)), key=lambda k: gaps[k][0] + gaps[k][1])
    way, turn = gaps[k]
    parts = [f"{way:.4g} m"] if way > CLOSED else []
    parts += [f"{turn:.4g} rad"] if turn > CLOSED else []
    raise InputError(
        "cannot be closed",
        where=f"robot '{robot}', loop '{numbers.loops[k].loop.name}'",
        got=f"a gap of {' and '.join(parts)}" if parts else "an axis that is turned round",
        expected="a position of the joints in which its two frames meet",
        hint=hint,
    )


def closed_robot(robot: Robot, q: Array) -> Array:
    """Joint positions near q with all loops of a robot closed, or nearly so where that cannot be:
    joints that follow from others move, or if that is not enough, all."""
    mechanism = build(FreeParameters.choose(robot, [], linear=True))
    loops = [
        closed_loop(mechanism, one, (placement(one.first.pose), placement(one.second.pose)))
        for one in robot.loops
    ]
    numbers = LoopNumbers(loops, mechanism.q)
    dependent = loop_structure(robot, robot.passive_joints).dependent
    moving = [robot.joint_names.index(name) for name in dependent]
    near, closed = _nearest(numbers, q, moving, ())
    return near if closed else _nearest(numbers, q, list(range(q.size)), ())[0]


def _nearest(
    numbers: LoopNumbers, x: Array, moving: Sequence[int], more: Sequence[Array]
) -> tuple[Array, bool]:
    """Closed loops, or else the smallest gap that was found; and which of them it is."""
    rng = np.random.default_rng(0)
    nearest, gap = x, np.inf
    for attempt in range(_ATTEMPTS):
        begin = x.copy()
        if attempt:
            begin[list(moving)] += rng.uniform(-1.0, 1.0, len(moving)) * min(3.0, 0.4 * attempt)
        try:
            return numbers.closed(begin, moving, more), True
        except NotClosed as error:
            size = float(np.abs(numbers.at(error.x, more)[0]).max())
            if size < gap:
                nearest, gap = error.x, size
    return nearest, False


def _walk(numbers: LoopNumbers, home: Array) -> list[Array]:
    """Places with closed loops."""
    rng = np.random.default_rng(1)
    places, x = [home], home
    everything = list(range(home.size))
    for _ in range(_PLACES):
        jacobian = numbers.at(x)[1]
        _, sizes, directions = np.linalg.svd(jacobian)
        rank = int((sizes > _RANK * max(1.0, sizes[0] if sizes.size else 0.0)).sum())
        loose = directions[rank:]
        if not loose.size:
            break
        step = loose.T @ rng.normal(size=len(loose))
        step *= _WALK / max(1e-12, float(np.abs(step).max()))
        try:
            x = numbers.closed(x + step, everything)
        except NotClosed:
            x = home
            continue
        places.append(x)
    return places


def _scaled(matrices: Sequence[Array]) -> tuple[list[Array], Array]:
    """Rows of length 1 at their largest; those that are nothing but rounding become zero."""
    norms = np.max([np.linalg.norm(m, axis=1) for m in matrices], axis=0)
    real = norms > 1e-10 * max(1e-300, float(norms.max(initial=0.0)))
    scale: Array = np.where(real, 1.0 / np.where(real, norms, 1.0), 0.0)
    return [m * scale[:, None] for m in matrices], scale


def _rank(matrix: Array) -> int:
    sizes = np.linalg.svd(matrix, compute_uv=False)
    return int((sizes > _RANK * max(1e-300, float(sizes.max(initial=0.0)))).sum())


def _independent(
    matrices: Sequence[Array], count: int, *, worst: bool, first: Sequence[int] = ()
) -> list[int]:
    """So many rows that are far from dependent in the worst, or the usual, of the matrices; those
    of `first` as long as they will do."""
    left = [np.array(m) for m in matrices]
    found: list[int] = []
    for _ in range(count):
        norms = np.array([np.linalg.norm(m, axis=1) for m in left])
        score = norms.min(axis=0) if worst else np.median(norms, axis=0)
        if worst and score.max() < 1e-6:
            score = np.median(norms, axis=0)
        preferred = [k for k in first if score[k] > 1e-6]
        candidates = preferred or range(len(score))
        best = max(candidates, key=lambda k: (round(float(score[k]), 9), -k))
        found.append(best)
        for m in left:
            length = float(np.linalg.norm(m[best]))
            if length > 1e-12:
                unit = m[best] / length
                m -= np.outer(m @ unit, unit)
            m[best] = 0.0
    return found


def _undetermined(
    numbers: LoopNumbers, places: Sequence[Array], every: Sequence[Array]
) -> tuple[tuple[int, ...], ...]:
    """Components of reactions that multipliers enter which do nothing."""
    found: list[NDArray[np.bool_]] = [np.zeros(6, dtype=bool) for _ in numbers.loops]
    for x, idle in zip(places, every, strict=True):
        _residual, _jacobian, wrenches = numbers.at(x)
        for k, (place, wrench) in enumerate(zip(numbers.slices, wrenches, strict=True)):
            found[k] |= np.abs(wrench @ idle[place]).max(axis=1, initial=0.0) > 1e-6
    return tuple(tuple(np.flatnonzero(one).tolist()) for one in found)


def _idle(jacobian: Array, scale: Array) -> Array:
    """Multipliers (rows × ways) with Ψᵀ λ = 0."""
    used = np.where(scale > 0, scale, 1.0)
    matrix = jacobian * np.where(scale > 0, scale, 0.0)[:, None]
    left, sizes, _ = np.linalg.svd(matrix)
    rank = int((sizes > _RANK * max(1e-300, float(sizes.max(initial=0.0)))).sum())
    return np.asarray(left[:, rank:] * used[:, None])
