"""One word per thing, and a signpost at every door."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import armwright

SOURCE = Path(armwright.__file__).parent


def test_no_name_is_given_twice() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            for name in _types(node):
                places[name].append(str(path.relative_to(SOURCE)))
    assert len(places) > 300
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_folders_open_with_a_walk_of_at_most_five_lines() -> None:
    front = SOURCE / "__init__.py"  # which `help(armwright)` shows
    doors = sorted(path for path in SOURCE.rglob("__init__.py") if path != front)
    assert len(doors) > 40
    for path in doors:
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        assert text and len(text.splitlines()) <= 5, path


def _types(node: ast.stmt) -> list[str]:
    """Public classes, and other names that are written as classes are."""
    if isinstance(node, ast.ClassDef):
        names = [node.name]
    elif isinstance(node, ast.Assign):
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        names = [node.target.id]
    else:
        names = []
    return [name for name in names if name[:1].isupper() and not name.isupper()]
