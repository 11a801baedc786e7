"""The page about robot files says what the readers take."""

from __future__ import annotations

from tools import document_robot_files


def test_page_is_up_to_date() -> None:
    written = document_robot_files.PAGE.read_text(encoding="utf-8")
    assert written == document_robot_files.page(), "run python tools/document_robot_files.py"


def test_every_table_has_its_section() -> None:
    parts = set(document_robot_files.schema.TomlTable.__subclasses__())
    parts |= {sub for part in parts for sub in part.__subclasses__()}
    parts = {part for part in parts if not part.__name__.startswith("_")}
    assert parts == set(document_robot_files.TITLES)
