"""A result that turns a verdict: how it is written down."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlantedResult:
    wrong: str
    found: dict[str, float]
    planted: dict[str, float]


def plant(wrong: str, /, **pairs: tuple[float, float]) -> PlantedResult:
    """`pairs`: found and planted, by the name of the number."""
    found, planted = ({name: pair[k] for name, pair in pairs.items()} for k in (0, 1))
    return PlantedResult(wrong, found, planted)
