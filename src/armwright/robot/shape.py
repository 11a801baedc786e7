"""What a link looks like."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from armwright.robot.pose import Pose
from armwright.robot.values import Value

ShapeKind = Literal["box", "cylinder", "sphere", "mesh"]


@dataclass(frozen=True, eq=False)
class Shape(Value):
    """What a link looks like. `size`: box edges; cylinder (radius, length along z); sphere
    (radius,); mesh scale factors."""

    kind: ShapeKind
    size: tuple[float, ...]
    pose: Pose = field(default_factory=Pose)
    mesh: str | None = None
