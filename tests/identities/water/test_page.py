"""The examples on the page about water run, and what it says of identification holds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.documents import FENCE, ROOT

PAGE = FENCE.findall((ROOT / "docs" / "underwater.md").read_text("utf-8"))


def blocks(language: str) -> list[str]:
    return [code for name, code in PAGE if name == language]


def ran(codes: list[str]) -> dict[str, Any]:
    names: dict[str, Any] = {}
    for code in codes:
        exec(compile(code, "underwater.md", "exec"), names)
    return names


def test_the_pages_examples_run() -> None:
    assert len(blocks("python")) == 3
    ran(blocks("python")[:2])


@pytest.mark.crosscheck
def test_coefficients_are_found_with_intervals_that_hold_them() -> None:
    names = ran([blocks("python")[0], blocks("python")[2]])
    assert len(names["fit"].parameters) == 4
    for path, found in names["fit"].parameters.items():
        truth = 1.2 if path.endswith("drag_coefficient") else 1.0
        assert abs(found.value - truth) < 2 * found.error < 5e-3, path
