"""What limits and moves a joint."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from armwright.arrays import Array
from armwright.robot.values import FrozenMap, Value, frozen_array, frozen_unit

Side = Literal["motor", "joint"]


@dataclass(frozen=True, eq=False)
class Limits(Value):
    """Position (rad or m), velocity (rad/s or m/s) and effort (N m or N) limits of a joint."""

    lower: float = -math.inf
    upper: float = math.inf
    velocity: float = math.inf
    effort: float = math.inf


@dataclass(frozen=True, eq=False)
class Drive(Value):
    """What moves a joint. Everything is on the motor side unless said otherwise.

    motor position = gear_ratio · joint position + Σ coupling[other] · position of joint `other`.
    `friction` holds the named parameters of `friction_law`, which acts on the motor's or on the
    joint's side of the gear. `stiffness` (N m/rad) and `damping` (N m s/rad) belong to the gear's
    linear spring on the motor side; another law of elasticity is named by `spring_law`, with its
    parameters in `spring`, and acts on the joint's side. `electrical`: what is known of the motor's
    current loop. `link`: where the rotor is mounted, about `axis` (unit, in that link's frame);
    empty if that is not known. The link's mass and inertia count the rotor as if it stood still.
    """

    gear_ratio: float = 1.0
    motor_inertia: float = 0.0
    torque_constant: float | None = None
    coupling: Mapping[str, float] = field(default_factory=dict)
    friction: Mapping[str, float] = field(default_factory=dict)
    friction_law: str = "coulomb"
    friction_side: Side = "motor"
    stiffness: float | None = None
    damping: float | None = None
    spring: Mapping[str, float] = field(default_factory=dict)
    spring_law: str = "linear"
    torque_limit: float | None = None
    current_limit: float | None = None
    electrical: Mapping[str, float] = field(default_factory=dict)
    link: str = ""
    axis: Array = field(default_factory=lambda: frozen_array([0, 0, 1], (3,), "axis"))

    def __post_init__(self) -> None:
        for name in ("coupling", "friction", "spring", "electrical"):
            object.__setattr__(self, name, FrozenMap(getattr(self, name)))
        object.__setattr__(self, "axis", frozen_unit(self.axis, "axis of a drive's rotor"))
