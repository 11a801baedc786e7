"""From the names of meshes and included files to paths."""

from __future__ import annotations

from pathlib import Path

#: How many folders up a package may begin.
HIGHEST = 8


def find_file(name: str, folder: Path) -> Path | None:
    """The file that `name` means to a description in `folder`, if it is there.

    `package://NAME/rest` and `model://NAME/rest` are looked for where a workspace has them: in a
    folder NAME that is, or is beside, one of those that the description lies in.
    """
    if name.startswith("file://"):
        name = name.removeprefix("file://")
    for scheme in ("package://", "model://"):
        if name.startswith(scheme):
            package, _, rest = name.removeprefix(scheme).lstrip("/").partition("/")
            root = find_package(package, folder)
            return _file(root / rest) if root is not None else None
    return _file(folder / name)


def find_package(package: str, folder: Path) -> Path | None:
    if not package or package in (".", "..") or "/" in package or "\\" in package:
        return None
    here = folder.resolve()
    for parent in (here, *here.parents[:HIGHEST]):
        if parent.name == package:
            return parent
        if (parent / package).is_dir():
            return parent / package
    return None


def package_of(folder: Path) -> Path:
    """The package that the folder belongs to (it has a package.xml); without one, the folder."""
    here = folder.resolve()
    parents = (here, *here.parents[:HIGHEST])
    return next((parent for parent in parents if (parent / "package.xml").is_file()), here)


def _file(path: Path) -> Path | None:
    try:
        return path if path.is_file() else None
    except (OSError, ValueError):  # a name that no file system takes
        return None
