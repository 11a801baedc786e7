"""What S1 wishes for."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.report.html.parts import Chapter, Paragraph, Picture, ReportTable
from armwright.signals import Run
from armwright.studies.six_axis.figures.beyond import beyond_figure
from armwright.studies.six_axis.measures import Bought
from armwright.studies.six_axis.runs import OF_SOURCE, gain_crossing, observer_frequency
from armwright.studies.wording import fixed, percent


def beyond_chapter(bought: Mapping[str, Bought], runs: Mapping[str, Mapping[str, Run]]) -> Chapter:
    """`runs`: by controller and test."""
    head = (
        "controller",
        "largest error, % of step:",
        "noise: q, mrad:",
        "noise: q̇, mrad/s:",
        "noise: torque, N m:",
        "noise: torque in 10 ms, N m:",
        "±10 %: static, mrad:",
        "+10 %: largest, % of step:",
    )
    caption = (
        "What filters and outer loops buy. Noise: on q and q̇; amplitudes of the true "
        "error, standard deviation of the torque, and how much it changes from one sample of the "
        "noise to the next, root mean squares of the joints. ±10 %: the payload is wrong"
    )
    crossing = gain_crossing()
    return Chapter(
        "Beyond the source: filters and outer loops",
        [
            Paragraph(
                "S1 ends with two wishes. A filter on the measured signals: here a low-pass of "
                "second order on angles and velocities. Its cut-off frequency has to be well above "
                f"where the loop's gain passes 1, at {fixed(crossing, 0)} rad/s or "
                f"{fixed(crossing / (2 * np.pi), 0)} Hz: what the filter delays, the controller's "
                "model of gravity and inertia is late by, too. And a robust outer loop: an "
                "acceleration w is added to y, w = ρ s/φ within ±ρ, s = ė + λ e + μ ∫e dt, the "
                "usual robust term with a boundary layer φ instead of a jump; with an integral, μ "
                "> 0, or without."
            ),
            Paragraph(
                "Each of them has a counterpart that knows the arm. An observer puts the commanded "
                "torques into the controller's model, and corrects it by the measured angles, of "
                f"third order, with all poles at {fixed(-observer_frequency(), 0)} rad/s. An "
                "estimator finds the mass at the payload's place that explains what torques the "
                "model lacks; the controller counts it."
            ),
            Picture(
                "beyond",
                beyond_figure(runs),
                "Left: torque of LA at rest with noise on q and q̇, less its mean. Middle: error "
                "of OS with a payload of −10 %; its own step, at 6 s, goes beyond the scale. "
                "Right: the payload that is estimated, with 90, 100 and 110 % of the last link's "
                "mass, the second with noise; dashed: what is true.",
            ),
            ReportTable(head, [_beyond_row(name, one) for name, one in bought.items()], caption),
            Paragraph(_beyond_summary(bought)),
        ],
    )


def _beyond_summary(bought: Mapping[str, Bought]) -> str:
    own, filtered, term, both = (
        bought[name]
        for name in (OF_SOURCE, "low-pass 20 Hz", "robust term", "low-pass, and term with integral")
    )
    observer, estimate = bought["observer"], bought["estimated payload"]
    angle = observer.amplitude[0] / own.amplitude[0]
    return (
        f"The filter leaves {percent(filtered.rate / own.rate)} of the torque's rapid changes, "
        "which is what S1 wants of it. The robust term alone is a matter of gains: it leaves "
        f"{percent(term.static / own.static)} of the static error, for "
        f"{fixed(term.torque / own.torque, 1)} times the noise in the torque. The integral is "
        "what removes the static error. With the low-pass it leaves "
        f"{percent(both.static / own.static)} of it, and {percent(both.rate / own.rate)} of the "
        "rapid changes. The observer leaves "
        f"{percent(observer.rate / own.rate)} of these, and {percent(angle)} of the angles' noise; "
        f"the estimated payload {percent(estimate.static / own.static, 1)} of the static error, at "
        "no price in noise."
    )


def _beyond_row(name: str, one: Bought) -> tuple[str, ...]:
    if one.lost:
        return (name, "lost", *("–",) * 6)
    return (
        name,
        fixed(100 * one.largest, 1),
        fixed(1e3 * one.amplitude[0], 2),
        fixed(1e3 * one.amplitude[1], 1),
        fixed(one.torque, 2),
        fixed(one.rate, 2),
        fixed(1e3 * one.static, 2),
        fixed(100 * one.largest_heavier, 1),
    )
