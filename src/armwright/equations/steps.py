"""Assignments: which are needed, and names for what is computed more than once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import sympy as sp

#: A name and what it stands for.
Step: TypeAlias = tuple[sp.Symbol, sp.Expr]

#: A bracket that occurs twice gets a name if it takes as many operations as this.
WORTH_A_NAME = 3


def needed(steps: Sequence[Step], results: Iterable[sp.Expr]) -> tuple[Step, ...]:
    """The steps on which the results depend, in their order."""
    wanted = {symbol for result in results for symbol in result.free_symbols}
    kept: list[Step] = []
    for name, value in reversed(steps):
        if name in wanted:
            kept.append((name, value))
            wanted |= value.free_symbols
    return tuple(reversed(kept))


def tidy(
    steps: Sequence[Step], results: Sequence[sp.Expr]
) -> tuple[tuple[Step, ...], list[sp.Expr]]:
    """Only what is needed, without names that stand for a result alone; a3x_v2 becomes a3x where
    there is no other."""
    kept = dict(needed(steps, results))
    uses = Counter(s for value in (*kept.values(), *results) for s in value.free_symbols)
    alone = {s for result in results for s in (result, -result) if s in kept and uses[s] == 1}
    values = {s: kept.pop(s) for s in alone}
    results = [-values[-x] if -x in alone else values.get(x, x) for x in results]
    swap: dict[sp.Symbol, sp.Symbol] = {}
    taken = {s.name.lower() for value in (*kept.values(), *results) for s in value.free_symbols}
    for name in kept:
        short = re.sub(r"_v\d+$", "", name.name)
        if short.lower() not in taken:
            taken.add(short.lower())
            swap[name] = sp.Symbol(short)
    renamed = tuple((swap.get(name, name), value.xreplace(swap)) for name, value in kept.items())
    return renamed, [result.xreplace(swap) for result in results]


def shared(
    steps: Sequence[Step], results: Sequence[sp.Expr]
) -> tuple[tuple[Step, ...], list[sp.Expr]]:
    """Every common part computed once: as code wants it."""
    values = [value for _, value in steps]
    taken = {s.name.lower() for value in (*values, *results) for s in value.free_symbols}
    taken |= {name.name.lower() for name, _ in steps}
    fresh = (s for s in sp.numbered_symbols("x", start=1) if s.name not in taken)
    found, reduced = sp.cse([*values, *results], symbols=fresh, order="none")
    assigned = [(name, value) for (name, _), value in zip(steps, reduced, strict=False)]
    return _in_order([*found, *assigned]), list(reduced[len(steps) :])


def bracketed(
    results: Sequence[sp.Expr], angles: Iterable[sp.Symbol]
) -> tuple[tuple[Step, ...], list[sp.Expr]]:
    """Long brackets that occur more than once get names: as a reader wants it."""
    lines, found = list(results), 0
    while (part := _longest_repeated(lines, set(angles))) is not None:
        found += 1
        name = sp.Symbol(f"k{found}")
        lines = [line.xreplace({part: name, -part: -name}) for line in lines] + [part]
    named = [(sp.Symbol(f"k{k}"), lines[len(results) + k - 1]) for k in range(1, found + 1)]
    return _in_order(named), lines[: len(results)]


def _longest_repeated(lines: Iterable[sp.Expr], angles: set[sp.Symbol]) -> sp.Expr | None:
    counts: Counter[sp.Expr] = Counter()
    for line in lines:
        for part in sp.preorder_traversal(line):
            if part.is_Add and not part.free_symbols <= angles:
                counts[-part if part.could_extract_minus_sign() else part] += 1
    often = [part for part, n in counts.items() if n > 1 and sp.count_ops(part) >= WORTH_A_NAME]
    return max(often, key=lambda part: (sp.count_ops(part), str(part)), default=None)


def _in_order(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The same steps, each behind those that it uses."""
    values = dict(steps)
    done: dict[sp.Symbol, sp.Expr] = {}

    def visit(name: sp.Symbol) -> None:
        if name not in done:
            for used in sorted(values[name].free_symbols & values.keys(), key=str):
                visit(used)
            done[name] = values[name]

    for name in values:
        visit(name)
    return tuple(done.items())
