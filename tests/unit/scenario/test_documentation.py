"""The pages about scenarios and blocks say what the code says, and their example runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from armwright import load_scenario
from armwright.blocks.catalogue import CATALOGUE
from tools import document_blocks, document_scenarios

PAGES = (document_scenarios, document_blocks)


@pytest.mark.parametrize("tool", PAGES, ids=lambda tool: tool.PAGE.stem)
def test_page_is_up_to_date(tool) -> None:
    written = tool.PAGE.read_text(encoding="utf-8")
    assert written == tool.page(), f"run python tools/{Path(tool.__file__).name}"


@pytest.mark.parametrize("tool", PAGES, ids=lambda tool: tool.PAGE.stem)
def test_links_lead_somewhere(tool) -> None:
    text = tool.page()
    headings = {
        re.sub(r"[^\w\- ]", "", line.lstrip("# ").lower()).strip().replace(" ", "-")
        for line in text.splitlines()
        if line.startswith("#")
    }
    for link in re.findall(r"\]\(([^)]+)\)", text):
        path, _, anchor = link.partition("#")
        assert not path or (tool.PAGE.parent / path).exists(), link
        assert path or anchor in headings, link


def test_every_table_of_the_file_has_its_section() -> None:
    parts = set(document_scenarios.schema.Part.__subclasses__())
    parts |= {sub for part in parts for sub in part.__subclasses__()}
    assert parts == set(document_scenarios.TITLES)


def test_every_key_has_its_meaning_and_no_other() -> None:
    keys = {
        f"{part.__name__}.{name}"
        for part in document_scenarios.TITLES
        for name in part.model_fields
        if part is not document_scenarios.schema.FamilyTable or name == "family"
    }
    assert keys == set(document_scenarios.MEANINGS)


def test_every_block_has_its_section() -> None:
    assert set(CATALOGUE) == set(document_blocks.FAMILIES)
    text = document_blocks.page()
    for kinds in CATALOGUE.values():
        for kind in kinds:
            assert f"\n### `{kind}`\n" in text


def test_own_blocks_are_short() -> None:
    for script in ("own_controller", "own_friction"):
        path = document_blocks.ROOT / "examples" / f"{script}.py"
        lines = document_blocks.class_of(path.read_text(encoding="utf-8")).splitlines()
        assert len(lines) < 15


def test_the_example_runs(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", document_scenarios.page(), re.DOTALL)
    path = tmp_path / "push.toml"
    path.write_text(text, encoding="utf-8")
    scenario = load_scenario(path)
    assert not scenario.notes()
    run = scenario.sweep(samples=2)
    assert set(scenario.spreads) <= set(run.data.coords)
    error = run.summary()["joint_error"]["max"]
    assert error.max() < 0.1
