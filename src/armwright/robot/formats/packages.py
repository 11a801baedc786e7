"""From the names of meshes, packages and included files to paths.

A package is a folder of files that belong together, as ROS has them. It is looked for where the
user says it is, in the workspace around the description, and where ROS would look.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from armwright.errors import InputError
from armwright.robot.formats import xml

#: Names of variables of the environment. Of ours, NAME=DIR as PATH separates its folders.
GIVEN, ROS_1, ROS_2 = "ARMWRIGHT_PACKAGES", "ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH"
#: How many folders up a package may begin, and how many down from those of ROS_PACKAGE_PATH.
HIGHEST, DEEPEST = 8, 4
#: What marks a folder as a package.
MANIFEST = "package.xml"
SCHEMES = ("package://", "model://")


def find_file(name: str, folder: Path) -> Path | None:
    """The file that `name` means to a description in `folder`, if it is there."""
    name = name.removeprefix("file://")
    for scheme in SCHEMES:
        if name.startswith(scheme):
            package, _, rest = name.removeprefix(scheme).lstrip("/").partition("/")
            root = find_package(package, folder)
            return _file(root / rest) if root is not None else None
    return _file(folder / name)


def find_package(package: str, folder: Path | None) -> Path | None:
    if not package or package in (".", "..") or "/" in package or "\\" in package:
        return None
    around = _around(package, folder)
    if _given(package) is None and around is not None and is_package(around):
        return around
    return named_package(package) or around


def named_package(package: str) -> Path | None:
    """Where the user or the environment says that it is."""
    share = (Path(prefix) / "share" / package for prefix in _paths(ROS_2))
    found = _given(package) or next(filter(_is_folder, share), None)
    return found or next((one for path in _paths(ROS_1) for one in _below(path, package)), None)


def _given(package: str) -> Path | None:
    words = (word.partition("=") for word in _paths(GIVEN))
    places = (Path(path).absolute() for name, _, path in words if path and name == package)
    return next(filter(_is_folder, places), None)


def searched(package: str, folder: Path | None) -> str:
    """Where a package was looked for, in words."""
    words = [] if folder is None else [f"the folders around {folder.resolve()}"]
    words += [f"{name} ({os.environ.get(name) or 'not set'})" for name in (ROS_1, ROS_2)]
    given = os.environ.get(GIVEN)
    words += [f"{GIVEN} ({given})"] if given else []
    return f"Looked in {', '.join(words)}. Say where it is: --package {package}=DIR"


def package_of(folder: Path) -> Path:
    """The package that the folder belongs to (it has a package.xml); without one, the folder."""
    here = folder.resolve()
    parents = (here, *here.parents[:HIGHEST])
    return next((parent for parent in parents if is_package(parent)), here)


def is_package(folder: Path) -> bool:
    return _file(folder / MANIFEST) is not None


def _around(package: str, folder: Path | None) -> Path | None:
    """Where a workspace has it: a folder of that name that is, or is beside, one of those that the
    description lies in."""
    here = None if folder is None else folder.resolve()
    for parent in () if here is None else (here, *here.parents[:HIGHEST]):
        if parent.name == package:
            return parent
        if _is_folder(parent / package):
            return parent / package
    return None


def _below(path: str, package: str, depth: int = 0) -> Iterator[Path]:
    """Packages of that name in a folder. There are none inside of packages."""
    folder = Path(path)
    if is_package(folder):
        if package in (folder.name, _declared(folder)):
            yield folder
    elif depth < DEEPEST:
        try:
            inside = sorted(one.path for one in os.scandir(folder) if one.is_dir())
        except OSError:
            return
        for one in inside:
            yield from _below(one, package, depth + 1)


def _declared(folder: Path) -> str:
    """The name in the manifest, which need not be the folder's."""
    try:
        root = xml.Reader().read(folder / MANIFEST)
    except InputError:
        return ""
    return next((one.text.strip() for one in root.children if one.tag == "name"), "")


def _paths(variable: str) -> list[str]:
    return [path for path in os.environ.get(variable, "").split(os.pathsep) if path]


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _file(path: Path) -> Path | None:
    try:
        return path if path.is_file() else None
    except (OSError, ValueError):  # a name that no file system takes
        return None
