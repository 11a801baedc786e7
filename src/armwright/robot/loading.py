"""Robots by name or from a file, and what is wrong with one."""

from __future__ import annotations

import os
from pathlib import Path

from armwright.errors import InputError, did_you_mean, shown
from armwright.inputs import exists
from armwright.robot.checks import FileWords
from armwright.robot.finding import Finding
from armwright.robot.formats import mjcf, urdf, xacro
from armwright.robot.robot import Robot
from armwright.robot.snapping import snapped

LIBRARY = Path(__file__).parent / "library"
SUFFIXES = (".toml", ".urdf", ".xacro", ".xml")


def library_names() -> tuple[str, ...]:
    """The robots that come with armwright."""
    return tuple(sorted(path.stem for path in LIBRARY.glob("*.toml")))


def library_file(name: str | os.PathLike[str]) -> Path | None:
    """The file of a library robot; None if `name` is not one."""
    return LIBRARY / f"{name}.toml" if str(name) in library_names() else None


def load(name_or_path: str | os.PathLike[str], *, snap_angles: bool = False) -> Robot:
    """A library robot by its name, or what a .toml, .urdf, .xacro or MuJoCo .xml file describes.

    `snap_angles` makes angles within 1e-4 of a right angle exact: many URDFs truncate π.
    """
    text = os.fspath(name_or_path)
    if not isinstance(text, str) or not text or "\0" in text:
        raise InputError("not a robot's name or file", where="load", got=shown(text))
    path = library_file(text) or Path(text)
    # A bare word is a name, even if a file without suffix happens to be called so.
    if path.suffix.lower() in SUFFIXES:
        robot = _read(path)
        return snapped(robot) if snap_angles else robot
    if os.path.isdir(path):
        raise InputError("is a folder, not a robot's file", where=text)
    if path.name != text or exists(path) or path.suffix:
        raise InputError(
            "not a kind of file that can be read",
            where=text,
            got=f"suffix '{path.suffix}'",
            expected=f"one of {', '.join(SUFFIXES)}",
        )
    raise _unknown_name(text)


def check_file(name_or_path: str | os.PathLike[str]) -> tuple[Finding, ...]:
    """The findings in a file or library robot; one that cannot be read at all is one finding."""
    try:
        robot = load(name_or_path)
    except InputError as error:
        return (Finding.of(error),)
    path = library_file(name_or_path) or Path(name_or_path)
    return robot.check(path.parent, words_of(path))


def words_of(path: Path) -> FileWords:
    """Of the file, for advice."""
    return "urdf" if path.suffix.lower() in (".urdf", ".xacro") else "toml"


def _read(path: Path) -> Robot:
    suffix = path.suffix.lower()
    if suffix == ".toml":
        # Its schema takes longer to import than all the rest.
        from armwright.robot.formats import toml

        return toml.read(path)
    if suffix == ".xml":
        return mjcf.read(path)
    return xacro.read(path) if suffix == ".xacro" else urdf.read(path)


def _unknown_name(name: str) -> InputError:
    known = library_names()
    beside = [name + suffix for suffix in SUFFIXES if exists(Path(name + suffix))]
    return InputError(
        "no robot of that name in the library",
        where="load",
        got=shown(name),
        expected=f"one of {', '.join(known)}, or a file",
        hint=did_you_mean(name, beside or known, most=3, cutoff=0.5),
    )
