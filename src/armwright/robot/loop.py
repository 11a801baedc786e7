"""Loops: where a chain of links closes, which a tree of joints cannot say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.links import Joint
from armwright.robot.part import RobotPart
from armwright.robot.pose import Pose
from armwright.robot.values import Value, frozen_array, frozen_unit

LoopKind = Literal["revolute", "spherical", "prismatic", "weld"]
LOOP_KINDS = ("revolute", "spherical", "prismatic", "weld")
_HOLDS = {
    "revolute": "turns about",
    "spherical": "turns freely",
    "prismatic": "slides along",
    "weld": "holds fast",
}


@dataclass(frozen=True, eq=False)
class LoopEnd(Value):
    """A frame fixed to a link: one of the two that a loop brings together."""

    link: str
    pose: Pose = field(default_factory=Pose)


@dataclass(frozen=True, eq=False)
class LoopClosure(RobotPart):
    """A joint that the tree does not have: it brings two frames together, those of `first` and
    `second`, and so closes a loop.

    `revolute`: one origin, and the same `axis` (unit, in the axes of both frames), about which they
    turn. `spherical`: one origin. `prismatic`: the same axes, and the second origin on the first
    one's `axis`. `weld`: one frame. Constraints that follow from others, as those across the plane
    of a planar mechanism do, are allowed: a plant leaves them out.
    """

    called = "loop"
    plural = "loops"

    name: str
    kind: LoopKind
    first: LoopEnd
    second: LoopEnd
    axis: Array = field(default_factory=lambda: frozen_array([0, 0, 1], (3,), "axis"))

    def __post_init__(self) -> None:
        if self.kind not in LOOP_KINDS:
            raise InputError(
                "unknown kind",
                where=self.where,
                got=repr(self.kind),
                expected="revolute, spherical, prismatic or weld",
            )
        object.__setattr__(self, "axis", frozen_unit(self.axis, self.where))

    @property
    def ends(self) -> tuple[LoopEnd, LoopEnd]:
        return self.first, self.second

    @property
    def where(self) -> str:
        return f"{self.called} '{self.name}'"

    def facts(self) -> list[str]:
        axis = ""
        if self.kind in ("revolute", "prismatic"):
            axis = f" ({', '.join(f'{value:g}' for value in self.axis)})"
        links = f"between link '{self.first.link}' and link '{self.second.link}'"
        return [f"{self.kind} closure {links}, {_HOLDS[self.kind]}{axis}"]


def refuse_loops(robot: str, loops: Sequence[LoopClosure], what: str, hint: str = "") -> None:
    """For what would ignore them: `what` it is that does not support loops."""
    if loops:
        raise InputError(
            f"{what} does not support closed loops",
            where=f"robot '{robot}'",
            got=loops[0].where,
            expected="a robot without loops",
            hint=hint,
        )


def check_loops(
    where: str,
    links: Sequence[str],
    joints: Sequence[Joint],
    loops: Sequence[LoopClosure],
) -> None:
    """Raise InputError unless all loops join links that exist and that joints let move against each
    other, under names of their own."""
    for one in loops:
        for end in one.ends:
            if end.link not in links:
                raise InputError(
                    "link does not exist",
                    where=f"{where}, {one.where}",
                    got=repr(end.link),
                    expected=f"one of {', '.join(links)}",
                )
        if not _between(joints, one.first.link, one.second.link):
            raise InputError(
                "both of its links are one body, so that it closes nothing",
                where=f"{where}, {one.where}",
                got=f"'{one.first.link}' and '{one.second.link}'",
                expected="links with a joint between them that moves",
            )
    names = [*(one.name for one in loops), *(joint.name for joint in joints)]
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise InputError(
            "name of a loop is used twice",
            where=where,
            got=repr(twice[0]),
            expected="names that neither another loop nor a joint has",
        )


def _between(joints: Sequence[Joint], first: str, second: str) -> bool:
    """Whether any joint between two links moves."""
    above = {joint.child: joint for joint in joints}
    ways = []
    for link in (first, second):
        way = []
        while link in above:
            if above[link].moves:
                way.append(above[link].name)
            link = above[link].parent
        ways.append(way)
    return ways[0] != ways[1]
