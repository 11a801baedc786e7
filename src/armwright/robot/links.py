"""Links, the joints between them, and the frames that are fixed to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.drive import Drive, Limits
from armwright.robot.hull import Hull
from armwright.robot.inertia import Inertia
from armwright.robot.mimic import Mimic
from armwright.robot.pose import Pose
from armwright.robot.shape import Shape
from armwright.robot.values import Value, frozen_array, frozen_unit

JointKind = Literal["revolute", "prismatic", "fixed"]


@dataclass(frozen=True, eq=False)
class Link(Value):
    """A rigid body; `inertia` None means that it has no mass of its own, `hull` None that water
    does not act on it."""

    name: str
    inertia: Inertia | None = None
    shapes: tuple[Shape, ...] = ()
    hull: Hull | None = None


@dataclass(frozen=True, eq=False)
class Joint(Value):
    """`origin`: the joint frame at zero position in the parent link's frame. The child's frame is
    the joint frame, turned about or shifted along `axis` (unit, joint frame) by the position.

    `passive`: nothing drives it. `mimic`: its position follows from that of another joint, so that
    it has no place in joint vectors. Neither has a drive.
    """

    name: str
    kind: JointKind
    parent: str
    child: str
    origin: Pose = field(default_factory=Pose)
    axis: Array = field(default_factory=lambda: frozen_array([0, 0, 1], (3,), "axis"))
    limits: Limits = field(default_factory=Limits)
    drive: Drive | None = None
    passive: bool = False
    mimic: Mimic | None = None

    def __post_init__(self) -> None:
        where = f"joint '{self.name}'"
        if self.kind not in ("revolute", "prismatic", "fixed"):
            raise InputError(
                "unknown joint kind",
                where=where,
                got=repr(self.kind),
                expected="'revolute', 'prismatic' or 'fixed'",
            )
        object.__setattr__(self, "axis", frozen_unit(self.axis, where))
        if self.mimic is not None or self.passive:
            self._check_follower(where)

    @property
    def moves(self) -> bool:
        """By itself or as another joint does."""
        return self.kind != "fixed"

    @property
    def moves_by_itself(self) -> bool:
        """It has a place in joint vectors."""
        return self.moves and self.mimic is None

    def _check_follower(self, where: str) -> None:
        word = "passive" if self.mimic is None else "mimics another"
        if not self.moves:
            raise InputError(f"{word}, but does not move", where=where, got="kind 'fixed'")
        if self.mimic is not None and self.passive:
            raise InputError(
                "both passive and mimics another",
                where=where,
                expected="one of them",
                hint="A joint that mimics another has no freedom of its own.",
            )
        if self.drive is not None:
            raise InputError(f"{word}, but has a drive", where=where, expected="no drive")


@dataclass(frozen=True, eq=False)
class Frame(Value):
    """A named frame fixed to a link."""

    name: str
    link: str
    pose: Pose = field(default_factory=Pose)


def base_link(links: Sequence[Link], joints: Sequence[Joint]) -> str:
    """The link that no joint moves: the root of the tree."""
    children = {joint.child for joint in joints}
    return next(link.name for link in links if link.name not in children)


def joints_behind(links: Sequence[Link], joints: Sequence[Joint]) -> dict[str, list[Joint]]:
    """For each link the joints that it carries, in the order of the file."""
    behind: dict[str, list[Joint]] = {link.name: [] for link in links}
    for joint in joints:
        behind[joint.parent].append(joint)
    return behind


def links_behind(links: Sequence[Link], joints: Sequence[Joint], link: str) -> set[str]:
    """A link, and all that it carries."""
    behind, todo, found = joints_behind(links, joints), [link], set[str]()
    while todo:
        found.add(link := todo.pop())
        todo += [joint.child for joint in behind[link]]
    return found


def last_link(links: Sequence[Link], joints: Sequence[Joint]) -> str:
    """The link that most joints lead to; of equals, the first in the file."""
    behind = joints_behind(links, joints)
    level = deepest = {base_link(links, joints)}
    while level:
        deepest = level
        level = {joint.child for name in level for joint in behind[name]}
    return next(link.name for link in links if link.name in deepest)
