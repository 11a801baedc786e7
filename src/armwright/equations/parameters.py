"""The numbers of a robot that can stand in its equations as symbols."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

import numpy as np

from armwright.equations.hull_values import NUMBERS, POINT_NUMBERS, hulls_of
from armwright.equations.link_labels import body_of, link_labels
from armwright.errors import InputError, did_you_mean
from armwright.robot import Link, Pose, Robot

#: What `symbols` may name as a whole.
GROUPS = ("lengths", "masses", "centres", "inertias", "gravity", "water")
AXES = "xyz"
_PRODUCTS = [(i, j) for i in range(3) for j in range(i, 3)]


@dataclass(frozen=True)
class SymbolicParameter:
    """One number, not zero. `path` is that of the robot's files with the component behind, as
    `links.link2.centre.x`; it equals `sign` times the symbol, whose value is `value` (SI)."""

    path: str
    group: str
    name: str
    value: float
    unit: str
    meaning: str
    sign: int = 1


def all_parameters(robot: Robot) -> tuple[SymbolicParameter, ...]:
    """In the order of the groups, and within each of the file. Zeros are no parameters."""
    return (*_lengths(robot), *_inertial(robot), *_gravity(robot), *_water(robot))


def choose(robot: Robot, symbols: Iterable[str]) -> tuple[SymbolicParameter, ...]:
    """The parameters that `symbols` names: groups, paths, beginnings of paths, patterns
    (`links.*.mass`), or the symbols' own names (`m2`)."""
    known = all_parameters(robot)
    chosen: set[str] = set()
    for wanted in (symbols,) if isinstance(symbols, str) else symbols:
        hits = {parameter.path for parameter in known if _is_meant(parameter, wanted)}
        if not hits and wanted not in GROUPS:
            raise _unknown(robot, wanted, known)
        chosen |= hits
    return tuple(parameter for parameter in known if parameter.path in chosen)


def _is_meant(parameter: SymbolicParameter, wanted: str) -> bool:
    return (
        wanted in (parameter.group, parameter.name)
        or parameter.path.startswith(f"{wanted}.")
        or fnmatchcase(parameter.path, wanted)
        or fnmatchcase(parameter.path.rpartition(".")[0], wanted)
    )


def _unknown(robot: Robot, wanted: str, known: tuple[SymbolicParameter, ...]) -> InputError:
    words = (*GROUPS, *(parameter.path for parameter in known))
    return InputError(
        "no parameter of that name, or it is zero",
        where=f"robot '{robot.name}', symbols",
        got=repr(wanted),
        expected=f"some of {', '.join(GROUPS)}, or a path such as "
        f"'links.{robot.links[-1].name}.mass'",
        hint=did_you_mean(wanted, words),
    )


def _lengths(robot: Robot) -> Iterator[SymbolicParameter]:
    """Where joints and the tool sit on their links: l1 on link 1; l1_2 if it carries several."""
    labels = link_labels(robot)
    seats: list[tuple[str, str, str, str, Pose]] = [
        (f"joints.{j.name}.translation", j.parent, labels[j.child], j.name, j.origin)
        for j in robot.joints
    ]
    tool = robot.frame(robot.tool)
    if tool.name != tool.link:
        path = f"frames.{tool.name}.translation"
        seats.append((path, tool.link, "t", "the tool", tool.pose))
    seats = [seat for seat in seats if seat[-1].translation.any()]
    carried = [labels[parent] for _, parent, *_ in seats]
    for path, parent, child, what, pose in seats:
        label = labels[parent]
        stem = f"l{label}" if carried.count(label) == 1 else f"l{label}_{child}"
        single = np.count_nonzero(pose.translation) == 1
        for axis, value in zip(AXES, pose.translation, strict=True):
            if value:
                yield SymbolicParameter(
                    path=f"{path}.{axis}",
                    group="lengths",
                    name=stem if single else stem + axis,
                    value=float(value),
                    unit="m",
                    meaning=f"place of {what} on {parent}, {axis}",
                )


def _inertial(robot: Robot) -> Iterator[SymbolicParameter]:
    labels = link_labels(robot)
    moved = [(link, labels[link.name]) for link in robot.links if body_of(labels[link.name]) != "0"]
    for list_them in (_mass, _centre, _tensor):
        for link, label in moved:
            yield from list_them(link, label)


def _mass(link: Link, label: str) -> Iterator[SymbolicParameter]:
    if link.inertia and link.inertia.mass:
        path, meaning = f"links.{link.name}.mass", f"mass of {link.name}"
        yield SymbolicParameter(path, "masses", f"m{label}", link.inertia.mass, "kg", meaning)


def _centre(link: Link, label: str) -> Iterator[SymbolicParameter]:
    if link.inertia and link.inertia.mass:
        for axis, value in zip(AXES, link.inertia.centre, strict=True):
            if value:
                path = f"links.{link.name}.centre.{axis}"
                meaning = f"centre of mass of {link.name}, {axis}"
                yield SymbolicParameter(
                    path, "centres", f"c{label}{axis}", float(value), "m", meaning
                )


def _tensor(link: Link, label: str) -> Iterator[SymbolicParameter]:
    if link.inertia is None:
        return
    for i, j in _PRODUCTS:
        value, axes = float(link.inertia.tensor[i, j]), AXES[i] + AXES[j]
        if value:
            path = f"links.{link.name}.inertia.{axes}"
            meaning = f"inertia of {link.name} about its centre, {axes}"
            yield SymbolicParameter(path, "inertias", f"I{label}{axes}", value, "kg m²", meaning)


def _gravity(robot: Robot) -> Iterator[SymbolicParameter]:
    """g along an axis; otherwise three components."""
    moving = [(axis, float(x)) for axis, x in zip(AXES, robot.gravity, strict=True) if x]
    single = len(moving) == 1
    for axis, value in moving:
        sign = -1 if single and value < 0 else 1
        meaning = (
            f"gravity, along {'−' if sign < 0 else ''}{axis}" if single else f"gravity, {axis}"
        )
        name = "g" if single else f"g{axis}"
        yield SymbolicParameter(
            f"gravity.{axis}", "gravity", name, sign * value, "m/s²", meaning, sign
        )


def _water(robot: Robot) -> Iterator[SymbolicParameter]:
    for hull in hulls_of(robot):
        if body_of(hull.label) == "0":
            continue
        for key, value in hull.values.items():
            stem, _, tail = key.partition(".")
            point = stem.rstrip("0123456789")
            if stem == "added_inertia":
                name, unit = f"A{hull.label}_{tail}", ("kg", "kg m", "kg m²")[_turns(tail)]
                meaning = f"added inertia of {hull.link}, {tail}"
            elif point in POINT_NUMBERS:
                head, unit, words = POINT_NUMBERS[point]
                count = stem.removeprefix(point)
                name = f"{head}{hull.label}{tail}" + ("" if count == "1" else f"_{count}")
                meaning = f"{words.format(hull.link)} {tail}"
            else:
                head, unit, words = NUMBERS[key]
                name, meaning = f"{head}{hull.label}", words.format(hull.link)
            yield SymbolicParameter(f"{hull.path}.{key}", "water", name, value, unit, meaning)


def _turns(places: str) -> int:
    """How many of two places in a 6 × 6 matrix are angular."""
    return sum(int(place) > 3 for place in places)
