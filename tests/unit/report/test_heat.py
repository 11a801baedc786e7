"""Colours of fields of numbers."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from armwright.report.heat import colour_limits, frame_field, heat_map


def test_one_field_far_out_does_not_take_the_colours_of_all_others() -> None:
    values = np.linspace(70.0, 150.0, 64).reshape(8, 8)
    assert colour_limits(values) == (70.0, 150.0)
    values[0, 7] = 1009.0
    low, high = colour_limits(values)
    assert low == 70.0 and 140.0 < high < 160.0


def test_equal_and_missing_numbers_have_limits_too() -> None:
    assert colour_limits(np.full((2, 2), 3.0)) == (3.0, 3.0)
    assert colour_limits(np.array([[np.nan, 1.0], [2.0, np.inf]])) == (1.0, 2.0)
    assert colour_limits(np.full((2, 2), np.nan)) == (0.0, 1.0)


def test_every_field_has_its_number() -> None:
    axes = Figure().add_subplot()
    heat_map(axes, np.array([[1.0, 2.0], [np.nan, 400.0]]), decimals=1)
    frame_field(axes, 0, 1)
    assert [text.get_text() for text in axes.texts] == ["1.0", "2.0", "–", "400.0"]
    assert axes.lines[0].get_xdata().min() == 0.5  # type: ignore[union-attr]


def test_numbers_without_a_logarithm_spoil_no_picture() -> None:
    for values in ([[1.0, np.nan], [0.0, 400.0]], [[np.nan, np.nan]], [[20.0, 30.0]]):
        figure = Figure()
        axes = figure.add_subplot()
        heat_map(axes, np.array(values), logarithmic_to=10.0)
        figure.canvas.draw()
        assert len(axes.texts) == np.size(values)
