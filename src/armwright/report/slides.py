"""Prismatic joints: a carriage that rides on a rail, or a rod that slides through a housing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.report.bodies import JOINT, LINK, STAND
from armwright.report.skeleton import carriers_of, ends
from armwright.report.surfaces import Colour, Surface, box, joined, tube
from armwright.robot import Joint, Robot


@dataclass(frozen=True, eq=False)
class Slide:
    """`start`: the joint's place at position zero; `axis`: its direction; both in the drawing.

    `lower` and `upper` (m): how far it travels, which is made up where there are no limits.
    """

    start: Array
    axis: Array
    position: float
    lower: float
    upper: float

    @staticmethod
    def of(joint: Joint, T_WP: Array, T_WC: Array, size: float) -> Slide:
        """T_WP, T_WC: poses of the joint's parent and child link; `size` (m): of the robot."""
        start, axis = (T_WP @ joint.origin.matrix())[:3, 3], T_WC[:3, :3] @ joint.axis
        position = float((T_WC[:3, 3] - start) @ axis)
        limits = joint.limits
        lower = max(limits.lower, -1.5 * size) if np.isfinite(limits.lower) else -0.6 * size
        upper = min(limits.upper, 1.5 * size) if np.isfinite(limits.upper) else 0.6 * size
        return Slide(start, axis, position, min(lower, position), max(upper, position))

    @property
    def level(self) -> bool:
        return abs(float(self.axis[2])) < 0.2

    def at(self, way: float) -> Array:
        point: Array = self.start + way * self.axis
        return point


def slide_surface(slide: Slide, rod: float, radius: float) -> Surface:
    """`rod`: 0 for a rail, else the side (±1) of the axis to which the moving rod looks."""
    margin = 2.2 * radius
    if rod:
        housing = _bar(slide, -0.8 * margin, 0.8 * margin, 2.5 * radius, JOINT)
        # What of the rod is behind its link's origin: enough to stay in the housing all the way.
        behind = max(rod * slide.lower, rod * slide.upper, 0.0) + 1.2 * margin
        here, back = slide.at(slide.position), slide.at(slide.position - rod * behind)
        return joined([housing, tube(here, back, (0.85 * radius, 0.85 * radius), LINK)])
    rail = _bar(slide, slide.lower - margin, slide.upper + margin, 1.1 * radius, STAND)
    # A cart is narrow enough for the drum of a pendulum on it to show.
    width = (1.7 if slide.level else 2.5) * radius
    return joined(
        [rail, _bar(slide, slide.position - margin, slide.position + margin, width, JOINT)]
    )


def rod_side(robot: Robot, joint: Joint) -> float:
    """±1 if what `joint` moves runs along its axis, to that side; 0 if it runs across."""
    for end, _ in ends(robot, joint.child, carriers_of(robot)):
        along = float(joint.axis @ end)
        if abs(along) > 2 * np.linalg.norm(end - along * joint.axis):
            return float(np.sign(along))
    return 0.0


def _bar(slide: Slide, low: float, high: float, width: float, colour: Colour) -> Surface:
    """A square bar along the axis."""
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = _frame_along(slide.axis), slide.at(0.5 * (low + high))
    return box((width, width, high - low), colour).moved(T)


def _frame_along(axis: Array) -> Array:
    """A rotation whose third column is `axis`; the second is as level as can be."""
    other = np.array([0.0, 0.0, 1.0]) if abs(axis[2]) < 0.9 else np.array([1.0, 0.0, 0.0])
    y = np.cross(axis, other)
    y /= np.linalg.norm(y)
    return np.column_stack([np.cross(y, axis), y, axis])
