"""Where a number comes from."""

from __future__ import annotations

from collections.abc import Mapping


def source_of(sources: Mapping[str, str], path: str) -> str | None:
    """The source of the value at `path`, e.g. "links.forearm.mass".

    A key covers everything below it; `*` stands for any one name; the most exact key wins.
    """
    wanted = path.split(".")
    best: tuple[int, int] | None = None
    found = None
    for key, source in sources.items():
        parts = key.split(".")
        covers = len(parts) <= len(wanted) and all(
            part in ("*", name) for part, name in zip(parts, wanted, strict=False)
        )
        rank = (len(parts), -parts.count("*"))
        if covers and (best is None or rank > best):
            best, found = rank, source
    return found
