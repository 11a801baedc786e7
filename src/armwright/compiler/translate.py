"""A stretch of a Program as lane code: one pass, with multiply-adds fused and selects found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from armwright.compiler import math
from armwright.compiler.emitter import Emitter
from armwright.compiler.operations import COMPARISONS, LOGIC, OPERATIONS, truth
from armwright.compiler.program import Instruction, Program
from armwright.errors import UnsupportedOperation

LEAVES = ("input", "constant")
_KNOWN = frozenset((*OPERATIONS, *COMPARISONS, *LOGIC, "if_else_zero", *LEAVES))


def operands(instruction: Instruction) -> tuple[int, ...]:
    return () if instruction[0] in LEAVES else instruction[1:]


def check_operations(program: Program) -> None:
    """Refuse what cannot be translated, before anything is compiled."""
    for instruction in program.code:
        if instruction[0] not in _KNOWN:
            raise UnsupportedOperation(
                f"function '{program.name}': operation '{instruction[0]}' has no machine code; "
                "rewrite the expression with other operations"
            )


class Plan:
    """Decisions about a whole program that are the same for every lane width."""

    def __init__(self, program: Program) -> None:
        self.program = program
        uses = Counter(k for instruction in program.code for k in operands(instruction))
        uses.update(store.value for store in program.stores)
        self._single = {value for value, count in uses.items() if count == 1}
        #: add or sub → its operand position (1 or 2) whose product is fused into it
        self.fused: dict[int, int] = {}
        #: add → (condition, then, else): the two halves of an if_else
        self.chosen: dict[int, tuple[int, int, int]] = {}
        self.absorbed: set[int] = set()
        for index, instruction in enumerate(program.code):
            if instruction[0] == "add" and self._find_choice(index):
                continue
            if instruction[0] in ("add", "sub"):
                self._find_product(index)

    def sources(self, index: int) -> tuple[int, ...]:
        """The values that the code of instruction `index` reads, fusions seen through."""
        if index in self.chosen:
            return self.chosen[index]
        found = list(operands(self.program.code[index]))
        if index in self.fused:
            position = self.fused[index] - 1
            product = self.program.code[found[position]]
            found[position : position + 1] = operands(product)
        return tuple(found)

    def _find_product(self, index: int) -> None:
        for position in (2, 1):
            operand = self.program.code[index][position]
            if self._private(operand, ("mul", "sq")):
                self.fused[index] = position
                self.absorbed.add(operand)
                return

    def _find_choice(self, index: int) -> bool:
        code = self.program.code
        first, second = operands(code[index])
        if not (
            self._private(first, ("if_else_zero",)) and self._private(second, ("if_else_zero",))
        ):
            return False
        for yes, no in ((first, second), (second, first)):
            inverse = code[code[no][1]]
            if inverse[0] == "not" and inverse[1] == code[yes][1]:
                self.chosen[index] = (code[yes][1], code[yes][2], code[no][2])
                self.absorbed.update((first, second))
                return True
        return False

    def _private(self, value: int, kinds: tuple[str, ...]) -> bool:
        return (
            value in self._single
            and value not in self.absorbed
            and self.program.code[value][0] in kinds
        )


def translate(
    e: Emitter,
    plan: Plan,
    stretch: range,
    load: Callable[[int, int], str],
    value_from_before: Callable[[int], str],
) -> Callable[[int], str]:
    """Emit the instructions in `stretch`; returns what tells the operand of each value.

    `load(argument, element)` emits the reading of an input; `value_from_before(k)` that of a value
    which an earlier stretch computed.
    """
    code = plan.program.code
    known: dict[int, str] = {}
    pairs: dict[int, tuple[str, str]] = {}
    #: what is true or false, which becomes a number only where one is wanted
    conditions: dict[int, str] = {}

    def value(k: int) -> str:
        if k not in known:
            instruction = code[k]
            if instruction[0] == "constant":
                known[k] = e.constant(instruction[1])
            elif k in conditions:
                known[k] = e.to_double(conditions[k])
            elif instruction[0] == "input":
                known[k] = load(*instruction[1:])
            else:
                known[k] = value_from_before(k)
        return known[k]

    def condition(k: int) -> str:
        if k not in conditions:
            conditions[k] = truth(e, value(k))
        return conditions[k]

    for index in stretch:
        operation = code[index][0]
        if operation in LEAVES or index in plan.absorbed:
            continue
        sources = plan.sources(index)
        if index in plan.chosen:
            known[index] = e.select(condition(sources[0]), value(sources[1]), value(sources[2]))
            continue
        if operation == "if_else_zero":
            known[index] = e.select(condition(sources[0]), value(sources[1]), e.constant(0.0))
            continue
        if operation in LOGIC:
            conditions[index] = LOGIC[operation](e, *map(condition, sources))
            continue
        inputs = [value(k) for k in sources]
        if operation in COMPARISONS:
            conditions[index] = COMPARISONS[operation](e, *inputs)
        elif index in plan.fused:
            known[index] = _multiply_add(e, operation, plan.fused[index], inputs)
        elif operation in ("sin", "cos"):
            argument = operands(code[index])[0]
            if argument not in pairs:
                pairs[argument] = math.sincos(e, inputs[0], bounded=e.bounded)
            known[index] = pairs[argument][operation == "cos"]
        elif operation in ("pow", "constpow") and code[operands(code[index])[1]][0] == "constant":
            exponent = float(code[operands(code[index])[1]][1])
            known[index] = math.constant_power(e, inputs[0], exponent)
        else:
            known[index] = OPERATIONS[operation](e, *inputs)
    return value


def _multiply_add(e: Emitter, operation: str, position: int, inputs: list[str]) -> str:
    """a + b c, a − b c, b c + a or b c − a; a square counts as b = c."""
    if position == 2:
        a, b, *rest = inputs
        c = rest[0] if rest else b
        return e.fma(e.neg(b) if operation == "sub" else b, c, a)
    *factors, a = inputs
    b, c = factors[0], factors[-1]
    return e.fma(b, c, e.neg(a) if operation == "sub" else a)
