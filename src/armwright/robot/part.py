"""What a robot may have beside links, joints, frames and motors: elastic axes, for one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from armwright.robot.values import Value


class RobotPart(Value, ABC):
    """One item of such a list. Only our own files hold it, and only a plant covers it: what others
    say when they leave it out, its class says here."""

    #: In messages, one and all of them.
    called: ClassVar[str]
    plural: ClassVar[str]

    name: str

    @property
    @abstractmethod
    def where(self) -> str:
        """Which one it is, as messages say it."""

    @abstractmethod
    def facts(self) -> list[str]:
        """What it is, in words."""


def listed(numbers: Mapping[str, float]) -> str:
    """` (stiffness 3, damping 0.1)`"""
    words = ", ".join(f"{name} {value:g}" for name, value in numbers.items())
    return f" ({words})" if words else ""
