"""Deviation from straight lines, reversals and what happens there, beside closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.measures import reversal_times, step_about, straight_line_deviation, swing_about

TIME = np.linspace(0.0, 4.0, 401)


def test_beside_a_level_line_along_y() -> None:
    """Along y, x points to the right: what is at larger x is off by a negative amount."""
    points = [[0.5, -0.6, 0.2], [0.51, 0.0, 0.2], [0.5, 0.4, 0.203]]
    found = straight_line_deviation(points, [0.5, -0.6, 0.2], [0.5, 0.7, 0.2])
    np.testing.assert_allclose(found.along, [0.0, 0.6, 1.0], atol=1e-15)
    np.testing.assert_allclose(found.lateral, [0.0, -0.01, 0.0], atol=1e-15)
    np.testing.assert_allclose(found.vertical, [0.0, 0.0, 0.003], atol=1e-15)


def test_beside_any_line_the_parts_build_the_point_again() -> None:
    """Lateral is level, vertical has no part across the level direction and points up."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        start, end = rng.normal(size=(2, 3))
        points = rng.normal(size=(4, 5, 3))
        found = straight_line_deviation(points, start, end)
        forward = (end - start) / np.linalg.norm(end - start)
        left = np.array([-forward[1], forward[0], 0.0]) / np.hypot(*forward[:2])
        up = np.array([0, 0, 1]) - forward[2] * forward
        up /= np.linalg.norm(up)
        again = start + sum(
            part[..., None] * unit for part, unit in zip(found, (forward, left, up), strict=True)
        )
        np.testing.assert_allclose(again, points, atol=1e-13)
        np.testing.assert_allclose(found.lateral, (points - start) @ left, atol=1e-13)


def test_a_point_on_a_circle_about_the_line() -> None:
    """Its two deviations are cosine and sine of where it is on the circle."""
    angle, radius = np.linspace(0, 2 * np.pi, 60), 2e-4
    circle = np.stack([0.3 + 0 * angle, radius * np.cos(angle), 1 + radius * np.sin(angle)], -1)
    found = straight_line_deviation(circle, [0, 0, 1], [2, 0, 1])
    np.testing.assert_allclose(found.along, 0.3)
    np.testing.assert_allclose(found.lateral, radius * np.cos(angle), atol=1e-15)
    np.testing.assert_allclose(found.vertical, radius * np.sin(angle), atol=1e-15)


@pytest.mark.parametrize(
    ("position", "start", "end", "text"),
    [
        ([0, 0, 0], [1, 2, 3], [1, 2, 3], "line: the line has no length"),
        ([0, 0, 0], [1, 2, 3], [1, 2, 4], "line: the line is vertical"),
        ([0, 0], [1, 2, 3], [1, 3, 3], r"position: not a point in space \(got \(2,\)"),
        ([0, 0, 0], [[1, 2, 3]], [1, 3, 3], r"start: not a point in space \(got \(1, 3\)"),
        ([0, np.nan, 0], [1, 2, 3], [1, 3, 3], "position: not finite everywhere"),
    ],
)
def test_lines_that_are_none(position, start, end, text) -> None:
    with pytest.raises(InputError, match=text):
        straight_line_deviation(position, start, end)


def test_joints_turn_where_their_velocity_is_zero() -> None:
    """A parabola turns at its top, a sine at every half wave, a ramp never."""
    velocity = np.stack([1.237 - TIME, np.cos(2 * np.pi * TIME / 3.3), 1 + TIME], axis=-1)
    top, waves, ramp = reversal_times(TIME, velocity)
    np.testing.assert_allclose(top, [1.237], atol=1e-12)
    np.testing.assert_allclose(waves, [3.3 / 4, 3.3 * 3 / 4], atol=1e-4)
    assert ramp.size == 0


def test_a_joint_that_rests_or_trembles_does_not_turn() -> None:
    """Forward, at rest with noise, forward again; and one that never moves."""
    forward = np.where((TIME > 1) & (TIME < 3), 1e-3 * np.sin(50 * TIME), 0.5)
    there_and_back = np.select([TIME < 1, TIME < 3], [0.4, 0.0], -0.4)
    velocity = np.stack([forward, there_and_back, 0 * TIME], axis=-1)
    none, once, still = reversal_times(TIME, velocity)
    assert none.size == still.size == 0
    np.testing.assert_allclose(once, [2.0], atol=0.01)
    assert reversal_times(TIME, velocity, least=1e-4)[0].size > 10


def test_a_step_and_a_swing_about_an_instant() -> None:
    """A signal that jumps from 2 to −1 at 2 s, with a spike of 7 meanwhile."""
    signal = np.where(TIME < 2.0, 2.0, -1.0)
    spiked = np.where(np.abs(TIME - 1.95) < 1e-6, 7.0, signal)
    both = np.stack([signal, spiked], axis=-1)
    np.testing.assert_allclose(step_about(TIME, both, 2.0, 0.105), [-3.0, -3.0])
    np.testing.assert_allclose(swing_about(TIME, both, 2.0, 0.105), [3.0, 8.0])
    np.testing.assert_allclose(swing_about(TIME, both, 2.0, 0.035), [3.0, 3.0])
    np.testing.assert_allclose(step_about(TIME, signal, 1.0, 0.5), 0.0)


@pytest.mark.parametrize("when", [0.05, 3.95, 7.0])
def test_about_an_instant_that_was_not_recorded(when: float) -> None:
    for measure in (step_about, swing_about):
        with pytest.raises(
            InputError, match=r"this span of time was not fully recorded .* within 0 to 4 s"
        ):
            measure(TIME, TIME, when, 0.1)


def test_records_that_do_not_belong_together() -> None:
    with pytest.raises(InputError, match=r"not one record for each time \(got \(401,\) and \(3,"):
        reversal_times(TIME, np.zeros((3, 2)))
    with pytest.raises(InputError, match=r"velocity: not the velocities of joints"):
        reversal_times(TIME, TIME)
