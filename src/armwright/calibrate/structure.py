"""What measurements of a kind can tell of an arm at all, whatever the poses.

With base and tool unknown, full poses tell 4 R + 2 P + 6 numbers of an arm with R axes that turn
and P that slide; one point on the tool tells three fewer, two points tell one fewer. It is found
here by counting, for every arm and every kind of target.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from armwright.arrays import Array
from armwright.calibrate.geometry import Geometry
from armwright.calibrate.measurements import Kind, Measurements, Target
from armwright.calibrate.model import PoseModel
from armwright.calibrate.observability import Directions, directions
from armwright.errors import InputError
from armwright.robot import Pose, Robot

#: Poses at random, more than any arm has numbers.
_MANY = 150
#: Joints without limits move as far as this, either way (rad, m).
_TURN, _SLIDE = 2.5, 0.5


def observable(
    robot: Robot,
    targets: Sequence[Kind] = ("pose",),
    tool: str | None = None,
    *,
    places_known: bool = True,
    base_known: bool = False,
) -> int:
    """How many combinations of an arm's numbers, its tool's and its base's can be told. `targets`:
    what is measured of each. `places_known`: where they are on the tool, but not where the tool is
    on the arm; else every target adds three or six numbers of its own."""
    for kind in targets:
        if kind not in ("pose", "position", "distance"):
            raise InputError(
                "no such kind of target",
                where="observable",
                got=repr(kind),
                expected="'pose', 'position' or 'distance'",
            )
    model = example_model(
        robot, np.zeros((1, len(robot.joint_names))), targets, tool, places_known, base_known
    )
    return int(structural(model).seen.shape[1])


def example_model(
    robot: Robot,
    joints: Array,
    targets: Sequence[Kind],
    tool: str | None = None,
    places_known: bool = True,
    base_known: bool = False,
) -> PoseModel:
    """Targets somewhere on the tool, off all axes; nothing has been measured."""
    geometry = Geometry(robot, tool or robot.tool)
    size = 0.1 * geometry.reach
    places = {str(k): Pose(translation=_away(k, size)) for k in range(len(targets))}
    seen = tuple(
        Target(str(k), kind, _nothing(kind, len(joints)), np.array([1.3, 0.6, -0.4]) * (k + 1))
        for k, kind in enumerate(targets)
    )
    known = frozenset(places) if places_known else frozenset()
    return PoseModel(geometry, Measurements(joints, seen), Pose(), base_known, places, known)


def structural(model: PoseModel) -> Directions:
    """What the model's kinds of targets could tell from any number of poses. Targets are taken away
    from where they start: on an axis of the arm they would tell less."""
    size = 0.1 * model.geometry.reach
    x = np.zeros(len(model.elements.names))
    for k, target in enumerate(model.measured.targets):
        place = model.elements.place(f"targets.{target.name}.")
        if place.stop > place.start:
            x[place.start : place.start + 3] = _away(k, size)
    q = random_joints(model.geometry.robot, _MANY, np.random.default_rng(7))
    targets = tuple(replace(t, values=_nothing(t.kind, _MANY)) for t in model.measured.targets)
    anywhere = replace(model, measured=Measurements(q, targets))
    J = np.concatenate([j.reshape(-1, len(x)) for j in anywhere.evaluated(x)[1]])
    return directions(J * model.elements.scale)


def random_joints(robot: Robot, count: int, rng: np.random.Generator) -> Array:
    """Within limits, (count, n)."""
    lower, upper = [], []
    for joint in robot.moving_joints:
        most = _SLIDE if joint.kind == "prismatic" else _TURN
        lower.append(max(joint.limits.lower, -most) if joint.limits.lower < most else -most)
        upper.append(min(joint.limits.upper, most) if joint.limits.upper > -most else most)
    return rng.uniform(lower, upper, (count, len(lower)))


def _away(k: int, size: float) -> Array:
    return size * np.array([np.cos(2.1 * k), np.sin(2.1 * k), 0.7])


def _nothing(kind: Kind, count: int) -> Array:
    if kind == "pose":
        return np.tile(np.eye(4), (count, 1, 1))
    return np.ones((count, 3)) if kind == "position" else np.ones(count)
