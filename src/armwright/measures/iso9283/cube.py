"""The largest test cube in the reach of an arm; ISO 9283:1998, clause 6.8.

The standard wants the largest cube in the part of the workspace that is used most. That its edges
are along the base's axes, as here, no public source confirms.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armwright.arm import Arm, Search, compile
from armwright.arm.inverse.chain import chain_to
from armwright.arrays import Array
from armwright.blocks.references.iso9283 import IsoCube
from armwright.errors import InputError
from armwright.robot import Robot

#: Joint positions drawn to see how far the arm reaches.
_DRAWN = 4096
#: Places along the longest edge of the reach, and along the edges of a cube that is tried.
_GRID, _TRIED = 20, 7
#: Of the grid's spacing: steps in which a cube is moved and grown at last.
_FINE = (0.5, 0.25, 0.125)
#: Condition numbers of the Jacobian, with angles counted at the arm's length, that are good enough.
_CONDITION = 60.0
#: Starts of a search where there is no closed form.
_STARTS = 8


def largest_cube(
    robot: Robot, posture: ArrayLike, *, position_only: bool | None = None, grid: int = _GRID
) -> IsoCube:
    """The largest cube, with edges along the base's axes, in which the arm reaches every place with
    the tool turned as in the `posture`, within its limits and away from singularities; of several
    the one nearest to the tool in the posture.

    The reach is looked at on a grid, then the cube is moved and grown in finer steps, until no step
    makes it larger: a finer grid may find a larger one elsewhere. Paths in it need not stay on one
    branch; `certificate` tries them.
    """
    reach = _Reach(robot, posture, position_only)
    low, high = reach.box
    spacing = float((high - low).max()) / (grid - 1)
    axes = [np.arange(a, b + spacing / 2, spacing) for a, b in zip(low, high, strict=True)]
    places = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    sizes = _cube_sizes(reach(places))
    most = int(sizes.max())
    if most < 2:
        raise InputError(
            "no test cube fits into the arm's reach",
            where=f"robot '{robot.name}'",
            got=f"no cube of {spacing:.3g} m with the tool turned as in the posture",
            hint="Take another posture, or an arm that moves its tool in all directions.",
        )
    side = (most - 1) * spacing
    centres = places[sizes == most] - side / 2
    centre = centres[np.argmin(np.linalg.norm(centres - reach.tool, axis=1))]
    return _refined(reach, centre, side, spacing)


def _cube_sizes(good: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Of the largest cube of good places, along its edges, whose upper corner is each place."""
    sizes = good.astype(np.int64)
    for i, j, k in product(*(range(1, n) for n in good.shape)):
        if good[i, j, k]:
            sizes[i, j, k] = (
                1 + sizes[i - 1 : i + 1, j - 1 : j + 1, k - 1 : k + 1].ravel()[:-1].min()
            )
    return sizes


def _refined(reach: _Reach, centre: Array, side: float, spacing: float) -> IsoCube:
    while not reach.holds(centre, side) and side > spacing / 8:
        side *= 0.95
    for part in _FINE:
        step, moved = part * spacing, True
        while moved:
            moved = False
            for shift in product((0, -1, 1), repeat=3):
                there = centre + 0.5 * step * np.array(shift)
                if reach.holds(there, side + step):
                    centre, side, moved = there, side + step, True
                    break
    return IsoCube(centre, side, np.eye(3))


class _Reach:
    """Where the arm gets to with its tool turned as in the posture."""

    def __init__(self, robot: Robot, posture: ArrayLike, position_only: bool | None) -> None:
        self._arm: Arm = compile(robot)
        self._near = np.asarray(posture, dtype=np.float64)
        chain = chain_to(robot, robot.tool)
        self._free = chain.only_places if position_only is None else position_only
        self._length = chain.length
        pose = self._arm.pose(self._near)
        self.tool: Array = pose[:3, 3]
        self._turned: Array = pose[:3, :3]
        # A closed form finds what there is; what the search would add is not asked for.
        closed = self._arm.inverse_kinematics(
            self.tool if self._free else pose, self._near, position_only=self._free, closest=True
        ).method.startswith("closed form")
        self._search = Search(starts=0 if closed else _STARTS)

    @property
    def box(self) -> tuple[Array, Array]:
        """Of random joint positions."""
        limits = [joint.limits for joint in self._arm.robot.moving_joints]
        lower = np.array([max(one.lower, -np.pi) for one in limits])
        upper = np.array([min(one.upper, np.pi) for one in limits])
        drawn = np.random.default_rng(0).random((_DRAWN, len(limits)))
        places = self._arm.pose(lower + (upper - lower) * drawn)[:, :3, 3]
        return places.min(axis=0), places.max(axis=0)

    def __call__(self, places: Array) -> NDArray[np.bool_]:
        """Of places (…, 3)."""
        flat = places.reshape(-1, 3)
        targets = flat
        if not self._free:
            targets = np.tile(np.eye(4), (len(flat), 1, 1))
            targets[:, :3, :3], targets[:, :3, 3] = self._turned, flat
        return self._solved(targets).reshape(places.shape[:-1])

    def _solved(self, targets: Array) -> NDArray[np.bool_]:
        found = self._arm.inverse_kinematics(
            targets,
            self._near,
            position_only=self._free,
            closest=True,
            search=self._search,
        )
        good = np.asarray(found.found).copy()
        J = self._arm.jacobian(found.q[good])
        rows = (
            J[:, :3] if self._free else np.concatenate([J[:, :3], self._length * J[:, 3:]], axis=1)
        )
        s = np.linalg.svd(rows, compute_uv=False)
        size = min(rows.shape[1:])
        good[good] = s[:, 0] < _CONDITION * s[:, size - 1]
        return good

    def holds(self, centre: Array, side: float) -> bool:
        """Whether it gets everywhere in a cube: to its corners first, which are the farthest."""
        corners = np.array(list(product((-0.5, 0.5), repeat=3)))
        if not self(centre + side * corners).all():
            return False
        line = np.linspace(-0.5, 0.5, _TRIED)
        inner = np.stack(np.meshgrid(line, line, line), axis=-1).reshape(-1, 3)
        return bool(self(centre + side * inner).all())
