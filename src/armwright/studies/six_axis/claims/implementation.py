"""S1, chapter 4: from equations to something that runs."""

from __future__ import annotations

from collections.abc import Sequence

from armwright.studies.claim import Claim, Statement, at_least
from armwright.studies.six_axis.runs import CompiledMatrix
from armwright.studies.wording import short

LONG = Statement(
    "matrices-too-long",
    "S1, section 4.1",
    "with six joints the symbolic mass and Coriolis matrices get so long that they are hard to "
    "compile, which takes much computing power and time; the approach was discarded",
    "kind",
    {
        "instructions": at_least(
            "instructions of B, C and G together",
            12_000,
            "",
            "from there on compiling takes longer than in proportion",
        )
    },
)


def implementation_claims(built: Sequence[CompiledMatrix]) -> list[Claim]:
    return [_compiled(built)]


def _compiled(built: Sequence[CompiledMatrix]) -> Claim:
    instructions = sum(one.instructions for one in built)
    longest = max(built, key=lambda one: one.written_out)
    return LONG.judged(
        f"compiled: yes, {instructions} instructions for B, C and G together",
        f"S1 writes every element out: {longest.symbol} alone would be "
        f"{short(longest.written_out)} operations. Built link by link, with common parts "
        "computed once, none of it is long.",
        instructions=instructions,
    )
