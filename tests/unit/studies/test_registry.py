"""Finding studies by their names."""

from __future__ import annotations

import sys

import pytest

from armwright.errors import InputError
from armwright.studies import find, registry
from tests.unit.studies import small

REGISTERED = registry.STUDIES


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "STUDIES", ("small-study", "other"))
    monkeypatch.setitem(sys.modules, "armwright.studies.small_study", small)


def test_a_study_is_found_by_its_name() -> None:
    assert find("small-study") is small.STUDY


@pytest.mark.parametrize("name", ["small_study", "SMALL-STUDY", "smal-study"])
def test_a_name_nearly_right_gets_a_hint(name: str) -> None:
    with pytest.raises(InputError) as caught:
        find(name)
    assert str(caught.value) == (
        f"study: unknown study (got '{name}', expected one of small-study, other, all). "
        "Did you mean 'small-study'?"
    )


@pytest.mark.parametrize("name", ["", "../writing", "tables", "zzz"])
def test_other_names_are_refused_and_nothing_is_imported(name: str) -> None:
    with pytest.raises(InputError, match=r"unknown study .*small-study, other, all\)$"):
        find(name)


@pytest.mark.parametrize("name", REGISTERED)
def test_registered_studies_go_by_their_names(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "STUDIES", REGISTERED)
    study = find(name)
    assert study.name == name
    assert study.title and study.source and study.summary
