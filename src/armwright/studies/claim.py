"""What a source reports, beside what a run gave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

#: `number`: within the tolerance that the claim's text names. `kind`: the same behaviour, where the
#: source's own parameters are not published. `differs`: neither; the note says why.
Verdict = Literal["number", "kind", "differs"]

WORDS: dict[Verdict, str] = {
    "number": "agrees in number",
    "kind": "agrees in kind",
    "differs": "differs",
}


@dataclass(frozen=True)
class Claim:
    """One row of a study's table. `where`: the place in the source, as `S1, table 5.1`."""

    where: str
    says: str
    got: str
    verdict: Verdict
    note: str = ""


def in_number(where: str, says: str, got: str, agrees: bool, note: str = "") -> Claim:
    """A claim whose numbers can be compared: the source publishes what they depend on."""
    return Claim(where, says, got, "number" if agrees else "differs", note)


def in_kind(where: str, says: str, got: str, agrees: bool, note: str = "") -> Claim:
    """A claim about a behaviour; its size depends on what the source does not publish."""
    return Claim(where, says, got, "kind" if agrees else "differs", note)


def count(claims: Sequence[Claim]) -> str:
    """How many agree, as `14 of 15 agree: 9 in number, 5 in kind; 1 differs`."""
    number, kind, differs = (sum(c.verdict == verdict for c in claims) for verdict in WORDS)
    ways = [f"{n} {way}" for n, way in ((number, "in number"), (kind, "in kind")) if n]
    text = f"{number + kind} of {len(claims)} agree"
    if ways:
        text += f": {', '.join(ways)}"
    if differs:
        text += f"; {differs} {'differs' if differs == 1 else 'differ'}"
    return text
