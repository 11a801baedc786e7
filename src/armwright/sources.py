"""The published documents that armwright repeats and cites.

Code and descriptions cite them by short tags; whoever reads a report or a terminal gets authors and
years. `docs/sources.md` has what each gave, and what is misprinted in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """`authors`: as in running text. `full`: authors, title, kind, year."""

    authors: str
    year: int
    full: str

    @property
    def short(self) -> str:
        return f"{self.authors} {self.year}"

    def part(self, where: str) -> str:
        """All of it, and which part is meant, such as `chapter 5`."""
        return f"{self.full}; {where}"


SOURCES = {
    "S0": Source(
        "Axelsson",
        2011,
        "P. Axelsson: Simulation Model of a 2 Degrees of Freedom Industrial Manipulator. Report "
        "LiTH-ISY-R-3020, Linköping University, 2011",
    ),
    "S1": Source(
        "Shuman",
        2020,
        "A. M. Shuman: Modeling and Control of 6-axis Robot Arm. Master's thesis "
        "LiTH-ISY-EX-20/5351-SE, Linköping University, 2020",
    ),
    "S2": Source(
        "Abderrahim",
        1996,
        "Probably M. Abderrahim: Modelling of Robotic Manipulators. PhD thesis, University of "
        "Glasgow, 1996 (identified by its contents: the text has no title page)",
    ),
    "S3": Source(
        "Aarts et al.",
        2004,
        "R. G. K. M. Aarts, B. J. B. Jonker, R. R. Waiboer: Realistic Dynamic Simulation of an "
        "Industrial Robot with Joint Friction. About 2004",
    ),
    "S4": Source(
        "Niglis and Öberg",
        2015,
        "A. Niglis, P. Öberg: Modelling High-Fidelity Robot Dynamics. Master's thesis "
        "LiTH-ISY-EX-15/4843-SE, Linköping University, 2015",
    ),
}
_TAG = re.compile(r"\b(S[0-4])\b(['\N{RIGHT SINGLE QUOTATION MARK}]s\b)?(?=( \d)?)")


def cited(text: str) -> str:
    """With authors and years in the place of tags: `Shuman 2020, table 5.1`, `Shuman's filter`.
    Between a year and the number of a section there is a comma."""

    def name(found: re.Match[str]) -> str:
        source, owns = SOURCES[found[1]], found[2]
        if owns:
            return f"{source.authors}{owns}"
        return f"{source.short}," if found[3] else source.short

    return _TAG.sub(name, text)
