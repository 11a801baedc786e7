"""Studies and claims on the terminal."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from armwright.report import print_parts
from armwright.studies import Claim
from armwright.studies.tables import claims_table, studies_table
from tests.unit.studies.small import CLAIMS, STUDY

LONG = Claim(
    "long",
    "S9, section 4.4",
    "The settling time into a band of ±0.1 mm falls from 0.62 s to 0.31 s. " * 4,
    "From 0.60 s to 0.44 s. " * 5,
    "differs",
    "A corner frequency is not given. " * 6,
)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(request.param))


@pytest.mark.parametrize(
    ("terminal", "width"), [(80, 80), (100, 100), (160, 100)], indirect=["terminal"]
)
@pytest.mark.usefixtures("terminal")
def test_claims_are_wrapped_to_the_terminal(capsys: pytest.CaptureFixture[str], width: int) -> None:
    print_parts(claims_table([*CLAIMS, LONG]))
    out = capsys.readouterr().out
    assert "\x1b[31m" in out and "\x1b[32m" in out and "\x1b[36m" in out
    lines = re.sub(r"\x1b\[[\d;]*m", "", out).splitlines()
    assert 0.95 * width < max(map(len, lines)) <= width
    check_nothing_is_lost(lines)


def test_in_a_pipe_there_are_100_columns_and_no_codes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    print_parts(claims_table([*CLAIMS, LONG]))
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert 95 < max(map(len, out.splitlines())) <= 100
    check_nothing_is_lost(out.splitlines())


def check_nothing_is_lost(lines: list[str]) -> None:
    head = next(line for line in lines if "what it reports" in line)
    starts = [head.index(name) for name in ("source", "what it", "what we", "verdict")]
    columns = [slice(a, b) for a, b in zip(starts, [*starts[1:], None], strict=True)]
    texts = [" ".join(" ".join(line[part] for line in lines).split()) for part in columns]
    for claim in (*CLAIMS, LONG):
        wanted = (claim.where, claim.says, claim.got, claim.note and f"Note: {claim.note}")
        for text, words in zip([*texts[:3], texts[2]], wanted, strict=True):
            assert words.strip() in text
    assert texts[3].endswith("differs differs agrees in kind observed agrees in number")


def test_sources_are_told_by_authors_and_years(capsys: pytest.CaptureFixture[str]) -> None:
    print_parts(claims_table([replace(LONG, where="S1, table 5.1", note="S1's own.")]))
    out = " ".join(capsys.readouterr().out.split())
    assert "Shuman 2020," in out and "Note: Shuman's own." in out and "S1" not in out


def test_studies_are_listed_with_title_and_source(capsys: pytest.CaptureFixture[str]) -> None:
    print_parts(studies_table([STUDY]))
    out = capsys.readouterr().out
    assert re.search(r"^ small-study +A small study +N\. Body: Nothing, 1999$", out, re.MULTILINE)
