"""The robot: a description that can be checked and saved."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from armwright.robot.checks import FileWords, Finding, check
from armwright.robot.model import Description, FileForm
from armwright.robot.saving import save

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False)
class Robot(Description):
    """A machine as it is described; what the fields mean, `Description` says."""

    def check(
        self, folder: str | os.PathLike[str] | None = None, words: FileWords = "toml"
    ) -> tuple[Finding, ...]:
        """What is wrong or implausible; meshes are looked for if their `folder` is given. `words`:
        of the file that the advice is for, "toml" or "urdf"."""
        return check(self, folder, words)

    def save(self, path: str | os.PathLike[str], form: FileForm = "bodies") -> tuple[str, ...]:
        """Write the robot to a file; the result says what the file's format cannot hold."""
        return save(self, path, form)

    def draw(self, position: ArrayLike | None = None) -> Figure:
        """A picture of the robot, by default at zero, or at the limits nearest to it; notebooks
        show it. `figure.savefig("robot.png")` writes it."""
        # Drawing is a layer above this one, and slow to import.
        report = import_module("armwright.report")
        figure: Figure = report.picture(report.describe(self, position))
        return figure

    def __repr__(self) -> str:
        bodies = [link.inertia.mass for link in self.links if link.inertia is not None]
        mass = f", {sum(bodies):.4g} kg" if bodies else ""
        joints = f"{len(self.moving_joints)} joint{'s' if len(self.moving_joints) != 1 else ''}"
        return f"Robot({self.name!r}, {joints}, {len(self.links)} links{mass})"

    def _repr_html_(self) -> str:
        text: str = import_module("armwright.report.notebook").robot_html(self)
        return text
