"""Linear models in print: modes, peaks, margins, and what was assumed."""

from __future__ import annotations

import math

import numpy as np
from rich.table import Table

from armwright.arrays import Array
from armwright.linear import LinearModel
from armwright.linear.margins import StabilityMargins
from armwright.report.linear.bode import pairs
from armwright.report.terminal import folded, make_table
from armwright.report.words import plain

#: A damping ratio below this is rounding.
_UNDAMPED = 1e-9


def modes_table(model: LinearModel) -> Table:
    """Slowest first; what does not vibrate has no frequency, but a time after which it is 1/e."""
    table = make_table("mode", "frequency Hz:", "damping %:", "decay s:", "what moves")
    for number, mode in enumerate(model.modes(), start=1):
        damped = abs(mode.damping) > _UNDAMPED and not mode.rigid
        decay = f"{1 / abs(mode.pole.real):.4g}" if damped else ""
        damping = 100 * mode.damping if damped else 0.0
        ringing = mode.oscillates
        table.add_row(
            str(number),
            f"{mode.frequency:.4g}" if ringing else "",
            f"{damping:.3g}" if ringing else "",
            f"{decay} (grows)" if damped and mode.damping < 0 else decay,
            plain(mode.name),
        )
    return table


def peaks_table(model: LinearModel, hertz: Array) -> Table:
    """Of each response the gain at the lowest frequency, and its largest."""
    table = make_table("from", "to", "unit", f"at {hertz[0]:.3g} Hz:", "largest:", "at Hz:")
    sizes = np.abs(model.frequency_response(2 * math.pi * hertz))
    for _, row, column in pairs(model):
        size = sizes[:, row, column]
        top = int(np.argmax(size))
        unit = f"{model.outputs.units[row] or '1'} / ({model.inputs.units[column] or '1'})"
        table.add_row(
            plain(model.input_names[column]),
            plain(model.output_names[row]),
            unit,
            f"{size[0]:.4g}",
            f"{size[top]:.4g}",
            f"{hertz[top]:.4g}",
        )
    return table


def margin_lines(margins: StabilityMargins) -> str:
    """Gain, phase, delay and modulus, with where they are read."""

    def hertz(frequency: float) -> str:
        return f"at {frequency / (2 * math.pi):.4g} Hz"

    gain = "none: any gain will do"
    if math.isfinite(margins.gain):
        size = 20 * math.log10(margins.gain)
        gain = f"{margins.gain:.4g} ({size:.3g} dB) {hertz(margins.gain_frequency)}"
    phase, delay = "none: the gain is never one", "any"
    if math.isfinite(margins.phase):
        phase = f"{math.degrees(margins.phase):.4g}° {hertz(margins.phase_frequency)}"
        delay = f"{1e3 * margins.delay:.4g} ms"
    modulus = f"{margins.modulus:.4g} {hertz(margins.modulus_frequency)}"
    rows = {"gain": gain, "phase": phase, "delay": delay, "modulus": modulus}
    return "\n".join(f"{name + ' margin':<16} {value}" for name, value in rows.items())


def assumption_lines(model: LinearModel) -> str:
    """One below the other; empty if nothing was assumed."""
    return "\n".join(f"assumed: {folded(text, 9)}" for text in model.assumptions)
