"""Divisions by the same number share one reciprocal: a division costs as much as ten products.

A quotient is then rounded twice, which is at most one unit in the last place more.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

Code = list[tuple[Any, ...]]


def share_reciprocals(code: Code) -> tuple[Code, list[int]]:
    """The code with fewer divisions, and for each old instruction the number of its value now."""
    divisors = Counter(instruction[2] for instruction in code if instruction[0] == "div")
    divisors.update(instruction[1] for instruction in code if instruction[0] == "inv")
    result: Code = []
    seen: dict[Any, int] = {}
    now: list[int] = []

    def put(instruction: tuple[Any, ...]) -> int:
        key = repr(instruction) if instruction[0] == "constant" else instruction
        index = seen.setdefault(key, len(result))
        if index == len(result):
            result.append(instruction)
        return index

    def reciprocal(divisor: int) -> int:
        operation, *operands = code[divisor]
        if operation == "constant":
            return put(("constant", 1.0 / operands[0]))
        return put(("inv", now[divisor]))

    for instruction in code:
        operation, *operands = instruction
        if operation in ("input", "constant"):
            now.append(put(instruction))
        elif operation == "div" and _worth_it(code, operands[1], divisors):
            factors = sorted((now[operands[0]], reciprocal(operands[1])))
            now.append(put(("mul", *factors)))
        else:
            now.append(put((operation, *(now[k] for k in operands))))
    return result, now


def _worth_it(code: Code, divisor: int, divisors: Counter[int]) -> bool:
    operation, *operands = code[divisor]
    if operation == "constant":
        return 1e-150 < abs(float(operands[0])) < 1e150
    return divisors[divisor] > 1
