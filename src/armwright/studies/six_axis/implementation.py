"""S1, chapter 4: from equations to something that runs."""

from __future__ import annotations

import time as clock
from collections.abc import Sequence
from dataclasses import dataclass

from armwright.arm.programs import make
from armwright.compiler.kernel import module_text
from armwright.compiler.machine import emit_object, host_cpu
from armwright.compiler.program import Program
from armwright.multibody.parameters import FreeParameters
from armwright.report.html.parts import Chapter, Table, Text
from armwright.robot import Robot
from armwright.studies.claim import Claim, Statement, at_least
from armwright.studies.six_axis.section import Section
from armwright.studies.wording import short

#: The matrices that S1 derives symbolically.
QUANTITIES = {"mass_matrix": "B(q)", "coriolis": "C(q, q̇)", "gravity": "G(q)"}

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


@dataclass(frozen=True)
class Built:
    """One of the matrices. `written_out`: operations, were every element a formula of its own, with
    nothing computed once and used twice. Times in s."""

    symbol: str
    instructions: int
    written_out: int
    to_build: float
    to_compile: float


def build_matrices(robot: Robot) -> list[Built]:
    """Expressions and machine code, made anew whatever the cache has."""
    return [_built(robot, quantity) for quantity in QUANTITIES]


def implementation_section(built: Sequence[Built]) -> Section:
    return Section([_compiled(built)], _chapter(built))


def written_out(program: Program) -> int:
    sizes: list[int] = []
    for operation, *operands in program.code:
        leaf = operation in ("input", "constant")
        sizes.append(0 if leaf else 1 + sum(sizes[k] for k in operands))
    return sum(sizes[store.value] for store in program.stores)


def _built(robot: Robot, quantity: str) -> Built:
    begun = clock.perf_counter()
    program = make(quantity, FreeParameters.choose(robot, ()), ())
    made = clock.perf_counter()
    emit_object(module_text(program, (1,), host_cpu().has_fma))
    compiled = clock.perf_counter()
    return Built(
        QUANTITIES[quantity],
        len(program.code),
        written_out(program),
        made - begun,
        compiled - made,
    )


def _compiled(built: Sequence[Built]) -> Claim:
    instructions = sum(one.instructions for one in built)
    longest = max(built, key=lambda one: one.written_out)
    return LONG.judged(
        f"compiled: yes, {instructions} instructions for B, C and G together",
        f"S1 writes every element out: {longest.symbol} alone would be "
        f"{short(longest.written_out)} operations. Built link by link, with common parts "
        "computed once, none of it is long.",
        instructions=instructions,
    )


def _chapter(built: Sequence[Built]) -> Chapter:
    rows = [
        (
            one.symbol,
            f"{one.instructions}",
            short(one.written_out),
            f"{1e3 * one.to_build:.0f}",
            f"{1e3 * one.to_compile:.0f}",
        )
        for one in built
    ]
    head = ("matrix", "instructions:", "written out:", "to build, ms:", "to compile, ms:")
    return Chapter(
        "From equations to machine code",
        [
            Text(
                "S1 first derives the matrices of its six-axis arm symbolically, and gives up: "
                "they are too long to be compiled (section 4.1). The Robotics Toolbox, its "
                "second choice, is slow, the more so the more links there are, does not check "
                "the inertias that it is given, and generates no code (section 4.2). It ends "
                "with a commercial toolbox. Here the same matrices are expressions that are "
                "compiled when they are needed. How long the runs of this study take stands at "
                "its end."
            ),
            Table(head, rows, "The matrices of the six-axis arm. Times are measured in this run"),
        ],
    )
