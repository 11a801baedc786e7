"""How much memory there is, and whether what is asked for fits into it."""

from __future__ import annotations

import os
from pathlib import Path

from armwright.errors import InputError

#: The part of what is free that one piece of work may take.
SHARE = 0.8
#: Where Linux tells the limits of a container.
GROUP = Path("/sys/fs/cgroup")


def afford(needed: float, what: str, where: str, hint: str) -> None:
    """Refuse work that needs more bytes than there are, before it begins."""
    there = available()
    if there is not None and needed > SHARE * there:
        raise InputError(
            f"not enough memory for {what}",
            where=where,
            got=f"about {in_words(needed)}",
            expected=f"at most {in_words(SHARE * there)} of the {in_words(there)} that are free",
            hint=hint,
        )


def in_words(size: float) -> str:
    return f"{size / 1e9:,.1f} GB" if size >= 1e8 else f"{size / 1e6:,.1f} MB"


def available() -> int | None:
    """Bytes that this process may still take; None where the system does not tell."""
    found = [one for one in (_free(), _left_to_group()) if one is not None]
    return min(found, default=None)


def _free() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    except (OSError, ValueError):
        pass
    try:  # not Linux: all that is built in
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _left_to_group() -> int | None:
    """What a container's limit leaves (cgroups, version 2 and 1)."""
    for limit, used in (
        ("memory.max", "memory.current"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ):
        folder = GROUP
        try:
            numbers = [int((folder / name).read_text(encoding="ascii")) for name in (limit, used)]
        except (OSError, ValueError):  # no such file, or "max"
            continue
        return max(0, numbers[0] - numbers[1])
    return None
