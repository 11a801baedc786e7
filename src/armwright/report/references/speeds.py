"""How fast: speed profiles with their derivatives, and the tool round a rectangle."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from armwright.blocks.references.profiles import JerkLimited, Profile, Trapezoid
from armwright.report.canvas import GREY, style
from armwright.report.references.examples import (
    BLEND,
    JERK_LIMITED,
    RATE,
    SHAPES,
    TRAPEZOID,
    ArmUnderTest,
)

SPEED, ACCELERATION, JERK = 0.8, 2.4, 16.0
PROFILES_ABOUT = (
    "From 0 to 1 with the same limits of speed and acceleration. The trapezoid's acceleration "
    "jumps; the other one's has a limited slope."
)
#: Of the duration: times before and after.
MARGIN = 0.06
#: s: once round the rectangle.
DURATION = 10.0


def draw_profiles(places: Sequence[Axes]) -> None:
    """Position, speed, acceleration, jerk."""
    cornered, smooth = Trapezoid(SPEED, ACCELERATION), JerkLimited(SPEED, ACCELERATION, JERK)
    end = float(smooth.duration)
    time = np.linspace(-MARGIN * end, (1 + MARGIN) * end, 2401)
    names = ("Position", "Speed", "Acceleration", "Jerk")
    units = ("s", "1/s", "1/s²", "1/s³")
    for axes, name, unit in zip(places, names, units, strict=True):
        style(axes, title=name, x="time, s", y=unit, ticks=4)
        axes.set_xlim(time[0], time[-1])
    for profile, colour in ((cornered, TRAPEZOID), (smooth, JERK_LIMITED)):
        for axes, values in zip(places, profile.at(time), strict=False):
            axes.plot(time, values, color=colour, linewidth=2)
    last = places[-1]
    last.plot(time, _jerk(smooth, time), color=JERK_LIMITED, linewidth=2)
    last.set_ylim(-1.9 * JERK, 1.9 * JERK)
    _impulses(last, cornered)


def _jerk(profile: Profile, time: np.ndarray) -> np.ndarray:
    h = 1e-6
    change = profile.at(time + h).acceleration - profile.at(time - h).acceleration
    return np.asarray(change / (2 * h))


def _impulses(axes: Axes, profile: Trapezoid) -> None:
    """Where the acceleration jumps, the jerk has no bound."""
    T, ramp = float(profile.duration), float(profile.ramp)
    for time, sign in ((0.0, 1), (ramp, -1), (T - ramp, -1), (T, 1)):
        axes.annotate(
            "",
            (time, 1.85 * sign * JERK),
            (time, 0),
            arrowprops={
                "arrowstyle": "-|>",
                "color": TRAPEZOID,
                "linewidth": 2,
                "shrinkA": 0,
                "shrinkB": 0,
            },
        )


def draw_speeds(axes: Axes, tested: ArmUnderTest) -> None:
    for blend, colour in ((0.0, GREY), (BLEND, SHAPES["corner"])):
        points = tested.tool(tested.path("corner", blend=blend), DURATION)
        speed = np.linalg.norm(np.diff(points, axis=0), axis=1) * RATE
        time = (np.arange(len(speed)) + 0.5) / RATE
        axes.plot(time, 1000 * speed, color=colour, linewidth=2.0 if blend else 1.6)
    axes.text(5.6, 262, "corners rounded", color=SHAPES["corner"], fontsize=11, ha="center")
    axes.text(3.3, 60, "stopping\nat corners", color=GREY, fontsize=11, ha="center")
    style(axes, title="Round the rectangle", x="time, s", y="speed, mm/s", ticks=4)
    axes.set_xlim(0, DURATION)
    axes.set_ylim(0, 305)
