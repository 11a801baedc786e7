"""S4's figures 4.4 to 4.9, for arms whose truth is known."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from armwright.arrays import Array
from armwright.identify.frequency import (
    ESTIMATORS,
    ElasticFit,
    MeasuredResponse,
    ResponseModel,
    equivalent_stiffness,
)
from armwright.linear.response import Complex
from armwright.report.canvas import (
    BLUE,
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
from armwright.robot.changing import changed
from armwright.studies.elastic.measures import estimator_name
from armwright.studies.elastic.runs import OneAxis, SixAxes

_BAND = "#cfd8e3"
#: rad/s: wider than the data.
_WIDE = 2 * np.pi * np.geomspace(1.0, 90.0, 300)


def histograms(found: SixAxes) -> Figure:
    """Torques of the motors in three configurations, their means marked (figure 4.4)."""
    figure = blank_figure((WIDTH, 560))
    names = [motor.name for motor in found.truth.all_motors]
    places = Margins(head=60, foot=60).grid(figure, len(found.responses), len(names), gaps=(40, 45))
    size = len(found.spectra) // len(found.responses)
    for c, response in enumerate(found.responses):
        logs = found.spectra[c * size : (c + 1) * size]
        torque = np.concatenate([one.commanded for one in logs])
        for k, name in enumerate(names):
            axes = figure.add_subplot(places[c, k])
            last = c == len(found.responses) - 1
            style(axes, title=name if c == 0 else "", x="N m" if last else "")
            axes.xaxis.set_major_locator(MaxNLocator(2, steps=[1, 2, 5, 10]))
            axes.tick_params(axis="x", labelsize=9)
            if k == 0:
                axes.set_ylabel(f"configuration {c + 1}", fontsize=11.5, color=INK)
            axes.hist(torque[:, k], bins=40, color=BLUE)
            axes.plot(response.mean_torque[k], 0, "D", color=RED, markersize=7, clip_on=False)
            axes.set_yticks([])
    return figure


def with_and_without_gravity(found: SixAxes) -> Figure:
    """|G| of joint 2, its spring linearised under weight and at zero (figure 4.5)."""
    figure = blank_figure((WIDTH, 430))
    legend(
        figure,
        [entry("measured", GREY), entry("gravity", BLUE), entry("none", RED, dashed=True)],
        below=20,
    )
    axes = figure.add_subplot(Margins(head=80, foot=70).grid(figure, 1, 1)[0, 0])
    response = found.responses[0]
    _measured(axes, response, 1, 1)
    weightless = changed(found.truth, {"gravity": [0.0, 0.0, 0.0]})
    for robot, colour, dashes in ((found.truth, BLUE, "-"), (weightless, RED, "--")):
        G = ResponseModel(robot, (), response.configuration[None], _WIDE).answers(np.zeros(0)).G[0]
        axes.plot(_WIDE / (2 * np.pi), np.abs(G[:, 1, 1]), color=colour, linestyle=dashes)
    _bode(axes, f"{found.truth.all_motors[1].name}: torque to acceleration")
    return figure


def diagonal(found: SixAxes, *, local: bool) -> Figure:
    """An element on the diagonal: local fits of a and b (figure 4.6), or global ones of b and c
    (4.7), with what was measured within 95 %."""
    names = "ab" if local else "bc"
    fits = {n: found.local[n] if local else found.structures[n].fit for n in names}
    figure = blank_figure((WIDTH, 430))
    colours = dict(zip(names, (RED, BLUE), strict=True))
    entries = [entry(f"model {name}", colours[name]) for name in names]
    legend(figure, [entry("measured, 95 %", GREY), *entries], below=20)
    answers = {name: _answer(fit) for name, fit in fits.items()}
    places = Margins(head=80, foot=70).grid(figure, 1, 2, gaps=(85, 0))
    for column, k in enumerate((0, 2)):
        axes = figure.add_subplot(places[0, column])
        _measured(axes, found.responses[0], k, k)
        for name in fits:
            _model(axes, answers[name], k, k, colours[name])
        _bode(axes, found.truth.all_motors[k].name)
    return figure


def all_elements(found: SixAxes) -> Figure:
    """All 36 (figure 4.8): measured dashed, model solid, 95 % grey."""
    figure = blank_figure((WIDTH, 1050))
    legend(figure, [entry("measured", INK, dashed=True), entry("model c", BLUE)], below=16)
    answer = _answer(found.structures["c"].fit)
    n = len(found.truth.all_motors)
    names = [motor.name for motor in found.truth.all_motors]
    places = Margins(head=86, foot=66).grid(figure, n, n, gaps=(36, 30))
    for i in range(n):
        for k in range(n):
            axes = figure.add_subplot(places[i, k])
            _measured(axes, found.responses[0], i, k, dashed=True)
            _model(axes, answer, i, k, BLUE)
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.tick_params(labelsize=6)
            if i == 0:
                axes.set_title(f"torque of {names[k]}", fontsize=9.5, color=INK)
            if k == 0:
                axes.set_ylabel(f"{names[i]}, 1/(kg m²)", fontsize=9.5, color=INK)
            if i == n - 1:
                axes.set_xlabel("frequency, Hz", fontsize=9.5, color=INK)
    return figure


def stiffening(found: OneAxis) -> Figure:
    """The gear of four masses: its law, the tangent at the mean deflection, which is zero, and the
    line over the deflections of the experiment, whose spread the fit has found (4.9)."""
    figure = blank_figure((WIDTH, 430))
    legend(
        figure,
        [entry("spring", INK), entry("tangent", RED, dashed=True), entry("line", BLUE)],
        below=20,
    )
    axes = figure.add_subplot(Margins(head=80, foot=70).grid(figure, 1, 1)[0, 0])
    spring = found.scenario.robot.moving_joints[0].drive.spring  # type: ignore[union-attr]
    low, high, psi = spring["k_low"], spring["k_high"], spring["psi"]
    assert found.statistical.model is not None and found.statistical.spread is not None
    gear = found.statistical.model.springs.index("joints.axis.drive.spring")
    sigma = float(found.statistical.spread[0, gear])

    def law(d: Array) -> Array:
        within = np.clip(d, -psi, psi)
        cubed: Array = (low + (high - low) / (3 * psi**2) * within**2) * within
        return cubed + high * (d - within)

    samples = sigma * np.random.default_rng(1).normal(size=100_000)
    slope = equivalent_stiffness(samples, law(samples))
    d = np.linspace(-3.5 * sigma, 3.5 * sigma, 300)
    axes.hist(
        1e6 * samples,
        bins=60,
        weights=np.full(samples.size, law(d).max() / 8000),
        color=_BAND,
    )
    axes.plot(1e6 * d, law(d), color=INK)
    axes.plot(1e6 * d, low * d, color=RED, linestyle="--")
    axes.plot(1e6 * d, slope * d, color=BLUE)
    axes.plot(0, 0, "x", color=RED, markersize=10)
    style(axes, x="deflection at the joint, µrad", y="torque at the joint, N m")
    return figure


def estimators(found: OneAxis) -> Figure:
    """Every estimator against the response without noise, in either loop."""
    figure = blank_figure((WIDTH, 430))
    colours = dict(zip(ESTIMATORS, (GREY, BLUE, INK, RED, "#2ca02c"), strict=True))
    entries = [entry(estimator_name(name), colour) for name, colour in colours.items()]
    legend(figure, entries, below=20)
    grid = Margins(head=110, foot=70).grid(figure, 1, 3)
    titles = {"weak": "noise, weak feedback", "strong": "noise, strong feedback"}
    titles["dry"] = "dry friction"
    for k, (name, loop) in enumerate(found.loops.items()):
        axes = figure.add_subplot(grid[0, k])
        for method, colour in colours.items():
            mean = np.exp(loop.off[method].mean(axis=0))
            axes.plot(loop.frequencies, mean, color=colour, linewidth=1.2)
        style(axes, title=titles[name], x="frequency, Hz", y="" if k else "|G| by the true one")
        axes.set_xscale("log")
        axes.set_xticks([1, 3, 10, 30], ["1", "3", "10", "30"])
        axes.minorticks_off()
    return figure


def _measured(
    axes: Axes, response: MeasuredResponse, i: int, k: int, *, dashed: bool = False
) -> None:
    f, size = response.frequencies / (2 * np.pi), np.abs(response.G[:, i, k])
    wide = np.exp(1.96 * np.minimum(response.spread[:, i, k], 1.5))
    axes.fill_between(f, size / wide, size * wide, color=_BAND, linewidth=0)
    axes.plot(f, size, color=INK if dashed else GREY, linestyle="--" if dashed else "-")


def _answer(fit: ElasticFit) -> Complex:
    q = fit.responses[0].configuration[None]
    return np.asarray(ResponseModel(fit.robot, (), q, _WIDE).answers(np.zeros(0)).G[0])


def _model(axes: Axes, answer: Complex, i: int, k: int, colour: str) -> None:
    axes.plot(_WIDE / (2 * np.pi), np.abs(answer[:, i, k]), color=colour, linewidth=1.2)


def _bode(axes: Axes, title: str) -> None:
    style(axes, title=title, x="frequency, Hz", y="|G|, 1/(kg m²)")
    axes.set_xscale("log")
    axes.set_yscale("log")
