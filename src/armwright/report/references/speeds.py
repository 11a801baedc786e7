"""How fast the tool goes round the rectangle, with and without rounded corners."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from armwright.report.paper import GREY
from armwright.report.references.colours import SHAPES
from armwright.report.references.examples import BLEND, RATE, ArmUnderTest
from armwright.report.runs.page import style

DURATION = 10.0


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
