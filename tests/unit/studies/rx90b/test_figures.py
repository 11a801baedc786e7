"""Pictures of runs along the line show what they say they do."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armwright import InputError, Run
from armwright.studies.rx90b.figures.line import (
    currents_figure,
    deviation_figure,
    velocities_figure,
)
from armwright.studies.rx90b.measures import Track
from tests.unit.studies.rx90b.conftest import Spoil


def lines(axes: Axes) -> list[np.ndarray]:
    """What is drawn over more than two points."""
    drawn = [np.asarray(line.get_xydata()) for line in axes.lines]
    return [line for line in drawn if len(line) > 2]


def words(figure: Figure) -> str:
    return "\n".join(text.get_text() for text in figure.texts)


@pytest.fixture
def other(spoiled: Callable[[str, Spoil], Run]) -> Run:
    """3 µm to the left and 2 µm too low from 2 s on."""

    def off(time: np.ndarray, values: np.ndarray) -> None:
        values[time > 2] += [-3e-6, 0, -2e-6]

    return spoiled("tool_position", off)


@pytest.mark.crosscheck
def test_deviation_of_two_runs_and_their_difference(run: Run, other: Run) -> None:
    figure = deviation_figure({"full model": run, "other": other})
    left, left_below, right, right_below = figure.axes
    assert [len(lines(axes)) for axes in figure.axes] == [2, 1, 2, 1]
    for axes, expected in ((left_below, 3.0), (right_below, -2.0)):
        (difference,) = lines(axes)
        late = difference[:, 0] > 400
        np.testing.assert_allclose(difference[late, 1], expected, atol=1e-6)
        assert np.abs(difference[difference[:, 0] < 300, 1]).max() < 1e-6
        assert axes.get_ylabel() == "difference, µm"
    track = Track.of(run)
    for axes, part in ((left, track.deviation.lateral), (right, track.deviation.vertical)):
        for extreme in (np.min, np.max):
            assert extreme(lines(axes)[0][:, 1]) == pytest.approx(1e6 * extreme(part), rel=1e-9)
        assert lines(axes)[0][:, 0].max() == pytest.approx(1250)
    assert "Largest difference from the first: other 3 µm." in words(figure)
    assert "joints 2 and 3 turn around" in words(figure)


def test_deviation_of_a_single_run_has_no_difference(run: Run) -> None:
    figure = deviation_figure({"full model": run})
    assert len(figure.axes) == 2
    assert "difference" not in words(figure)


def test_currents_of_all_motors(run: Run, other: Run) -> None:
    figure = currents_figure({"one": run, "two": other})
    assert [axes.get_title(loc="left") for axes in figure.axes] == [
        f"joint{k}" for k in range(1, 7)
    ]
    current = run.data["motor_current"].values
    for k, axes in enumerate(figure.axes):
        first, second = lines(axes)
        assert first[:, 1].max() == pytest.approx(current[:, k].max())
        np.testing.assert_array_equal(first, second)
        marks = [line.get_xdata()[0] for line in axes.lines if len(set(line.get_xdata())) == 1]
        assert marks == pytest.approx([3.0613], abs=1e-3)


def test_velocities_with_the_reversal(run: Run) -> None:
    figure = velocities_figure(run)
    (axes,) = figure.axes
    drawn = lines(axes)
    assert len(drawn) == 6
    at_reversal = [np.interp(3.0613, line[:, 0], line[:, 1]) for line in drawn]
    assert [abs(v) < 1e-3 for v in at_reversal] == [False, True, True, False, False, False]
    assert "Dotted: joints 2 and 3 turn around, at 3.061 s and 609 mm of 1250 mm" in words(figure)


def test_runs_that_cannot_be_drawn_together(run: Run) -> None:
    shorter = Run(run.data.isel(time=slice(None, -1)))
    with pytest.raises(InputError, match="run 'b': recorded at other times than the first"):
        deviation_figure({"a": run, "b": shorter})
    for runs in ({}, {str(k): run for k in range(5)}):
        with pytest.raises(InputError, match=rf"runs \(got {len(runs)}, expected 1 to 4\)"):
            currents_figure(runs)
