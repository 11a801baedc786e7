"""Links behind the springs of their gears: as a slow and readable integration has them, and in
pieces as in one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify import sprung_links as module
from armwright.identify.link_motion import driven_links
from armwright.identify.motion import Motion, motion_of
from armwright.identify.sprung_links import spline_slopes
from armwright.robot import Robot
from armwright.robot.changing import changed
from armwright.signals import Log
from tests.unit.identify.test_adaptive import INERTIA, WEIGHT, pendulum

STIFFNESS, LINK = 40.0, INERTIA - 0.02
#: Steps of the links within a sample of 5 ms.
FINE = 5


def sprung(damping: float) -> Robot:
    head = "joints.shoulder.drive."
    return changed(pendulum(), {head + "stiffness": STIFFNESS, head + "damping": damping})


def moved(robot: Robot, seconds: float) -> Motion:
    t = np.arange(round(seconds * 200)) / 200
    theta = 0.5 * np.sin(1.7 * t) + 0.2 * np.sin(5.1 * t + 1.0) + 0.3
    data = {"motor_position": theta, "motor_torque": np.zeros_like(t)}
    return motion_of(robot, Log.from_arrays(t, data, joints=["shoulder"]), None, 60.0, every=True)


def by_hand(motion: Motion, damping: float) -> Array:
    """(samples, 3): positions, velocities and accelerations, by Runge and Kutta's method."""
    splines = [CubicSpline(motion.time, one[:, 0]) for one in (motion.q, motion.v)]
    h = motion.step / FINE

    def rate(t: float, x: Array) -> Array:
        theta, speed = (float(one(t)) for one in splines)
        pulled = STIFFNESS * (theta - x[0]) + damping * (speed - x[1])
        return np.array([x[1], (pulled + WEIGHT * np.cos(x[0])) / LINK])

    hanging = motion.q[0, 0]
    for _ in range(80):
        hanging = motion.q[0, 0] + WEIGHT * np.cos(hanging) / STIFFNESS
    x, found = np.array([hanging, motion.v[0, 0]]), []
    for sample in motion.time:
        found.append([*x, rate(sample, x)[1]])
        for t in sample + h * np.arange(FINE):
            k1 = rate(t, x)
            k2 = rate(t + h / 2, x + h / 2 * k1)
            k3 = rate(t + h / 2, x + h / 2 * k2)
            k4 = rate(t + h, x + h * k3)
            x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return np.array(found)


def test_links_are_where_an_integration_by_hand_has_them() -> None:
    robot = sprung(0.8)
    motion = moved(robot, 1.5)
    found = driven_links(robot, motion)
    expected = by_hand(motion, 0.8)
    for k, values in enumerate((found.q, found.v, found.a)):
        # The last sample's cubic ends where the log does.
        np.testing.assert_allclose(values[:, 0], expected[:, k], rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(
        found.pulled, STIFFNESS * (motion.q - found.q) + 0.8 * (motion.v - found.v), atol=1e-9
    )
    np.testing.assert_allclose(found.taken, found.pulled, atol=1e-12)


@pytest.mark.parametrize(("damping", "seconds", "again"), [(4.0, 80.0, False), (0.8, 25.0, True)])
def test_pieces_are_as_the_whole(
    damping: float, seconds: float, again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where links swing on for longer than a piece lasts, it runs again until it fits the piece
    before it."""
    robot = sprung(damping)
    motion = moved(robot, seconds)
    runs: list[int] = []
    usual = module.CompiledMarch.advance
    monkeypatch.setattr(
        module.CompiledMarch,
        "advance",
        lambda march, frames, ticks: runs.append(frames.runs) or usual(march, frames, ticks),
    )
    monkeypatch.setattr(module, "_LONG", 0.0)
    pieces = driven_links(robot, motion)
    assert runs == [8] * len(runs)
    assert 2 < len(runs) < 8 if again else len(runs) == 2
    monkeypatch.setattr(module, "_LONG", np.inf)
    whole = driven_links(robot, motion)
    assert runs[-1] == 1
    for name in ("q", "v", "a", "taken", "pulled"):
        own, other = getattr(pieces, name), getattr(whole, name)
        assert own.shape == other.shape
        assert np.abs(own - other).max() < 1e-9 * np.abs(other).max()


def test_slopes_are_those_of_scipys_spline() -> None:
    values = np.random.default_rng(2).normal(size=(40, 3))
    expected = CubicSpline(0.01 * np.arange(40), values)(0.01 * np.arange(40), 1)
    np.testing.assert_allclose(spline_slopes(values, 0.01), expected, rtol=1e-10)
    np.testing.assert_allclose(
        spline_slopes(values[:4], 0.01),
        CubicSpline(0.01 * np.arange(4), values[:4])(0.01 * np.arange(4), 1),
        rtol=1e-10,
    )


def test_links_that_do_not_come_to_rest_are_told() -> None:
    """Newton's method is led astray by a spring that holds nothing near a level arm."""
    robot = changed(sprung(1.0), {"joints.shoulder.drive.stiffness": 1e-3})
    motion = moved(robot, 1.0)
    level = replace(motion, q=motion.q - motion.q[0] + 1e-3)
    with pytest.raises(InputError, match="do not come to rest in their springs"):
        driven_links(robot, level)
