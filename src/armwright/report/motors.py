"""Motors that were chosen from a list: the tables, and how much of each is used."""

from __future__ import annotations

import json
import math

import numpy as np
from matplotlib.figure import Figure
from rich.table import Table

from armwright.report.canvas import (
    AMBER,
    BLUE,
    GREY,
    RED,
    WIDTH,
    Margins,
    blank_figure,
    entry,
    legend,
    style,
)
from armwright.report.terminal import folded, make_table
from armwright.report.words import plain
from armwright.sizing import MotorChoice, TriedMotor
from armwright.sizing.trial import motor_side

#: Panels of the torque-speed diagram beside each other.
_ACROSS = 3


def chosen_table(choice: MotorChoice) -> Table:
    """What each axis gets, and how much of it the rerun uses."""
    table = make_table(
        "axis",
        "motor and gear",
        "ratio:",
        "mass kg:",
        "peak N m:",
        "peak %:",
        "rms N m:",
        "heat %:",
        "speed %:",
        "load : rotor:",
    )
    for demand in choice.demands:
        one = choice.chosen.get(demand.name)
        if one is None:
            table.add_row(plain(demand.name), "none will do", *[""] * 8)
            continue
        table.add_row(
            plain(one.axis),
            plain(one.label),
            f"{one.ratio:.4g}",
            f"{one.mass:.3g}",
            f"{one.peak_torque:.3g}",
            f"{100 * one.peak_share:.0f}",
            f"{one.rms_torque:.3g}",
            f"{100 * one.thermal_share:.0f}",
            f"{100 * one.speed_share:.0f}",
            "" if math.isnan(one.inertia_ratio) else f"{one.inertia_ratio:.2g}",
        )
    return table


def refused_lines(choice: MotorChoice, *, every: bool = False) -> str:
    """Why lighter motors were not taken; with `every`, all that were refused."""
    lines = []
    for axis, tried in choice.trials.items():
        taken = choice.chosen.get(axis)
        for one in tried:
            lighter = taken is None or one.mass < taken.mass
            if one.reasons and (every or lighter):
                head = f"{plain(axis)}: {plain(one.label)}"
                lines.append(f"{head}: " + folded("; ".join(one.reasons), len(head) + 2))
    return "\n".join(lines)


def choice_json(choice: MotorChoice) -> str:
    """All that was tried, with its numbers and reasons."""

    def row(one: TriedMotor) -> dict[str, object]:
        return {
            "motor": one.motor.name,
            "gear": one.gear.name if one.gear else None,
            "ratio": one.ratio,
            "mass": one.mass,
            "peak_torque": one.peak_torque,
            "rms_torque": one.rms_torque,
            "largest_speed": one.largest_speed,
            "peak_share": _finite(one.peak_share),
            "thermal_share": one.thermal_share,
            "speed_share": one.speed_share,
            "gear_share": one.gear_share,
            "inertia_ratio": _finite(one.inertia_ratio),
            "refused_for": list(one.reasons),
        }

    table = {
        "holds": choice.holds,
        "reruns": choice.rounds,
        "rules": vars(choice.rules),
        "chosen": {axis: row(one) for axis, one in choice.chosen.items()},
        "tried": {axis: [row(one) for one in tried] for axis, tried in choice.trials.items()},
    }
    return json.dumps(table, indent=1, ensure_ascii=False) + "\n"


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def torque_speed_figure(choice: MotorChoice) -> Figure:
    """Of each axis: the rerun's torque over speed, the motor's envelope, what the rules leave of
    it, and its continuous torque; all on the motor's side."""
    axes_names = [demand.name for demand in choice.demands if demand.name in choice.chosen]
    columns = min(_ACROSS, max(1, len(axes_names)))
    rows = max(1, math.ceil(len(axes_names) / columns))
    figure = blank_figure((WIDTH, 150 + 330 * rows))
    entries = [
        entry("rerun", BLUE),
        entry("what the motor has", RED),
        entry(f"what may be used, {choice.rules.peak:g} of it", RED, dashed=True),
        entry("continuous torque", AMBER),
        entry("rms torque of the rerun", GREY, dashed=True),
    ]
    legend(figure, entries, below=14)
    places = Margins(left=90, head=80, foot=70).grid(figure, rows, columns, gaps=(80, 100))
    for k, name in enumerate(axes_names):
        one = choice.chosen[name]
        axes = figure.add_subplot(places[k // columns, k % columns])
        style(
            axes,
            title=f"{plain(name)}: {plain(one.label)}",
            x="speed of the motor, rad/s",
            y="torque of the motor, N m" if k % columns == 0 else "",
        )
        speed = np.linspace(0, one.motor.maximum_speed, 200)
        most = one.motor.most_torque(speed)
        for share, dashes in ((1.0, "-"), (choice.rules.peak, "--")):
            for sign in (1, -1):
                # Forwards, the envelope falls where the torque drives; backwards, where it brakes.
                axes.plot(sign * speed, sign * share * most, color=RED, linestyle=dashes, lw=1.4)
                flat = np.full(2, -sign * share * one.motor.peak_torque)
                axes.plot(sign * speed[[0, -1]], flat, color=RED, linestyle=dashes, lw=1.4)
        for sign in (1, -1):
            axes.axhline(sign * one.motor.continuous_torque, color=AMBER, linewidth=1.2)
            axes.axhline(sign * one.rms_torque, color=GREY, linewidth=1.2, linestyle="--")
        torque, velocity = _on_motor(choice, name)
        axes.plot(velocity, torque, color=BLUE, linewidth=1.6)
        axes.margins(0.03)
    return figure


def _on_motor(choice: MotorChoice, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Torque and velocity of a motor in the rerun; without one, as the first run asks for."""
    if choice.rerun is not None:
        data = choice.rerun.data.sel(motor=name)
        return data["motor_torque"].values, data["motor_velocity"].values
    demand = next(one for one in choice.demands if one.name == name)
    one = choice.chosen[name]
    return motor_side(demand, one.rotor_inertia, one.ratio)
