"""An exciting motion as a picture: where the joints are and how fast, beside their limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from armwright.report.canvas import (
    AMBER,
    BLUE,
    GREEN,
    GREY,
    INK,
    RED,
    WIDTH,
    Margins,
    blank_figure,
    entry,
    legend,
    style,
)
from armwright.report.words import plain

if TYPE_CHECKING:
    from armwright.identify import ExcitingMotion

_COLOURS = (INK, BLUE, RED, GREEN, AMBER, "#6b4fb3", "#0f7b6c")
_HEIGHT = 900


def excitation_figure(motion: ExcitingMotion) -> Figure:
    """Positions, velocities, accelerations and torques at the joints, over time."""
    figure = blank_figure((WIDTH, _HEIGHT))
    name = plain(motion.robot.name)
    figure.text(
        28 / WIDTH, 1 - 22 / _HEIGHT, f"{name}: exciting motion", fontsize=19, fontweight="bold",
        color=INK, va="top", ha="left", parse_math=False,
    )  # fmt: skip
    most = max(motion.used, key=lambda what: motion.used[what])
    told = (
        f"Condition number of {motion.base} base columns: {motion.before:.3g} before, "
        f"{motion.after:.3g} after. Nearest limit: {most}, {100 * motion.used[most]:.0f} %."
    )
    figure.text(
        28 / WIDTH, 1 - 60 / _HEIGHT, told, fontsize=12, color=GREY, va="top", parse_math=False
    )
    names = motion.robot.joint_names
    colours = [_COLOURS[k % len(_COLOURS)] for k in range(len(names))]
    legend(figure, [entry(plain(one), c) for one, c in zip(names, colours, strict=True)])
    places = Margins(head=165).grid(figure, 2, 2, gaps=(110, 75))
    parts = (
        ("Position", "rad (or m)", motion.position),
        ("Velocity", "rad/s (or m/s)", motion.velocity),
        ("Acceleration", "rad/s² (or m/s²)", motion.acceleration),
        ("Torque at the joint", "N m (or N)", motion.torque),
    )
    for k, (title, unit, values) in enumerate(parts):
        axes = figure.add_subplot(places[divmod(k, 2)])
        for column, colour in enumerate(colours):
            axes.plot(motion.time, values[:, column], color=colour, linewidth=1.4)
        style(axes, title=title, x="time, s", y=unit)
    return figure
