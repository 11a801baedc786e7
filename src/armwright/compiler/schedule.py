"""The order of a program's instructions: those first on which the longest chains wait.

CasADi lists instructions depth first, one chain after the other; a processor that looks a few
hundred instructions ahead then finds little to do at the same time. List scheduling by the length
of the chain that still follows (Hu 1961, with latencies) keeps several chains going. In a long
program more values would wait for each other than registers hold: it keeps CasADi's order.
"""

from __future__ import annotations

import heapq

from armwright.compiler.program import Program, Store
from armwright.compiler.translate import LEAVES, operands

#: Cycles until a result can be used, about; only their ratios matter.
LATENCY = {"div": 13, "inv": 13, "sqrt": 20, "sin": 60, "cos": 60, "exp": 50}
USUAL_LATENCY = 4
#: Longer programs keep their order.
LONGEST = 3000


def scheduled(program: Program) -> Program:
    """The same program in another order."""
    if len(program.code) > LONGEST:
        return program
    order = _order(program)
    place = {old: new for new, old in enumerate(order)}
    code = []
    for old in order:
        instruction = program.code[old]
        if instruction[0] not in LEAVES:
            instruction = (instruction[0], *(place[k] for k in instruction[1:]))
        code.append(instruction)
    stores = tuple(Store(s.port, s.element, place[s.value]) for s in program.stores)
    return Program(program.name, program.inputs, program.outputs, tuple(code), stores)


def _order(program: Program) -> list[int]:
    """One instruction per cycle; of those whose operands are there, the most urgent."""
    latency = [_latency(instruction[0]) for instruction in program.code]
    readers: list[list[int]] = [[] for _ in program.code]
    missing = [0] * len(program.code)
    for k, instruction in enumerate(program.code):
        for source in set(operands(instruction)):
            readers[source].append(k)
            missing[k] += 1
    urgency = [0] * len(program.code)
    for k in range(len(program.code) - 1, -1, -1):
        urgency[k] = latency[k] + max((urgency[reader] for reader in readers[k]), default=0)
    ready = [(-urgency[k], k) for k, count in enumerate(missing) if count == 0]
    heapq.heapify(ready)
    waiting: list[tuple[int, int]] = []
    order: list[int] = []
    cycle = 0
    while ready or waiting:
        while waiting and waiting[0][0] <= cycle:
            _, k = heapq.heappop(waiting)
            heapq.heappush(ready, (-urgency[k], k))
        if not ready:
            cycle = waiting[0][0]
            continue
        _, k = heapq.heappop(ready)
        order.append(k)
        cycle += latency[k] > 0
        for reader in readers[k]:
            missing[reader] -= 1
            if missing[reader] == 0:
                heapq.heappush(waiting, (cycle + latency[k] - 1, reader))
    return order


def _latency(operation: str) -> int:
    return 0 if operation in LEAVES else LATENCY.get(operation, USUAL_LATENCY)
