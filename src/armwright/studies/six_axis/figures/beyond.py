"""What filters and outer loops buy: torques at rest, a joint's error, an estimated payload."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from armwright.report.canvas import (
    AMBER,
    BLUE,
    DASHES,
    GREEN,
    GREY,
    RED,
    WIDTH,
    Margins,
    blank_figure,
    entry,
    legend,
    style,
)
from armwright.signals import Run
from armwright.studies.six_axis.measures import error, time, values
from armwright.studies.six_axis.runs import OF_SOURCE, last_mass

_COLOURS = {
    OF_SOURCE: GREY,
    "low-pass 20 Hz": AMBER,
    "observer": BLUE,
    "robust term with integral": RED,
    "estimated payload": GREEN,
}
#: Half a second at rest, s; the joints whose torque and whose error are drawn.
_WINDOW, _LA, _OS = (8.0, 8.5), 1, 5


def beyond_figure(runs: Mapping[str, Mapping[str, Run]]) -> Figure:
    """By controller and test."""
    figure = blank_figure((WIDTH, 400))
    legend(figure, [entry(name, colour) for name, colour in _COLOURS.items()], below=8)
    places = Margins(left=70, head=86, foot=62).grid(figure, 1, 3, gaps=(80, 0))
    torque, angle, mass = (figure.add_subplot(places[0, k]) for k in range(3))
    for name in (OF_SOURCE, "low-pass 20 Hz", "observer"):
        run = runs[name]["noise-both"]
        t = time(run)
        kept = slice(*t.searchsorted(_WINDOW))
        curve = values(run, "joint_torque")[kept, _LA]
        torque.plot(t[kept], curve - curve.mean(), color=_COLOURS[name], linewidth=1.4)
    style(torque, title="torque of LA at rest, N m", x="time, s", ticks=5)
    for name in (OF_SOURCE, "robust term with integral", "estimated payload"):
        run = runs[name]["payload-90"]
        curve = 1e3 * error(run)[:, _OS]
        angle.plot(time(run), curve, color=_COLOURS[name], linewidth=1.4)
    angle.set_ylim(-60, 60)
    style(angle, title="error of OS, mrad", x="time, s", ticks=5)
    for test, part in (("payload-90", -0.1), ("noise-both", 0.0), ("payload-110", 0.1)):
        run = runs["estimated payload"][test]
        curve = np.ravel(values(run, "estimated_payload"))
        mass.plot(time(run), curve, color=_COLOURS["estimated payload"], linewidth=1.4)
        mass.axhline(part * last_mass(), color=GREY, linewidth=1.0, linestyle=DASHES)
    style(mass, title="estimated payload, kg", x="time, s", ticks=5)
    return figure
