"""A chirp and a multisine: over time, and by frequency."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke
from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

from armwright.arrays import Array
from armwright.report.canvas import AMBER, BLUE, GREY, RED, WHITE, style
from armwright.report.references.examples import chirp, multisine, site
from armwright.robot import load

RATE = 1000.0


def draw_chirp(over_time: Axes, spectrum: Axes) -> str:
    """Returns what it is."""
    block = chirp()
    time = np.arange(0, block.duration, 1 / RATE)
    d = block.at(time[None], site(load("two_axis"), block.duration, RATE)).position[0]
    over_time.plot(time, d, color=BLUE, linewidth=0.9)
    style(over_time, x="time, s", y="deviation by amplitude", ticks=4)
    over_time.set_xlim(0, block.duration)
    over_time.set_ylim(-1.15, 1.15)
    lines = 2 * np.abs(np.fft.rfft(d)) / len(d)
    frequency = np.fft.rfftfreq(len(d), 1 / RATE)
    spectrum.plot(frequency[1:], lines[1:], color=BLUE, linewidth=1.2)
    style(spectrum, x="frequency, Hz", y="amplitude", ticks=4)
    _logarithmic(spectrum, (0.15, 60), (1e-4, 0.3))
    for edge in (block.first_frequency, block.last_frequency):
        spectrum.axvline(edge, color=GREY, linewidth=0.9, dashes=(3, 3))
    return (
        f"q₀ + A sin φ(t), from {block.first_frequency:g} to {block.last_frequency:g} Hz in "
        f"{block.duration:g} s,\nwith the same time for every octave; fading in and out in "
        f"{block.fade:g} s."
    )


def draw_multisine(over_time: Axes, spectrum: Axes) -> str:
    """Returns what it is."""
    block, random = multisine(), multisine(rounds=0)
    where = site(load("two_axis"), block.period, RATE)
    time = np.arange(0, block.period, 1 / RATE)
    motion = block.at(time[None], where)
    before = random.at(time[None], where).position[0]
    size = np.sqrt(np.mean(motion.position[0] ** 2) / np.mean(before**2))
    over_time.plot(time, size * before, color=GREY, linewidth=1.0, alpha=0.75)
    over_time.plot(time, motion.position[0], color=RED, linewidth=1.6)
    style(over_time, x="time, s", y="deviation by amplitude", ticks=5)
    over_time.set_xlim(0, block.period)
    for values, colour, name, below in (
        (motion.velocity[0], AMBER, "velocity", 0.62),
        (motion.position[0], BLUE, "position", 0.25),
    ):
        _stems(spectrum, values, colour, name, below)
    style(spectrum, x="frequency, Hz", y="amplitude by largest", ticks=4)
    _logarithmic(spectrum, (0.4, 15), (0.02, 2))
    crest, crest_before = block.crest_factors(1)[0], random.crest_factors(1)[0]
    return (
        f"All multiples of {1 / block.period:g} Hz from {block.band[0]:g} to {block.band[1]:g} Hz, "
        f"velocities of equal amplitude. Crest factor {crest:.2f};\nbefore clipping, with random "
        f"phases, it was {crest_before:.2f} (grey, with the same power)."
    )


def _stems(axes: Axes, values: Array, colour: str, name: str, below: float) -> None:
    """Amplitudes by the largest; the name is at 3 Hz, lower by that factor."""
    lines = np.abs(np.fft.rfft(values))
    frequency = np.fft.rfftfreq(len(values), 1 / RATE)
    kept = lines > 1e-6 * lines.max()
    lines = lines / lines.max()
    axes.vlines(frequency[kept], 1e-6, lines[kept], color=colour, linewidth=0.8, alpha=0.35)
    axes.plot(frequency[kept], lines[kept], "o", color=colour, markersize=3.4)
    level = lines[np.argmin(np.abs(frequency - 3.0))]
    axes.text(
        3.0,
        level * below,
        name,
        color=colour,
        fontsize=11,
        ha="center",
        path_effects=[withStroke(linewidth=3, foreground=WHITE)],
    )


def _logarithmic(axes: Axes, x: tuple[float, float], y: tuple[float, float]) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(*x)
    axes.set_ylim(*y)
    ticks = [tick for tick in (0.2, 0.5, 1, 2, 5, 10, 20, 50) if x[0] <= tick <= x[1]]
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
