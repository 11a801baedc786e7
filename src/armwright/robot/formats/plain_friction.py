"""What URDF and MJCF hold of friction: damping, and a loss that is the same in both directions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from armwright.robot.drive import Drive


@dataclass(frozen=True)
class PlainFriction:
    """τ = damping · v + loss · sgn(v); `whole` if the law has nothing beside that."""

    damping: float = 0.0
    loss: float = 0.0
    whole: bool = True

    def through(self, ratio: float) -> PlainFriction:
        """The same friction as felt by a coordinate that moves it `ratio` times as fast."""
        return PlainFriction(self.damping * ratio**2, self.loss * abs(ratio), self.whole)


def plain_friction(law: str, numbers: Mapping[str, float]) -> PlainFriction:
    """What is left of a law at speed. Directions that differ are given their mean."""
    if law == "sigmoid":
        return PlainFriction(0.0, numbers.get("phi1", 0.0) / 2, whole=False)
    if law == "tanh_stribeck":
        loss = numbers.get("fc", 0.0) * numbers.get("mu", 1.0)
        return PlainFriction(numbers.get("fd", 0.0), loss, whole=False)
    damping = numbers.get("viscous", 0.0)
    sliding = _directed(numbers, "coulomb", (0.0, 0.0))
    holding = _directed(numbers, "static", sliding)
    alike = sliding[0] == sliding[1] and all(
        hold <= slide for hold, slide in zip(holding, sliding, strict=True)
    )
    known = {"viscous", *(f"{name}{side}" for name in ("coulomb", "static") for side in _SIDES)}
    whole = law == "coulomb" and alike and set(numbers) <= known
    return PlainFriction(damping, (sliding[0] + sliding[1]) / 2, whole)


def joint_friction(drive: Drive) -> PlainFriction:
    """On the joint's side of a gear that is not coupled."""
    plain = plain_friction(drive.friction_law, drive.friction)
    return plain.through(drive.gear_ratio) if drive.friction_side == "motor" else plain


_SIDES = ("", "_positive", "_negative")


def _directed(
    numbers: Mapping[str, float], name: str, default: tuple[float, float]
) -> tuple[float, float]:
    """The value for either direction of motion."""
    both = numbers.get(name)
    positive, negative = (value if both is None else both for value in default)
    return numbers.get(f"{name}_positive", positive), numbers.get(f"{name}_negative", negative)
