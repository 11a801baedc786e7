"""A piece of the study: what a chapter of S1 claims, and what there is to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from armwright.report.html.parts import Chapter
from armwright.studies.claim import Claim


@dataclass(frozen=True)
class Section:
    claims: Sequence[Claim]
    chapter: Chapter
