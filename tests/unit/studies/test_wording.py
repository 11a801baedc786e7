"""Numbers as a reader likes them."""

from __future__ import annotations

import math

from armwright.studies.wording import alike, fixed, percent, plus_minus, scientific, short, span


def test_few_digits_and_a_minus_sign() -> None:
    assert short(-0.00314159) == "−0.0031"
    assert short(3.14159e-7) == "3.1e−7"
    assert short(12345.0) == "12000"
    assert fixed(-0.0001, 2) == "0.00"
    assert fixed(-1.005, 1) == "−1.0"
    assert percent(0.1234, 1) == "12.3 %"
    assert span([0.3, 0.1, 0.2]) == "0.1 to 0.3"


def test_powers_of_ten() -> None:
    assert [scientific(x) for x in (0.0, 3.2e-11, 1e-9, 12345.0)] == ["0", "3e−11", "1e−9", "1e4"]
    assert scientific(-4.56e-7, 1) == "−4.6e−7"
    assert fixed(-0.25, 1) == "−0.2"


def test_what_is_no_number_has_words_too() -> None:
    for value, words in ((math.nan, "nan"), (math.inf, "inf"), (-math.inf, "−inf")):
        assert scientific(value) == short(value) == fixed(value, 2) == words
    assert plus_minus(1.5, math.nan) == "1.5000 ± nan"
    assert alike((math.nan, 2.0), 0.1) == ["nan", "2.00"]


def test_numbers_of_one_quantity_have_the_same_decimals() -> None:
    assert alike((6.0, 5.975, 0.03), 0.03) == ["6.000", "5.975", "0.030"]
    assert alike((-6e-6, -5.985e-6, 2e-8), 2e-8) == ["−6.000e−6", "−5.985e−6", "0.020e−6"]
    assert alike((12.0, 0.0), 0.0) == ["12.0000", "0.0000"]
    assert alike((12345.0,), 70.0) == ["12345"]
    assert plus_minus(-5.0412, 0.684) == "−5.04 ± 0.68"
    assert plus_minus(0.1, 0.00031) == "0.10000 ± 0.00031"
