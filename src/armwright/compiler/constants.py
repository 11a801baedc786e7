"""What stays the same during a run is computed once, not at every tick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from armwright.arrays import Array
from armwright.compiler.build import compile_program
from armwright.compiler.program import Instruction, Port, Program, Store
from armwright.compiler.translate import LEAVES, operands

#: Results of the program that knows the numbers.
_KNOWN = "known numbers"


def without_constants(
    programs: Sequence[Program],
    constant: Collection[str],
    vector: str,
    gathered: Collection[str] = (),
) -> tuple[Program | None, dict[Program, Program]]:
    """What of the programs depends on the vectors `constant` alone, as one program that writes
    `vector` (None if there is nothing), and each program as it reads it from there. Factors made
    of those that are `gathered` are multiplied with each other first."""
    first = _First(constant, gathered)
    found = {one: _Split(one, first) for one in dict.fromkeys(programs)}
    whole = first.program(vector)
    if whole is None:
        return None, {one: one for one in found}
    return whole, {one: split.rest(whole.outputs[0]) for one, split in found.items()}


def with_numbers(
    programs: Sequence[Program], numbers: Mapping[str, Array]
) -> dict[Program, Program]:
    """Each program with numbers for some of its inputs. They give the same bits as in a march that
    reads them: what depends on them alone is computed by the same code."""
    first, rest = without_constants(programs, numbers, _KNOWN, numbers)
    known = dict(numbers)
    if first is not None:
        found = compile_program(first)(*(numbers[port.name] for port in first.inputs))
        known[_KNOWN] = np.asarray(found)
    return {one: _filled_in(program, known) for one, program in rest.items()}


def _filled_in(program: Program, known: Mapping[str, Array]) -> Program:
    inputs = tuple(port for port in program.inputs if port.name not in known)
    number = {port.name: k for k, port in enumerate(inputs)}
    code: list[Instruction] = []
    for instruction in program.code:
        if instruction[0] == "input":
            name, element = program.inputs[instruction[1]].name, instruction[2]
            if name in known:
                instruction = ("constant", float(known[name][element]))
            else:
                instruction = ("input", number[name], element)
        code.append(instruction)
    return replace(program, inputs=inputs, code=tuple(code))


class _First:
    """The program that computes the constants, in the making."""

    def __init__(self, constant: Collection[str], gathered: Collection[str]) -> None:
        self.constant, self.gathered = constant, gathered
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
        self._program = program = _gathered(program, first.gathered)
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
    """a (b x) as (a b) x where a and b depend on `vectors` and numbers alone: then one product is
    left for every tick, as it is where they are numbers."""
    constant = _constant(program, vectors)
    uses = Counter(source for one in program.code for source in operands(one))
    uses.update(store.value for store in program.stores)
    code: list[Instruction] = []
    place: list[int] = []
    #: product → its constant factor and the other one, all as places in the new code
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
                    inner, rest = factors[factor]
                    if code[fixed][0] != "constant" or code[inner][0] != "constant":
                        code.append(("mul", fixed, inner))
                        fixed, factor = len(code) - 1, rest
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
