"""What the study of S2's chapter 5 measures in runs, on made-up ones."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.signals import Run
from armwright.studies.puma_validation.figures import currents_figure, deflection_figure
from armwright.studies.puma_validation.measures import (
    apart,
    jump_angle,
    largest_jump,
    rms_apart,
)


def made_up(jump: float, offset: float = 0.0) -> Run:
    """Joint 2 turns from 0 to −180° in 4 s; the currents jump when it is at −100°."""
    time = np.arange(0, 4.001, 0.001)
    angle = -np.pi * time / 4
    current = np.sin(time) + np.where(np.degrees(angle) < -100, jump, 0.0)
    every = {
        "joint_position": np.column_stack([0 * time, angle, 0 * time])[None],
        "motor_position": 50 * np.column_stack([0 * time, angle, 0 * time])[None],
        "motor_current": np.column_stack([current + offset, current, 0.5 * current])[None],
    }
    return Run.from_records(
        time, every, joints=["j1", "j2", "j3"], motors=["j1", "j2", "j3"], single=True
    )


def test_a_jump_is_as_large_as_it_is_and_where_it_is() -> None:
    run = made_up(0.4)
    assert largest_jump(run, 1) == pytest.approx(0.4, abs=0.03)
    assert largest_jump(run, 2) == pytest.approx(0.2, abs=0.02)
    assert jump_angle(run, 1) == pytest.approx(-10, abs=1.5)
    assert largest_jump(made_up(0.0), 1) < 0.03


def test_runs_that_differ_in_one_channel_differ_there_alone() -> None:
    a, b = made_up(0.0), made_up(0.0, offset=0.3)
    gap = rms_apart(a, b, "motor_current", 2.0)
    np.testing.assert_allclose(gap, [0.3, 0, 0], atol=1e-12)
    part = apart(a, b, "motor_current")
    assert part[0] == pytest.approx(0.3 / np.std(a.data["motor_current"].values[:, 0]))
    assert part[1] == 0


def test_pictures_show_every_motor_and_the_deflection() -> None:
    run = made_up(0.4)
    figure = currents_figure({"one": run, "two": run}, "told", "title", (1.0, 2.0))
    assert [axes.get_title(loc="left") or axes.get_title() for axes in figure.axes] == [
        f"Motor of j{k}" for k in (1, 2, 3)
    ]
    assert len(deflection_figure(run, 50.0, 0.25).axes[0].lines) == 2
