"""The page about robot files says what the readers take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from armwright.robot.formats.schema import RobotFile
from armwright.robot.formats.tables import TomlTable
from tools import document_robot_files


def test_page_is_up_to_date() -> None:
    written = document_robot_files.PAGE.read_text(encoding="utf-8")
    assert written == document_robot_files.page(), "run python tools/document_robot_files.py"


def test_every_table_has_its_section() -> None:
    assert set(_tables(RobotFile)) == set(document_robot_files.TITLES)


def _tables(kind: Any) -> Iterator[type[TomlTable]]:
    """The tables that a key of this kind can hold, and those inside them."""
    if isinstance(kind, type) and issubclass(kind, TomlTable):
        yield kind
        for field in kind.model_fields.values():
            yield from _tables(field.annotation)
    for part in get_args(kind):
        yield from _tables(part)
