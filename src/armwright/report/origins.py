"""Where a robot's numbers come from, to print."""

from __future__ import annotations

from armwright.report.layout import folded
from armwright.report.words import plain
from armwright.robot import Robot

KINDS = ("published", "assumed")


def counts(robot: Robot) -> str:
    """Such as '3 published, 2 assumed'; empty without sources."""
    kinds = [_split(text)[0] for text in robot.sources.values()]
    parts = [f"{kinds.count(kind)} {kind or 'other'}" for kind in (*KINDS, "") if kind in kinds]
    return ", ".join(parts)


def sources_text(robot: Robot) -> str:
    """One entry below the other; the most exact one that names a value holds for it."""
    entries = [(plain(key), *_split(text)) for key, text in robot.sources.items()]
    longest = max((len(key) for key, *_ in entries), default=0)
    indent = longest + max(map(len, KINDS)) + 5
    lines = [f" {key:<{longest}}  {kind:<9}  {folded(text, indent)}" for key, kind, text in entries]
    return "\n".join(["where the numbers come from", *lines])


def _split(text: str) -> tuple[str, str]:
    """'published', 'assumed' or '', and the rest."""
    kind, colon, rest = plain(text).partition(":")
    return (kind, rest.strip()) if colon and kind in KINDS else ("", plain(text))
