"""The links and joints that a file's D-H table stands for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from armwright.errors import InputError
from armwright.robot.formats import dh
from armwright.robot.formats import schema as s
from armwright.robot.pose import Pose, rotation_from_rpy
from armwright.robot.values import frozen_array


@dataclass(frozen=True)
class DhChain:
    """`joints`: each row's joint and its origin. `ends`: each link's D-H frame in the link.

    What a file says of a link with a row is meant in that link's D-H frame: mass, shapes, frames
    and further joints.
    """

    links: tuple[str, ...] = ()
    joints: tuple[tuple[s.JointTable, Pose], ...] = ()
    ends: dict[str, Pose] = field(default_factory=dict)
    convention: str = ""

    @property
    def joint_names(self) -> set[str]:
        return {table.name for table, _ in self.joints}

    @property
    def far_ends(self) -> tuple[tuple[str, Pose], ...]:
        """The D-H frames that are not the links' own: those of standard D-H."""
        return tuple(self.ends.items()) if self.convention == "standard" else ()

    @property
    def tool(self) -> str:
        """The last D-H frame."""
        if not self.links:
            return ""
        return f"{self.links[-1]}_dh" if self.convention == "standard" else self.links[-1]

    def end(self, link: str) -> Pose:
        return self.ends.get(link, Pose())


def with_kinds(file: s.RobotFile) -> s.RobotFile:
    """The file with the kind of each row's joint in its joint table too: limits need it, because
    degrees are for joints that turn and millimetres for those that slide."""
    if file.dh is None:
        return file
    kinds = {_joint_name(i, row): row.kind for i, row in enumerate(file.dh.rows)}
    joints = []
    for joint in file.joints:
        if joint.name in kinds:
            _no_place_of_its_own(joint)
            joint = joint.model_copy(update={"kind": kinds[joint.name]})
        joints.append(joint)
    return file.model_copy(update={"joints": tuple(joints)})


def of(file: s.RobotFile) -> DhChain:
    """The chain of the file's D-H table (in SI); without one, an empty chain."""
    if file.dh is None:
        return DhChain()
    for what, names in (("link", file.links), ("joint", file.joints)):
        twice = [name for name, n in Counter(item.name for item in names).items() if n > 1]
        if twice:
            raise InputError(f"{what} name is used twice", where=f"{what}s", got=repr(twice[0]))
    rows = tuple(
        dh.DhRow(row.theta, row.d, row.a, row.alpha, row.beta, row.kind) for row in file.dh.rows
    )
    if file.dh.convention == "modified" and any(row.beta for row in rows):
        raise InputError(
            "beta belongs to standard D-H (Hayati's form)",
            where="dh.rows",
            expected="no beta with convention 'modified'",
        )
    place = dh.place_standard if file.dh.convention == "standard" else dh.place_modified
    origin = file.dh.origin
    base = Pose(rotation_from_rpy(origin.rpy), frozen_array(origin.xyz, (3,), "dh.origin.xyz"))
    given = {joint.name: joint for joint in file.joints}
    parent, joints, ends = file.dh.base, [], {}
    for i, (row, placed) in enumerate(zip(file.dh.rows, place(rows, base), strict=True)):
        name, link = _joint_name(i, row), row.link or f"link{i + 1}"
        table = given.get(name, s.JointTable(name=name))
        changes = {"kind": row.kind, "parent": parent, "child": link}
        joints.append((table.model_copy(update=changes), placed.joint_origin))
        ends[link], parent = placed.dh_frame, link
    return DhChain((file.dh.base, *ends), tuple(joints), ends, file.dh.convention)


def _joint_name(index: int, row: s.RowTable) -> str:
    return row.joint or f"joint{index + 1}"


def _no_place_of_its_own(joint: s.JointTable) -> None:
    surplus = joint.model_fields_set - {"name", "limits", "drive", "passive", "mimic"}
    if surplus:
        raise InputError(
            "has a row in the D-H table, which says where it is",
            where=f"joint '{joint.name}'",
            got=f"also {', '.join(sorted(surplus))}",
            expected="only limits, drive, passive and mimic",
        )
