"""A result that is planted, to see a verdict turn."""

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


def apart(found: float, planted: float, wrong: str = "a term has the wrong sign") -> PlantedResult:
    return plant(wrong, apart=(found, planted))


def noise(wrong: str, found: tuple[float, ...], /, **more: tuple[float, float]) -> PlantedResult:
    """Noise that is not white, not normal, or of another size; statistics in standard errors."""
    names = ("mean", "deviation", "skewness", "kurtosis", "correlation")
    pairs = zip(found, (9.0, 12.0, 8.0, 20.0, 30.0), strict=True)
    return plant(wrong, **dict(zip(names, pairs, strict=True)), **more)
