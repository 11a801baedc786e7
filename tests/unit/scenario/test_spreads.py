"""What is said about a value: as text and in Python, and which values come of it."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError, Scenario, Spread
from armwright.scenario import Levels
from armwright.scenario.spreads import MOST_LEVELS, parsed


@pytest.mark.parametrize(
    ("text", "spread"),
    [
        ("5%", Spread(0.05)),
        (" 5 % ", Spread(0.05)),
        ("±5%", Spread(0.05)),
        ("+-5%", Spread(0.05)),
        ("uniform 5%", Spread(0.05)),
        ("±0.1", Spread(0.1, relative=False)),
        ("uniform ±0.1", Spread(0.1, relative=False)),
        ("uniform 1..2", Spread.between(1, 2)),
        (" uniform  -1e-1 .. .5 ", Spread(0.3, relative=False, centre=0.2)),
        ("uniform 3..3", Spread(0.0, relative=False, centre=3.0)),
        ("normal 5%", Spread(0.05, shape="normal")),
        ("normal 1e-2", Spread(0.01, relative=False, shape="normal")),
        ("lognormal 10%", Spread(0.1, shape="lognormal")),
        ("±0", Spread(0.0, relative=False)),
        ("grid 1,2,3", Levels((1.0, 2.0, 3.0))),
        (" grid  -1 , 2e3 ", Levels((-1.0, 2000.0))),
        ("grid 7", Levels((7.0,))),
        ("grid 0.5..1.5 x 5", Levels((0.5, 0.75, 1.0, 1.25, 1.5))),
        ("grid 2..1×2", Levels((2.0, 1.0))),
    ],
)
def test_spreads_as_text(text: str, spread: Spread | Levels) -> None:
    assert parsed(text, "x") == spread


@pytest.mark.parametrize(
    "text",
    [
        *("", "much", "5 %%", "-5%", "± -1", "5%%", "normal", "1e999", "nan", "5% normal", "%"),
        *("uniform 1..", "uniform 1..2..3", "uniform 1..2%", "normal 1..2", "1..2"),
        *("lognormal -1%", "gridlock 1,2", "list"),
    ],
)
def test_texts_that_are_no_spreads(text: str) -> None:
    with pytest.raises(InputError, match=r"the\.path: not a spread \(got .*expected 5%, ±0\.1"):
        parsed(text, "the.path")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("uniform 2..1", "the smaller number first, as in uniform 1..2"),
        ("uniform 1..1e999", "the smaller number first"),
        ("lognormal 0.1", "a percentage, as in lognormal 10%"),
        ("lognormal ±10%", "a percentage, as in lognormal 10%"),
        ("grid", "such as grid 1,2,3 or grid 0.5..1.5 x 5"),
        ("grid 1,,2", "such as grid 1,2,3"),
        ("grid 1,nan", "such as grid 1,2,3"),
        ("grid 5%", "such as grid 1,2,3"),
        ("grid 1..2", "such as grid 1,2,3"),
        ("grid 1..2 x 1", f"2 to {MOST_LEVELS} levels"),
        ("grid 1..2 x 99999999999999999999", f"2 to {MOST_LEVELS} levels"),
        ("grid 1,1e999", f"at most {MOST_LEVELS} finite numbers"),
    ],
)
def test_texts_that_are_nearly_spreads(text: str, expected: str) -> None:
    with pytest.raises(InputError) as error:
        parsed(text, "the.path")
    message = str(error.value)
    assert message.startswith(f"the.path: not a spread (got '{text}', expected {expected}")


@pytest.mark.parametrize("text", ["5", " 0.1 ", "1e3", "0"])
def test_plain_numbers_are_no_spreads(text: str) -> None:
    """Neither ±5 % nor ±5 is meant for sure."""
    number = text.strip()
    with pytest.raises(InputError) as error:
        parsed(text, "the.path")
    assert str(error.value) == (
        "the.path: a plain number can be read as two different spreads "
        f"(got '{text}', expected {number}% or ±{number})"
    )


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("links.link2.mass", "5% or ±5 kg"),
        ("joints.*.friction.fc", "5% or ±5 N m"),
        ("controller.position_gain", "5% or ±5 1/s"),
        ("tool_force.force_z", "5% or ±5 N"),
        ("nonsense", "5% or ±5"),
    ],
)
def test_plain_numbers_are_refused_with_their_unit(
    small: Scenario, path: str, expected: str
) -> None:
    with pytest.raises(InputError) as error:
        small.sweep({path: "5"}, samples=2)
    assert error.value.expected == expected


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": -0.1},
        {"width": np.inf},
        {"width": 0.1, "centre": np.nan},
        {"width": 0.1, "relative": False, "shape": "lognormal"},
    ],
)
def test_spreads_in_python_that_are_none(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError, match=r"^not a spread \(got Spread"):
        Spread(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("values", [(), (1.0, np.nan)])
def test_levels_in_python_that_are_none(values: tuple[float, ...]) -> None:
    with pytest.raises(InputError, match="not the levels of a grid"):
        Levels(values)


@pytest.mark.parametrize(
    ("spread", "nominal", "expected"),
    [
        (Spread(0.1), -50.0, [-54.8, -50.0, -45.2]),
        (Spread(2.0, relative=False), 0.0, [-1.92, 0.0, 1.92]),
        (Spread.between(1.0, 2.0), 7.0, [1.02, 1.5, 1.98]),
        (Spread(0.1, shape="normal"), -50.0, [-60.26874, -50.0, -39.73126]),
        (Spread(0.1, shape="lognormal"), 2.0, [1.62868, 2.0, 2.45597]),
        (Spread(0.1, shape="lognormal"), -2.0, [-1.62868, -2.0, -2.45597]),
    ],
)
def test_values_at_two_fifty_and_ninety_eight_percent(
    spread: Spread, nominal: float, expected: list[float]
) -> None:
    found = spread.about(nominal).at(np.array([0.02, 0.5, 0.98]))
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-15)
