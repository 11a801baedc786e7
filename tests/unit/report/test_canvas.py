"""Panels in columns."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

from armwright.report.canvas import Margins, blank_figure, png, stack, style


@pytest.fixture
def page() -> Figure:
    """Two columns; the panels of the first differ in the lengths of their signals and numbers."""
    figure = blank_figure((1200, 600))
    places = Margins().grid(figure, 2, 2)
    for place, last, size in ((0, 40, 1.0), (2, 25, 1e-4), (1, 7, 1.0), (3, 7, 1.0)):
        axes = figure.add_subplot(places[divmod(place, 2)])
        style(axes, y="size", x="pose")
        axes.plot([0, last], [0, size])
    stack(figure.axes)
    return figure


def test_the_lowest_panel_has_the_ticks_of_its_column(page: Figure) -> None:
    upper, lower, *others = page.axes
    assert [len(axes.get_xticks()) > 0 for axes in (upper, lower, *others)] == [False, True] * 2
    lines = np.array([line[0, 0] for line in upper.collections[0].get_segments()])
    ticks = lower.get_xticks()
    low, high = lower.get_xlim()
    np.testing.assert_array_equal(lines, ticks[(ticks >= low) & (ticks <= high)])


def test_panels_of_a_column_have_the_same_axis_and_show_all_of_each_signal(page: Figure) -> None:
    upper, lower, *others = page.axes
    assert upper.get_xlim() == lower.get_xlim()
    assert lower.get_xlim()[1] >= 40
    assert all(axes.get_xlim()[1] < 10 for axes in others)


def test_names_stand_in_one_line_clear_of_all_numbers(page: Figure) -> None:
    png(page)
    column = page.axes[:2]
    names = [axes.yaxis.label.get_window_extent() for axes in column]
    assert names[0].x1 == pytest.approx(names[1].x1, abs=0.01)
    for axes in column:
        low, high = axes.get_ylim()
        labels = zip(axes.get_yticks(), axes.yaxis.get_ticklabels(), strict=True)
        numbers = [label.get_window_extent().x0 for y, label in labels if low <= y <= high]
        assert names[0].x1 < min(numbers)
