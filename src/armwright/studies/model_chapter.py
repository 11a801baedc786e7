"""The chapter of a report on the arms behind its runs: every number, and the equations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from armwright.arrays import Array
from armwright.equations import derive
from armwright.errors import InputError
from armwright.laws.catalogue import CATALOGUE
from armwright.plant.registry import Number, registry
from armwright.report.html import Chapter, Fold, Paragraph, Preformatted, ReportPart, ReportTable
from armwright.report.words import split_source
from armwright.robot import Robot, library_names, load
from armwright.signals import Run
from armwright.studies.wording import short

#: The same bodies in their linear view.
_AGAIN = ("first_moment", "inertia_at_origin")
#: What says nothing where it is zero: a base without mass, a frame that is not turned.
_ZERO = ("mass", "centre", "inertia", "translation", "rotation")
#: What a D-H table gives, if the robot has one.
_OF_DH = (".translation", ".rotation")

#: Lines of equations that fit on two pages of paper.
PAGE = 120

#: Family and kind.
LawKind = tuple[str, str]


def robots_of(runs: Mapping[str, Run], others: Sequence[Robot]) -> list[Robot]:
    """The library's robots that runs were made of, in their order, and others."""
    library, known = library_names(), {one.name for one in others}
    names = dict.fromkeys(str(run.data.attrs.get("robot", "")) for run in runs.values())
    return [*(load(name) for name in names if name in library and name not in known), *others]


def model_chapter(robots: Sequence[Robot]) -> Chapter:
    parts: list[ReportPart] = [
        Paragraph(
            "The arms as they are described, before a case of this study changes one of their "
            "numbers. Torques, stiffness and friction count on the side of the gear that is "
            "named. M(x) ẍ + bias(x, ẋ) + Σ laws = applied; the equations of the links are "
            "below, those of the laws beside them."
        )
    ]
    for robot in robots:
        parts += robot_parts(robot)
    return Chapter("The model: parameters and equations", parts)


def robot_parts(robot: Robot) -> Iterator[ReportPart]:
    """Its numbers, then its equations."""
    rows = [_row(robot, one) for one in _told(registry(robot).values())]
    numbers = ReportTable(
        ("number", "value", "unit", "side of the gear", "origin", "meaning"), rows, stacked=True
    )
    origins = ReportTable(
        ("numbers", "origin", "where they come from"),
        [(path, *split_source(text)) for path, text in robot.sources.items()],
        "The most exact entry that names a number holds for it; * stands for any name.",
        stacked=True,
    )
    told = [numbers, origins] if robot.sources else [numbers]
    yield Fold(f"Parameters of {robot.name}: {len(rows)}", told)
    inner: list[ReportPart] = []
    laws = [(law, _equation(law), where) for law, where in _laws(robot).items()]
    if laws:
        rows = [(f"{law[0]}: {law[1]}", words, ", ".join(where)) for law, words, where in laws]
        inner.append(ReportTable(("law", "equation", "along"), rows, "Of drives and elastic axes"))
    links = _links(robot)
    lines = links.text.count("\n") if isinstance(links, Preformatted) else 0
    yield Fold(f"Equations of {robot.name}", [*inner, links], long=lines > PAGE)


def _links(robot: Robot) -> ReportPart:
    """Equations of motion of the links, if they have masses."""
    if not any(link.inertia and link.inertia.mass for link in robot.links):
        return Paragraph("Its links have no masses: what is studied of it is its geometry.")
    try:
        return Preformatted(derive(robot).text())
    except InputError as error:
        return Paragraph(f"Of the links there are none to read: {error}")


def _told(numbers: Iterable[Number]) -> Iterator[Number]:
    """Without limits that are none, without zeros that say nothing, and each body in one view."""
    for one in numbers:
        last = one.path.rpartition(".")[2]
        silent = last in _ZERO and not np.any(one.value)
        if last not in _AGAIN and not silent and np.all(np.isfinite(one.value)):
            yield one


def _row(robot: Robot, one: Number) -> tuple[str, ...]:
    geometry = robot.source_of("dh") if one.path.endswith(_OF_DH) else None
    kind, _ = split_source(geometry or robot.source_of(one.path) or "")
    meaning = one.meaning.rpartition(", of ")[0] or one.meaning  # of what, the path says
    return (one.path, _value(one.value), one.unit, one.side or "–", kind or "–", meaning)


def _value(value: Array) -> str:
    return ", ".join(short(x, 6) for x in value.ravel().tolist())


def _laws(robot: Robot) -> dict[LawKind, list[str]]:
    """Which are where."""
    found: dict[LawKind, list[str]] = {}
    for motor in robot.all_motors:
        drive = motor.drive
        if drive.friction:
            found.setdefault(("friction", drive.friction_law), []).append(motor.name)
        if drive.spring or drive.stiffness is not None:
            found.setdefault(("spring", drive.spring_law), []).append(motor.name)
    for axis in robot.elastic:
        found.setdefault(("spring", axis.spring_law), []).append(axis.name)
        if axis.friction:
            found.setdefault(("friction", axis.friction_law), []).append(axis.name)
    return found


def _equation(law: LawKind) -> str:
    """What the law's own description begins with; "" of one that a study brings itself."""
    family, kind = law
    known = CATALOGUE[family].get(kind)
    return (known.__doc__ or "").partition("\n\n")[0] if known else ""
