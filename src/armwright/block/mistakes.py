"""What is wrong in a block that a user has written: which block, which line, and what to write."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Mapping
from math import isnan
from pathlib import Path
from types import CodeType, TracebackType
from typing import TYPE_CHECKING, Any

import casadi as cs

from armwright.block.declarations import Memory, Output, State, size_of
from armwright.errors import ArmwrightError, InputError, did_you_mean

if TYPE_CHECKING:
    from armwright.block.block import Block
    from armwright.block.quantities import Quantities

_OURS = "armwright."


def evaluated(block: Block, x: Quantities) -> dict[str, cs.SX]:
    """What the block's equations give, a column for everything that it declares as a result. A
    mistake in a block that does not come with armwright is named with its line."""
    try:
        found: Any = block.equations(x)
    except ArmwrightError:
        raise
    except Exception as error:
        own = not type(block).__module__.startswith(_OURS)
        if own and _ours(block) and isinstance(error, NotImplementedError):
            raise InputError(
                "it has no equations",
                where=f"block '{block.name}'",
                expected="def equations(self, x): …",
            ) from None
        if _ours(block):
            raise
        raise _told(block, error, x) from error
    if not isinstance(found, Mapping):
        raise InputError(
            "its equations return nothing" if found is None else "its equations return no results",
            where=place(block),
            got=type(found).__name__,
            expected="a dict: the name of each output, state and memory, with its expression",
            hint="Is a `return` missing?" if found is None else "",
        )
    wanted = [*block.of(Output), *block.of(State), *block.of(Memory)]
    _check_names(block, wanted, found)
    results = {name: _sized(block, name, found[name], x) for name in wanted}
    if not _ours(block):
        for name, value in results.items():
            _check_numbers(block, name, value)
    return results


def place(block: Block, name: str = "") -> str:
    """The block, for a message; of one that does not come with armwright, with the line that
    returns `name`, or on which its equations begin."""
    if _ours(block):
        return f"block '{block.name}'"
    return _at(block, _line_of(block, name))


def _ours(block: Block) -> bool:
    """Whether its equations come with armwright."""
    return str(type(block).equations.__module__).startswith(_OURS)


def _code(block: Block) -> CodeType | None:
    """Of its equations, below what decorates them; None if they are no function."""
    found: CodeType | None = getattr(inspect.unwrap(type(block).equations), "__code__", None)
    return found


def _at(block: Block, line: int) -> str:
    code = _code(block)
    if code is None:
        return f"block '{block.name}'"
    return f"block '{block.name}' ({Path(code.co_filename).name}, line {line})"


def _line_of(block: Block, name: str) -> int:
    """The line of the result `name`, where equations return a dict as it is written."""
    code = _code(block)
    if code is None:
        return 1
    first = code.co_firstlineno
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(code)))
    except (OSError, TypeError, SyntaxError):  # typed into a console, or changed since
        return first
    returns = [node for node in ast.walk(body) if isinstance(node, ast.Return)]
    for node in returns:
        for key in node.value.keys if isinstance(node.value, ast.Dict) else ():
            if isinstance(key, ast.Constant) and key.value == name:
                return first + key.lineno - 1
    return first + returns[-1].lineno - 1 if name and returns else first


def _told(block: Block, error: Exception, x: Quantities) -> InputError:
    where = _at(block, _line_in(block, error.__traceback__))
    text = " ".join(str(error).split())
    if "truth value" in text:
        return InputError(
            "Python's if, and, or, not, min and max cannot decide on an expression, whose value is "
            "known only when it runs",
            where=where,
            hint="Write casadi.if_else(condition, then, otherwise), casadi.logic_and, "
            "casadi.logic_or, casadi.fmin or casadi.fmax.",
        )
    if "Dimension mismatch" in text:
        found = re.search(r"x is (\d+)x(\d+), while y is (\d+)x(\d+)", text)
        sizes = "{} × {} and {} × {}".format(*found.groups()) if found else text
        return InputError("expressions of these sizes do not go together", where=where, got=sizes)
    if isinstance(error, AttributeError) and error.obj is x:
        hint = did_you_mean(str(error.name), x.names)
        known = "one of " + ", ".join(x.names)
        return InputError(f"there is no 'x.{error.name}'", where=where, expected=known, hint=hint)
    return InputError(f"{type(error).__name__}: {text.rstrip('.')}", where=where)


def _line_in(block: Block, trace: TracebackType | None) -> int:
    """The last line of the block's file that was under way."""
    code = _code(block)
    line = code.co_firstlineno if code else 1
    while code and trace is not None:
        if trace.tb_frame.f_code.co_filename == code.co_filename:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _check_names(block: Block, wanted: list[str], got: Mapping[str, object]) -> None:
    missing = [name for name in wanted if name not in got]
    extra = [name for name in got if name not in wanted]
    if missing or extra:
        raise InputError(
            "equations do not match the declarations",
            where=place(block, (extra or missing)[0]),
            got=f"missing {missing}, unknown {extra}",
            expected=f"results for {wanted}",
        )


def _sized(block: Block, name: str, given: Any, x: Quantities) -> cs.SX:
    try:
        value = cs.SX(given)
    except (NotImplementedError, TypeError, RuntimeError):
        raise InputError(
            f"'{name}' is no expression", where=place(block, name), got=type(given).__name__
        ) from None
    size = size_of(block.declared[name], x.site.sizes)
    if value.shape == (1, 1) and size != 1:
        return cs.repmat(value, size, 1)
    if value.shape != (size, 1):
        raise InputError(
            f"'{name}' has the wrong size",
            where=place(block, name),
            got=value.shape,
            expected=(size, 1),
        )
    return value


def _check_numbers(block: Block, name: str, value: cs.SX) -> None:
    """`float(x)` of an expression is NaN, and so is what `math.sin` makes of it."""
    function = cs.Function("result", cs.symvar(value), [value])
    for k in range(function.n_instructions()):
        if function.instruction_id(k) == cs.OP_CONST and isnan(function.instruction_constant(k)):
            raise InputError(
                f"'{name}' is not a number, whatever the inputs are",
                where=place(block, name),
                hint="Functions of `math` and float() do not take expressions: write casadi.sin, "
                "casadi.sqrt and so on.",
            )
