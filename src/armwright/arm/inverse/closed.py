"""Which arms have a closed form, found from how their axes lie.

- two parallel axes: the tool's place in a plane, 2 branches;
- three axes, of which 2 and 3 are parallel: the tool's place, 4 branches;
- six axes, 2 and 3 parallel, the last three through one point (Pieper 1968; Paul 1981): 8 branches;
- six axes, 2, 3 and 4 parallel, 5 and 6 meeting (Hawkins 2013 for the UR arms): 8 branches.
All axes turn. Signs, zero positions, and offsets along and between axes are arbitrary.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from armwright.arm.inverse import assembly
from armwright.arm.inverse.assembly import Solve
from armwright.arm.inverse.chain import Chain
from armwright.arm.inverse.geometry import meeting_point, parallel
from armwright.arrays import Array

#: How far (rad, or m per metre of arm) axes may be from parallel or from meeting. The closed form
#: is that of the ideal arm; where it misses the real one, steps of damped least squares follow.
CLOSE, EXACT = 1e-4, 1e-12
#: Below this (rad, or m per metre of arm) an angle or a distance is too small to divide by.
SMALL = 1e-2


@dataclass(frozen=True, eq=False)
class ClosedForm:
    """`exact`: it solves the arm itself, not only an ideal one that is close to it."""

    kind: str
    solve: Solve
    exact: bool


def closed_form(chain: Chain, position_only: bool) -> ClosedForm | None:
    """The closed form of the chain, None if it has none of these."""
    for kind, recognise, build in _FORMS:
        if chain.all_revolute and recognise(_Axes(chain, CLOSE), position_only):
            exact = recognise(_Axes(chain, EXACT), position_only)
            return ClosedForm(kind, build(chain), exact)
    return None


@dataclass(frozen=True, eq=False)
class _Axes:
    """How the axes of a chain lie, numbered from 1; the tool counts as the last point."""

    chain: Chain
    tolerance: float

    @property
    def count(self) -> int:
        return len(self.chain.axes)

    def along(self, *numbers: int) -> bool:
        """Whether all are parallel."""
        first, *others = (self.chain.axes[k - 1] for k in numbers)
        return all(parallel(first, other, self.tolerance) for other in others)

    def oblique(self, a: int, b: int) -> bool:
        """Whether two are far from parallel."""
        return not parallel(self.chain.axes[a - 1], self.chain.axes[b - 1], SMALL)

    def meet(self, *numbers: int) -> bool:
        """Whether all go through one point, each oblique to the next."""
        if not all(self.oblique(k, k + 1) for k in numbers[:-1]):
            return False
        return self.centre(*numbers)[1] <= self.tolerance * self.chain.length

    def centre(self, *numbers: int) -> tuple[Array, float]:
        some = [k - 1 for k in numbers]
        return meeting_point(self.chain.points[some], self.chain.axes[some])

    def spread(self, axis: int, *ends: Array) -> bool:
        """Whether each point is at a distance from the next, seen along an axis."""
        gaps = np.diff(np.array(ends), axis=0)
        across = np.linalg.norm(np.cross(gaps, self.chain.axes[axis - 1]), axis=1)
        return bool(across.min() > SMALL * self.chain.length)


def _two_parallel(axes: _Axes, position_only: bool) -> bool:
    return (
        axes.count == 2
        and position_only
        and axes.along(1, 2)
        and axes.spread(1, *axes.chain.points, axes.chain.tool.translation)
    )


def _arm(axes: _Axes, end: Array) -> bool:
    """Axes 1 to 3 as of a usual arm, which places `end`."""
    return axes.along(2, 3) and axes.oblique(1, 2) and axes.spread(2, *axes.chain.points[1:3], end)


def _three_axes(axes: _Axes, position_only: bool) -> bool:
    return axes.count == 3 and position_only and _arm(axes, axes.chain.tool.translation)


def _spherical_wrist(axes: _Axes, position_only: bool) -> bool:
    if axes.count != 6 or position_only or not axes.meet(4, 5, 6):
        return False
    return _arm(axes, axes.centre(4, 5, 6)[0])


def _three_parallel(axes: _Axes, position_only: bool) -> bool:
    if axes.count != 6 or position_only or not axes.along(2, 3, 4) or not axes.meet(5, 6):
        return False
    return axes.oblique(4, 5) and _arm(axes, axes.chain.points[3])


_FORMS: tuple[tuple[str, Callable[[_Axes, bool], bool], Callable[[Chain], Solve]], ...] = (
    ("two parallel axes", _two_parallel, assembly.two_parallel_axes),
    ("three axes, two of them parallel", _three_axes, assembly.three_axes),
    ("spherical wrist", _spherical_wrist, assembly.spherical_wrist),
    ("three parallel axes", _three_parallel, assembly.three_parallel_axes),
)
