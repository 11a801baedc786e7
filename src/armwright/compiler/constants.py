"""What stays the same during a run is computed once, not at every tick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from armwright.compiler.program import Instruction, Port, Program, Store
from armwright.compiler.translate import LEAVES, operands


def without_constants(
    programs: Sequence[Program], constant: Collection[str], vector: str
) -> tuple[Program | None, dict[Program, Program]]:
    """What of the programs depends on the vectors `constant` alone, as one program that writes
    `vector` (None if there is nothing), and each program as it reads it from there."""
    first = _First(constant)
    found = {one: _Split(one, first) for one in dict.fromkeys(programs)}
    whole = first.program(vector)
    if whole is None:
        return None, {one: one for one in found}
    return whole, {one: split.rest(whole.outputs[0]) for one, split in found.items()}


class _First:
    """The program that computes the constants, in the making."""

    def __init__(self, constant: Collection[str]) -> None:
        self.constant = constant
        self._ports: dict[str, tuple[int, Port]] = {}
        self._code: list[Instruction] = []
        self._places: dict[Instruction | str, int] = {}
        #: instruction → its element of the vector
        self._elements: dict[int, int] = {}

    def leaf(self, program: Program, instruction: Instruction) -> int:
        if instruction[0] == "constant":
            return self._add(repr(instruction), instruction)  # 0.0 is not -0.0
        port = program.inputs[instruction[1]]
        number, _ = self._ports.setdefault(port.name, (len(self._ports), port))
        return self.add(("input", number, instruction[2]))

    def add(self, instruction: Instruction) -> int:
        return self._add(instruction, instruction)

    def _add(self, key: Instruction | str, instruction: Instruction) -> int:
        place = self._places.setdefault(key, len(self._code))
        if place == len(self._code):
            self._code.append(instruction)
        return place

    def element(self, place: int) -> int:
        """Where the vector has the value of an instruction."""
        return self._elements.setdefault(place, len(self._elements))

    def program(self, vector: str) -> Program | None:
        if not self._elements:
            return None
        inputs = tuple(port for _, port in self._ports.values())
        outputs = (Port(vector, (len(self._elements),)),)
        stores = tuple(Store(0, element, place) for place, element in self._elements.items())
        return Program(vector, inputs, outputs, tuple(self._code), stores)


class _Split:
    """A program, of which `elements` of the vector of constants take the place of instructions."""

    def __init__(self, program: Program, first: _First) -> None:
        self._program = program = _gathered(program, first.constant)
        constant = _constant(program, first.constant)
        used = {
            source
            for k, instruction in enumerate(program.code)
            if not constant[k]
            for source in operands(instruction)
        }
        used.update(store.value for store in program.stores)
        wanted = [k for k in sorted(used) if constant[k] and program.code[k][0] not in LEAVES]
        places = _moved(program, wanted, first)
        self._elements = {k: first.element(places[k]) for k in wanted}

    def rest(self, vector: Port) -> Program:
        """The program without what is computed before."""
        program = self._program
        if not self._elements:
            return program
        needed = _needed(program, self._elements)
        inputs = (*program.inputs, vector)
        code: list[Instruction] = []
        place: dict[int, int] = {}
        for k in needed:
            instruction = program.code[k]
            if k in self._elements:
                instruction = ("input", len(program.inputs), self._elements[k])
            elif instruction[0] not in LEAVES:
                instruction = (instruction[0], *(place[source] for source in instruction[1:]))
            place[k] = len(code)
            code.append(instruction)
        stores = tuple(Store(s.port, s.element, place[s.value]) for s in program.stores)
        return Program(program.name, inputs, program.outputs, tuple(code), stores)


def _gathered(program: Program, vectors: Collection[str]) -> Program:
    """a (b x) as (a b) x where a and b are constant: then one product is left for every tick."""
    constant = _constant(program, vectors)
    uses = Counter(source for one in program.code for source in operands(one))
    uses.update(store.value for store in program.stores)
    code: list[Instruction] = []
    place: list[int] = []
    #: product → its constant factor, the other one, all as places in the new code
    factors: dict[int, tuple[int, int]] = {}
    for k, instruction in enumerate(program.code):
        if instruction[0] not in LEAVES:
            instruction = (instruction[0], *(place[source] for source in instruction[1:]))
        if instruction[0] == "mul" and not constant[k]:
            sides = list(zip(program.code[k][1:], instruction[1:], strict=True))
            for (old, fixed), (other, factor) in (sides, reversed(sides)):
                if not constant[old]:
                    continue
                if factor in factors and uses[other] == 1:
                    code.append(("mul", fixed, factors[factor][0]))
                    fixed, factor = len(code) - 1, factors[factor][1]
                instruction = ("mul", fixed, factor)
                factors[len(code)] = (fixed, factor)
                break
        place.append(len(code))
        code.append(instruction)
    stores = tuple(Store(s.port, s.element, place[s.value]) for s in program.stores)
    return replace(program, code=tuple(code), stores=stores)


def _constant(program: Program, vectors: Collection[str]) -> list[bool]:
    """For every instruction whether nothing else goes into it."""
    found: list[bool] = []
    for instruction in program.code:
        if instruction[0] == "input":
            found.append(program.inputs[instruction[1]].name in vectors)
        else:
            found.append(all(found[source] for source in operands(instruction)))
    return found


def _moved(program: Program, wanted: Sequence[int], first: _First) -> Mapping[int, int]:
    """The instructions that `wanted` need, as those of `first`."""
    places: dict[int, int] = {}
    for k in _closure(program, wanted):
        instruction = program.code[k]
        if instruction[0] in LEAVES:
            places[k] = first.leaf(program, instruction)
        else:
            places[k] = first.add((instruction[0], *(places[s] for s in instruction[1:])))
    return places


def _needed(program: Program, given: Collection[int]) -> list[int]:
    return _closure(program, [store.value for store in program.stores], given)


def _closure(program: Program, last: Sequence[int], given: Collection[int] = ()) -> list[int]:
    """All instructions that lead to `last`, in order; `given` need nothing themselves."""
    found: set[int] = set()
    waiting = list(last)
    while waiting:
        k = waiting.pop()
        if k not in found:
            found.add(k)
            if k not in given:
                waiting += operands(program.code[k])
    return sorted(found)
