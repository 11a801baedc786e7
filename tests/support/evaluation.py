"""Two ways to evaluate a quantity: as machine code, and instruction by instruction."""

from __future__ import annotations

import math
import operator

import numpy as np

from armwright import Arm, Robot
from armwright.arm import programs
from armwright.compiler import Program
from armwright.multibody.parameters import FreeParameters


def by_machine(arm: Arm):  # type: ignore[no-untyped-def]
    def evaluate(quantity: str, frames: tuple[str, ...], arguments: tuple[np.ndarray, ...]):  # type: ignore[no-untyped-def]
        results = arm.function(quantity, *frames)(*arguments)
        return results if isinstance(results, tuple) else (results,)

    return evaluate


def by_interpreter(robot: Robot):  # type: ignore[no-untyped-def]
    """The same programs, instruction by instruction in NumPy: independent of LLVM."""
    free = FreeParameters.choose(robot, ())

    def evaluate(quantity: str, frames: tuple[str, ...], arguments: tuple[np.ndarray, ...]):  # type: ignore[no-untyped-def]
        return interpret(programs.make(quantity, free, frames), arguments)

    return evaluate


_FUNCTIONS = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "neg": operator.neg,
    "inv": lambda x: 1.0 / x,
    "sq": lambda x: x * x,
    "twice": lambda x: x + x,
    "sin": math.sin,
    "cos": math.cos,
    "sqrt": math.sqrt,
    "fabs": abs,
    "fmin": min,
    "fmax": max,
}


def interpret(program: Program, arguments: tuple[np.ndarray, ...]) -> tuple[np.ndarray, ...]:
    """Run a program of arithmetic, roots and sines one instruction at a time."""
    flat = [np.asarray(argument, dtype=float).ravel().tolist() for argument in arguments]
    values: list[float] = []
    for operation, *operands in program.code:
        if operation == "input":
            values.append(flat[operands[0]][operands[1]])
        elif operation == "constant":
            values.append(operands[0])
        else:
            values.append(_FUNCTIONS[operation](*[values[k] for k in operands]))
    results = [np.zeros(port.size) for port in program.outputs]
    for store in program.stores:
        results[store.port][store.element] = values[store.value]
    return tuple(r.reshape(port.shape) for r, port in zip(results, program.outputs, strict=True))
