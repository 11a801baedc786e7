"""All statements of a study, and where in its code they are made."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from types import ModuleType

from armwright.studies import Statement


def modules(study: str) -> Iterator[ModuleType]:
    package = importlib.import_module(f"armwright.studies.{study.replace('-', '_')}")
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)


def statements(study: str) -> dict[str, Statement]:
    """By their keys, each of which there is once."""
    found: dict[str, Statement] = {}
    for module in modules(study):
        for one in _inside(list(vars(module).values())):
            assert found.setdefault(one.key, one) is one, f"{study}: '{one.key}' twice"
    return found


def _inside(value: object) -> Iterator[Statement]:
    if isinstance(value, Statement):
        yield value
    elif isinstance(value, Mapping):
        yield from _inside(list(value.values()))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _inside(one)


def sources(study: str) -> dict[str, str]:
    return {module.__name__: inspect.getsource(module) for module in modules(study)}


def unlisted(source: str) -> list[str]:
    """Where claims are made by hand, or statements while a study runs, which nobody could list."""
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    makers = {one.name for one in functions if _returns_statement(one)} | {"rounding"}
    wrong = [
        f"{_called(call)} in {one.name}"
        for one in functions
        if not _returns_statement(one)
        for call in ast.walk(one)
        if isinstance(call, ast.Call) and _called(call) in {"Statement", *makers}
    ]
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return wrong + ["Claim by hand" for call in calls if _called(call) == "Claim"]


def _returns_statement(function: ast.FunctionDef) -> bool:
    return isinstance(function.returns, ast.Name) and function.returns.id == "Statement"


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""
