"""One panel of each kind: a line, and what it tells in a few words.

Words in RED name what no real contact does.
"""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from armwright.laws.friction import LAWS, StickingFriction
from armwright.report.canvas import AMBER, BLUE, GREY, INK, RED
from armwright.report.friction.examples import Example
from armwright.report.friction.free_motion import RATES, Drift, FreeMotion, StickSlip
from armwright.report.friction.given_velocity import Lag, Loops, StribeckCurve

#: For the three frequencies of the swinging velocity.
SHADES = ("#9db9ee", "#4f83e0", "#123a86")
#: Forces below that cannot be seen, N.
_NOTHING = 1e-3
#: Words and their colour.
Remark = tuple[str, str]


def draw_curve(axes: Axes, example: Example, curve: StribeckCurve) -> Remark:
    v, torque = 1e3 * curve.velocity, curve.torque
    sticks = issubclass(LAWS[example.kind], StickingFriction)
    if not sticks and torque[v.size // 2 + 1] < 0.9 * torque.max():
        axes.plot(v, torque, color=BLUE)
        return "smooth through rest", INK
    for side in (v < 0, v > 0):
        axes.plot(v[side], torque[side], color=BLUE)
    if sticks:
        static = example.numbers["static"]
        axes.plot([0, 0], [-static, static], color=BLUE, linewidth=1.2)
        axes.plot([0, 0], [-static, static], "o", color=BLUE, markersize=3.5)
        return "sticks", INK
    return "gives like a spring", INK


def draw_loops(axes: Axes, loops: Loops) -> Remark:
    x, torque, turns = 1e6 * loops.position, loops.torque, loops.turns
    axes.plot(x, torque, color=BLUE)
    inner = slice(turns[3], turns[5] + 1)
    axes.plot(x[inner], torque[inner], color=AMBER, linewidth=1.8)
    ends = [turns[3], turns[5]]
    axes.plot(x[ends], torque[ends], "o", color=RED, markersize=3.5, zorder=4)
    if _memoryless(loops):
        return "no presliding", INK
    if abs(loops.gap) > _NOTHING:
        return f"opens by {abs(loops.gap):.2f} N", RED
    return "closes", INK


def draw_lag(axes: Axes, lag: Lag) -> Remark:
    closed = np.append(np.arange(lag.velocity.size), 0)
    for row, shade in zip(lag.torque, SHADES, strict=True):
        axes.plot(1e3 * lag.velocity[closed], row[closed], color=shade)
    highest = float(lag.height.max())
    return (f"lags: {highest:.2f} N" if highest > _NOTHING else "no lag"), INK


def draw_break_away(axes: Axes, motion: FreeMotion) -> Remark:
    peaks = motion.break_away
    axes.semilogx(RATES, peaks, "o-", color=BLUE, markersize=3.5)
    if np.ptp(peaks) < 0.01:
        return "the same at any rate", INK
    return "sooner when faster", INK


def draw_stick_slip(axes: Axes, found: StickSlip) -> Remark:
    every = slice(None, None, 10)
    axes.plot(found.time[every], found.force[every], color=BLUE)
    if found.resting > 0.3:
        return "sticks and slips", INK
    early = found.force[found.force.size // 3 : found.force.size // 2]
    fades = found.swing < 0.75 * float(np.ptp(early))
    return ("dies out" if fades else "swings on, never sticks"), INK


def draw_drift(axes: Axes, found: Drift) -> Remark:
    shown = found.time <= 2.0
    axes.plot(found.time[shown], 1e6 * found.position[shown], color=BLUE)
    if abs(found.rate) > 1e-10:
        return f"drifts {1e6 * found.rate:.0f} µm/s", RED
    return "holds", INK


def zero_lines(axes: Axes) -> None:
    axes.axhline(0, color=GREY, linewidth=0.7, zorder=1)
    axes.axvline(0, color=GREY, linewidth=0.7, zorder=1)


def _memoryless(loops: Loops) -> bool:
    """Torque is constant from turn to turn."""
    first, second = loops.turns[1], loops.turns[2]
    return bool(np.ptp(loops.torque[first + 1 : second]) < _NOTHING)
