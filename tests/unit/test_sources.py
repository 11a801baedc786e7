"""Sources by authors and years."""

from __future__ import annotations

from pathlib import Path

import pytest

from armwright.sources import SOURCES, cited

PAGE = Path(__file__).parents[2] / "docs" / "sources.md"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("S1, table 5.1", "Shuman 2020, table 5.1"),
        ("S0 (1.4)–(1.7)", "Axelsson 2011 (1.4)–(1.7)"),
        ("beyond S4", "beyond Niglis and Öberg 2015"),
        ("S3's limit", "Aarts et al.'s limit"),
        ("S2’s arm (S2)", "Abderrahim’s arm (Abderrahim 1996)"),
        ("S9, S10, XS1, S1a, s1", "S9, S10, XS1, S1a, s1"),
        ("S4 6.4 suggests", "Niglis and Öberg 2015, 6.4 suggests"),
        ("", ""),
    ],
)
def test_tags_become_authors_and_years(text: str, words: str) -> None:
    assert cited(text) == words


@pytest.mark.parametrize("tag", SOURCES)
def test_the_page_of_sources_has_the_same(tag: str) -> None:
    source = SOURCES[tag]
    assert f"| {tag} | {source.short} | {source.full}" in PAGE.read_text(encoding="utf-8")
    assert str(source.year) in source.full
    assert source.part("chapter 5") == f"{source.full}; chapter 5"
