"""Whatever the feature comparison says that armwright can do, a test shows."""

from __future__ import annotations

import ast

import pytest

from tools.document_features import FEATURES, PAGE, ROOT, Feature, page


def shown_by(test: str) -> str:
    """Why a test shows nothing; empty if it does."""
    path, _, name = test.partition("::")
    file = ROOT / path
    if not file.is_file():
        return f"no file {path}"
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            marks = " ".join(ast.unparse(one) for one in node.decorator_list)
            if "mark.skip(" in marks or "xfail" in marks:
                return f"{name} does not run"
            checks = any(
                isinstance(one, ast.Assert)
                or (isinstance(one, ast.Call) and _checks(ast.unparse(one.func)))
                for one in ast.walk(node)
            )
            return "" if checks else f"{name} asserts nothing"
    return f"no test {name} in {path}"


def _checks(function: str) -> bool:
    """Whether what is called asserts something, by its name."""
    return any(word in function for word in ("assert", "raises", "check"))


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.name)
def test_what_there_is_has_tests_and_what_is_not_has_none(feature: Feature) -> None:
    assert bool(feature.tests) == (feature.ours != "no")
    assert [shown_by(test) for test in feature.tests if shown_by(test)] == []
    assert feature.ours == "yes" or feature.note


def test_tests_that_are_gone_are_seen() -> None:
    here = "tests/unit/test_feature_comparison.py"
    assert shown_by(f"{here}::test_tests_that_are_gone_are_seen") == ""
    assert shown_by(f"{here}::test_of_nothing") == f"no test test_of_nothing in {here}"
    assert shown_by("tests/none.py::test_a") == "no file tests/none.py"
    assert shown_by("tools/document_features.py::page") == "page asserts nothing"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python tools/document_features.py"
