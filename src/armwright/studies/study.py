"""A study: a source's experiments from beginning to end, as one command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from armwright.progress import Tell
from armwright.report.html.parts import Chapter
from armwright.robot import Robot
from armwright.signals import Run
from armwright.studies.claim import Claim


@dataclass(frozen=True)
class Outcome:
    """What a study found. `runs`: by the names of their files. `timings`: seconds, by what took
    them; they are not the same twice, and so stand apart from everything else. `robots`: those
    that are not in the library, or of which there is no run."""

    claims: Sequence[Claim]
    chapters: Sequence[Chapter]
    runs: Mapping[str, Run]
    facts: Sequence[tuple[str, str]] = ()
    timings: Mapping[str, float] = field(default_factory=dict)
    robots: Sequence[Robot] = ()


@dataclass(frozen=True)
class Study:
    """`name`: as on the command line. `source`: author, title, year."""

    name: str
    title: str
    source: str
    summary: str
    run: Callable[[Tell], Outcome]
