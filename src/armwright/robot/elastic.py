"""Axes in which the structure gives way: bearings, links, the foundation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from armwright.errors import InputError
from armwright.robot.inertia import Inertia
from armwright.robot.links import Joint
from armwright.robot.part import RobotPart, listed
from armwright.robot.pose import Pose
from armwright.robot.values import FrozenMap, frozen_array

Axis = Literal["x", "y", "z", "rx", "ry", "rz"]
ElasticPlace = Literal["before", "after", "on"]
AXES = ("x", "y", "z", "rx", "ry", "rz")
PLACES = ("before", "after", "on")
#: Where to say that the whole arm stands on something elastic.
FOUNDATION = "foundation"


@dataclass(frozen=True, eq=False)
class ElasticAxis(RobotPart):
    """The structure gives way along x, y, z or about them (rx, ry, rz), against a spring.

    `at` a moving joint: `before` it, in the joint's frame before it turns, or `after` it, in the
    child link's frame. `on` a link: between the link and all joints and frames that it carries, at
    `origin` in its frame. At the "foundation": between the ground and the base, in the base's
    frame. Axes at one place follow each other in the order of the robot's list.

    `spring` and `friction` hold the parameters that their laws name; those of the linear spring are
    `stiffness` (N m/rad or N/m) and `damping`. An axis in a spring matrix has no spring of its own.
    No friction parameters, no friction. `inertia`: of the body between this axis and what follows
    it, in the frame behind the axis; None: no mass.
    """

    called = "elastic axis"
    plural = "elastic axes"

    at: str
    axis: Axis
    place: ElasticPlace = "before"
    name: str = ""
    origin: Pose = field(default_factory=Pose)
    spring_law: str = "linear"
    spring: Mapping[str, float] = field(default_factory=dict)
    friction_law: str = "coulomb"
    friction: Mapping[str, float] = field(default_factory=dict)
    inertia: Inertia | None = None

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", f"{self.at}.{self.axis}")
        where = self.where
        for table in ("spring", "friction"):
            numbers = {
                key: float(frozen_array(value, (), f"{where}, {table} {key}"))
                for key, value in getattr(self, table).items()
            }
            object.__setattr__(self, table, FrozenMap(numbers))
        if self.axis not in AXES:
            raise InputError(
                "unknown axis", where=where, got=repr(self.axis), expected="x, y, z, rx, ry or rz"
            )
        if self.place not in PLACES:
            raise InputError(
                "unknown place", where=where, got=repr(self.place), expected="before, after or on"
            )
        if self.at == FOUNDATION and self.place != "before":
            raise InputError(
                "the foundation is before the whole arm",
                where=where,
                got=repr(self.place),
                expected="before",
                hint="Give the joint or link another name if one is meant.",
            )
        if self.place != "on" and self.origin != Pose():
            raise InputError(
                "an origin is only for an axis on a link",
                where=where,
                got=f"place '{self.place}'",
                expected="on",
            )
        if self.spring_law == "linear" and self.spring:
            self.check_spring()

    @property
    def turns(self) -> bool:
        """About x, y or z, and not along it."""
        return self.axis.startswith("r")

    @property
    def where(self) -> str:
        place = "at" if self.at == FOUNDATION else self.place
        return f"{self.called} '{self.name}' ({self.axis}, {place} '{self.at}')"

    def facts(self) -> list[str]:
        facts = [f"spring law '{self.spring_law}'{listed(self.spring)}"]
        if self.friction:
            facts.append(f"friction law '{self.friction_law}'{listed(self.friction)}")
        if self.inertia is not None:
            facts.append(f"a body of {self.inertia.mass:g} kg")
        return facts

    def check_spring(self) -> None:
        """Raise InputError unless it has a spring; one in a spring matrix has none of its own."""
        if self.spring_law != "linear":
            return
        where = self.where
        stiffness, damping = self.spring.get("stiffness"), self.spring.get("damping", 0.0)
        if stiffness is None:
            raise InputError(
                "has no stiffness",
                where=where,
                expected="stiffness in N m/rad, or in N/m along x, y or z",
            )
        if not (stiffness > 0 and damping >= 0):
            raise InputError(
                "stiffness or damping",
                where=where,
                got=f"{stiffness:g} and {damping:g}",
                expected="more than 0, and at least 0",
            )


def check_elastic(
    where: str, links: Sequence[str], joints: Sequence[Joint], elastic: Sequence[ElasticAxis]
) -> None:
    """Raise InputError unless all axes are at places that exist, under names of their own."""
    moving = [joint.name for joint in joints if joint.moves]
    for one in elastic:
        if one.place == "on":
            kind, known, expected = "link", list(links), f"one of {', '.join(links)}"
        else:
            kind, known = "joint", [*moving, FOUNDATION]
            expected = f"'{FOUNDATION}', or one of {', '.join(moving)}"
        if one.at not in known:
            raise InputError(
                f"no such {kind}",
                where=f"{where}, {one.where}",
                got=repr(one.at),
                expected=expected,
            )
    names = [one.name for one in elastic] + [joint.name for joint in joints]
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise InputError(
            "name of an elastic axis is used twice",
            where=where,
            got=repr(twice[0]),
            expected="names that neither another axis nor a joint has",
            hint="Say name = '…' for one of them.",
        )
