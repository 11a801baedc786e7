"""Messages are one printable line, whatever they are about."""

from __future__ import annotations

import pytest

from armwright.errors import InputError, printable, shown


def nested(depth: int) -> list[object]:
    value: list[object] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("mark", ["\x1b[31m", "\n", "\0", "\x9b2J", "\u202e", "\u2028", "\ud800"])
def test_no_part_reaches_the_terminal_as_it_is(mark: str) -> None:
    error = InputError(f"a{mark}", where=mark, got=mark, expected=mark, hint=mark)
    assert str(error).count(printable(mark)) == 5
    assert mark not in str(error)
    assert str(error).encode("utf-8")
    assert error.where == mark, "as it was, for programs"


def test_other_languages_stay() -> None:
    text = "Ellenbogen π ≤ 3 µm, 肘　関節 é 👩‍🔧"
    assert printable(text) == text


LARGE = {
    "deep": nested(5000),
    "digits": 10**5000,
    "digits in a list": [10**5000],
    "text": "x" * 10**6,
    "bytes": b"\x1b" * 999,
}


@pytest.mark.parametrize("value", LARGE.values(), ids=LARGE)
def test_values_are_shown_short(value: object) -> None:
    assert len(shown(value)) < 120
    assert len(str(InputError("bad", where="here", got=value))) < 400
    assert len(str(InputError("bad", where="here", got=shown(value)))) < 200


def test_small_values_are_shown_whole() -> None:
    for value in (1, -1.5, "text", [1, 2, 3], {"a": [1.5]}, None, True):
        assert shown(value) == repr(value)


def test_long_parts_are_cut() -> None:
    text = str(InputError("w" * 10**6, where="p" * 10**6, expected="e" * 10**6, hint="h" * 10**6))
    assert len(text) < 8000 and text.count("…") == 4


def test_the_place_in_front() -> None:
    error = InputError("bad", where="key", got=1, expected=2, hint="Try.").at("file: ")
    assert str(error) == "file: key: bad (got 1, expected 2). Try."
