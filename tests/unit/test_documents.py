"""Documents name only what is there: files, commands, options, and names of all sorts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.documents import ROOT, SOURCE, unknown, unknown_of_makefile, unknown_of_package
from tools import document_blocks, document_logs, document_robot_files, document_scenarios

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
#: Made from the code itself, their words are put together there: `share_1`, `warm_tustin`.
GENERATED = {
    module.PAGE
    for module in (document_blocks, document_logs, document_robot_files, document_scenarios)
}
#: Names that only show how names are made.
EXAMPLES = frozenset({"link3_dh", "T_WB"})
PACKAGES = sorted(file.parent for file in SOURCE.rglob("__init__.py"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_names_only_what_is_there(page: Path) -> None:
    found = unknown(page.read_text(encoding="utf-8"), page.parent, EXAMPLES)
    if page in GENERATED:
        found = [one for one in found if not one.startswith("word ")]
    assert not found


def test_docstrings_of_packages_name_only_what_is_there() -> None:
    found = {str(folder): unknown_of_package(folder) for folder in PACKAGES}
    assert not {folder: names for folder, names in found.items() if names}


def test_the_help_of_the_makefile_names_its_targets() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert not unknown_of_makefile(text)
    (phony,) = re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)
    told = set(re.findall(r'@echo "make (\w+)', text))
    assert told == set(phony.split()) - {"help"}


def test_readme_says_of_make_what_its_help_says() -> None:
    told = dict(re.findall(r'@echo "make (\w+) +(.*)"', (ROOT / "Makefile").read_text("utf-8")))
    said = re.findall(r"^make (\w+) +# (.*)$", PAGES[0].read_text("utf-8"), re.MULTILINE)
    assert len(said) >= 2
    assert not [(goal, text) for goal, text in said if told[goal] != text]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[a page](docs/nowhere.md)", "link docs/nowhere.md"),
        ("[a title](docs/sources.md#no-such-title)", "link docs/sources.md#no-such-title"),
        ("see `plant/nowhere.py`", "path plant/nowhere.py"),
        ("the folder `src/armwright/nowhere`", "path src/armwright/nowhere"),
        ("all of `nowhere/*.py`", "path nowhere/*.py"),
        ("see tests/unit/nowhere.py", "path tests/unit/nowhere.py"),
        ("see `nowhere.py`", "path nowhere.py"),
        ("`plant/plant.py: mass, nosuch`", "name nosuch in plant/plant.py"),
        ("`plant/plant.py` (`mass`, `sweep`)", "name sweep in plant/plant.py"),
        ("`armwright simulat pendulum/swing`", "command armwright simulat"),
        ("```sh\narmwright show panda --nosuch\n```", "option --nosuch of armwright show"),
        ("give it `--nosuch 3`", "option --nosuch"),
        ("`make nosuch`", "make nosuch"),
        ("```sh\nmake nosuch  # for nothing\n```", "make nosuch"),
        ("`python -m tests.support.nowhere`", "path tests/support/nowhere/__main__.py"),
        ("`python -m tests.support.fuzz --nosuch 1`", "option --nosuch"),
        ("`armwright show nosuch`", "armwright show nosuch"),
        ("```sh\narmwright simulate pendulum/nosuch\n```", "armwright simulate pendulum/nosuch"),
        ("the scenarios `nosuch/…`", "path nosuch/…"),
        ("`armwright study nosuch`", "armwright study nosuch"),
        ("`armwright.plant.Nosuch`", "name armwright.plant.Nosuch"),
        ("`aw.nosuch(robot)`", "name aw.nosuch"),
        ("```python\nfrom armwright import Nosuch\n```", "name armwright.Nosuch"),
        ("```python\nimport armwright as aw\naw.nosuch()\n```", "name aw.nosuch"),
        ("`robot.nosuch()`", "name robot.nosuch"),
        ("`nosuch_word` of a file", "word nosuch_word"),
    ],
)
def test_a_wrong_name_is_found(text: str, found: str) -> None:
    assert unknown(text) == [found]


def test_names_that_are_there_are_not_found() -> None:
    text = """
    `plant/plant.py: mass` and `plant/plant.py` (`bias`), `docs/architecture.md`, `laws/…`,
    `armwright show NAME --sources`, `armwright simulate … --set PATH=VALUE`, `make test`,
    `python -m tests.support.fuzz --count 1`, `aw.equations.derive`, `two-axis/…`, `run.data`,
    a new `robot/to_come.py`, [a page](docs/scenarios.md#built-in-scenarios)
    """
    assert not unknown(text)


def test_a_wrong_name_in_a_docstring_is_found(tmp_path: Path) -> None:
    (tmp_path / "__init__.py").write_text('"""Begin with `first`, then `gone` and `Thing`."""\n')
    (tmp_path / "first.py").write_text('class Thing:\n    """Not `gone`."""\n')
    assert unknown_of_package(tmp_path) == ["name gone"]


def test_a_wrong_target_is_found() -> None:
    text = '.PHONY: help gone\nhelp:\n\t@echo "make test  run the tests"\n'
    assert unknown_of_makefile(text) == ["make test", "make gone"]


@pytest.mark.parametrize("tag", ["S0", "S1", "S2", "S3", "S4"])
def test_the_sources_page_lists_the_laws_and_blocks_that_cite_a_source(tag: str) -> None:
    files = [file for folder in ("laws", "blocks") for file in (SOURCE / folder).rglob("*.py")]
    citing = {f.stem for f in files if re.search(rf"\b{tag}\b", f.read_text(encoding="utf-8"))}
    page = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
    section = page.partition(f"### {tag}\n")[2].partition("\n#")[0]
    (listed,) = re.findall(r"^- Laws and blocks: ([^.]+)\.$", section, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", listed)) == citing
