"""Names become words of C, whatever they are; comments and numbers stay what they are."""

from __future__ import annotations

import math
import re
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armwright.export.c_code.elementary import CArithmetic
from armwright.export.c_code.text import comment, identifier, identifiers, literal, negative, plain

WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("six-axis/line", "six_axis_line"),
        ("3-axis", "x3_axis"),
        ("double", "double_"),
        ("namespace", "namespace_"),
        ("Grübler", "Grubler"),
        ("关节", "model"),
        ("", "model"),
        ("__a__", "a"),
        ("a.b c", "a_b_c"),
        ("a" * 100, "a" * 60),
    ],
)
def test_names(name: str, word: str) -> None:
    assert identifier(name) == word


@given(st.text())
def test_any_name_is_a_word(name: str) -> None:
    assert WORD.fullmatch(identifier(name))


@given(st.lists(st.text(alphabet="ab_-. 2", max_size=4)))
def test_different_names_stay_different(names: list[str]) -> None:
    found = identifiers(names, taken=("a", "model"))
    assert set(found) == set(names)
    assert len(set(found.values()) | {"a", "model"}) == len(set(names)) + 2


@given(st.floats())
def test_numbers_are_exact(value: float) -> None:
    text = literal(value).replace("INFINITY", "inf").replace("NAN", "nan")
    assert struct.pack("<d", float(text)) == struct.pack("<d", value) or math.isnan(value)
    assert math.isnan(float(text)) == math.isnan(value)


def test_two_minus_signs_are_no_decrement() -> None:
    assert negative(negative("a")) == "-(-a)"
    body = CArithmetic(has_fma=True)
    body.sub("a", body.neg(body.constant(-0.5)))
    assert body.lines == ["    const double t1 = a - -(-0.5);"]


@given(st.lists(st.text(alphabet="*/\\\n ?a\0é\u0307\r", max_size=12), min_size=1, max_size=3))
def test_nothing_ends_a_comment(paragraphs: list[str]) -> None:
    text = "\n".join(comment(*paragraphs, indent="  "))
    inside = text.removeprefix("  /*").removesuffix("*/")
    assert inside.isascii()
    assert "*/" not in inside
    assert "/*" not in inside
    assert "\\" not in inside
    assert all(character.isprintable() or character == "\n" for character in inside)


def test_symbols_are_spelled() -> None:
    assert plain("∫ σ₀ ż dt, rad/s²") == "integral of  sigma0 z' dt, rad/s^2"
