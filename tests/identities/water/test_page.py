"""The examples on the page about water run."""

from __future__ import annotations

from typing import Any

from tests.support.documents import FENCE, ROOT


def test_the_pages_examples_run() -> None:
    text = (ROOT / "docs" / "underwater.md").read_text("utf-8")
    blocks = [code for language, code in FENCE.findall(text) if language == "python"]
    assert len(blocks) == 2
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "underwater.md", "exec"), names)
