"""Are the mesh files there?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from armwright.robot.finding import Finding
from armwright.robot.formats.packages import find_file
from armwright.robot.model import Robot


def check_meshes(robot: Robot, folder: Path) -> Iterator[Finding]:
    for link in robot.links:
        for name in sorted({shape.mesh for shape in link.shapes if shape.mesh is not None}):
            if find_file(name, folder) is None:
                yield Finding(
                    "warning",
                    "mesh file is missing",
                    f"link '{link.name}'",
                    repr(name),
                    f"a file, seen from {folder}",
                    "A package is looked for in the folders around the description.",
                )
