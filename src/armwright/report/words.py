"""Text from robots' files, made fit to print."""

from __future__ import annotations

import re

#: A source by its tag, such as (S2, table 3.2).
_SOURCE = re.compile(r"\s*\(S\d\b.*?(?:\)|$)")

#: How a robot's source begins.
KINDS = ("published", "assumed")


def plain(text: str) -> str:
    """On one line, without characters that do something to a terminal."""
    return re.sub(r"\s+", " ", "".join(c if c.isprintable() else " " for c in text))


def first_sentence(text: str) -> str:
    """Up to the first full stop that does not stand behind an initial."""
    return re.split(r"(?<!\b[A-Z])\.(?:\s|$)", plain(text).strip(), maxsplit=1)[0]


def summary(text: str) -> str:
    """What a robot is, in one short line: its first sentence up to a colon or semicolon, without
    the tags of the sources."""
    return re.split(r"[;:]\s", _SOURCE.sub("", first_sentence(text)), maxsplit=1)[0]


def split_source(text: str) -> tuple[str, str]:
    """Of a robot's source: 'published', 'assumed' or '', and the rest."""
    kind, colon, rest = plain(text).partition(":")
    return (kind, rest.strip()) if colon and kind in KINDS else ("", plain(text))


def short(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
