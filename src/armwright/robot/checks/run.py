"""All checks, one after the other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from armwright.robot.checks.drives import check_drives
from armwright.robot.checks.hulls import check_hulls
from armwright.robot.checks.inertias import check_inertias
from armwright.robot.checks.joints import check_joints
from armwright.robot.checks.loops import check_loops_close
from armwright.robot.checks.right_angles import check_right_angles
from armwright.robot.checks.tree import check_moving_links, check_weights
from armwright.robot.checks.urdf_words import in_urdf_words
from armwright.robot.finding import Finding
from armwright.robot.formats.packages import find_file
from armwright.robot.model import Description

#: Of whose words advice is made.
FileWords = Literal["toml", "urdf"]


def check(
    robot: Description,
    folder: str | os.PathLike[str] | None = None,
    words: FileWords = "toml",
) -> tuple[Finding, ...]:
    """What is wrong with `robot`, errors first. Meshes are looked for if their folder is given."""
    checks = (
        check_inertias,
        check_weights,
        check_moving_links,
        check_joints,
        check_right_angles,
        check_drives,
        check_loops_close,
        check_hulls,
    )
    findings = [finding for one in checks for finding in one(robot)]
    if folder is not None:
        findings += _check_meshes(robot, Path(folder))
    if words == "urdf":
        findings = in_urdf_words(findings)
    return tuple(sorted(findings, key=lambda finding: finding.severity != "error"))


def _check_meshes(robot: Description, folder: Path) -> Iterator[Finding]:
    """Are the mesh files there?"""
    for link in robot.links:
        for name in sorted({shape.mesh for shape in link.shapes if shape.mesh is not None}):
            if find_file(name, folder) is None:
                yield Finding(
                    "warning",
                    "mesh file is missing",
                    f"link '{link.name}'",
                    repr(name),
                    f"a file, seen from {folder}",
                    "A package is looked for in the folders around the description, in "
                    "ROS_PACKAGE_PATH, in AMENT_PREFIX_PATH, and where --package says.",
                )
