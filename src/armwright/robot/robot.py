"""The robot: a description that can be checked and saved."""

from __future__ import annotations

import os
from dataclasses import dataclass

from armwright.robot.checks import Finding, check
from armwright.robot.model import Description, FileForm
from armwright.robot.saving import save


@dataclass(frozen=True, eq=False)
class Robot(Description):
    """A machine as it is described; what the fields mean, `Description` says."""

    def check(self, folder: str | os.PathLike[str] | None = None) -> tuple[Finding, ...]:
        """What is wrong or implausible; meshes are looked for if their `folder` is given."""
        return check(self, folder)

    def save(self, path: str | os.PathLike[str], form: FileForm = "bodies") -> tuple[str, ...]:
        """Write the robot to a file; the result says what the file's format cannot hold."""
        return save(self, path, form)
