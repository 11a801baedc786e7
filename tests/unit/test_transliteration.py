"""Text for terminals that know ASCII alone."""

from __future__ import annotations

import io

import pytest

from armwright.cli.output import PatientOutput
from armwright.transliteration import TRANSLITERATE, in_ascii, shown_in
from tests.support.documents import ROOT


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("9.81 m/s²", "9.81 m/s^2"),
        ("kg m² s⁻¹", "kg m^2 s^-1"),
        ("±0.1 µm, 90°", "+-0.1 um, 90 deg"),
        ("√2 × 3 ≤ 5 − 1 …", "sqrt2 x 3 <= 5 - 1 ..."),
        ("τ = M(q) q̈ + c(q, q̇)", "tau = M(q) q'' + c(q, q')"),
        ("ẋ, ẍ, θ̈₁, z⁺", "x', x'', theta''1, z^+"),
        ("Stäubli, Linköping, Öhr, Łódź", "Staubli, Linkoping, Ohr, Lodz"),
        ("„a“ – b’s — c", '"a" - b\'s - c'),
    ],
)
def test_what_one_would_type(text: str, plain: str) -> None:
    assert in_ascii(text) == plain
    assert text.encode("ascii", TRANSLITERATE).decode() == plain
    assert shown_in(text, "utf-8") == text


def test_what_an_encoding_has_stays() -> None:
    assert shown_in("m/s² ± Ωäτ", "latin-1") == "m/s² ± Omegaätau"


def test_every_character_of_the_source_has_one() -> None:
    """Whatever our messages and tables are made of."""
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "src").rglob("*.toml")]
    used = {one for file in files for one in file.read_text(encoding="utf-8")}
    lost = {one for one in used if not one.isascii() and "?" in in_ascii(one)}
    assert not lost


def test_standard_output_that_knows_ascii_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii"))
    with PatientOutput():
        print("9.81 m/s² ± 0.1")
    assert raw.getvalue() == b"9.81 m/s^2 +- 0.1\n"
