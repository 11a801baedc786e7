"""A Program as C functions: one, or several that pass a work array on if it is long.

There is one statement for each value, in the order of the program. What our machine code fuses or
turns into a choice is so here, too: see `compiler.translate.Plan`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from armwright.compiler.pieces import Piece, cut
from armwright.compiler.program import Instruction, Program
from armwright.compiler.schedule import scheduled
from armwright.compiler.translate import LEAVES, Plan, check_operations
from armwright.export.c_code.elementary import ELEMENTARY, ROOTS
from armwright.export.c_code.text import literal, negative

#: The C expression of an element of a port: (name of the port, number of the element).
ElementExpression = Callable[[str, int], str]


@dataclass(frozen=True)
class CFunction:
    """C text, the helpers that it calls, and how many doubles lie on its stack as work array."""

    text: str
    calls: frozenset[str]
    work: int


@dataclass(frozen=True)
class CSignature:
    """`void name(parameters)`; `parameters` maps names to their declarations."""

    name: str
    parameters: dict[str, str]
    static: bool = True

    @property
    def text(self) -> str:
        return f"{'static ' if self.static else ''}void {self.name}({self.declared})"

    @property
    def declared(self) -> str:
        return ", ".join(self.parameters.values()) or "void"


def function(
    program: Program, signature: CSignature, read: ElementExpression, write: ElementExpression
) -> CFunction:
    """All results are stored after the last input has been read: they may overlie each other."""
    check_operations(program)
    plan = Plan(scheduled(program))
    pieces = cut(plan, stores_last=True)
    parts = [_piece(plan, piece, read, write) for piece in pieces]
    calls = frozenset(name for part in parts for name in part.calls)
    if len(parts) == 1:
        return CFunction(_defined(signature, parts[0].lines), calls, 0)
    slots = pieces[-1].slots_in_use
    texts, handed = [], ", ".join([*signature.parameters, "work"])
    for k, part in enumerate(parts):
        own = {**signature.parameters, "work": f"double work[{slots}]"}
        texts.append(_defined(CSignature(f"{signature.name}_part_{k}", own), part.lines))
    steps = [f"    {signature.name}_part_{k}({handed});" for k in range(len(parts))]
    texts.append(_defined(signature, [f"    double work[{slots}];", *steps]))
    return CFunction("\n".join(texts), calls, slots)


def _defined(signature: CSignature, lines: list[str]) -> str:
    inside = "\n".join(lines)
    unused = [w for w in signature.parameters if not re.search(rf"\b{re.escape(w)}\b", inside)]
    ignored = [f"    (void){word};" for word in unused]
    return "\n".join([signature.text, "{", *ignored, *lines, "}", ""])


def _piece(
    plan: Plan, piece: Piece, read: ElementExpression, write: ElementExpression
) -> CStatements:
    """The statements, with what is stored at the end."""
    program = plan.program
    found = CStatements(
        plan,
        piece.stretch,
        [*piece.leaves, *(store.value for store in piece.stores)],
        lambda port, element: read(program.inputs[port].name, element),
        lambda value: f"work[{piece.enters[value]}]",
    )
    for value, slot in piece.leaves.items():
        found.lines.append(f"    work[{slot}] = {found.value(value)};")
    results = {store.value: found.value(store.value) for store in piece.stores}
    for value in results:
        if program.code[value][0] == "input":  # read before a result takes its place
            found.lines.append(f"    const double r{value} = {results[value]};")
            results[value] = f"r{value}"
    for store in piece.stores:
        target = write(program.outputs[store.port].name, store.element)
        found.lines.append(f"    {target} = {results[store.value]};")
    return found


#: Operations on doubles; {0}, {1} are the operands.
_ARITHMETIC = {
    "assign": "{0}",
    "lift": "{0}",
    "add": "{0} + {1}",
    "sub": "{0} - {1}",
    "mul": "{0} * {1}",
    "div": "{0} / {1}",
    "inv": "1.0 / {0}",
    "sq": "{0} * {0}",
    "twice": "{0} + {0}",
}
#: Those that give a truth: an int that is 0 or 1.
_COMPARISONS = {"lt": "<", "le": "<=", "eq": "==", "ne": "!="}
_LOGIC = {"not": "!{0}", "and": "{0} & {1}", "or": "{0} | {1}"}
#: Functions of C or of `helpers`.
_FUNCTIONS = {
    **{name: name for name in ("sqrt", "fabs", "floor", "ceil", "copysign")},
    **{name: name for name in ("fmod", "remainder", "hypot", "erf", "expm1", "log1p")},
    **{name: name for name in ("asinh", "acosh", "atanh")},
    "sign": "sign",
    "fmin": "minimum",
    "fmax": "maximum",
    **{name: one.name for name, one in ELEMENTARY.items()},
}


class CStatements:
    """The lines of a stretch. `value(k)` tells the C expression of any value that it knows.

    `read(port, element)` is the expression of an input, `kept` of values from earlier stretches;
    `wanted` are the values that are used after the stretch.
    """

    def __init__(
        self,
        plan: Plan,
        stretch: range,
        wanted: Iterable[int],
        read: Callable[[int, int], str],
        kept: Callable[[int], str],
    ) -> None:
        self._plan, self._read, self._kept = plan, read, kept
        self._code = plan.program.code
        self._known: dict[int, str] = {}
        self._truths: set[int] = set()
        self._pairs: dict[int, str] = {}
        self.lines: list[str] = []
        self.calls: set[str] = set()
        needed = _needed(plan, stretch, wanted)
        for index in stretch:
            if index in needed:
                self._write(index)

    def value(self, k: int) -> str:
        """As a double."""
        found = self._plain(k)
        return f"(double){found}" if k in self._truths else found

    def _plain(self, k: int) -> str:
        if k not in self._known:
            operation, *rest = self._code[k]
            if operation == "constant":
                self._known[k] = literal(rest[0])
            elif operation == "input":
                self._known[k] = self._read(rest[0], rest[1])
            else:
                self._known[k] = self._kept(k)
        return self._known[k]

    def _truth(self, k: int) -> str:
        """As a condition: anything but zero is true; so is NaN."""
        found = self._plain(k)
        return found if k in self._truths else f"({found} != 0.0)"

    def _write(self, index: int) -> None:
        instruction = self._code[index]
        operation = instruction[0]
        sources = self._plan.sources(index)
        if index in self._plan.chosen:
            condition, yes, no = sources
            self._choice(index, condition, self.value(yes), self.value(no))
        elif index in self._plan.fused:
            self._put(index, self._multiply_add(index))
        elif operation == "if_else_zero":
            self._choice(index, sources[0], self.value(sources[1]), "0.0")
        elif operation in _COMPARISONS:
            a, b = (self.value(k) for k in sources)
            self._put_truth(index, f"{a} {_COMPARISONS[operation]} {b}")
        elif operation in _LOGIC:
            self._put_truth(index, _LOGIC[operation].format(*map(self._truth, sources)))
        elif operation in _ARITHMETIC:
            self._put(index, _ARITHMETIC[operation].format(*map(self.value, sources)))
        elif operation == "neg":
            self._put(index, negative(self.value(sources[0])))
        elif operation in ("sin", "cos"):
            self._known[index] = self._sine_or_cosine(index, sources[0], operation)
        else:
            self._put(index, self._call(instruction))

    def _put(self, index: int, expression: str) -> None:
        self._known[index] = f"t{index}"
        self.lines.append(f"    const double t{index} = {expression};")

    def _put_truth(self, index: int, expression: str) -> None:
        self._known[index] = f"c{index}"
        self._truths.add(index)
        self.lines.append(f"    const int c{index} = {expression};")

    def _choice(self, index: int, condition: int, yes: str, no: str) -> None:
        self._put(index, f"{self._truth(condition)} ? {yes} : {no}")

    def _multiply_add(self, index: int) -> str:
        """a + b c, a − b c, b c + a or b c − a; a square counts as b = c."""
        self.calls.add("multiply_add")
        inputs = [self.value(k) for k in self._plan.sources(index)]
        minus = self._code[index][0] == "sub"
        if self._plan.fused[index] == 2:
            a, b, *rest = inputs
            c = rest[0] if rest else b
            return f"multiply_add({negative(b) if minus else b}, {c}, {a})"
        *factors, a = inputs
        b, c = factors[0], factors[-1]
        return f"multiply_add({b}, {c}, {negative(a) if minus else a})"

    def _sine_or_cosine(self, index: int, argument: int, operation: str) -> str:
        if argument not in self._pairs:
            self.calls.add("sine_cosine")
            self._pairs[argument] = f"p{index}"
            self.lines.append(
                f"    const sine_and_cosine p{index} = sine_cosine({self.value(argument)});"
            )
        return f"{self._pairs[argument]}.{'sine' if operation == 'sin' else 'cosine'}"

    def _call(self, instruction: Instruction) -> str:
        operation, *sources = instruction
        name, arguments = _FUNCTIONS[operation], [self.value(k) for k in sources]
        if operation in ("pow", "constpow") and self._code[sources[1]][0] == "constant":
            root = ROOTS.get(float(self._code[sources[1]][1]))
            if root is not None:
                name, arguments = root.name, arguments[:1]
        if operation in ("fmin", "fmax") and self._code[sources[0]][0] == "constant":
            arguments.reverse()  # of equal zeros our machine code takes the constant
        self.calls.add(name)
        return f"{name}({', '.join(arguments)})"


def _needed(plan: Plan, stretch: range, wanted: Iterable[int]) -> set[int]:
    """What has to be computed: nothing that fusing and choosing have made superfluous."""
    needed = set(wanted)
    for index in reversed(stretch):
        if index in needed:
            needed.update(plan.sources(index))
    return {k for k in needed if plan.program.code[k][0] not in LEAVES}
